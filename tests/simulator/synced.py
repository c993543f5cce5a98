"""Commands that Discord has from an earlier start, so that a simulator need not sync them again.

Translating and checking all commands took a quarter of each start. Once in each test process a
first start syncs them. The other simulators begin with what it sent and saved.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from simcord.backend.ops.commands import COMMAND_FIELDS

from bot import SYNCED_COMMANDS_NOTE
from data.core.program_state import set_value
from tests.support import empty_database

Opens = Callable[[Path], AbstractAsyncContextManager[Any]]


class Synced(NamedTuple):
    """The commands as they were sent, and an empty database that says so."""

    commands: list[dict[str, Any]]
    database: bytes


@cache
def synced(first_start: Opens) -> Synced:
    """Return what is left of a first start, which `first_start` simulates."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:
        path = Path(folder, "t.db")
        # In another thread: the caller may be in the middle of a test on its own loop.
        commands, note = beside.submit(asyncio.run, started(first_start, path)).result()
        path.write_bytes(empty_database.made())
        with closing(sqlite3.connect(path)) as database, database:
            set_value(database, SYNCED_COMMANDS_NOTE, note)
        return Synced(commands, path.read_bytes())


async def started(first_start: Opens, path: Path) -> tuple[list[dict[str, Any]], str]:
    """Return the commands that a first start sends, and the note that it saves."""
    async with first_start(path) as simulator:
        (sync,) = [one for one in simulator.sent if one.path.endswith("/commands")]
        note = await simulator.bot.database.program_state.get(SYNCED_COMMANDS_NOTE)
    return [{key: one[key] for key in one.keys() & {*COMMAND_FIELDS}} for one in sync.json], note
