"""**Start**, **Fill and start** and **Add computer player**.

If one of these would take a seat that is kept for an invited member, the bot asks the host first.
"""

from functools import partial
from typing import Final

from discord import ui

from cogs.lobby.cog import LobbyHandler, change_lobby
from cogs.lobby.interaction import load_hosted
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.component import ComponentInteraction, component, option_at
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.replies import Reply, send, update_or_send
from cogs.ui.texts import escaped_name, join_words, say
from data.models.invitations import unanswered
from data.models.tables import TableRow
from engine.players import LEVELS

NO_LEVEL: Final = -1
"""In place of a level's number: the level of the last computer player."""


@component(Action.START)
async def start_game(interaction: ComponentInteraction) -> None:
    """Start the game with the players who are seated. Only for the host."""
    await start_or_ask(interaction, Action.START, _start)


@component(Action.FILL)
async def fill_and_start(interaction: ComponentInteraction) -> None:
    """Seat computer players on the open seats, and start the game. Only for the host."""
    await start_or_ask(interaction, Action.FILL, _fill)


@component(Action.ADD_COMPUTER)
async def add_computer(interaction: ComponentInteraction) -> None:
    """Seat a computer player. Only for the host.

    The button of the question has the arguments 1 and, if the host chose one, a level.
    """
    level = interaction.argument(1)
    if interaction.argument() == 1:
        await change_lobby(partial(_add, level=level, takes_kept=True), None, interaction)
    else:
        await add_or_ask(interaction, level)


@component(Action.ADD_COMPUTER_OF_LEVEL)
async def add_computer_of_level(interaction: ComponentInteraction) -> None:
    """Seat a computer player of the selected level. Only for the host.

    Later computer players get the same level.
    """
    await add_or_ask(interaction, interaction.choice)


async def add_or_ask(interaction: ComponentInteraction, level: int) -> None:
    """Seat a computer player. If all open seats are kept for asked members, ask the host first."""
    lobby = await interaction.database.tables.find(interaction.custom_id.table)
    now = interaction.raw.client.clock()
    if lobby and lobby.keeps_all_open_seats(now):
        page = kept_question(await load_hosted(interaction), level)
        await update_or_send(interaction.raw, Reply(page))
    else:
        await change_lobby(partial(_add, level=level), None, interaction)


async def _add(
    interaction: ComponentInteraction, *, level: int, takes_kept: bool = False
) -> TableRow:
    lobby, levels = await load_hosted(interaction), tuple(LEVELS)
    chosen = None if level == NO_LEVEL else option_at(levels, level)
    return await interaction.services.lobbies.add_computer(lobby, chosen, takes_kept=takes_kept)


async def start_or_ask(
    interaction: ComponentInteraction, action: ButtonAction, handler: LobbyHandler
) -> None:
    """Start a game. If an asked member has not answered, ask the host first.

    The button of the question has the argument 1.
    """
    lobby = await interaction.database.tables.find(interaction.custom_id.table)
    waits = lobby is not None and bool(unanswered(lobby.asked))
    if waits and interaction.argument() != 1:
        page = unanswered_question(await load_hosted(interaction), action)
        await send(interaction.raw, Reply(page))
    else:
        await change_lobby(handler, None, interaction)


async def _start(interaction: ComponentInteraction, *, fill: bool = False) -> TableRow:
    lobby, raw = await load_hosted(interaction), interaction.raw
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.version
    return await lobbies.start(lobby, raw.user, raw.id, seen, fill=fill)


async def _fill(interaction: ComponentInteraction) -> TableRow:
    return await _start(interaction, fill=True)


def unanswered_question(lobby: TableRow, action: ButtonAction) -> ui.LayoutView:
    """Return the question whether to start although asked members have not answered.

    Args:
        lobby: The lobby.
        action: `START` or `FILL`.
    """
    label = say("friends.start_anyway")
    sure = button(action, lobby.id, lobby.revision, 1, label=label, style=Style.danger)
    return layout_view(text_display(unanswered_words(lobby, action)), action_row(sure))


def kept_question(lobby: TableRow, level: int) -> ui.LayoutView:
    """Return the question whether a computer player may get a seat that is kept for a member.

    Args:
        lobby: The lobby.
        level: The number of the level that the host chose, or `NO_LEVEL`.
    """
    action, label = Action.ADD_COMPUTER, say("friends.add_anyway")
    arguments = (1,) if level == NO_LEVEL else (1, level)
    sure = button(action, lobby.id, lobby.revision, *arguments, label=label, style=Style.danger)
    keep = button(Action.SETUP, lobby.id, lobby.revision, 1, label=say("friends.keep_seat"))
    return layout_view(text_display(unanswered_words(lobby, action)), action_row(keep, sure))


def unanswered_words(lobby: TableRow, action: ButtonAction) -> str:
    """Return the question that names the members who have not answered."""
    names = [escaped_name(one.name) for one in unanswered(lobby.asked)]
    return say(f"friends.unanswered_{action}", n=len(names), who=join_words(names))
