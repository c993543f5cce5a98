"""Tests of child processes: what they know of the bot, and that they end when the bot ends."""

import subprocess
import sys
from pathlib import Path

from tests.repository.test_documents import ROOT

PROGRAM = """
import sys

import discord

from cogs.core.concurrency import SPAWNED, WorkerProcess, importing_no_bot

KNOWN = "'discord' in __import__('sys').modules"

if __name__ == "__main__":
    worker = WorkerProcess()
    print(worker.submit(eval, KNOWN).result())
    worker.shutdown()
    with importing_no_bot():
        other = SPAWNED.Process(target=exec, args=(f"print({KNOWN})",))
        other.start()
    other.join()
    print(sys.modules["__main__"].__dict__ is globals())
"""


def test_a_process_is_what_it_needs_for_its_work_and_not_the_whole_bot(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    command, ours = [sys.executable, str(program)], {"PYTHONPATH": str(ROOT)}
    said = subprocess.check_output(command, cwd=tmp_path, env=ours, timeout=60)
    assert said.split() == [b"False", b"False", b"True"]
