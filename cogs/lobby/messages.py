"""The public message of a lobby: sent once, then edited after each change.

- The outbox has a row for the message: pending. The bot sends it if a search does not find it.
- The table has a `lobby_message_id`: sent. The bot edits the message while `lobby_due` is set.
- Neither: deleted by somebody. Only a member's request sends it again (`cogs.my_tables`).
"""

import logging
from functools import partial
from typing import Final

import discord

from cogs.channels.placement import forum_of, place_of_lobby
from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_CHANNEL, NO_GUILD, NO_MESSAGE, THREAD_ARCHIVED
from cogs.lobby.forum_posts import ForumPosts
from cogs.lobby.layout import lobby_layout
from cogs.lobby.players_wanted import send_call
from cogs.reminders.messenger import allow_mentions
from data.models.messages import MessageDraft, PendingMessage
from data.models.tables import TableRow, TableStatus

log = logging.getLogger(__name__)

DELETED: Final = frozenset({NO_MESSAGE, NO_CHANNEL, NO_GUILD})


class LobbyMessages:
    """Sends and edits the messages of one bot's lobbies. The repaint queue calls `show`."""

    def __init__(self, bot: TuppenceBot, outbox: Outbox) -> None:
        self._bot = bot
        self._rows = bot.database.tables
        self._messages = bot.database.messages
        self._outbox = outbox
        self._forum_posts = ForumPosts(bot)

    async def show(self, row: TableRow, post: PendingMessage | None) -> TableRow:
        """Send or edit the message of a lobby so that it shows the newest revision.

        Args:
            row: The table, as loaded before the call.
            post: The pending message. None if the message was sent or deleted before.

        Returns:
            The table after the change.

        Raises:
            discord.HTTPException: Discord refused or failed. The queue retries with back-off.
        """
        if post is not None and row.status is TableStatus.LOBBY:
            row = await self._sent(row)
        elif post is not None:
            # Nobody can join now, so do not send it. An earlier attempt may have sent it.
            row = await self._found(row, post)
        # A loop: a member may join while Discord answers, and the message is then outdated again.
        while row.lobby_due and row.lobby_message_id is not None:
            await self._edit(row, row.lobby_message_id)
            row = await self._rows.get(row.id)
        if row.status is TableStatus.LOBBY and row.lobby_message_id is not None:
            await self._notify(row)
        return row

    async def _notify(self, row: TableRow) -> None:
        """Tell asked members about their invitations, and send a pending call for players."""
        if row.asked:
            await self._bot.services.invitations.tell(row)
        if row.called is not None:
            await send_call(self._bot, self._outbox, row)

    async def ensure_sent(self, row: TableRow) -> TableRow:
        """Make sure that the lobby's message is in the channel. Return the table.

        A thread can then be attached to the message. If somebody has deleted the message, send it
        again.

        Raises:
            discord.HTTPException: The message could not be sent.
        """
        if row.lobby_message_id is None:
            row = await self._sent(row)
        return row

    async def mark_deleted(self, row: TableRow) -> TableRow:
        """Record that somebody has deleted the message, and return the table."""
        assert row.lobby_message_id is not None
        log.info("table %d: the message of its lobby is gone", row.id)
        await self._messages.mark_message_deleted(row.id, row.lobby_message_id)
        return await self._rows.get(row.id)

    async def _sent(self, row: TableRow) -> TableRow:
        letter = {"view": lobby_layout(row), "allowed_mentions": allow_mentions()}
        forum = forum_of(self._bot, row)
        if forum is not None:
            is_fresh = await self._forum_posts.send(row, forum, letter)
        else:
            draft = MessageDraft(row.id, "lobby", place_of_lobby(self._bot, row))
            is_fresh = (await self._outbox.send(draft, letter)).fresh
        # A message that an earlier attempt sent shows an older revision. `show` then edits it.
        if is_fresh:
            await self._messages.mark_lobby_rendered(row.id, row.revision)
        return await self._rows.get(row.id)

    async def _found(self, row: TableRow, post: PendingMessage) -> TableRow:
        """Search for a message that may have been sent. Never send one."""
        if not (post.tried and await self._exists(row, post)):
            await self._messages.delete_pending(post)
        return await self._rows.get(row.id)

    async def _edit(self, row: TableRow, message_id: int) -> None:
        try:
            await self._edit_message(row, message_id)
        except discord.NotFound as error:
            # Any other 404 is a failure of the request, and the repaint queue retries it.
            if error.code not in DELETED:
                raise
            await self.mark_deleted(row)
            if error.code == NO_CHANNEL and row.status is TableStatus.LOBBY:
                # Its thread or post is gone. If a player asks, it is shown in the channel.
                await self._rows.set_message_ids(row.id, thread_id=None)
        # With the revision that was shown: a later change then leaves `lobby_due` set.
        await self._messages.mark_lobby_rendered(row.id, row.revision)

    async def _edit_message(self, row: TableRow, message_id: int) -> None:
        place = place_of_lobby(self._bot, row)
        channel = self._bot.get_partial_messageable(place, guild_id=row.guild_id)
        edit = partial(
            channel.get_partial_message(message_id).edit,
            view=lobby_layout(row),
            allowed_mentions=allow_mentions(),
        )
        try:
            await edit()
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            # Discord edits nothing in an archived thread. Whoever may write there may open it.
            await self._bot.http.edit_channel(place, archived=False)
            await edit()

    async def _exists(self, row: TableRow, post: PendingMessage) -> bool:
        forum = forum_of(self._bot, row)
        if forum is not None:
            return await self._forum_posts.find(forum, post)
        return await self._outbox.find_sent(post) is not None
