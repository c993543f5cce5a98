"""The listeners that save the names of servers. `server_names` reads them."""

import discord
from discord.ext import commands

from cogs.core.bot import TuppenceBot


class DirectMessagesCog(commands.Cog):
    """Listens for servers and their names."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Save the names of all servers of this process."""
        names = {guild.id: guild.name for guild in self.bot.guilds if guild.name}
        await self.bot.database.guilds.save_names(names)

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def save_name(self, guild: discord.Guild) -> None:
        """Save the name of a server that the bot joins, or that becomes available."""
        await self.bot.database.guilds.save_names({guild.id: guild.name})

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Save the name of a server that was renamed."""
        if before.name != after.name:
            await self.bot.database.guilds.save_names({after.id: after.name})


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(DirectMessagesCog(bot))
