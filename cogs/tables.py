"""`/tables`: everything one plays here, the way to it, or how to leave; and **Nudge**."""

from discord import app_commands, ui
from discord.ext import commands

from cogs._kit.client import Client, Press
from cogs._kit.controls import TableButton, install
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell
from cogs._kit.texts import say
from cogs._press.my_tables import my_tables
from cogs._press.nudges import nudge
from cogs._screens.tables import tables_screen
from cogs._work.services import Parlour

SHOWN_IN = 2.0
"""Seconds that a press on the list waits for the queue to show a table."""


class Nudge(TableButton, verb="nudge"):
    """Remind whoever the table waits for, once a day."""

    async def press(self, interaction: Press) -> None:
        """Nudge, and say so to the one who did."""
        parlour = Parlour.of(interaction.client)
        live = await parlour.tables.load(self.address.table)
        seat = live.seat_of(interaction.user.id)
        if seat is None:
            raise Refusal("table.not_seated")
        await acknowledge(interaction, thinking=True)
        said = await nudge(parlour, live, seat, interaction.client.clock())
        done(interaction)
        await show(interaction, Reply(text=said))


class ListButton(TableButton):
    """A button of the list, about a table that no way leads to."""

    said = ""

    async def press(self, interaction: Press) -> None:
        """Do it, and show the list as it is then."""
        parlour = Parlour.of(interaction.client)
        await acknowledge(interaction)
        await self.act(parlour, interaction)
        done(interaction)
        await parlour.repaint.rested(self.address.table, SHOWN_IN)
        await show(interaction, Reply(await listing(interaction, say(self.said))))

    async def act(self, parlour: Parlour, press: Press) -> None:
        """Do it. Raises `Refusal` when it cannot be done."""
        raise NotImplementedError


class ShowAgain(ListButton, verb="showagain"):
    """Send the message of a lobby once more, after somebody deleted it; for all who sit there."""

    said = "tables.shown"

    async def act(self, parlour: Parlour, press: Press) -> None:
        """Send it, unless it is there."""
        lobby = await parlour.homes.show_again(self.address.table, press.user.id)
        parlour.show(lobby)


class MoveHere(ListButton, verb="movehere"):
    """Let a table whose channel is gone go on in the one where the list was asked for."""

    said = "tables.shown"

    async def act(self, parlour: Parlour, press: Press) -> None:
        """Move it."""
        parlour.wake(await parlour.homes.move(self.address.table, press))


class GiveUp(ListButton, verb="giveup"):
    """Close a lobby; for its host."""

    said = "tables.given_up"

    async def act(self, parlour: Parlour, press: Press) -> None:
        """Close it."""
        lobby = await parlour.lobbies.hosted(self.address.table, press.user.id)
        parlour.show(await parlour.lobbies.close(lobby))


class StandUp(ListButton, verb="standup"):
    """Leave a lobby."""

    said = "tables.stood_up"

    async def act(self, parlour: Parlour, press: Press) -> None:
        """Free the member's seat."""
        parlour.show(await parlour.lobbies.leave(self.address.table, press.user.id))


async def listing(press: Press, notice: str = "") -> ui.LayoutView:
    """The list for whoever pressed."""
    if press.guild is None:
        raise Refusal("room.only_in_servers")
    parlour = Parlour.of(press.client)
    found = await my_tables(parlour, press.guild, press.user.id)
    return tables_screen(found, press.user.id, notice)


class TablesCommand(commands.Cog):
    """The command `/tables`."""

    @app_commands.command(description="Your tables on this server, and what they wait for")
    @app_commands.guild_only()
    async def tables(self, interaction: Press) -> None:
        """List them, those that wait for the member first."""
        await tell(interaction, Reply(await listing(interaction)))


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Nudge, ShowAgain, MoveHere, GiveUp, StandUp)
    await bot.add_cog(TablesCommand())
