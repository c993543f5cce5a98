"""The table that a member means when they type a command without naming one."""

from collections.abc import Sequence
from typing import Final

from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from data.game.rows import Status, TableRow

JUST_NOW: Final = 15 * 60.0
"""Seconds for which a lesson is what its member is at."""


async def own_table(raw: Press, *, private: bool = True) -> TableRow:
    """The member's game whose thread this is, or else the one that waits for them longest.

    Whoever has just begun a lesson or practice, or moved there, means that, if `private` counts:
    what was meant for a lesson must not be played at a table. Raises `Refusal` without one.
    """
    if raw.guild_id is None:
        raise Refusal("room.only_in_servers")
    rows = await raw.client.store.tables.own(raw.guild_id, raw.user.id)
    own = [row for row in rows if row.status is Status.PLAYING and (private or not row.is_private)]
    since = raw.client.clock() - JUST_NOW
    learning = [row for row in own if row.is_private and row.updated >= since]
    games = [row for row in own if not row.is_private]
    here = [row for row in games if raw.channel_id == row.thread_id != row.channel_id]
    if not own:
        raise Refusal("table.none")
    found = learning or here or games or own
    waiting = await raw.client.store.tables.waiting_for(raw.guild_id, raw.user.id)
    return min(found, key=lambda row: urgency(row, waiting, raw.user.id))


def urgency(row: TableRow, waiting: Sequence[int], user_id: int) -> tuple[int, bool, float]:
    """What comes first: the game that waits longest, then one that is played, then the newest."""
    place = waiting.index(row.id) if row.id in waiting else len(waiting)
    return place, not plays(row, user_id), -row.updated


def plays(row: TableRow, user_id: int) -> bool:
    """Whether a member plays their seat, and nobody else for them."""
    mine = (seat.driver for seat in row.seats if seat.is_of(user_id))
    return any((one.kind, one.user_id) == ("member", user_id) for one in mine if one is not None)
