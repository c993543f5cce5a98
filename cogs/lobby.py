"""The handlers of the host's page of a lobby's seats."""

from collections.abc import Callable

from discord import ui

from cogs._kit import verbs
from cogs._kit.controls import ComponentInteraction, Handler, component, picked
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._lobby.lobbies import Lobbies
from cogs._lobby.seating_page import seating_page
from cogs._press.host import InLobby, answer_host, host_component
from data.game.rows import TableRow
from engine.players import EVEN, LEVELS, TASTES


def seating_component(action: Verb) -> Callable[[Handler[InLobby]], Handler[InLobby]]:
    """Register the decorated function as the handler of an action on the host's page of seats."""
    return host_component(action, _page)


async def _page(interaction: InLobby) -> ui.LayoutView:
    seat = next(iter(interaction.custom_id.args), None)
    return seating_page(interaction.lobby, seat, interaction.notice)


def selected_seat(interaction: InLobby) -> int:
    """Return the seat that the page is about. Raises `Refusal` when the lobby has no such seat."""
    return picked(range(len(interaction.lobby.seats)), interaction.argument())


@component(verbs.SEATING)
async def open_seating_page(interaction: ComponentInteraction) -> None:
    """Open the page of seats; for the host."""
    lobbies, table_id = interaction.services.lobbies, interaction.custom_id.table
    lobby = await lobbies.hosted(table_id, interaction.user_id)
    await tell(interaction.raw, Reply(seating_page(lobby)))


@component(verbs.SEAT)
async def choose_seat(interaction: ComponentInteraction) -> None:
    """Show the page with the chosen seat."""
    await answer_host(interaction, _page_of_chosen_seat)


async def _page_of_chosen_seat(interaction: InLobby) -> ui.LayoutView:
    return seating_page(interaction.lobby, interaction.choice, interaction.notice)


@seating_component(verbs.SWAP)
async def swap_seats(interaction: InLobby) -> None:
    """Swap two seats."""
    lobbies, lobby, seen = _lobby_of(interaction)
    other = picked(range(len(lobby.seats)), interaction.choice)
    interaction.lobby = await lobbies.swap(lobby, selected_seat(interaction), other, seen)


@seating_component(verbs.LEVEL)
async def set_computer_level(interaction: InLobby) -> None:
    """Put a computer player of a level on a seat."""
    lobbies, lobby, seen = _lobby_of(interaction)
    level = picked(tuple(LEVELS), interaction.choice)
    interaction.lobby = await lobbies.place(lobby, selected_seat(interaction), level, seen)


@seating_component(verbs.TASTE)
async def set_computer_taste(interaction: InLobby) -> None:
    """Replace a computer player by one of the same level and another taste."""
    lobbies, lobby, seen = _lobby_of(interaction)
    taste = picked((EVEN, *TASTES), interaction.choice)
    interaction.lobby = await lobbies.suit(lobby, selected_seat(interaction), taste, seen)


@seating_component(verbs.FREE)
async def free_seat(interaction: InLobby) -> None:
    """Free a seat."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.free(lobby, selected_seat(interaction), seen)


@seating_component(verbs.SHUFFLE)
async def shuffle_seats(interaction: InLobby) -> None:
    """Seat everybody by lot."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.shuffle(lobby, seen)


@seating_component(verbs.BALANCE)
async def balance_sides(interaction: InLobby) -> None:
    """Seat everybody so that the sides are even."""
    lobbies, lobby, seen = _lobby_of(interaction)
    interaction.lobby = await lobbies.balance(lobby, seen)
    interaction.notice = say("seating.balanced")


def _lobby_of(interaction: InLobby) -> tuple[Lobbies, TableRow, int]:
    """Return the service, the lobby, and the revision that the page showed."""
    return interaction.services.lobbies, interaction.lobby, interaction.custom_id.seen
