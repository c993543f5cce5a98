"""A short run of `tests.soak.killed_database`.

It runs in its own process, which forks without the threads of other tests.
"""

import subprocess
import sys

KILLS = "20"


def soak(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.soak.killed_database", "--kills", KILLS, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_killed_at_any_moment_the_store_keeps_what_it_promised() -> None:
    done = soak()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost=0, torn=0, corrupt=0" in done.stdout


def test_a_store_that_promised_before_it_saved_would_be_found_out() -> None:
    done = soak("--control")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost=0" not in done.stdout
