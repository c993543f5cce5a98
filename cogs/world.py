"""What happens around the tables: places and servers that go and come back."""

import discord
from discord.ext import commands

from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say


@component(verbs.REOPEN)
async def reopen_thread(interaction: ComponentInteraction) -> None:
    """Continue in a new thread after the old one was deleted."""
    row = await interaction.services.homes.reopen(interaction.custom_id.table, interaction.user_id)
    done(interaction.raw)
    interaction.services.activity.wake(row)
    await tell(interaction.raw, Reply(text=say("world.reopened")))


class WorldListener(commands.Cog):
    """Listens to what Discord says of places and servers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.world = bot.services.world

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and every thread in it."""
        await self.world.place_lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.world.place_lost(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread that was locked may be open again."""
        if not payload.data["thread_metadata"].get("locked"):
            await self.world.place_open(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; a mere outage of Discord is no such event."""
        await self.world.server_lost(guild.id)

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def on_discord_back(self) -> None:
        """The gateway is back: what failed need not wait any longer."""
        self.bot.services.repaint.again()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """A server is there, also after each start: what happened there meanwhile, nobody tells."""
        await self.world.server_there(guild)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(WorldListener(bot))
