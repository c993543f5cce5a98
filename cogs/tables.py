"""`/tables`: everything one plays here, the way to it, or how to leave; and **Nudge**."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs._kit import verbs
from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell
from cogs._kit.texts import say
from cogs._press.my_tables import my_tables
from cogs._press.nudges import nudge
from cogs._press.presses import AtTable, ParlourControl, Pressed, TableControl
from cogs._screens.tables import Found, Reach, tables_screen
from cogs._work.services import Furnished, Parlour, install

SHOWN_IN = 2.0
"""Seconds that a press on the list waits for the queue to show a table."""


class Nudge(TableControl, verb=verbs.NUDGE):
    """Remind whoever the table waits for, once a day."""

    async def act(self, press: AtTable) -> None:
        """Nudge, and say so to the one who did."""
        interaction, seat = press.interaction, press.seated()
        await acknowledge(interaction, thinking=True)
        said = await nudge(press, seat, interaction.client.clock())
        done(interaction)
        await show(interaction, Reply(text=said))


class ListControl(ParlourControl):
    """A control of the list, about a table that no way leads to."""

    said = ""

    async def press(self, interaction: Press) -> None:
        """Do it, and show the list as it is then."""
        parlour = self.parlour
        await acknowledge(interaction)
        await self.act(Pressed(interaction, parlour))
        done(interaction)
        await parlour.repaint.rested(self.address.table, SHOWN_IN)
        found = await mine(interaction, parlour)
        notice = say(self.said) if self.is_so(found) else ""
        await show(interaction, Reply(tables_screen(found, interaction.user.id, notice)))

    def is_so(self, found: Sequence[Found]) -> bool:
        """Whether what is said of it is true, by the list as it is then."""
        del found
        return True

    async def act(self, press: Pressed) -> None:
        """Do it. Raises `Refusal` when it cannot be done."""
        raise NotImplementedError


class Reappearing(ListControl):
    """A control after which a table is shown, as soon as Discord takes its message."""

    said = "tables.shown"

    def is_so(self, found: Sequence[Found]) -> bool:
        """Whether a way leads to it."""
        table, ways = self.address.table, {Reach.MESSAGE, Reach.PLACE}
        return any(one.row.id == table and one.reach in ways for one in found)


class ShowAgain(Reappearing, verb=verbs.SHOWAGAIN):
    """Send the message of a lobby once more, after somebody deleted it; for all who sit there."""

    async def act(self, press: Pressed) -> None:
        """Send it, unless it is there."""
        homes = press.parlour.homes
        press.parlour.show(await homes.show_again(self.address.table, press.user_id))


class MoveHere(Reappearing, verb=verbs.MOVEHERE):
    """Let a table whose channel is gone go on in the one where the list was asked for."""

    async def act(self, press: Pressed) -> None:
        """Move it."""
        homes = press.parlour.homes
        press.parlour.wake(await homes.move(self.address.table, press.interaction))


class GiveUp(ListControl, verb=verbs.GIVEUP):
    """Close a lobby; for its host."""

    said = "tables.given_up"

    async def act(self, press: Pressed) -> None:
        """Close it."""
        lobbies = press.parlour.lobbies
        lobby = await lobbies.hosted(self.address.table, press.user_id)
        press.parlour.show(await lobbies.close(lobby))


class StandUp(ListControl, verb=verbs.STANDUP):
    """Leave a lobby."""

    said = "tables.stood_up"

    async def act(self, press: Pressed) -> None:
        """Free the member's seat."""
        lobbies = press.parlour.lobbies
        press.parlour.show(await lobbies.leave(self.address.table, press.user_id))


async def mine(press: Press, parlour: Parlour) -> list[Found]:
    """The tables of whoever pressed."""
    if press.guild is None:
        raise Refusal("room.only_in_servers")
    return await my_tables(parlour, press.guild, press.user.id)


class TablesCommand(commands.Cog):
    """The command `/tables`."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(description="Your tables on this server, and who they are waiting for")
    @app_commands.guild_only()
    async def tables(self, interaction: Press) -> None:
        """List them, those that wait for the member first."""
        found = await mine(interaction, self.parlour)
        await tell(interaction, Reply(tables_screen(found, interaction.user.id)))


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, Nudge, ShowAgain, MoveHere, GiveUp, StandUp)
    await bot.add_cog(TablesCommand(bot.parlour))
