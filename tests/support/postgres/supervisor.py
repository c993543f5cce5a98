"""The process that runs the server of a test run, and stops it when the run ends or dies.

python -m tests.support.postgres.supervisor FOLDER PID
"""

import shutil
import signal
import sys
import time
from pathlib import Path

import psutil

from tests.support.postgres.server import Server

LOOK = 0.2  # Seconds between two checks whether the run still exists.
READY = "address"
"""The file that says that the server runs, and its address."""


class Asked(Exception):  # noqa: N818 - a request to end, not an error
    """The run is over."""


def keep(folder: Path, run: int) -> None:
    """Start a server, and stop it with the run."""
    try:
        server = Server(folder)
        server.make()
        server.start()
        try:
            tell(folder, server)
            while psutil.pid_exists(run):
                time.sleep(LOOK)
        finally:
            server.stop(signal.SIGTERM if sys.platform == "win32" else signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def tell(folder: Path, server: Server) -> None:
    """Write the server's address to a file, in one step."""
    part = folder / f"{READY}.part"
    part.write_text(server.address("{database}"))
    part.replace(folder / READY)


def asked(*_: object) -> None:
    """Raise `Asked`, as a signal handler."""
    raise Asked


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, asked)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run, which ends first.
    try:
        keep(Path(sys.argv[1]), int(sys.argv[2]))
    except Asked:
        sys.exit(0)
