"""`/play`, and the handlers of the lobby message: from the command to a game that starts.

The handlers of the private pages behind its buttons are in `lobby` and `house`.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs._game.links import link_to
from cogs._game.live import seat_of
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import ComponentInteraction, component, component_by, picked
from cogs._kit.languages import in_public
from cogs._kit.places import check_place
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, is_panel, tell, turn
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._lobby.games import autocomplete, slug_of
from cogs._lobby.lobbies import check_waits
from cogs._lobby.screen import commitment, lobby_screen
from cogs._lobby.setup_page import second_lobby_screen, setup_page
from cogs._press.opening import noted, open_lobby, opened_since
from cogs._press.presses import check_here, look_up
from data.game.rows import Status, TableRow
from engine.players import LEVELS
from render.text.catalogue import Catalogue

LobbyHandler: TypeAlias = Callable[[ComponentInteraction], Awaitable[TableRow]]
"""Changes a lobby and returns it. Raises `Refusal`; nothing has changed then."""
LobbyPage: TypeAlias = Callable[[TableRow], ui.LayoutView]


def lobby_component(
    action: Verb, page: LobbyPage | None = None
) -> Callable[[LobbyHandler], LobbyHandler]:
    """Register the decorated function as the handler of an action that changes a lobby.

    Args:
        action: The action.
        page: Draws the private message that has the component, once the lobby has changed.
            Without one it is the set-up page, which shows a refusal as well.
    """

    async def answer(handler: LobbyHandler, interaction: ComponentInteraction) -> None:
        # The lock spans change and message: the later of two changes is also shown later.
        async with interaction.services.tables.lock(interaction.custom_id.table):
            try:
                lobby = await handler(interaction)
            except Refusal as refusal:
                await _refuse(interaction, refusal, has_page=page is None)
            else:
                await _show_changed(interaction, lobby, page)

    return component_by(action, answer)


async def _refuse(interaction: ComponentInteraction, refusal: Refusal, *, has_page: bool) -> None:
    """Show a refusal on the set-up page if that has the component; raise it otherwise.

    Others join and start the game meanwhile, and nothing updates a private page.
    """
    raw = interaction.raw
    lobby = await interaction.store.tables.find(interaction.custom_id.table)
    if lobby is not None and lobby.lobby_due:  # it may be refused for what is not shown yet
        interaction.services.activity.show(lobby)
    if lobby is None or not (has_page and is_panel(raw)):
        raise refusal
    if lobby.host_id != raw.user.id:
        check_here(raw, lobby)
    why = refusal.sentence(Catalogue.load())
    is_open = lobby.status is Status.LOBBY
    page = setup_page(lobby, raw.user.id, why) if is_open else screen(text(why))
    await turn(raw, Reply(page))


async def _show_changed(
    interaction: ComponentInteraction, lobby: TableRow, page: LobbyPage | None
) -> None:
    """Show a lobby after a change; if its game has started, start the game's clock."""
    raw, services = interaction.raw, interaction.services
    done(raw)
    if lobby.status is Status.PLAYING:  # first: it has started, whatever Discord answers
        await services.tables.begin(lobby.id)
        services.activity.wake(lobby)
        await acknowledge(raw)  # the queue shows it, with the link to its thread
    elif is_panel(raw):
        services.activity.show(lobby)
        await turn(raw, Reply(page(lobby) if page else _setup_page(lobby, raw.user.id)))
    else:
        await _show_lobby(interaction, lobby)


def _setup_page(lobby: TableRow, user_id: int) -> ui.LayoutView:
    if lobby.status is not Status.LOBBY:
        return screen(text(say("lobby.closed")))
    return setup_page(lobby, user_id)


async def _show_lobby(interaction: ComponentInteraction, lobby: TableRow) -> None:
    """Show the lobby on the message that has the component, in the locale of the guild."""
    raw = interaction.raw
    async with in_public(raw.client, raw.guild_id):
        turned = await turn(raw, Reply(lobby_screen(lobby)))
        if turned and is_on(raw, lobby):
            await noted(raw.client, lobby)
        else:
            interaction.services.activity.show(lobby)


async def _hosted(interaction: ComponentInteraction) -> TableRow:
    """Return the lobby. Raises `Refusal` for anybody but its host."""
    lobbies, table_id = interaction.services.lobbies, interaction.custom_id.table
    return await lobbies.hosted(table_id, interaction.user_id)


def _joined_page(lobby: TableRow) -> ui.LayoutView:
    """Return what replaces the question whether to join this lobby or to open another."""
    return screen(text(say("lobby.joined", link=link_to(lobby))))


@lobby_component(verbs.JOIN, _joined_page)
async def join_lobby(interaction: ComponentInteraction) -> TableRow:
    """Seat the member on the first open seat."""
    raw, lobby = interaction.raw, await look_up(interaction)
    return await interaction.services.lobbies.join(lobby.id, raw.user, raw.id)


@lobby_component(verbs.LEAVE)
async def leave_lobby(interaction: ComponentInteraction) -> TableRow:
    """Free the member's seat."""
    lobbies, table_id = interaction.services.lobbies, interaction.custom_id.table
    return await lobbies.leave(table_id, interaction.user_id)


