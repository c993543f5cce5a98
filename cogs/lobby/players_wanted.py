"""**Call players**: the host of a lobby calls members who want to be called to its game.

Members choose their games in `/preferences` (`cogs.members.invited`). Nothing is called by itself.
"""

import asyncio
from collections.abc import Sequence
from random import Random
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
from cogs.ui.permissions import is_open_to_all, may_read
from cogs.ui.replies import defer
from cogs.ui.texts import channel_of_table, join_words, say
from data.models.invitations import CALLED, MOST_CALLED, WantedPlayer
from data.models.messages import MessageDraft
from data.models.tables import TableRow

MEMBER_TIMEOUT: Final = 3.0
"""Seconds in which Discord must send the members. The interaction is deferred before."""
MOST_CHECKED: Final = 30
"""Maximum members about whom one call asks Discord."""
REQUEST_PAUSE: Final = 5 * 60.0
"""Seconds between two calls on one server that ask Discord about members."""


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
    awake = [one for one in found if not is_quiet(one.preferences, now)]
    chosen = await those_who_read(raw, lobby.channel_id, awake)
    return await interaction.services.lobbies.call(lobby.id, raw.user.id, chosen)


async def those_who_read(
    raw: Interaction, channel_id: int, players: Sequence[WantedPlayer]
) -> list[int]:
    """Return the rows of members who may read a channel, in order.

    A channel that everybody may read costs no request. Any other costs one for each member, until
    `MOST_CALLED` are found.

    Raises:
        Refusal: A call on this server has asked Discord within `REQUEST_PAUSE`.
    """
    channel = raw.guild.get_channel(channel_id) if raw.guild is not None else None
    if channel is None or not players:
        return []
    if is_open_to_all(channel):
        return [one.player_id for one in players]
    check_request_pause(raw, channel.guild.id)
    found: list[int] = []
    asked = some_of(players, raw.client.entropy(16))
    for start in range(0, len(asked), MOST_CALLED):
        some = asked[start : start + MOST_CALLED]
        reads = await asyncio.gather(*(does_read(raw.client, channel, each) for each in some))
        found += [one.player_id for one, does in zip(some, reads, strict=True) if does]
        if len(found) >= MOST_CALLED:
            break
    return found


def check_request_pause(raw: Interaction, guild_id: int) -> None:
    """Raise `Refusal` if a call on this server has asked Discord within `REQUEST_PAUSE`.

    Also counts this call. Otherwise a host could send any number of requests by pressing again.
    """
    wait = raw.client.rate_limiter.take_token("readers", guild_id, REQUEST_PAUSE)
    if wait:
        raise Refusal("lobby.refused.called_lately", at=round(raw.client.clock() + wait))


def some_of(players: Sequence[WantedPlayer], seed: bytes) -> list[WantedPlayer]:
    """Return at most `MOST_CHECKED` members, in order.

    A random choice, so that members who cannot read the channel do not block all others for ever.
    """
    number = min(len(players), MOST_CHECKED)
    chosen = Random(seed).sample(range(len(players)), number)  # noqa: S311 - no secret
    return [players[index] for index in sorted(chosen)]


async def does_read(
    bot: TuppenceBot, channel: discord.abc.GuildChannel, player: WantedPlayer
) -> bool:
    """Return whether a member is on the server and may read a channel. False without an answer."""
    try:
        asked = channel.guild.fetch_member(player.user_id)
        member = await with_timeout(bot, asked, MEMBER_TIMEOUT)
    except DISCORD_ERRORS:
        return False
    return may_read(channel, member)


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
