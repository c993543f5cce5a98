"""The host's private page of a lobby's seats: move, replace, free, shuffle, balance."""

from collections.abc import Sequence

from discord import ui

from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, row, screen, select, text
from cogs._kit.texts import say
from cogs._kit.verbs import Select
from cogs._lobby.computers import is_computer, level_labels, taste_labels
from cogs._lobby.lobbies import sides_of
from cogs._lobby.screen import side_lines, with_level
from data.game.rows import Driver, TableRow
from engine.players import EVEN, LEVELS, TASTES, read_driver


def seating_page(lobby: TableRow, seat: int | None = None, notice: str = "") -> ui.LayoutView:
    """All seats, and what can be done with the one that is chosen."""
    chosen = seat if seat is not None and seat < len(lobby.seats) else None
    partners = say("seating.partners") if has_partners(lobby) else ""
    explained = (partners, say("seating.explained"), notice)
    words = [say("seating.heading"), *side_lines(lobby), *explained]
    parts = [] if chosen is None else seat_controls(lobby, chosen)
    return screen(text(*words), seat_choice(lobby, chosen), *parts, together(lobby))


def seat_choice(lobby: TableRow, chosen: int | None) -> Item:
    """The select of a seat to do something with."""
    labels = [(each.seat, seat_label(lobby, each.seat), "") for each in lobby.seats]
    hint = say("seating.hint")
    return select(
        verbs.SEAT, lobby.id, lobby.revision, labels=labels, placeholder=hint, chosen=chosen
    )


def seat_controls(lobby: TableRow, seat: int) -> list[Item]:
    """What can be done with one seat."""
    driver = lobby.seats[seat].driver
    parts = [swap_choice(lobby, seat)]
    if driver is None or is_computer(driver):
        parts.append(level_choice(lobby, seat, driver))
    if driver is not None and is_computer(driver):
        parts.append(taste_choice(lobby, seat, driver))
    free = button(verbs.FREE, lobby.id, lobby.revision, seat, label=say("seating.free"))
    return [*parts, row(free)] if driver else parts


def swap_choice(lobby: TableRow, seat: int) -> Item:
    """The select of a seat to change places with."""
    others = [each.seat for each in lobby.seats if each.seat != seat]
    labels = [(other, seat_label(lobby, other), "") for other in others]
    hint = say("seating.swap")
    return choice_of(verbs.SWAP, lobby, seat, labels, hint)


def level_choice(lobby: TableRow, seat: int, driver: Driver | None) -> Item:
    """The select of a computer player's level."""
    hint = say("seating.stronger" if driver else "seating.computer")
    now = tuple(LEVELS).index(read_driver(driver.level)[0]) if driver else None
    return choice_of(verbs.LEVEL, lobby, seat, level_labels(lobby), hint, now)


def taste_choice(lobby: TableRow, seat: int, driver: Driver) -> Item:
    """The select of a computer player's taste."""
    hint, now = say("seating.taste"), (EVEN, *TASTES).index(read_driver(driver.level)[1])
    return choice_of(verbs.TASTE, lobby, seat, taste_labels(lobby), hint, now)


def choice_of(
    verb: Select,
    lobby: TableRow,
    seat: int,
    labels: Sequence[tuple[int, str, str]],
    hint: str,
    now: int | None = None,
) -> Item:
    """A select of something to do with a seat; `now` is what it has."""
    place = (lobby.id, lobby.revision, seat)
    return select(verb, *place, labels=labels, placeholder=hint, chosen=now)


def together(lobby: TableRow) -> Item:
    """What can be done with all seats at once; alone there are no sides to balance."""
    paired = has_partners(lobby)
    shuffle = button(verbs.SHUFFLE, lobby.id, lobby.revision, label=say("seating.shuffle"))
    balance = button(
        verbs.BALANCE,
        lobby.id,
        lobby.revision,
        label=say("seating.balance"),
        style=Style.primary if paired else Style.secondary,
        disabled=not paired,
    )
    return row(shuffle, balance)


def has_partners(lobby: TableRow) -> bool:
    """Whether anybody shares a side."""
    return len(sides_of(lobby.game, len(lobby.seats))) < len(lobby.seats)


def seat_label(lobby: TableRow, seat: int) -> str:
    """A seat in a select, where nothing is markup: names stand there as they are."""
    driver = lobby.seats[seat].driver
    player = say("seating.open") if driver is None else driver.name
    if driver is not None and is_computer(driver):
        player = with_level(driver, player)
    return say("seating.seat", seat=seat + 1, player=player)
