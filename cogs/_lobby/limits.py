"""How much one member, one channel and one server may have going at a time."""

from typing import Final

from cogs._kit.refusals import Refusal
from data.stores.tables import TableStore

LOBBIES: Final = 2
"""Open lobbies of one host."""
GAMES: Final = 5
"""Lobbies and games one member sits at, on one server."""
CHANNEL: Final = 25
GUILD: Final = 200


async def check_lobby(store: TableStore, guild_id: int, channel_id: int, user_id: int) -> None:
    """Raise `Refusal` when one more lobby would be too many, for its host or its place."""
    load = await store.load(guild_id, channel_id, user_id)
    if load.lobbies >= LOBBIES:
        raise Refusal("limits.lobbies", n=LOBBIES)
    await check_channel(store, guild_id, channel_id, user_id)
    if load.guild >= GUILD:
        raise Refusal("limits.guild", n=GUILD)
    await check_seat(store, guild_id, user_id)


async def check_channel(store: TableStore, guild_id: int, channel_id: int, user_id: int) -> None:
    """Raise `Refusal` when a channel has as many tables as it may have."""
    if (await store.load(guild_id, channel_id, user_id)).channel >= CHANNEL:
        raise Refusal("limits.channel", n=CHANNEL)


async def check_seat(store: TableStore, guild_id: int, user_id: int) -> None:
    """Raise `Refusal` when a member sits at as many tables as may be."""
    if len(await store.of_member(guild_id, user_id)) >= GAMES:
        raise Refusal("limits.games", n=GAMES)
