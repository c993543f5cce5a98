"""The one server that all workers of a test run share: started when the first of them asks."""

import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import portalocker
import psutil

from tests.support.postgres.server import PATIENCE, PREFIX, execute, in_memory, owned
from tests.support.postgres.supervisor import READY

PLACE: Final = "POSTGRES_OF_THIS_RUN"
"""The variable by which a run's workers know its folder."""
_numbers = count(1)
_begun: list[str] = []


class Shared:
    """What a test knows of it: a database for every test."""

    def __init__(self, address: str) -> None:
        self._address = address

    def address(self, name: str = "postgres") -> str:
        """The address of one of its databases."""
        return self._address.format(database=name)

    def template(self, name: str, fill: Callable[[str], None]) -> str:
        """A database to copy from, filled by whoever asks for it first in this run."""
        with portalocker.Lock(Path(os.environ[PLACE]) / "template.lock", timeout=PATIENCE):
            asked = f"SELECT 1 FROM pg_database WHERE datname = '{name}' AND datistemplate"
            if not execute(self.address(), asked):
                execute(self.address(), f"CREATE DATABASE {name}")
                fill(self.address(name))
                execute(self.address(), f"ALTER DATABASE {name} WITH is_template true")
        return name

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """The address of a new database, a copy of a template, which goes when this is over."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        # copied as files: for a small database without syncs that is three times as quick
        made = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
        execute(self.address(), made)
        try:
            yield self.address(name)
        finally:
            execute(self.address(), f"DROP DATABASE {name} WITH (FORCE)")


def begin() -> None:
    """A run begins: its workers will share a server, if any of them wants one."""
    if PLACE not in os.environ:  # a run within a run shares that one's
        _begun.append(f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}")
        os.environ[PLACE] = str(in_memory() / _begun[-1])


def end() -> None:
    """The run is over: nothing is left when this returns."""
    if not _begun:
        return
    folder = Path(os.environ.pop(PLACE))
    if (folder / "keeper").exists():
        keeper = psutil.Process(int((folder / "keeper").read_text()))
        keeper.terminate()
        keeper.wait(PATIENCE)
    shutil.rmtree(folder, ignore_errors=True)


def shared(run: int) -> Shared:
    """The server of this run, whose process has this number; started where nobody has yet."""
    folder = Path(os.environ[PLACE])
    folder.mkdir(exist_ok=True)
    with portalocker.Lock(folder / "lock", timeout=PATIENCE):
        if not (folder / READY).exists():
            _start(owned(folder), run)
    return Shared((folder / READY).read_text())


def _start(folder: Path, run: int) -> None:
    command = [sys.executable, "-m", "tests.support.postgres.supervisor", str(folder), str(run)]
    # no child of whoever asks first: a worker may end before the others
    keeper = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    (folder / "keeper").write_text(str(keeper.pid))
    until = time.monotonic() + PATIENCE
    while not (folder / READY).exists():
        if keeper.poll() is not None or time.monotonic() > until:
            raise RuntimeError("the PostgreSQL of this run does not start")
        time.sleep(0.02)
    # its end is none of our affair, and Python would warn of a child that still runs
    keeper.returncode = 0
