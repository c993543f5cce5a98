"""`./run forget ID`: erases a member who cannot use `/privacy forget` any more.

The command does not reach Discord, so messages there stay.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cogs.core import exit_status
from cogs.core.exit_status import report_and_exit_status
from cogs.core.settings import Settings
from cogs.game.computer_players import make_computer_player
from cogs.ops.databases import THIS_RELEASE
from cogs.ops.doctor import failed
from cogs.ui.texts import say
from data.core.location import DatabaseLocation
from data.database import Database

LONGEST: Final = 20
MOST: Final = 2**63
"""Ids of Discord have fewer digits and are smaller. The databases accept no greater number."""


def forget(settings: Settings, words: Sequence[str]) -> int:
    """Erase a member from the database and its backups. Returns the exit status.

    `words` are the arguments: the member's id in Discord.

    Raises:
        StorageError: The bot is running on this SQLite file, or the database cannot be opened.
    """
    user_id = _id_in(words)
    if user_id is None:
        return report_and_exit_status(exit_status.USAGE, say("doctor.forget_how"))
    servers, left = asyncio.run(_forget(settings.place, user_id))
    sys.stdout.write(say("doctor.forgotten", n=servers) + "\n")
    for path in left:
        sys.stdout.write(f"{failed('not_forgotten', path=path)}\n")
    return exit_status.DOCTOR_FAILED if left else exit_status.OK


def _id_in(words: Sequence[str]) -> int | None:
    """Return the only argument as an id; None if the arguments are wrong."""
    word = words[0] if len(words) == 1 else ""
    is_number = word.isascii() and word.isdecimal() and len(word) < LONGEST
    number = int(word) if is_number else 0
    return number if 0 < number < MOST else None


async def _forget(location: DatabaseLocation, user_id: int) -> tuple[int, tuple[Path, ...]]:
    """Erase a member.

    Returns the number of their servers, and the files that could not be changed.
    """
    # With a fence, a PostgreSQL database is shared with the running bot.
    store = await Database.open(location, program=THIS_RELEASE, fence=_admit)
    try:
        erased = await store.erasure.erase_member(user_id, make_computer_player)
        for table_id in erased.left:
            # The bot, which runs now or starts later, continues and shows outdated tables.
            await store.tables.mark_outdated(table_id)
        # Also for an unknown member: an earlier run may have left files that still name them.
        return erased.servers, await store.erasure.propagate()
    finally:
        await store.close()


def _admit(_table_id: int) -> None:
    """Admit every change: an erasure needs no lease, whichever process serves the table."""
