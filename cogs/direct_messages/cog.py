"""The listeners that save the names of servers. `cogs.ui.server_names` reads them."""

import asyncio
from typing import Final

import discord
from discord.ext import commands

from cogs.core.bot import TuppenceBot

TOGETHER: Final = 1.0
"""Seconds in which names are collected. At a start, Discord reports all servers at once."""


class DirectMessagesCog(commands.Cog):
    """Listens for servers and their names."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self._names: dict[int, str] = {}
        """Names that are not saved yet."""
        self._saving: asyncio.Task[None] | None = None

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def save_name(self, guild: discord.Guild) -> None:
        """Save the name of a server, together with those that follow soon."""
        self._names[guild.id] = guild.name
        if self._saving is None or self._saving.done():
            self._saving = asyncio.create_task(self._save())
            await self._saving

    async def _save(self) -> None:
        # One transaction for all: each of ten thousand servers would otherwise need its own.
        while self._names:
            await self.bot.sleep(TOGETHER)
            names, self._names = self._names, {}
            try:
                await self.bot.database.guilds.save_names(names)
            except BaseException:
                self._names = names | self._names  # for the next attempt
                raise

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Save the name of a server that was renamed."""
        if before.name != after.name:
            await self.save_name(after)

    async def cog_unload(self) -> None:
        """Stop before the database closes. The next start saves all names."""
        if self._saving is not None:
            self._saving.cancel()


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(DirectMessagesCog(bot))
