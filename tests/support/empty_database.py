"""A database as a first start leaves it: made once for each process of the tests, then copied.

To run every migration again for every test would take a third of what it costs to open a simulator.
What a first start does is asked where nothing lies yet: `tests/data/sqlite`.
"""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from data.database import Database


def lay(path: Path) -> None:
    """Let a new database lie at `path`; one that lies there stays."""
    if not path.exists():
        path.write_bytes(made())


@cache
def made() -> bytes:
    """The file of a database in which nothing has happened yet."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:
        path = Path(folder, "t.db")
        # Beside the loop of whoever asks first, who may be in the middle of a test.
        beside.submit(asyncio.run, opened_and_closed(path)).result()
        return path.read_bytes()


async def opened_and_closed(path: Path) -> None:
    """Open a database once, and let go of it: SQLite then folds all of it into the one file."""
    await (await Database.open(path)).close()
