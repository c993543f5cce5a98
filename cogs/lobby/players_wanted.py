"""**Call players**: the host of a lobby calls members who want to be called to its game.

Members choose their games in `/preferences` (`cogs.members.invited`). Nothing is called by itself.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.permissions import MAX_GAMES_PER_MEMBER
from cogs.game.quiet_hours import is_quiet
from cogs.lobby.cog import lobby_component
from cogs.lobby.interaction import load_hosted
from cogs.reminders.messenger import allow_mentions
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction
from cogs.ui.replies import defer
from cogs.ui.texts import channel_of_table, join_words, say
from data.models.invitations import CALLED, MOST_CALLED, WantedPlayer
from data.models.messages import MessageDraft
from data.models.tables import TableRow

MEMBER_TIMEOUT: Final = 3.0
"""Seconds in which Discord must send the members. The interaction is deferred before."""


@lobby_component(Action.CALL_PLAYERS)
async def call_players(interaction: ComponentInteraction) -> TableRow:
    """Call at most ten members to a lobby, with one message under it. Only for the host."""
    raw, rows = interaction.raw, interaction.database.lobbies
    lobby, now = await load_hosted(interaction), raw.client.clock()
    reason = await rows.refusal_to_call(lobby.id, raw.user.id, now)
    if reason is not None:
        raise Refusal(f"lobby.refused.{reason}")
    await defer(raw)
    found = await rows.callable_players(lobby.id, now, MAX_GAMES_PER_MEMBER)
    awake = [one for one in found if not is_quiet(one.preferences, now)][:MOST_CALLED]
    chosen = await those_who_see(raw, lobby.channel_id, awake)
    return await interaction.services.lobbies.call(lobby.id, raw.user.id, chosen)


async def those_who_see(
    raw: Interaction, channel_id: int, players: Sequence[WantedPlayer]
) -> list[int]:
    """Return the rows of the members who may view a channel.

    A channel that everybody may view costs no request. Any other costs one for each member.
    """
    channel = raw.guild.get_channel(channel_id) if raw.guild is not None else None
    if channel is None:
        return []
    if channel.permissions_for(channel.guild.default_role).view_channel:
        return [one.player_id for one in players]
    sees = await asyncio.gather(*(may_view(raw.client, channel, one.user_id) for one in players))
    return [one.player_id for one, does in zip(players, sees, strict=True) if does]


async def may_view(bot: TuppenceBot, channel: discord.abc.GuildChannel, user_id: int) -> bool:
    """Return whether a user is on the server and may view a channel. False without an answer."""
    try:
        asked = channel.guild.fetch_member(user_id)
        member = await with_timeout(bot, asked, MEMBER_TIMEOUT)
    except DISCORD_ERRORS:
        return False
    return channel.permissions_for(member).view_channel


async def send_call(bot: TuppenceBot, outbox: Outbox, lobby: TableRow) -> None:
    """Send the pending call of a lobby, if there is one.

    Raises:
        discord.HTTPException: The message could not be sent.
    """
    post = await bot.database.messages.find_pending(lobby.id, CALLED)
    if post is None or post.value is None:
        return
    free, *players = map(int, post.value.split())
    users = await bot.database.lobbies.called_users(players)
    draft = MessageDraft(lobby.id, CALLED, channel_of_table(lobby), key=CALLED, value=post.value)
    text = say(
        "friends.call",
        n=free,
        game=engine.GAMES[lobby.game].name,
        who=join_words(f"<@{user_id}>" for user_id in users),
    )
    await outbox.send(draft, {"content": text, "allowed_mentions": allow_mentions(*users)})