@lobby_component(verbs.AGREE)
async def toggle_open_hands(interaction: ComponentInteraction) -> TableRow:
    """Agree (1) or no longer agree (0) to show all hands in the replay."""
    wants = interaction.argument()
    if wants not in {0, 1}:  # the button of an older version had no argument
        raise Refusal("lobby.refused.stale")
    lobbies, table = interaction.services.lobbies, interaction.custom_id.table
    return await lobbies.agree(table, interaction.user_id, wants=bool(wants))


@lobby_component(verbs.ADDBOT)
async def add_computer(interaction: ComponentInteraction) -> TableRow:
    """Seat a computer player; for the host."""
    return await interaction.services.lobbies.add_computer(await _hosted(interaction))


@lobby_component(verbs.ADDLEVEL)
async def add_computer_of_level(interaction: ComponentInteraction) -> TableRow:
    """Seat a computer player of a level, which later ones get too; for the host."""
    lobby, level = await _hosted(interaction), picked(tuple(LEVELS), interaction.choice)
    return await interaction.services.lobbies.add_computer(lobby, level)


@lobby_component(verbs.RMBOT)
async def remove_computer(interaction: ComponentInteraction) -> TableRow:
    """Remove a computer player; for the host."""
    return await interaction.services.lobbies.remove_computer(await _hosted(interaction))


@lobby_component(verbs.START)
async def start_game(interaction: ComponentInteraction) -> TableRow:
    """Start with the people who sit; for the host."""
    lobby, raw = await _hosted(interaction), interaction.raw
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.seen
    return await lobbies.start(lobby, raw.user, raw.id, seen)


@lobby_component(verbs.FILL)
async def fill_and_start(interaction: ComponentInteraction) -> TableRow:
    """Start at once, with computer players on the open seats; for the host."""
    lobby, raw = await _hosted(interaction), interaction.raw
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.seen
    return await lobbies.start(lobby, raw.user, raw.id, seen, fill=True)


@lobby_component(verbs.CLOSE)
async def close_lobby(interaction: ComponentInteraction) -> TableRow:
    """Close the lobby; for the host."""
    return await interaction.services.lobbies.close(await _hosted(interaction))


@lobby_component(verbs.SEATS)
async def set_seat_count(interaction: ComponentInteraction) -> TableRow:
    """Choose how many play; for the host."""
    lobby, seen = await _hosted(interaction), interaction.custom_id.seen
    return await interaction.services.lobbies.resize(lobby, interaction.choice, seen)


@lobby_component(verbs.PACE)
async def set_pace(interaction: ComponentInteraction) -> TableRow:
    """Choose how long the table waits for a decision; for the host."""
    lobby, seen = await _hosted(interaction), interaction.custom_id.seen
    return await interaction.services.lobbies.set_pace(lobby, interaction.choice, seen)


@component(verbs.ANOTHER)
async def open_second_lobby(interaction: ComponentInteraction) -> None:
    """Open a second lobby of a game; link it if the same question has opened it before."""
    raw, services = interaction.raw, interaction.services
    game = (await services.lobbies.row(interaction.custom_id.table)).game
    asked = raw.message.id if raw.message else raw.id
    async with services.tables.lock(asked):  # no table has such a number
        mine = await opened_since(raw, game, asked)
        if mine is None:
            await open_lobby(raw, game)
        else:
            page = screen(text(say("lobby.opened", link=link_to(mine))))
            await turn(raw, Reply(page))


@component(verbs.SEALED)
async def show_shuffle_seal(interaction: ComponentInteraction) -> None:
    """Explain how the shuffle is sealed, with the whole fingerprint."""
    lobby = await look_up(interaction)
    view = screen(text(commitment(lobby)))
    await tell(interaction.raw, Reply(view))


@component(verbs.SETUP)
async def open_setup_page(interaction: ComponentInteraction) -> None:
    """Open the page about a lobby: its host changes it, others read it."""
    lobby = await look_up(interaction)
    check_waits(lobby)
    await tell(interaction.raw, Reply(setup_page(lobby, interaction.user_id)))


class Play(commands.Cog):
    """The command `/play`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table: invite friends or computer players")
    @app_commands.describe(game="Which game to play")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def play(self, raw: Press, game: str) -> None:
        """Open a lobby in this channel, unless one is waiting there that they might join."""
        channel, slug = check_place(raw), slug_of(game)
        lobbies = self.bot.store.lobbies
        first = await lobbies.first_open(channel.guild.id, channel.id, slug)
        if first is None or seat_of(first, raw.user.id) is not None:
            await open_lobby(raw, slug)
        else:
            view = second_lobby_screen(first, link_to(first), engine.GAMES[slug].name)
            await tell(raw, Reply(view))


def is_on(raw: Press, lobby: TableRow) -> bool:
    """Return whether the component is on the lobby's newest message."""
    return raw.message is not None and raw.message.id == lobby.lobby_message_id


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Play(bot))
