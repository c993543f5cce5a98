"""Save the data of the current release: `tests.releases`."""

import asyncio
import json
import tempfile
from pathlib import Path

from cogs.core.settings import VERSION
from data.database import Database
from tests.releases.sample_games import HERE, evening, stands, written


async def kept(database: Path) -> tuple[str, str]:
    """Return the played games as two texts: the database, and the positions."""
    await evening(database)
    store = await Database.open(database)
    found = await stands(store)
    await store.close()
    lines = (f'"{number}": {json.dumps(one)}' for number, one in found.items())
    return written(database), "{\n" + ",\n".join(lines) + "\n}\n"


def keep(folder: Path) -> None:
    """Play the games and write both files."""
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        texts = asyncio.run(kept(Path(place) / "tuppence.db"))
    for name, text in zip(("tuppence.sql", "stands.json"), texts, strict=True):
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    keep(HERE / VERSION)
