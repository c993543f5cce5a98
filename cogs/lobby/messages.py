"""The message of a lobby: sent, kept true, and the root of the table's thread once it begins.

sent-unknown  its row in the outbox: looked for, and sent if it is not there
known         `lobby_message_id`; edited while the lobby is not as it shows (`lobby_due`)
gone          neither: somebody deleted it, and it is not sent again unasked
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
    """The lobbies' messages of one bot."""

    def __init__(self, bot: TuppenceBot, outbox: Outbox) -> None:
        self._bot = bot
        self._rows = bot.database.tables
        self._messages = bot.database.messages
        self._outbox = outbox

    async def show(self, row: TableRow, post: PendingMessage | None) -> TableRow:
        """Let the message say what is true; the table after it. Raises what Discord raises.

        `post` is the message that is under way.
        """
        if post is not None and row.status is TableStatus.LOBBY:
            row = await self._sent(row)
        elif post is not None:  # nobody joins any more: it is not sent again
            row = await self._found(row, post)
        while row.lobby_due and row.lobby_message_id is not None:
            await self._edit(row, row.lobby_message_id)
            row = await self._rows.get(row.id)
        return row

    async def anchored(self, row: TableRow) -> TableRow:
        """The table with a message in its channel: what begins there can have a thread."""
        if row.lobby_message_id is None:
            row = await self._sent(row)
        return row

    async def lost(self, row: TableRow) -> TableRow:
        """Somebody has deleted it."""
        assert row.lobby_message_id is not None
        log.info("table %d: the message of its lobby is gone", row.id)
        await self._messages.mark_message_deleted(row.id, row.lobby_message_id)
        return await self._rows.get(row.id)

    async def _sent(self, row: TableRow) -> TableRow:
        """Find the message, or send it."""
        letter = {"view": lobby_layout(row), "allowed_mentions": allow_mentions()}
        sent = await self._outbox.send(MessageDraft(row.id, "lobby", row.channel_id), letter)
        if sent.fresh:
            await self._messages.mark_lobby_rendered(row.id, row.revision)
        return await self._rows.get(row.id)

    async def _found(self, row: TableRow, post: PendingMessage) -> TableRow:
        """Find the message, if it is there."""
        if not post.tried or await self._outbox.found(post) is None:
            await self._messages.delete_pending(post)
        return await self._rows.get(row.id)

    async def _edit(self, row: TableRow, message_id: int) -> None:
        place = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            await place.get_partial_message(message_id).edit(
                view=lobby_layout(row), allowed_mentions=allow_mentions()
            )
        except discord.NotFound as error:
            if error.code not in DELETED:
                raise
            await self.lost(row)
        await self._messages.mark_lobby_rendered(row.id, row.revision)
