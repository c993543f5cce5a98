"""The one server that all workers of a test run share: started when the first of them needs it."""

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
from typing import Any, Final

import portalocker
import psutil
import psycopg

from tests.support.postgres.server import PATIENCE, PREFIX, in_memory, owned
from tests.support.postgres.supervisor import READY

PLACE: Final = "POSTGRES_OF_THIS_RUN"
"""The environment variable with a run's folder, for its workers."""
_numbers = count(1)
_begun: list[str] = []


class Shared:
    """The shared server as a test sees it: a database for every test.

    A worker keeps one connection, because the server starts a process for each.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection = psycopg.connect(self.address(), autocommit=True)
        self._templates: set[str] = set()

    def close(self) -> None:
        self._connection.close()

    def address(self, name: str = "postgres") -> str:
        """Return the address of one of its databases."""
        return self._address.format(database=name)

    def template(self, name: str, fill: Callable[[str], None]) -> str:
        """Return a template database, which the first caller in this run fills."""
        if name not in self._templates:
            self._make_template(name, fill)
            self._templates.add(name)
        return name

    def _make_template(self, name: str, fill: Callable[[str], None]) -> None:
        with portalocker.Lock(Path(os.environ[PLACE]) / "template.lock", timeout=PATIENCE):
            asked = f"SELECT 1 FROM pg_database WHERE datname = '{name}' AND datistemplate"
            if not self._execute(asked).fetchone():
                self._execute(f"CREATE DATABASE {name}")
                fill(self.address(name))
                self._execute(f"ALTER DATABASE {name} WITH is_template true")

    def _execute(self, statement: str) -> psycopg.Cursor[Any]:
        return self._connection.execute(statement.encode())

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """Copy a template to a new database, yield its address, and drop it in the end."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        # Copied as files, which is three times as fast for a small database without syncs.
        made = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
        self._execute(made)
        try:
            yield self.address(name)
        finally:
            self._execute(f"DROP DATABASE {name} WITH (FORCE)")


def begin() -> None:
    """Start a run: its workers share a server if one of them needs it."""
    if PLACE not in os.environ:  # A run within a run shares the outer one's server.
        _begun.append(f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}")
        os.environ[PLACE] = str(in_memory() / _begun[-1])


def end() -> None:
    """End the run; when this returns, nothing is left."""
    if not _begun:
        return
    folder = Path(os.environ.pop(PLACE))
    if (folder / "keeper").exists():
        keeper = psutil.Process(int((folder / "keeper").read_text()))
        keeper.terminate()
        keeper.wait(PATIENCE)
    shutil.rmtree(folder, ignore_errors=True)


def shared(run: int) -> Shared:
    """Return the server of the run with this process id; start it if no worker has yet."""
    folder = Path(os.environ[PLACE])
    folder.mkdir(exist_ok=True)
    with portalocker.Lock(folder / "lock", timeout=PATIENCE):
        if not (folder / READY).exists():
            _start(owned(folder), run)
    return Shared((folder / READY).read_text())


def _start(folder: Path, run: int) -> None:
    command = [sys.executable, "-m", "tests.support.postgres.supervisor", str(folder), str(run)]
    # Not a child of this worker, which may end before the others.
    keeper = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    (folder / "keeper").write_text(str(keeper.pid))
    until = time.monotonic() + PATIENCE
    while not (folder / READY).exists():
        if keeper.poll() is not None or time.monotonic() > until:
            raise RuntimeError("the PostgreSQL of this run does not start")
        time.sleep(0.02)
    # We do not wait for its end, and Python would warn of a running child.
    keeper.returncode = 0
