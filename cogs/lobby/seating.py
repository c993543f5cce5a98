"""The host's private page of a lobby's seats: move, replace, free, shuffle, balance."""

from collections.abc import Callable, Sequence

from discord import ui

from cogs.game.computer_players import is_computer, level_labels, taste_labels
from cogs.lobby.interaction import LobbyInteraction, answer_host, host_component
from cogs.lobby.layout import side_lines, with_level
from cogs.lobby.lobbies import LobbyService, sides_of
from cogs.ui.actions import Action, ActionId, SelectAction
from cogs.ui.component import ComponentInteraction, Handler, component, option_at
from cogs.ui.layout import Item, Style, action_row, button, layout_view, select, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say
from data.models.tables import Player, TableRow
from engine.players import EVEN, LEVELS, TASTES, parse_level


def seating_page(lobby: TableRow, seat: int | None = None, notice: str = "") -> ui.LayoutView:
    """All seats, and what can be done with the one that is chosen."""
    chosen = seat if seat is not None and seat < len(lobby.seats) else None
    partners = say("seating.partners") if has_partners(lobby) else ""
    explained = (partners, say("seating.explained"), notice)
    words = [say("seating.heading"), *side_lines(lobby), *explained]
    parts = [] if chosen is None else seat_controls(lobby, chosen)
    return layout_view(text_display(*words), seat_choice(lobby, chosen), *parts, together(lobby))


def seat_choice(lobby: TableRow, chosen: int | None) -> Item:
    """The select of a seat to do something with."""
    labels = [(each.seat, seat_label(lobby, each.seat), "") for each in lobby.seats]
    hint = say("seating.hint")
    return select(
        Action.SEAT, lobby.id, lobby.revision, labels=labels, placeholder=hint, chosen=chosen
    )


def seat_controls(lobby: TableRow, seat: int) -> list[Item]:
    """What can be done with one seat."""
    driver = lobby.seats[seat].player
    parts = [swap_choice(lobby, seat)]
    if driver is None or is_computer(driver):
        parts.append(level_choice(lobby, seat, driver))
    if driver is not None and is_computer(driver):
        parts.append(taste_choice(lobby, seat, driver))
    free = button(Action.FREE, lobby.id, lobby.revision, seat, label=say("seating.free"))
    return [*parts, action_row(free)] if driver else parts


def swap_choice(lobby: TableRow, seat: int) -> Item:
    """The select of a seat to change places with."""
    others = [each.seat for each in lobby.seats if each.seat != seat]
    labels = [(other, seat_label(lobby, other), "") for other in others]
    hint = say("seating.swap")
    return choice_of(Action.SWAP, lobby, seat, labels, hint)


def level_choice(lobby: TableRow, seat: int, driver: Player | None) -> Item:
    """The select of a computer player's level."""
    hint = say("seating.stronger" if driver else "seating.computer")
    now = tuple(LEVELS).index(parse_level(driver.level)[0]) if driver else None
    return choice_of(Action.LEVEL, lobby, seat, level_labels(lobby), hint, now)


def taste_choice(lobby: TableRow, seat: int, driver: Player) -> Item:
    """The select of a computer player's taste."""
    hint, now = say("seating.taste"), (EVEN, *TASTES).index(parse_level(driver.level)[1])
    return choice_of(Action.TASTE, lobby, seat, taste_labels(lobby), hint, now)


def choice_of(
    verb: SelectAction,
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
    shuffle = button(Action.SHUFFLE, lobby.id, lobby.revision, label=say("seating.shuffle"))
    balance = button(
        Action.BALANCE,
        lobby.id,
        lobby.revision,
        label=say("seating.balance"),
        style=Style.primary if paired else Style.secondary,
        disabled=not paired,
    )
    return action_row(shuffle, balance)


def has_partners(lobby: TableRow) -> bool:
    """Whether anybody shares a side."""
    return len(sides_of(lobby.game, len(lobby.seats))) < len(lobby.seats)


def seat_label(lobby: TableRow, seat: int) -> str:
    """A seat in a select, where nothing is markup: names stand there as they are."""
    driver = lobby.seats[seat].player
    player = say("seating.open") if driver is None else driver.name
    if driver is not None and is_computer(driver):
        player = with_level(driver, player)
    return say("seating.seat", seat=seat + 1, player=player)


# ---- The handlers of the host's page of a lobby's seats


def seating_component(
    action: ActionId,
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on the host's page of seats."""
    return host_component(action, _page)


async def _page(interaction: LobbyInteraction) -> ui.LayoutView:
    seat = next(iter(interaction.custom_id.args), None)
    return seating_page(interaction.lobby, seat, interaction.notice)


def selected_seat(interaction: LobbyInteraction) -> int:
    """Return the seat that the page is about. Raises `Refusal` when the lobby has no such seat."""
    return option_at(range(len(interaction.lobby.seats)), interaction.argument())


@component(Action.SEATING)
async def open_seating_page(interaction: ComponentInteraction) -> None:
    """Open the page of seats; for the host."""
    lobbies, table_id = interaction.services.lobbies, interaction.custom_id.table
    lobby = await lobbies.hosted(table_id, interaction.user_id)
    await send(interaction.raw, Reply(seating_page(lobby)))


@component(Action.SEAT)
async def choose_seat(interaction: ComponentInteraction) -> None:
    """Show the page with the chosen seat."""
    await answer_host(interaction, _page_of_chosen_seat)


async def _page_of_chosen_seat(interaction: LobbyInteraction) -> ui.LayoutView:
    return seating_page(interaction.lobby, interaction.choice, interaction.notice)


@seating_component(Action.SWAP)
async def swap_seats(interaction: LobbyInteraction) -> None:
    """Swap two seats."""
    lobbies, lobby, seen = _lobby_of(interaction)
    other = option_at(range(len(lobby.seats)), interaction.choice)
    interaction.lobby = await lobbies.swap(lobby, selected_seat(interaction), other, seen)


@seating_component(Action.LEVEL)
async def set_computer_level(interaction: LobbyInteraction) -> None:
    """Put a computer player of a level on a seat."""
    lobbies, lobby, seen = _lobby_of(interaction)
    level = option_at(tuple(LEVELS), interaction.choice)
    interaction.lobby = await lobbies.place(lobby, selected_seat(interaction), level, seen)


@seating_component(Action.TASTE)
async def set_computer_taste(interaction: LobbyInteraction) -> None:
    """Replace a computer player by one of the same level and another taste."""
    lobbies, lobby, seen = _lobby_of(interaction)
    taste = option_at((EVEN, *TASTES), interaction.choice)
    interaction.lobby = await lobbies.suit(lobby, selected_seat(interaction), taste, seen)


@seating_component(Action.FREE)
async def free_seat(interaction: LobbyInteraction) -> None:
    """Free a seat."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.free(lobby, selected_seat(interaction), seen)


@seating_component(Action.SHUFFLE)
async def shuffle_seats(interaction: LobbyInteraction) -> None:
    """Seat everybody by lot."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.shuffle(lobby, seen)


@seating_component(Action.BALANCE)
async def balance_sides(interaction: LobbyInteraction) -> None:
    """Seat everybody so that the sides are even."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.balance(lobby, seen)
    interaction.notice = say("seating.balanced")


def _lobby_of(interaction: LobbyInteraction) -> tuple[LobbyService, TableRow, int]:
    """Return the service, the lobby, and the revision that the page showed."""
    return interaction.services.lobbies, interaction.lobby, interaction.custom_id.seen
