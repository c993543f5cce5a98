"""What becomes of the messages that show tables: under way, in force, of the past."""

import math
from collections.abc import Callable, Sequence

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.game import messages, panels, posts, standing, tables
from data.game.posts import Draft, Post, Relic
from data.game.rows import PanelRow
from data.game.standing import Load
from data.sql.connection import Connection
from data.stores.fenced import Fenced
from data.time import digests, holds
from data.time.rows import WHOLE_TABLE


class MessageStore:
    """The messages of tables, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._at = Fenced(file).at
        self._look = file.look

    async def lobby_shown(self, table_id: int, revision: int) -> bool:
        """The lobby's message shows that revision; whether that is old by now."""
        return await self._at(table_id, lambda c, _: messages.lobby_shown(c, table_id, revision))

    async def nowhere(self, table_id: int) -> None:
        """The place of a table is gone: see `messages.nowhere`."""
        await self._at(table_id, lambda c, _: messages.nowhere(c, table_id))

    async def message_gone(self, table_id: int, message_id: int) -> None:
        """Somebody has deleted a message of a table."""
        await self._at(table_id, lambda c, _: messages.gone(c, table_id, message_id))

    async def move_table(self, table_id: int, channel_id: int) -> None:
        """Let a table have its home in another channel; it is not shown there yet."""
        await self._at(table_id, lambda c, at: messages.move(c, at, table_id, channel_id))

    async def move_home(
        self, table_id: int, channel_id: int, mover: int, may_move_in: Callable[[Load], None]
    ) -> None:
        """The same for a table whose channel is gone; it is paused for that no longer.

        `may_move_in` is given what is going on in the new channel in the moment it moves; what it
        raises is raised, and the table stays where it was.
        """

        def moved(connection: Connection, now: Millis) -> None:
            guild_id = tables.sure(connection, table_id).guild_id
            may_move_in(standing.load(connection, guild_id, channel_id, mover))
            holds.release(connection, now, table_id, WHOLE_TABLE, "place")
            messages.move(connection, now, table_id, channel_id)

        await self._at(table_id, moved)

    async def leave_thread(self, table_id: int) -> None:
        """Let a table stand in its channel, and no longer in its thread."""
        await self._at(table_id, lambda c, _: messages.leave_thread(c, table_id))

    # ---- under way

    async def begin_post(self, draft: Draft) -> Post:
        """Note that a message is about to be sent; see `posts.begin`. Raises `NoTable`."""
        return await self._at(draft.table_id, lambda c, at: posts.begin(c, at, draft))

    async def show_lobby_again(self, draft: Draft) -> None:
        """Note that a lobby's message is about to be sent, unless it is there."""
        await self._at(draft.table_id, lambda c, at: posts.begin_lobby(c, at, draft))

    async def instead(self, post: Post, drafts: Sequence[Draft]) -> tuple[Post, ...]:
        """Let other messages say what one under way was to say; none where that is gone by now.

        Whoever looks after a table sends what is noted there.
        """
        return await self._at(post.table_id, lambda c, at: posts.instead(c, at, post, drafts))

    async def begin_digest(
        self, user_id: int, before: float | None, then: float | None, drafts: Sequence[Draft]
    ) -> None:
        """Note the messages of a digest that is due, and when the next one is; once."""

        def begun(connection: Connection, at: Millis) -> None:
            if digests.advance(connection, user_id, before, then):
                for draft in drafts:
                    posts.begin(connection, at, draft)

        await self._submit(begun)

    async def post(self, table_id: int, what: str) -> Post | None:
        """The message of that kind that is under way."""
        return await self._look(lambda c: posts.find(c, table_id, what))

    async def posts(self, table_id: int) -> tuple[Post, ...]:
        """All messages of a table that are under way."""
        return await self._look(lambda c: posts.of(c, table_id))

    async def refused(self, post: Post) -> None:
        """Discord would not have it: it is certainly not there, and still to be sent."""
        await self._at(post.table_id, lambda c, _: posts.refused(c, post))

    async def sent(self, post: Post, message_id: int) -> None:
        """It is there, as that message."""
        await self._at(post.table_id, lambda c, at: posts.sent(c, at, post, message_id))

    async def unsent(self, post: Post) -> None:
        """It is not wanted any more."""
        await self._at(post.table_id, lambda c, _: posts.unsent(c, post))

    # ---- of the past

    async def leave_message(self, table_id: int, place: int, message_id: int) -> None:
        """A message is to lose its controls, unless it is the table's own, or may become it."""
        await self._at(table_id, lambda c, _: posts.leave_old(c, table_id, place, message_id))

    async def relics(self, table_id: int) -> tuple[Relic, ...]:
        """The old messages of a table that still have their controls."""
        return await self._look(lambda c: posts.relics(c, table_id))

    async def put_away(self, relic: Relic) -> None:
        """It has no controls any more, or is gone."""
        await self._at(relic.table_id, lambda c, _: posts.put_away(c, relic))

    # ---- private ones

    async def keep_panel(self, panel: PanelRow, since: float = math.inf) -> tuple[PanelRow, ...]:
        """Remember the newest token of a member's private panel; the seat's panels before it.

        Those whose token is from `since` or later can still be edited.
        """
        return await self._submit(lambda c, _: panels.keep(c, panel, since))

    async def forget_panel(self, panel: PanelRow) -> None:
        """Keep a panel no longer: its message is gone."""
        await self._submit(lambda c, _: panels.forget(c, panel))

    async def sweep_panels(self, now: float) -> None:
        """Drop the panels whose tokens have died, at whatever table."""
        await self._submit(lambda c, _: panels.sweep(c, now))

    async def panels(self, table_id: int, since: float) -> tuple[PanelRow, ...]:
        """The private panels of a table with a token from `since` or later."""
        return await self._look(lambda c: panels.since(c, table_id, since))
