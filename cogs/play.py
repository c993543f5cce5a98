"""`/play`: from the command to a table that begins. What a lobby's controls do is here too.

The private pages behind its buttons are answered in `lobby` and `house`.
"""

from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs._game.links import link_to
from cogs._game.live import seat_of
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import Control, picked
from cogs._kit.languages import in_public
from cogs._kit.places import check_place
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, is_panel, tell, turn
from cogs._kit.texts import say
from cogs._lobby.games import autocomplete, slug_of
from cogs._lobby.screen import lobby_screen
from cogs._lobby.setup_page import second_lobby_screen, setup_page
from cogs._press.opening import noted, open_lobby, opened_since
from cogs._press.presses import Pressed, check_here
from cogs._press.rematch import Rematch
from data.game.rows import Status, TableRow
from engine.players import LEVELS
from render.text.catalogue import Catalogue


class LobbyControl(Control):
    """A control of a lobby: it changes the lobby, then shows it as it is now.

    The lock spans both, so that of two presses the later one is also shown later.
    """

    async def press(self, interaction: Press) -> None:
        """Change the lobby and show it; when it has begun, let the game begin."""
        services, table_id = interaction.client.services, self.address.table
        async with services.tables.lock(table_id):
            try:
                lobby = await self.act(Pressed(interaction))
            except Refusal as refusal:
                await self.refused(interaction, refusal)
                return
            done(interaction)
            if lobby.status is Status.PLAYING:  # first: it has begun, whatever Discord answers
                await services.tables.begin(lobby.id)
                services.activity.wake(lobby)
                await acknowledge(interaction)  # the queue shows it, with the way to its thread
            elif is_panel(interaction):
                services.activity.show(lobby)
                await turn(interaction, Reply(self.page(interaction, lobby)))
            else:
                await self.shown(interaction, lobby)

    async def refused(self, interaction: Press, refusal: Refusal) -> None:
        """Say why nothing has changed, on the private page as it is now if that was pressed.

        Others join and begin meanwhile, and a page is not told of it. Raises `Refusal` elsewhere.
        """
        lobby = await interaction.client.store.tables.find(self.address.table)
        if lobby is not None and lobby.lobby_due:  # it may be refused for what is not shown
            interaction.client.services.activity.show(lobby)
        if lobby is None or not self.is_page(interaction):
            raise refusal
        if lobby.host_id != interaction.user.id:
            check_here(interaction, lobby)
        why = refusal.sentence(Catalogue.load())
        is_open = lobby.status is Status.LOBBY
        page = setup_page(lobby, interaction.user.id, why) if is_open else screen(text(why))
        await turn(interaction, Reply(page))

    async def shown(self, interaction: Press, lobby: TableRow) -> None:
        """Show the lobby on the message that was pressed, in the language of the server."""
        services = interaction.client.services
        async with in_public(interaction.client, interaction.guild_id):
            turned = await turn(interaction, Reply(lobby_screen(lobby)))
            if turned and is_on(interaction, lobby):
                await noted(interaction.client, lobby)
            else:
                services.activity.show(lobby)

    def is_page(self, interaction: Press) -> bool:
        """Whether a private page was pressed, which says a refusal as well."""
        return is_panel(interaction)

    def page(self, interaction: Press, lobby: TableRow) -> ui.LayoutView:
        """The private page that was pressed, as it is now."""
        if lobby.status is not Status.LOBBY:
            return screen(text(say("lobby.closed")))
        return setup_page(lobby, interaction.user.id)

    async def act(self, press: Pressed) -> TableRow:
        """Change the lobby. Raises `Refusal` when that cannot be."""
        raise NotImplementedError

    async def hosted(self, press: Pressed) -> TableRow:
        """The lobby, for its host only."""
        return await press.services.lobbies.hosted(self.address.table, press.user_id)


class Join(LobbyControl, verb=verbs.JOIN):
    """Sit down on the first open seat."""

    async def act(self, press: Pressed) -> TableRow:
        """Seat the member."""
        lobbies, interaction = press.services.lobbies, press.interaction
        lobby = await press.look_up(self.address.table)
        return await lobbies.join(lobby.id, interaction.user, interaction.id)

    def is_page(self, interaction: Press) -> bool:
        """A refusal is said beside the question whether to join this lobby or open another."""
        del interaction
        return False

    def page(self, interaction: Press, lobby: TableRow) -> ui.LayoutView:
        """Where the member sits now: they were asked whether to join this lobby."""
        del interaction
        return screen(text(say("lobby.joined", link=link_to(lobby))))


