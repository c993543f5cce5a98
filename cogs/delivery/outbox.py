"""The outbox: a message that is sent once, whatever becomes of Discord's answer.

none          there is no row of `data.messages.delivery`, or one that was not `tried`: it is not
there sent-unknown  a row that was tried: it may be there, its answer is lost or still to come
known         the row is gone, and what it meant was noted in the same commit

Two things tell a lost answer from a lost message. Discord itself knows a nonce again for some
minutes and answers with the first message of that nonce. Later, and after a restart, the place is
looked through: our own message of that time whose components carry the row's mark, or, where a
message has none, that says the same.
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
"""How far our clock may be ahead of Discord's when a message is looked for by its time."""
LOOKED_AT: Final = 200
"""Messages looked at in a place where other people write too."""

Letter: TypeAlias = dict[str, Any]
"""What `send` is given: `view` or `content`, `file`, `allowed_mentions`."""


@dataclass(frozen=True, slots=True)
class DeliveredMessage:
    """A message that is there. `fresh`: it was sent just now and shows what was given."""

    post: PendingMessage
    message_id: int
    fresh: bool


class Outbox:
    """Sends the messages of one bot's tables. One task at a time sends those of a table."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._messages = bot.database.messages

    async def send(self, draft: MessageDraft, letter: Letter) -> DeliveredMessage:
        """Send it, unless it is there already. Raises what Discord raises."""
        before = await self._messages.find_pending(draft.table_id, draft.what)
        perhaps = before is not None and before.tried
        if before is not None and perhaps and before.place != draft.place:
            await self._messages.delete_pending(before)  # a table that has moved says it there
            perhaps = False
        if before is not None and perhaps:
            found = await self.found(before, letter.get("content"))
            if found is not None:
                return found
        post = await self._messages.create_pending(draft)
        return await self._sent(post, letter, fresh=not perhaps)

    async def found(
        self, post: PendingMessage, content: str | None = None
    ) -> DeliveredMessage | None:
        """Look whether a message is there whose answer was lost; note it if so."""
        message_id = await self._look(post, content)
        if message_id is None:
            return None
        await self._messages.mark_sent(post, message_id)
        return DeliveredMessage(post, message_id, fresh=False)

    async def _sent(self, post: PendingMessage, letter: Letter, *, fresh: bool) -> DeliveredMessage:
        place = self._bot.get_partial_messageable(post.place)
        if "view" in letter:
            letter["view"] = with_nonce(letter["view"], post)
        try:
            message = await place.send(nonce=str(post.nonce), **letter)
        except discord.HTTPException as error:
            # What failed within Discord may have been sent all the same.
            if fresh and error.status < SERVER_ERROR:
                await self._messages.mark_refused(post)
            raise
        await self._messages.mark_sent(post, message.id)
        if fresh:  # otherwise it may be the first one, of minutes ago
            self._bot.clock_skew.heard(message.created_at.timestamp())
        return DeliveredMessage(post, message.id, fresh=fresh)

    async def _look(self, post: PendingMessage, content: str | None) -> int | None:
        place = self._bot.get_partial_messageable(post.place)
        since = datetime.fromtimestamp(post.at, UTC) - BEFORE
        try:
            async for message in place.history(limit=LOOKED_AT, after=since, oldest_first=True):
                if self._is_it(message, post, content):
                    return message.id
        except discord.Forbidden as error:
            # Whoever may not look may not send either, or relies on the nonce alone.
            log.info("table %d: cannot look for a message: %s", post.table_id, error)
        return None

    def _is_it(self, message: discord.Message, post: PendingMessage, content: str | None) -> bool:
        assert self._bot.user is not None  # a bot that sends is logged in
        if message.author.id != self._bot.user.id:
            return False
        if content is not None and post.what.startswith(DIGEST_PREFIX):
            # what waits may have changed since it was sent; its first line says when it was due
            return message.content.split("\n")[0] == content.split("\n")[0]
        if content is not None:
            return message.content == content
        return post.mark in ids_in(message)


def with_nonce(view: ui.LayoutView, post: PendingMessage) -> ui.LayoutView:
    """The same message, to be known again."""
    view.children[0].id = post.mark
    return view


def ids_in(message: discord.Message) -> Iterator[int | None]:
    """The numbers of a message's outermost components."""
    return (getattr(component, "id", None) for component in message.components)
