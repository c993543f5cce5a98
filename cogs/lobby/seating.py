"""The host's private page of a lobby's seats: swap, replace, free, shuffle, balance.

The layout comes first, then the component handlers. `lobbies` makes the changes.
"""

from collections.abc import Callable, Sequence

from discord import ui

from cogs.game.computer_players import is_computer, level_labels, taste_labels
from cogs.game.names import seat_names
from cogs.lobby.interaction import LobbyInteraction, answer_host, host_component, load_hosted
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
    """Return the page of a lobby's seats, with components for the selected seat.

    Args:
        lobby: The lobby.
        seat: The selected seat. None, or a seat that the lobby does not have, selects nothing.
        notice: A line about what has just happened.
    """
    chosen = seat if seat is not None and seat < len(lobby.seats) else None
    partners = say("seating.partners") if has_partners(lobby) else ""
    explained = (partners, say("seating.explained"), notice)
    words = [say("seating.heading"), *side_lines(lobby), *explained]
    parts = [] if chosen is None else seat_components(lobby, chosen)
    return layout_view(
        text_display(*words), seat_choice(lobby, chosen), *parts, all_seats_row(lobby)
    )


def seat_choice(lobby: TableRow, chosen: int | None) -> Item:
    labels = [(each.seat, seat_label(lobby, each.seat), "") for each in lobby.seats]
    hint = say("seating.hint")
    return select(
        Action.SEAT, lobby.id, lobby.revision, labels=labels, placeholder=hint, chosen=chosen
    )


def seat_components(lobby: TableRow, seat: int) -> list[Item]:
    player = lobby.seats[seat].player
    parts = [swap_choice(lobby, seat)]
    if player is None or is_computer(player):
        parts.append(level_choice(lobby, seat, player))
    if player is not None and is_computer(player):
        parts.append(taste_choice(lobby, seat, player))
    free = button(Action.FREE, lobby.id, lobby.revision, seat, label=say("seating.free"))
    return [*parts, action_row(free)] if player else parts


def swap_choice(lobby: TableRow, seat: int) -> Item:
    others = [each.seat for each in lobby.seats if each.seat != seat]
    labels = [(other, seat_label(lobby, other), "") for other in others]
    hint = say("seating.swap")
    return choice_of(Action.SWAP, lobby, seat, labels, hint)


def level_choice(lobby: TableRow, seat: int, player: Player | None) -> Item:
    hint = say("seating.stronger" if player else "seating.computer")
    now = tuple(LEVELS).index(parse_level(player.level)[0]) if player else None
    return choice_of(Action.LEVEL, lobby, seat, level_labels(lobby), hint, now)


def taste_choice(lobby: TableRow, seat: int, player: Player) -> Item:
    hint, now = say("seating.taste"), (EVEN, *TASTES).index(parse_level(player.level)[1])
    return choice_of(Action.TASTE, lobby, seat, taste_labels(lobby), hint, now)


def choice_of(
    action: SelectAction,
    lobby: TableRow,
    seat: int,
    labels: Sequence[tuple[int, str, str]],
    hint: str,
    now: int | None = None,
) -> Item:
    """Return a select about one seat.

    Args:
        action: The select's action.
        lobby: The lobby.
        seat: The seat, which becomes an argument of the custom id.
        labels: Number, label and description of each option.
        hint: The placeholder.
        now: The number of the current option, or None.
    """
    return select(
        action, lobby.id, lobby.revision, seat, labels=labels, placeholder=hint, chosen=now
    )


def all_seats_row(lobby: TableRow) -> Item:
    """Return the buttons about all seats.

    Without partners there are no sides to balance, so that button is disabled.
    """
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
    return len(sides_of(lobby.game, len(lobby.seats))) < len(lobby.seats)


def seat_label(lobby: TableRow, seat: int) -> str:
    """Return the label of a seat in a select.

    Discord reads no Markdown there, so nothing is escaped.
    """
    player = lobby.seats[seat].player
    name = say("seating.open") if player is None else seat_names(lobby)[seat]
    if player is not None and is_computer(player):
        name = with_level(player, name)
    return say("seating.seat", seat=seat + 1, player=name)


# ---- component handlers


def seating_component(
    action: ActionId,
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on the host's page of seats."""
    return host_component(action, _page)


async def _page(interaction: LobbyInteraction) -> ui.LayoutView:
    # The buttons about all seats have no argument, and then no seat is selected.
    seat = next(iter(interaction.custom_id.args), None)
    return seating_page(interaction.lobby, seat, interaction.notice)


def selected_seat(interaction: LobbyInteraction) -> int:
    """Return the seat that the page shows.

    Raises:
        Refusal: The lobby has no such seat.
    """
    return option_at(range(len(interaction.lobby.seats)), interaction.argument())


@component(Action.SEATING)
async def open_seating_page(interaction: ComponentInteraction) -> None:
    """Open the page of seats. Only for the host."""
    lobby = await load_hosted(interaction)
    await send(interaction.raw, Reply(seating_page(lobby)))


@component(Action.SEAT)
async def choose_seat(interaction: ComponentInteraction) -> None:
    """Show the page with the selected seat."""
    await answer_host(interaction, _page_of_chosen_seat)


async def _page_of_chosen_seat(interaction: LobbyInteraction) -> ui.LayoutView:
    return seating_page(interaction.lobby, interaction.choice, interaction.notice)


@seating_component(Action.SWAP)
async def swap_seats(interaction: LobbyInteraction) -> None:
    """Swap the players of two seats."""
    lobbies, lobby, seen = _lobby_of(interaction)
    other = option_at(range(len(lobby.seats)), interaction.choice)
    interaction.lobby = await lobbies.swap(lobby, selected_seat(interaction), other, seen)


@seating_component(Action.LEVEL)
async def set_computer_level(interaction: LobbyInteraction) -> None:
    """Put a computer player of the selected level on the seat."""
    lobbies, lobby, seen = _lobby_of(interaction)
    level = option_at(tuple(LEVELS), interaction.choice)
    interaction.lobby = await lobbies.place(lobby, selected_seat(interaction), level, seen)


@seating_component(Action.TASTE)
async def set_computer_taste(interaction: LobbyInteraction) -> None:
    """Replace the seat's computer player with one of the same level and another taste."""
    lobbies, lobby, seen = _lobby_of(interaction)
    taste = option_at((EVEN, *TASTES), interaction.choice)
    interaction.lobby = await lobbies.suit(lobby, selected_seat(interaction), taste, seen)


@seating_component(Action.FREE)
async def free_seat(interaction: LobbyInteraction) -> None:
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.free(lobby, selected_seat(interaction), seen)


@seating_component(Action.SHUFFLE)
async def shuffle_seats(interaction: LobbyInteraction) -> None:
    """Seat all players at random."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.shuffle(lobby, seen)


@seating_component(Action.BALANCE)
async def balance_sides(interaction: LobbyInteraction) -> None:
    """Seat all players so that the sides are equally strong."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.balance(lobby, seen)
    interaction.notice = say("seating.balanced")


def _lobby_of(interaction: LobbyInteraction) -> tuple[LobbyService, TableRow, int]:
    """Return the service, the lobby, and the revision that the page showed."""
    return interaction.services.lobbies, interaction.lobby, interaction.custom_id.version
