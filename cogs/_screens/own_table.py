"""The table that a member means when they type a command without naming one."""

from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from data.game.rows import Status, TableRow


async def own_table(press: Press) -> TableRow:
    """The member's game in this channel, or else their newest, those they play themselves first.

    Raises `Refusal` without one.
    """
    if press.guild_id is None:
        raise Refusal("room.only_in_servers")
    rows = await press.client.store.tables.of_member(press.guild_id, press.user.id)
    games = [row for row in rows if row.status is Status.PLAYING]
    here = [row for row in games if press.channel_id in {row.thread_id, row.channel_id}]
    if not games:
        raise Refusal("table.none")
    return max(here or games, key=lambda row: (plays(row, press.user.id), row.updated))


def plays(row: TableRow, user_id: int) -> bool:
    """Whether a member plays their seat, and nobody else for them."""
    mine = (seat.driver for seat in row.seats if seat.is_of(user_id))
    return any((one.kind, one.user_id) == ("member", user_id) for one in mine if one is not None)
