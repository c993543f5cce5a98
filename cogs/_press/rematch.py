"""Another game: a new lobby with the same seats, once a table."""

import discord

import engine
from cogs._game.tables import Live
from cogs._kit.client import Client, Press
from cogs._lobby.limits import check_lobby
from cogs._lobby.lobbies import changed
from cogs._lobby.screen import lobby_card
from cogs._work.services import Parlour
from data.game.rows import TableRow


async def rematch(press: Press, parlour: Parlour, live: Live) -> str:
    """The link to the lobby of the rematch, which is opened when there is none yet."""
    link = (await parlour.store.tables.posted(live.row.id)).rematch
    if link is None:
        row = live.row
        await check_lobby(parlour.store, row.guild_id, row.channel_id, press.user.id)
        lobby = await same_again(press.client, live.row, press.user.id)
        link = await post(press.client, lobby)
        await parlour.store.tables.note_posted(live.row.id, rematch=link)
    return link


async def same_again(bot: Client, old: TableRow, host_id: int) -> TableRow:
    """A lobby of the same game, options and seats."""
    lobby = await bot.store.tables.open_lobby(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=host_id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        seed=bot.entropy(32),
        rematch_of=old.id,
    )
    drivers = tuple(seat.driver for seat in old.seats)
    return changed(await bot.store.tables.rearrange(lobby.id, drivers, lobby.revision))


async def post(bot: Client, lobby: TableRow) -> str:
    """Send the lobby to its channel; the link to it."""
    channel = bot.get_partial_messageable(lobby.channel_id, guild_id=lobby.guild_id)
    sent = await channel.send(
        view=lobby_card(lobby), allowed_mentions=discord.AllowedMentions.none()
    )
    await bot.store.tables.place_messages(lobby.id, lobby_message_id=sent.id)
    return sent.jump_url
