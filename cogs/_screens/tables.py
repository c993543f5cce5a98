"""The list of a member's tables: the way to each, or what can be done where there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from discord import ui

import engine
from cogs._game.links import link_to
from cogs._game.live import Live, is_attended, is_held
from cogs._game.paces import PACES
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, labelled_button, row, screen, text
from cogs._kit.texts import listed, say
from cogs._kit.verbs import Button
from cogs._screens.calls import asked, game_name, needed, until
from data.game.rows import TableRow
from data.time.rows import Hold


class Reach(Enum):
    """How near one comes to a table: to its message, to its place only, or not at all.

    LOCKED: it can be seen, but not go on there. UNSENT: its message is under way.
    """

    MESSAGE = "message"
    PLACE = "place"
    LOCKED = "locked"
    UNSENT = "unsent"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Found:
    """A table of a member; `live` once it has been dealt. `homeless`: its channel is gone."""

    row: TableRow
    live: Live | None
    reach: Reach
    paused: Hold | None
    homeless: bool


def tables_screen(found: Sequence[Found], user_id: int, notice: str = "") -> ui.LayoutView:
    """A member's games, those that wait for them first, then the lobbies."""
    mine = sorted(found, key=lambda one: urgency(one, user_id))
    heading = text(say("tables.heading"), notice, "" if found else say("tables.none"))
    return screen(heading, *(item for one in mine for item in entry(one, user_id)))


def urgency(found: Found, user_id: int) -> tuple[bool, bool, float]:
    """What comes first: games that wait for the member, then by their deadline; lobbies last."""
    if found.live is None:
        return True, True, found.row.created
    return False, not waits_for(found.live, user_id), deadline(found.live, user_id) or 0


def entry(found: Found, user_id: int) -> list[Item]:
    """One table: its line, and what can be done where no way leads to it."""
    live = found.live
    line = lobby_line(found.row) if live is None else game_line(live, user_id)
    paused = say("tables.paused", at=round(found.paused.until)) if found.paused else ""
    held = live is not None and is_held(live, user_id)
    by_others = "tables.held" if is_attended(found.row) else "tables.held_alone"
    elsewhere = say(by_others) if held else ""
    words = text(" ".join(part for part in (line, elsewhere, paused, way_to(found)) if part))
    back = [way_back(found.row)] if held else []
    controls = back + ways_out(found, user_id)
    return [words, row(*controls)] if controls else [words]


def way_back(table: TableRow) -> Item:
    """Return the button by which a member takes their seat back."""
    return labelled_button(verbs.BACK, table, "clock.do_", style=Style.success)


def way_to(found: Found) -> str:
    """The way to a table, or why there is none."""
    match found.reach:
        case Reach.NOWHERE:
            return say("tables.unseen")
        case Reach.UNSENT:
            return say("tables.unsent")
        case Reach.LOCKED:
            return say("tables.locked", link=link_to(found.row))
        case _:
            return link_to(found.row)


def ways_out(found: Found, user_id: int) -> list[Item]:
    """What a member may do with a table that cannot be reached, or that cannot go on there."""
    if found.reach in {Reach.MESSAGE, Reach.PLACE}:
        return []
    hosts = found.row.host_id == user_id
    again = [] if found.reach is Reach.UNSENT else [verbs.SHOWAGAIN]
    if found.live is not None:
        here = verbs.MOVEHERE if found.homeless else verbs.REOPEN
        shown = [here, *([verbs.RUN] if hosts else [])]
    elif hosts:
        shown = [*([verbs.MOVEHERE] if found.homeless else again), verbs.GIVEUP]
    else:
        shown = [*([] if found.homeless else again), verbs.STANDUP]
    return [control(found.row, verb) for verb in shown]


def control(table: TableRow, verb: Button) -> Item:
    """One button of the list."""
    seen = table.seq if verb in {verbs.REOPEN, verbs.RUN} else table.revision
    style = (
        Style.success
        if verb in {verbs.REOPEN, verbs.MOVEHERE, verbs.SHOWAGAIN}
        else Style.secondary
    )
    return button(verb, table.id, seen, label=say(f"tables.{verb}"), style=style)


def waits_for(live: Live, user_id: int) -> bool:
    """Whether a game waits for this member."""
    return live.seat_of(user_id) in live.deciding()


def deadline(live: Live, user_id: int) -> float | None:
    """Until when a game waits for this member; where it waits for others, for the first of them."""
    seat = live.seat_of(user_id)
    own = None if seat is None else live.wait(seat)
    return live.row.deadline if own is None else own.deadline


def game_line(live: Live, user_id: int) -> str:
    """One game, and what it waits for."""
    seats, at = live.deciding(), deadline(live, user_id)
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
        until=until(at) if at is not None and PACES[live.row.pace].reminds else "",
    )


def lobby_line(table: TableRow) -> str:
    """One lobby."""
    empty = sum(seat.driver is None for seat in table.seats)
    return say("tables.lobby", game=engine.GAMES[table.game].name, n=empty)
