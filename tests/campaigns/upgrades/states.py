"""States of the repository's history, each in a folder of its own while it is looked at."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
SCHEMA: Final = ("data/file/migrations.py", "data/migrations.py", "data/schema")


def git(*arguments: str) -> str:
    """What git says."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def commits(*paths: str) -> Sequence[str]:
    """The commits that changed something there, oldest first."""
    return git("log", "--reverse", "--format=%h", "--", *paths).split()


def sampled(every: int) -> Sequence[str]:
    """Every so-manieth commit, and the last one before each change of the schema."""
    everything = commits(".")
    before = {everything[max(0, everything.index(one) - 1)] for one in commits(*SCHEMA)}
    chosen = set(everything[::every]) | before | {everything[-1]}
    return [one for one in everything if one in chosen]


@contextmanager
def tree(commit: str) -> Iterator[Path]:
    """The files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, capture_output=True, check=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=packed.stdout, check=True)
        yield Path(folder)
