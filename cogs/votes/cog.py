"""Listeners for Discord changes that may hide a vote from a member, or show it again."""

import discord
from discord.ext import commands

from cogs.core.bot import TuppenceBot


class VotesCog(commands.Cog):
    """Checks who can see open votes when the permissions of a channel or role change."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            await self.bot.services.votes.check_visibility(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await self.bot.services.votes.check_visibility(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.bot.services.votes.check_visibility(role.guild.id)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(VotesCog(bot))
