"""What whoever runs the bot can ask of it at a shell, instead of starting it."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import engine
from cogs.core import exit_status
from cogs.core.exit_status import exit_status_for, report_and_exit_status
from cogs.core.settings import VERSION, InvalidSettings, Settings
from cogs.game.move_log import GameState, NothingToUndo
from cogs.ops.databases import THIS_RELEASE, transfer_database
from cogs.ops.doctor import ONE_PROCESS, DoctorChecks, doctor, health
from cogs.ui.texts import say
from data.admin.inspection import exists
from data.core.location import DatabaseLocation
from data.database import Database
from data.errors import MoveLogCorrupt, StorageError
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.tables import TableRepository


def rebuild(settings: Settings) -> int:
    """Make all results and ladders again from the logs.

    Raises `StorageError`: stop the bot first.
    """
    begin = time.monotonic()
    games, left = asyncio.run(rebuilt(settings.place))
    seconds = f"{time.monotonic() - begin:.1f}"
    sys.stdout.write(say("doctor.rebuilt", n=games, seconds=seconds) + "\n")
    for table_id in left:
        sys.stdout.write(say("doctor.not_recounted", table=table_id) + "\n")
    return exit_status.DOCTOR_FAILED if left else exit_status.OK


async def rebuilt(place: DatabaseLocation) -> tuple[int, list[int]]:
    """Every result and ladder of a file, made again; how many games, and which were left."""
    store = await Database.open(place, program=THIS_RELEASE)
    try:
        tables = await store.leaderboards.tables_with_result()
        recount = partial(recounted, store.tables, store.leaderboards)
        left = [table_id for table_id in tables if not await recount(table_id)]
        await store.leaderboards.rebuild()
    finally:
        await store.close()
    return len(tables), left


async def recounted(rows: TableRepository, ladders: LeaderboardRepository, table_id: int) -> bool:
    """A result written anew from the log of its game; False where the log does not say it."""
    row = await rows.find(table_id)
    assert row is not None  # it has a result
    try:
        game = GameState.begun(row)
        for entry in await rows.move_log(table_id):
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, MoveLogCorrupt, ValueError):
        return False
    outcome = game.outcome()
    if outcome is not None:
        await ladders.replace_result(table_id, outcome)
    return outcome is not None


def upgrade(settings: Settings) -> int:
    """Take the database over, and end what this program cannot play on. Raises `StorageError`."""
    for path in taken_over(settings):
        count = asyncio.run(upgraded(path))
        sys.stdout.write(say("doctor.upgraded", path=path, n=count) + "\n")
    return exit_status.OK


def taken_over(settings: Settings) -> list[DatabaseLocation]:
    """The databases that a start would open, with this token or without."""
    both = [settings.place, settings.pretended]
    there = [place for place in both if exists(place)] if settings.token is None else []
    return there or [settings.place]


async def upgraded(place: DatabaseLocation) -> int:
    """How many games go on in a file that was taken over."""
    store = await Database.open(place, program=replace(THIS_RELEASE, lets_go=True))
    try:
        return len(await store.tables.playing_ids())
    finally:
        await store.close()


COMMANDS: Final[dict[str, Callable[[Settings], int]]] = {
    "doctor": doctor,
    "health": health,
    "rebuild": rebuild,
    "upgrade": upgrade,
}
"""What needs the settings."""
PRINT_COMMANDS: Final = {
    "--version": "doctor.version_of",
    "--help": "doctor.usage",
    "-h": "doctor.usage",
    "help": "doctor.usage",
}
"""What is told whatever the settings are, by the sentence that tells it."""


def print_command(name: str) -> int:
    """Tell it."""
    sys.stdout.write(say(PRINT_COMMANDS[name], version=VERSION) + "\n")
    return exit_status.OK


def run_command(
    arguments: Sequence[str], settings: Settings, checks: DoctorChecks = ONE_PROCESS
) -> int:
    """Run a command of the operator, or say that there is no such command.

    `checks` are given to the doctor. Returns the exit status.
    """
    name, *words = arguments
    if name == "--clusters":  # with a server's address it starts the bot and does not come here
        return exit_status_for(
            InvalidSettings(["--clusters: an SQLite file has one process; several need PostgreSQL"])
        )
    if name == "move":
        return transfer_database(words)
    if name not in COMMANDS:
        return report_and_exit_status(exit_status.USAGE, say("doctor.unknown"))
    try:
        if name == "doctor":
            return doctor(settings, checks)
        return COMMANDS[name](settings)
    except StorageError as error:
        return exit_status_for(error)