class Leave(LobbyControl, verb=verbs.LEAVE):
    """Stand up."""

    async def act(self, press: Pressed) -> TableRow:
        """Free the member's seat."""
        return await press.services.lobbies.leave(self.address.table, press.user_id)


class Agree(LobbyControl, verb=verbs.AGREE):
    """Want all hands in the replay (1), or take that back (0); for everybody who sits."""

    async def act(self, press: Pressed) -> TableRow:
        """Note it."""
        wants = self.argument()
        if wants not in {0, 1}:  # a button of before only turned it over
            raise Refusal("lobby.refused.stale")
        lobbies, table = press.services.lobbies, self.address.table
        return await lobbies.agree(table, press.user_id, wants=bool(wants))


class AddComputer(LobbyControl, verb=verbs.ADDBOT):
    """Seat a computer player; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Seat it."""
        return await press.services.lobbies.add_computer(await self.hosted(press))


class AddOfLevel(LobbyControl, verb=verbs.ADDLEVEL):
    """Seat a computer player of a level, which those who follow have too; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Seat it."""
        lobby, level = await self.hosted(press), picked(tuple(LEVELS), self.choice)
        return await press.services.lobbies.add_computer(lobby, level)


class RemoveComputer(LobbyControl, verb=verbs.RMBOT):
    """Let a computer player stand up; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Free its seat."""
        return await press.services.lobbies.remove_computer(await self.hosted(press))


class Start(LobbyControl, verb=verbs.START):
    """Begin with the people who sit; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Begin."""
        lobby, interaction = await self.hosted(press), press.interaction
        lobbies, seen = press.services.lobbies, self.address.seen
        return await lobbies.start(lobby, interaction.user, interaction.id, seen)


class Fill(LobbyControl, verb=verbs.FILL):
    """Begin at once, with computer players on the open seats; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Fill the open seats and begin."""
        lobby, interaction = await self.hosted(press), press.interaction
        lobbies, seen = press.services.lobbies, self.address.seen
        return await lobbies.start(lobby, interaction.user, interaction.id, seen, fill=True)


class Close(LobbyControl, verb=verbs.CLOSE):
    """Give the lobby up; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Close it."""
        return await press.services.lobbies.close(await self.hosted(press))


class SeatCount(LobbyControl, verb=verbs.SEATS):
    """Choose how many play; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Add or take away seats."""
        lobby, seen = await self.hosted(press), self.address.seen
        return await press.services.lobbies.resize(lobby, self.choice, seen)


class PaceChoice(LobbyControl, verb=verbs.PACE):
    """Choose how long the table waits for a decision; for the host."""

    async def act(self, press: Pressed) -> TableRow:
        """Set it."""
        lobby, seen = await self.hosted(press), self.address.seen
        return await press.services.lobbies.set_pace(lobby, self.choice, seen)


class Another(Control, verb=verbs.ANOTHER):
    """Open another lobby of a game, though there is one already."""

    async def press(self, interaction: Press) -> None:
        """Open it; a second press on the same question says where it is."""
        services = interaction.client.services
        game = (await services.lobbies.row(self.address.table)).game
        asked = interaction.message.id if interaction.message else interaction.id
        async with services.tables.lock(asked):  # no table has such a number
            mine = await opened_since(interaction, game, asked)
            if mine is None:
                await open_lobby(interaction, game)
            else:
                page = screen(text(say("lobby.opened", link=link_to(mine))))
                await turn(interaction, Reply(page))


class Play(commands.Cog):
    """The command `/play`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table: invite friends or computer players")
    @app_commands.describe(game="Which game to play")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def play(self, interaction: Press, game: str) -> None:
        """Open a lobby in this channel, unless one is waiting there that they might join."""
        channel, slug = check_place(interaction), slug_of(game)
        lobbies = self.bot.store.lobbies
        first = await lobbies.first_open(channel.guild.id, channel.id, slug)
        if first is None or seat_of(first, interaction.user.id) is not None:
            await open_lobby(interaction, slug)
        else:
            view = second_lobby_screen(first, link_to(first), engine.GAMES[slug].name)
            await tell(interaction, Reply(view))


def is_on(press: Press, lobby: TableRow) -> bool:
    """Whether the message of a lobby was pressed, not an older one of it."""
    return press.message is not None and press.message.id == lobby.lobby_message_id


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(
        Join, Leave, Agree, AddComputer, AddOfLevel, RemoveComputer, Start, Fill, Close
    )
    bot.controls.install(SeatCount, PaceChoice, Another)
    bot.controls.install(Rematch)
    await bot.add_cog(Play(bot))
