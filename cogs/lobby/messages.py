"""The public message of a lobby: sent once, edited after each change.

It is pending while the outbox has a row for it: then it is looked for, and sent if missing. It is
known while the table has a `lobby_message_id`, and edited while `lobby_due` is set. With neither,
somebody has deleted it; it is sent again only at a member's request (`cogs.my_tables`).
The layout is in `layout`.
"""

import logging
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_CHANNEL, NO_GUILD, NO_MESSAGE
from cogs.lobby.layout import lobby_layout
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

    async def show(self, row: TableRow, post: PendingMessage | None) -> TableRow:
        """Bring the message of a lobby up to date.

        Args:
            row: The table, as loaded before the call.
            post: The pending message; None if the message was sent, or deleted, already.

        Returns:
            The table after the change.

        Raises:
            discord.HTTPException: Discord refused or failed; the queue retries with back-off.
        """
        if post is not None and row.status is TableStatus.LOBBY:
            row = await self._sent(row)
        elif post is not None:
            # Nobody can join any more. Only an earlier attempt may have sent it.
            row = await self._found(row, post)
        # A loop: while Discord answers, a member may join, and the message is outdated again.
        while row.lobby_due and row.lobby_message_id is not None:
            await self._edit(row, row.lobby_message_id)
            row = await self._rows.get(row.id)
        return row

    async def ensure_sent(self, row: TableRow) -> TableRow:
        """Return the table, with a message in its channel to which a thread can be attached.

        Sends the message if somebody has deleted it. Raises `discord.HTTPException`.
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
        message = {"view": lobby_layout(row), "allowed_mentions": allow_mentions()}
        sent = await self._outbox.send(MessageDraft(row.id, "lobby", row.channel_id), message)
        # A message that was only found shows an older revision, and is edited by `show`.
        if sent.fresh:
            await self._messages.mark_lobby_rendered(row.id, row.revision)
        return await self._rows.get(row.id)

    async def _found(self, row: TableRow, post: PendingMessage) -> TableRow:
        """Look for a message that may have been sent; never send it."""
        if not post.tried or await self._outbox.find_sent(post) is None:
            await self._messages.delete_pending(post)
        return await self._rows.get(row.id)

    async def _edit(self, row: TableRow, message_id: int) -> None:
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=lobby_layout(row), allowed_mentions=allow_mentions()
            )
        except discord.NotFound as error:
            # Any other 404 is a failure of the request; the repaint queue retries it.
            if error.code not in DELETED:
                raise
            await self.mark_deleted(row)
        # With the revision that was rendered: a later change keeps `lobby_due` set.
        await self._messages.mark_lobby_rendered(row.id, row.revision)
