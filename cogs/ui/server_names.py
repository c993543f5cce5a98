"""Names of servers, also of those that another process serves."""

from collections.abc import Collection

from cogs.core.bot import TuppenceBot
from cogs.ui.texts import escaped_name, say


async def server_names(bot: TuppenceBot, guild_ids: Collection[int]) -> dict[int, str]:
    """Return the escaped name of each server. An unknown server is "a server"."""
    cached = {one: guild.name for one in guild_ids if (guild := bot.get_guild(one)) is not None}
    others = [one for one in guild_ids if one not in cached]
    known = cached | (await bot.database.guilds.names(others) if others else {})
    return {
        one: escaped_name(known[one]) if known.get(one) else say("dm.a_server") for one in guild_ids
    }


async def server_name(bot: TuppenceBot, guild_id: int) -> str:
    """Return the escaped name of one server."""
    return (await server_names(bot, [guild_id]))[guild_id]
