"""The lobby of a table in a forum: a post, whose first message is the lobby's message.

Post and message have one id. Discord takes no nonce for a post, so a post whose answer was lost is
searched before another one is made.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

import discord

from cogs.channels.placement import ARCHIVE_AFTER, thread_name
from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import BEFORE, Letter, ids_in, with_mark
from cogs.delivery.request import NO_MESSAGE, SERVER_ERROR
from cogs.ui.permissions import usable_tags
from data.models.messages import MessageDraft, PendingMessage
from data.models.tables import TableRow

NEEDS_TAG: Final = 40067
"""Discord's code for a forum that requires a tag on each post."""


class ForumPosts:
    """Makes the posts of one bot's lobbies. Only one task at a time may do so for a table."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._messages = bot.database.messages

    async def send(self, row: TableRow, forum: discord.ForumChannel, letter: Letter) -> bool:
        """Make the post of a lobby, unless an earlier attempt has made it.

        Returns whether the post is new, and so shows the newest revision.

        Raises:
            discord.HTTPException: Discord refused the post, or failed. After a server error the
                post may exist already.
        """
        pending = await self._messages.find_pending(row.id, "lobby")
        may_exist = pending is not None and pending.tried
        if pending is not None and may_exist and await self.find(forum, pending):
            return False
        post = await self._messages.create_pending(MessageDraft(row.id, "lobby", forum.id))
        try:
            made = await _create(
                row, forum, letter | {"view": with_mark(letter["view"], post.mark)}
            )
        except discord.HTTPException as error:
            # After a server error the post may exist, so its row must stay marked as tried.
            if not may_exist and error.status < SERVER_ERROR:
                await self._messages.mark_refused(post)
            raise
        await self._messages.mark_posted(post, made)
        return True

    async def find(self, forum: discord.ForumChannel, pending: PendingMessage) -> bool:
        """Search the forum for a post whose answer was lost. If it is there, save its id.

        Raises:
            discord.HTTPException: Discord failed.
        """
        async for message in self._first_messages(forum, pending.at):
            if pending.mark in ids_in(message):
                await self._messages.mark_posted(pending, message.id)
                return True
        return False

    async def _first_messages(
        self, forum: discord.ForumChannel, at: float
    ) -> AsyncIterator[discord.Message]:
        """Yield the first messages of the bot's own posts that are newer than `at`."""
        since = datetime.fromtimestamp(at, UTC) - BEFORE
        me = forum.guild.me.id
        for post in await forum.guild.active_threads():
            is_own = (post.parent_id, post.owner_id) == (forum.id, me)
            if is_own and discord.utils.snowflake_time(post.id) >= since:
                try:
                    yield await self._bot.get_partial_messageable(post.id).fetch_message(post.id)
                except discord.NotFound as error:
                    if error.code != NO_MESSAGE:  # otherwise somebody has deleted the message
                        raise


async def _create(row: TableRow, forum: discord.ForumChannel, letter: Letter) -> int:
    """Make a post, with a tag if the forum requires one. Return its id."""
    make = partial(
        forum.create_thread,
        name=thread_name(row),
        auto_archive_duration=ARCHIVE_AFTER,
        view=letter["view"],
        allowed_mentions=letter["allowed_mentions"],
    )
    tags = usable_tags(forum)[:1]
    try:
        made = await (make(applied_tags=tags) if forum.flags.require_tag else make())
    except discord.HTTPException as error:
        # The forum's settings may have changed since Discord told us.
        if error.code != NEEDS_TAG or not tags:
            raise
        made = await make(applied_tags=tags)
    return made.thread.id
