"""**Start** and **Fill and start**, and the question before a start without a member's answer."""

from discord import ui

from cogs.lobby.cog import LobbyHandler, change_lobby
from cogs.lobby.interaction import load_hosted
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import escaped_name, join_words, say
from data.models.invitations import unanswered
from data.models.tables import TableRow


@component(Action.START)
async def start_game(interaction: ComponentInteraction) -> None:
    """Start the game with the players who are seated. Only for the host."""
    await start_or_ask(interaction, Action.START, _start)


@component(Action.FILL)
async def fill_and_start(interaction: ComponentInteraction) -> None:
    """Seat computer players on the open seats, and start the game. Only for the host."""
    await start_or_ask(interaction, Action.FILL, _fill)


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
    names = [escaped_name(one.name) for one in unanswered(lobby.asked)]
    question = say(f"friends.unanswered_{action}", n=len(names), who=join_words(names))
    label = say("friends.start_anyway")
    sure = button(action, lobby.id, lobby.revision, 1, label=label, style=Style.danger)
    return layout_view(text_display(question), action_row(sure))
