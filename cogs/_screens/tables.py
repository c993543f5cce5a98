"""The list of a member's tables."""

from collections.abc import Sequence

from discord import ui

import engine
from cogs._game.course import deciding
from cogs._game.paces import PACES
from cogs._game.tables import Live
from cogs._kit.components import card, text
from cogs._kit.texts import listed, say
from cogs._screens.table import asked, game_name
from cogs._work.notifications import link, needed, until
from data.game.rows import TableRow


def tables_card(games: Sequence[Live], lobbies: Sequence[TableRow], user_id: int) -> ui.LayoutView:
    """A member's games, those that wait for them first, then the lobbies."""
    mine = sorted(games, key=lambda live: (not waits_for(live, user_id), live.row.deadline or 0))
    lines = [game_line(live, user_id) for live in mine] + [lobby_line(row) for row in lobbies]
    return card(text(say("tables.heading"), *(lines or [say("tables.none")])))


def waits_for(live: Live, user_id: int) -> bool:
    """Whether a game waits for this member."""
    return live.seat_of(user_id) in deciding(live.course.table)


def game_line(live: Live, user_id: int) -> str:
    """One game: what it waits for, and where it is."""
    seats = deciding(live.course.table)
    clocked = live.row.deadline is not None and PACES[live.row.pace].reminds
    if waits_for(live, user_id):
        what = needed(live, live.seat_of(user_id) or 0)
    else:
        what = say("tables.waits", who=listed(asked(live, seat) for seat in seats))
    return say(
        "tables.game",
        mark=say("tables.yours" if waits_for(live, user_id) else "tables.others"),
        game=game_name(live),
        round=live.view(None).round,
        what=what,
        until=until(live.row.deadline or 0) if clocked else "",
        link=link(live),
    )


def lobby_line(row: TableRow) -> str:
    """One lobby."""
    where = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}/{row.lobby_message_id}"
    empty = sum(seat.driver is None for seat in row.seats)
    return say("tables.lobby", game=engine.GAMES[row.game].name, n=empty, link=where)
