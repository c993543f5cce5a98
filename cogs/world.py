"""What happens around the tables: places and servers that go and come back."""

import discord
from discord.ext import commands

from cogs._kit.client import Client, Press
from cogs._kit.codes import NO_CHANNEL, NO_GUILD
from cogs._kit.controls import TableButton, install
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say
from cogs._work.services import Parlour


class Reopen(TableButton, verb="reopen"):
    """Go on in a new thread, after the old one was deleted."""

    async def press(self, interaction: Press) -> None:
        """Open it, and show the table there."""
        parlour = Parlour.of(interaction.client)
        row = await parlour.homes.reopen(self.address.table, interaction.user.id)
        done(interaction)
        parlour.wake(row)
        await tell(interaction, Reply(text=say("world.reopened")))


class WorldListener(commands.Cog):
    """Listens to what Discord says of places and servers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and every thread in it."""
        await self.lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.lost(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread that was locked may be open again."""
        if not payload.data["thread_metadata"].get("locked"):
            for table_id in await self.bot.store.tables.shown_in(payload.thread_id):
                await Parlour.of(self.bot).world.found(table_id, "place")

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; a mere outage of Discord is no such event."""
        for table_id in await self.bot.store.tables.playing_in(guild.id):
            await Parlour.of(self.bot).world.lost(table_id, NO_GUILD)

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def on_discord_back(self) -> None:
        """The gateway is back: what failed need not wait any longer."""
        Parlour.of(self.bot).repaint.again()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """The bot was invited again, perhaps while it was not running: its games go on."""
        world = Parlour.of(self.bot).world
        for table_id in await self.bot.store.time.held_in(guild.id, "server"):
            await world.found(table_id, "server")
        for table_id in await self.bot.store.time.held_in(guild.id, "place"):
            await world.look_again(table_id)

    async def lost(self, channel_id: int) -> None:
        """Pause what was shown there."""
        for table_id in await self.bot.store.tables.shown_in(channel_id):
            await Parlour.of(self.bot).world.lost(table_id, NO_CHANNEL)


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Reopen)
    await bot.add_cog(WorldListener(bot))
