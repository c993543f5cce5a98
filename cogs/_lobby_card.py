"""The lobby message: seats drawn as sides, and what may be pressed."""

from discord import ui

import engine
from cogs._lobby import sides_of
from cogs._names import clean
from cogs._paces import PACES
from cogs._parts import Item, Style, button, card, row, select, text
from cogs._texts import say
from data.rows import Driver, Status, TableRow

MARKS = ("🔵", "🟠", "🟣", "🟡", "🟤", "⚪", "🔴", "🟢")


def lobby_card(lobby: TableRow) -> ui.LayoutView:
    """The lobby as it stands; without controls once it has begun or was given up."""
    return card(text(*words(lobby)), *(controls(lobby) if lobby.status is Status.LOBBY else ()))


def words(lobby: TableRow) -> list[str]:
    """What the lobby says."""
    game = engine.GAMES[lobby.game].name
    heading = say("lobby.heading", game=game, n=len(lobby.seats))
    pace = say(f"pace.{lobby.pace}_rule")
    return [heading, *side_lines(lobby), "", state(lobby), pace, commitment(lobby)]


def state(lobby: TableRow) -> str:
    """What the lobby waits for, or how it ended."""
    match lobby.status:
        case Status.LOBBY if empty(lobby):
            return say("lobby.waiting", n=empty(lobby), host=f"<@{lobby.host_id}>")
        case Status.LOBBY:
            return say("lobby.full", host=f"<@{lobby.host_id}>")
        case Status.CLOSED:
            return say("lobby.closed")
        case _ if lobby.thread_id is None:
            return say("lobby.dealing")
        case _ if lobby.thread_id == lobby.channel_id:
            return say("lobby.started_here")
        case _:
            return say("lobby.started", thread=f"<#{lobby.thread_id}>")


def commitment(row: TableRow) -> str:
    """The promise that the shuffle was settled before anybody sat down."""
    return say("lobby.commitment", hash=row.commitment)


def side_lines(lobby: TableRow) -> list[str]:
    """A line for each side: its mark and who sits there."""
    sides = sides_of(lobby.game, len(lobby.seats))
    return [
        say("lobby.side", mark=mark, players=say("lobby.and").join(who(lobby, s) for s in seats))
        for mark, seats in zip(MARKS, sides, strict=False)
    ]


def who(lobby: TableRow, seat: int) -> str:
    """Who sits on a seat, in words."""
    driver = lobby.seats[seat].driver
    return described(driver) if driver else say("lobby.empty", seat=seat + 1)


def described(driver: Driver) -> str:
    """A player by name; computer players are marked."""
    name = clean(driver.name)
    return say("people.computer", name=name) if driver.kind == "computer" else name


def empty(lobby: TableRow) -> int:
    """How many seats are open."""
    return sum(seat.driver is None for seat in lobby.seats)


def controls(lobby: TableRow) -> list[Item]:
    """The rows of controls."""
    full = not empty(lobby)
    bots = any(seat.driver and seat.driver.kind == "computer" for seat in lobby.seats)
    begin = press(lobby, "start" if full else "fill", style=Style.success)
    return [
        row(press(lobby, "join", style=Style.primary, disabled=full), press(lobby, "leave")),
        row(press(lobby, "addbot", disabled=full), press(lobby, "rmbot", disabled=not bots)),
        seat_counts(lobby),
        pace_choice(lobby),
        row(begin, press(lobby, "close", style=Style.danger)),
    ]


def press(
    lobby: TableRow, verb: str, *, style: Style = Style.secondary, disabled: bool = False
) -> Item:
    """One button of the lobby, with its label from the catalogue."""
    label = say(f"lobby.{verb}")
    return button(verb, lobby.id, lobby.revision, label=label, style=style, disabled=disabled)


def seat_counts(lobby: TableRow) -> Item:
    """The select for the number of seats."""
    labels = [(n, say("lobby.seats", n=n), seating(lobby.game, n)) for n in counts(lobby.game)]
    hint = say("lobby.seats_hint", n=len(lobby.seats))
    return select("seats", lobby.id, lobby.revision, labels=labels, placeholder=hint)


def pace_choice(lobby: TableRow) -> Item:
    """The select for the pace."""
    labels = [(n, say(f"pace.{slug}"), say(f"pace.{slug}_rule")) for n, slug in enumerate(PACES)]
    hint = say("pace.hint", pace=say(f"pace.{lobby.pace}"))
    return select("pace", lobby.id, lobby.revision, labels=labels, placeholder=hint)


def counts(game: str) -> tuple[int, ...]:
    """The numbers of seats a game has."""
    return engine.GAMES[game].seats


def seating(game: str, seat_count: int) -> str:
    """How so many seats play: in sides, or each alone."""
    sides = sides_of(game, seat_count)
    return say("lobby.alone") if len(sides) == seat_count else say("lobby.sides", n=len(sides))
