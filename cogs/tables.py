"""`/tables`: everything one plays here, with the open decision and a link; and **Nudge**."""

from discord import app_commands
from discord.ext import commands

from cogs._kit.client import Client, Press
from cogs._kit.controls import TableButton, install
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell
from cogs._press.nudges import nudge
from cogs._screens.tables import tables_card
from cogs._work.services import Parlour
from data.game.rows import Status


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


class Tables(commands.Cog):
    """The command `/tables`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Your tables on this server, and what they wait for")
    @app_commands.guild_only()
    async def tables(self, interaction: Press) -> None:
        """List them, those that wait for the member first."""
        if interaction.guild_id is None:
            raise Refusal("room.only_in_servers")
        parlour, user_id = Parlour.of(interaction.client), interaction.user.id
        rows = await self.bot.store.tables.of_member(interaction.guild_id, user_id)
        games = [await parlour.tables.load(row.id) for row in rows if row.status is Status.PLAYING]
        lobbies = [row for row in rows if row.status is Status.LOBBY]
        await tell(interaction, Reply(tables_card(games, lobbies, user_id)))


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Nudge)
    await bot.add_cog(Tables(bot))
