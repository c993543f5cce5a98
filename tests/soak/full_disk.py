"""A disk that is full at the n-th page that a game writes, for every n.

    python -m tests.soak.full_disk

The test of the same name in `tests/data` tries every eleventh.
"""

import asyncio
import logging
import shutil
import tempfile
from pathlib import Path

from data.database import Database
from tests.data.sqlite.test_full_disk import kept_what_was_acknowledged


async def main() -> None:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder, "fresh.db")
        await (await Database.open(fresh)).close()
        pages = 0
        while await kept_what_was_acknowledged(Path(shutil.copy(fresh, f"{fresh}.{pages}")), pages):
            pages += 1
    print(f"full at {pages} places: every acknowledged change was there")


if __name__ == "__main__":
    asyncio.run(main())
