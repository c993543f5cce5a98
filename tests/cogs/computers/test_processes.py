"""Tests of child processes: what they know of the bot, and that they end when the bot ends."""

import os
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path

import pytest

from cogs.core.concurrency import WorkerProcess
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


def test_what_a_call_raises_is_raised_here_and_the_process_continues():
    worker = WorkerProcess()
    with pytest.raises(ZeroDivisionError) as raised:
        worker.submit(divmod, 1, 0).result()
    assert "Traceback" in raised.value.__notes__[0]
    assert worker.submit(divmod, 7, 2).result() == (3, 1)
    worker.shutdown()


@pytest.mark.parametrize("wait", [True, False])
def test_a_process_ends_after_its_last_call(wait):
    worker = WorkerProcess()
    pid = worker.submit(os.getpid).result()
    (process,) = (child for child in active_children() if child.pid == pid)
    worker.shutdown(wait=wait)
    del worker
    process.join(10)
    assert process.exitcode == 0
