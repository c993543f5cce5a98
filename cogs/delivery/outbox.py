"""The outbox: sends a message exactly once, even if Discord's answer is lost.

Before it sends a message, the outbox saves a row in `data.messages`, and marks the row as `tried`.
The commit that saves the message's id deletes the row. So a row marked `tried` means that the
message may exist. A retry uses the same nonce; for some minutes Discord answers it with the first
message. Later, and after a restart, `Outbox.find_sent` searches the channel for the message.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.delivery.request import SERVER_ERROR
from data.models.messages import DIGEST_PREFIX, MessageDraft, PendingMessage

log = logging.getLogger(__name__)

BEFORE: Final = timedelta(minutes=2)
"""How far our clock may be ahead of Discord's when we search messages by time."""
LOOKED_AT: Final = 200
"""Number of messages to search. Members may write in the same channel."""

Letter: TypeAlias = dict[str, Any]
"""Keyword arguments of discord.py's `send`: `view` or `content`, `file`, `allowed_mentions`."""


@dataclass(frozen=True, slots=True)
class DeliveredMessage:
    """A message that exists. `fresh` means that it was sent just now, with the newest content."""

    post: PendingMessage
    message_id: int
    fresh: bool


class Outbox:
    """Sends the messages of one bot's tables.

    Only one task at a time may send for the same table.
    """

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._messages = bot.database.messages

    async def send(self, draft: MessageDraft, letter: Letter) -> DeliveredMessage:
        """Send a message, unless an earlier attempt has already sent it.

        Args:
            draft: The table, the name of the message and its channel.
            letter: Keyword arguments of discord.py's `send`.

        Raises:
            discord.HTTPException: Discord refused the message, or failed. After a server error the
                message may exist already.
        """
        pending = await self._messages.find_pending(draft.table_id, draft.what)
        may_exist = pending is not None and pending.tried
        if pending is not None and may_exist and pending.place != draft.place:
            # The table is in another channel now, which needs its own message.
            await self._messages.delete_pending(pending)
            may_exist = False
        if pending is not None and may_exist:
            delivered = await self.find_sent(pending, letter.get("content"))
            if delivered is not None:
                return delivered
        post = await self._messages.create_pending(draft)
        return await self._sent(post, letter, fresh=not may_exist)

    async def find_sent(
        self, post: PendingMessage, content: str | None = None
    ) -> DeliveredMessage | None:
        """Search for a message for which Discord's answer was lost. If it exists, save its id.

        Args:
            post: The row of the message, marked `tried`.
            content: The text of the message, if it has no components.
        """
        message_id = await self._look(post, content)
        if message_id is None:
            return None
        await self._messages.mark_sent(post, message_id)
        return DeliveredMessage(post, message_id, fresh=False)

    async def _sent(self, post: PendingMessage, letter: Letter, *, fresh: bool) -> DeliveredMessage:
        channel = self._bot.get_partial_messageable(post.place)
        if "view" in letter:
            letter["view"] = with_mark(letter["view"], post.mark)
        try:
            message = await channel.send(nonce=str(post.nonce), **letter)
        except discord.HTTPException as error:
            # After a server error the message may exist, so its row must stay marked `tried`.
            if fresh and error.status < SERVER_ERROR:
                await self._messages.mark_refused(post)
            raise
        await self._messages.mark_sent(post, message.id)
        # otherwise Discord may have answered with an older message, whose time is in the past
        if fresh:
            self._bot.clock_skew.heard(message.created_at.timestamp())
        return DeliveredMessage(post, message.id, fresh=fresh)

    async def _look(self, post: PendingMessage, content: str | None) -> int | None:
        channel = self._bot.get_partial_messageable(post.place)
        since = datetime.fromtimestamp(post.at, UTC) - BEFORE
        try:
            async for message in channel.history(limit=LOOKED_AT, after=since, oldest_first=True):
                if self._is_it(message, post, content):
                    return message.id
        except discord.Forbidden as error:
            # Without the permission to read, only the nonce prevents a second message.
            log.info("table %d: cannot look for a message: %s", post.table_id, error)
        return None

    def _is_it(self, message: discord.Message, post: PendingMessage, content: str | None) -> bool:
        assert self._bot.user is not None  # a bot that sends is logged in
        if message.author.id != self._bot.user.id:
            return False
        if content is not None and post.what.startswith(DIGEST_PREFIX):
            # The tables in a digest may have changed since. Its first line contains only the due
            # time.
            return message.content.split("\n")[0] == content.split("\n")[0]
        if content is not None:
            return message.content == content
        return post.mark in ids_in(message)


def with_mark(view: ui.LayoutView, mark: int) -> ui.LayoutView:
    """Return the view with `mark` as its first component's id.

    The search looks for that id.
    """
    view.to_components()[0]["id"] = mark  # type: ignore[no-untyped-call]  # in discord.py
    return view


def ids_in(message: discord.Message) -> Iterator[int | None]:
    """Yield the component ids of a message's outermost components."""
    return (getattr(component, "id", None) for component in message.components)
