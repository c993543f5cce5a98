"""The operator's commands of `./run`, which do not start the bot.

This module dispatches all commands and contains `rebuild` and `upgrade`. `doctor` and `health` are
in `doctor`, `doctor --store` is in `store`, `forget` in `forget`, and `move` in `databases`.
"""

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
from cogs.core.settings import VERSION, Settings
from cogs.game.move_log import GameState, NothingToUndo
from cogs.ops.databases import THIS_RELEASE, transfer_database
from cogs.ops.doctor import ONE_PROCESS, DoctorChecks, doctor, health
from cogs.ops.forget import forget
from cogs.ops.store import store
from cogs.ui.texts import say
from data.admin.inspection import exists
from data.core.location import DatabaseLocation
from data.database import Database
from data.errors import MoveLogCorrupt, StorageError
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.tables import TableRepository


def rebuild(settings: Settings) -> int:
    """Recompute all results and leaderboards from the move logs. Returns the exit status.

    Raises:
        StorageError: The bot is running, or the database cannot be opened.
    """
    start = time.monotonic()
    games, left = asyncio.run(rebuild_database(settings.place))
    seconds = f"{time.monotonic() - start:.1f}"
    sys.stdout.write(say("doctor.rebuilt", n=games, seconds=seconds) + "\n")
    for table_id in left:
        sys.stdout.write(say("doctor.not_recounted", table=table_id) + "\n")
    return exit_status.DOCTOR_FAILED if left else exit_status.OK


async def rebuild_database(location: DatabaseLocation) -> tuple[int, list[int]]:
    """Recompute all results and leaderboards of a database.

    Returns:
        The number of games, and the tables whose old result stays.
    """
    store = await Database.open(location, program=THIS_RELEASE)
    try:
        tables = await store.leaderboards.tables_with_result()
        recount = partial(_recount, store.tables, store.leaderboards)
        left = [table_id for table_id in tables if not await recount(table_id)]
        await store.leaderboards.rebuild()
    finally:
        await store.close()
    return len(tables), left


async def _recount(
    rows: TableRepository, leaderboards: LeaderboardRepository, table_id: int
) -> bool:
    """Replace a game's result with the result of replaying its move log.

    Returns False and changes nothing if the log cannot be replayed, or if the game is not over.
    """
    row = await rows.find(table_id)
    assert row is not None  # only tables with a result come here
    try:
        game = GameState.begun(row)
        for entry in await rows.move_log(table_id):
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, MoveLogCorrupt, ValueError):
        return False
    outcome = game.outcome()
    if outcome is not None:
        await leaderboards.replace_result(table_id, outcome)
    return outcome is not None


def upgrade(settings: Settings) -> int:
    """Upgrade the database to this release, and end games that this release cannot continue.

    Returns the exit status.

    Raises:
        StorageError: The bot is running, or the database cannot be opened.
    """
    for path in _databases_to_open(settings):
        count = asyncio.run(_upgrade(path))
        sys.stdout.write(say("doctor.upgraded", path=path, n=count) + "\n")
    return exit_status.OK


def _databases_to_open(settings: Settings) -> list[DatabaseLocation]:
    """Return the databases to upgrade. Without a token, the browser view's database is included."""
    both = [settings.place, settings.pretended]
    there = [location for location in both if exists(location)] if settings.token is None else []
    return there or [settings.place]


async def _upgrade(location: DatabaseLocation) -> int:
    """Upgrade a database. Returns the number of games in play."""
    store = await Database.open(location, program=replace(THIS_RELEASE, lets_go=True))
    try:
        return len(await store.tables.playing_ids())
    finally:
        await store.close()


COMMANDS: Final[dict[str, Callable[[Settings], int]]] = {
    "health": health,
    "rebuild": rebuild,
    "upgrade": upgrade,
}
"""The commands that need only the settings. `run_command` knows the others."""
PRINT_COMMANDS: Final = {
    "--version": "doctor.version_of",
    "--help": "doctor.usage",
    "-h": "doctor.usage",
    "help": "doctor.usage",
}
"""Commands that print a text and need no settings, by name; the value is the text's key."""


def print_command(name: str) -> int:
    """Print the text of one of `PRINT_COMMANDS`. Returns the exit status."""
    sys.stdout.write(say(PRINT_COMMANDS[name], version=VERSION) + "\n")
    return exit_status.OK


def run_command(
    arguments: Sequence[str], settings: Settings, checks: DoctorChecks = ONE_PROCESS
) -> int:
    """Run a command of the operator. Returns the exit status.

    Args:
        arguments: The command and its arguments.
        settings: The settings.
        checks: Further checks for `doctor`.
    """
    name, *words = arguments
    try:
        match name, words:
            case "move", _:
                return transfer_database(words)
            case "forget", _:
                return forget(settings, words)
            case "doctor", []:
                return doctor(settings, checks)
            case "doctor", ["--store"]:
                return store(settings)
            case _, [] if name in COMMANDS:
                return COMMANDS[name](settings)
    except StorageError as error:
        return exit_status_for(error)
    return report_and_exit_status(exit_status.USAGE, say("doctor.unknown"))
