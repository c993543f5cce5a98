"""An empty database as a first start leaves it: made once for each test process, then copied.

Running every migration again for every test would take a third of the time of opening a simulator.
`tests/data/sqlite` tests the first start itself.
"""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from data.database import Database


def lay(path: Path, content: bytes | None = None) -> None:
    """Put a database at `path`, by default an empty one, unless one is there."""
    if not path.exists():
        path.write_bytes(content or made())


@cache
def made() -> bytes:
    """Return the file of an empty database."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:
        path = Path(folder, "t.db")
        # In another thread: the caller may be in the middle of a test on its own loop.
        beside.submit(asyncio.run, opened_and_closed(path)).result()
        return path.read_bytes()


async def opened_and_closed(path: Path) -> None:
    """Open and close a database, so that SQLite writes everything into a single file."""
    await (await Database.open(path)).close()
