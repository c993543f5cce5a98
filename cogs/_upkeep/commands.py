"""What whoever runs the bot can ask of it at a shell, instead of starting it."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import engine
from cogs._game.game import GameSoFar, NothingToUndo
from cogs._kit.texts import say
from cogs._process import statuses
from cogs._process.ending import ended, failed
from cogs._process.settings import BadSettings, Settings
from cogs._process.version import VERSION
from cogs._upkeep.doctor import doctor, health
from cogs._upkeep.fitness import PROGRAM
from cogs._upkeep.moving import move
from cogs._upkeep.observations import ONE_PROCESS, DoctorChecks
from data.file.errors import BrokenLog, StoreError
from data.sql.address import DatabasePlace
from data.store import Store
from data.stores.ladders import LadderStore
from data.stores.tables import TableStore
from data.upkeep.checkup import exists


def rebuild(settings: Settings) -> int:
    """Make all results and ladders again from the logs. Raises `StoreError`: stop the bot first."""
    begin = time.monotonic()
    games, left = asyncio.run(rebuilt(settings.place))
    seconds = f"{time.monotonic() - begin:.1f}"
    sys.stdout.write(say("doctor.rebuilt", n=games, seconds=seconds) + "\n")
    for table_id in left:
        sys.stdout.write(say("doctor.not_recounted", table=table_id) + "\n")
    return statuses.ILL if left else statuses.OK


async def rebuilt(place: DatabasePlace) -> tuple[int, list[int]]:
    """Every result and ladder of a file, made again; how many games, and which were left."""
    store = await Store.open(place, program=PROGRAM)
    try:
        tables = await store.ladders.counted()
        recount = partial(recounted, store.tables, store.ladders)
        left = [table_id for table_id in tables if not await recount(table_id)]
        await store.ladders.rebuild_ladder()
    finally:
        await store.close()
    return len(tables), left


async def recounted(rows: TableStore, ladders: LadderStore, table_id: int) -> bool:
    """A result written anew from the log of its game; False where the log does not say it."""
    row = await rows.find(table_id)
    assert row is not None  # it has a result
    try:
        game = GameSoFar.begun(row)
        for entry in await rows.log(table_id):
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, BrokenLog, ValueError):
        return False
    outcome = game.outcome()
    if outcome is not None:
        await ladders.recount(table_id, outcome)
    return outcome is not None


def upgrade(settings: Settings) -> int:
    """Take the database over, and end what this program cannot play on. Raises `StoreError`."""
    for path in taken_over(settings):
        count = asyncio.run(upgraded(path))
        sys.stdout.write(say("doctor.upgraded", path=path, n=count) + "\n")
    return statuses.OK


def taken_over(settings: Settings) -> list[DatabasePlace]:
    """The databases that a start would open, with this token or without."""
    both = [settings.place, settings.pretended]
    there = [place for place in both if exists(place)] if settings.token is None else []
    return there or [settings.place]


async def upgraded(place: DatabasePlace) -> int:
    """How many games go on in a file that was taken over."""
    store = await Store.open(place, program=replace(PROGRAM, lets_go=True))
    try:
        return len(await store.tables.playing())
    finally:
        await store.close()


COMMANDS: Final[dict[str, Callable[[Settings], int]]] = {
    "doctor": doctor,
    "health": health,
    "rebuild": rebuild,
    "upgrade": upgrade,
}
"""What needs the settings."""
TOLD: Final = {
    "--version": "doctor.version_of",
    "--help": "doctor.usage",
    "-h": "doctor.usage",
    "help": "doctor.usage",
}
"""What is told whatever the settings are, by the sentence that tells it."""


def told(name: str) -> int:
    """Tell it."""
    sys.stdout.write(say(TOLD[name], version=VERSION) + "\n")
    return statuses.OK


def command(
    arguments: Sequence[str], settings: Settings, checks: DoctorChecks = ONE_PROCESS
) -> int:
    """Run a command of the operator, or say that there is no such command.

    `checks` are given to the doctor. Returns the exit status.
    """
    name, *words = arguments
    if name == "--clusters":  # with a server's address it starts the bot and does not come here
        return failed(
            BadSettings(["--clusters: an SQLite file has one process; several need PostgreSQL"])
        )
    if name == "move":
        return move(words)
    if name not in COMMANDS:
        return ended(statuses.USAGE, say("doctor.unknown"))
    try:
        if name == "doctor":
            return doctor(settings, checks)
        return COMMANDS[name](settings)
    except StoreError as error:
        return failed(error)
