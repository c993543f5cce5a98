"""`DmHands`: hand panels in the bot's direct messages.

A member has at most one DM hand of each table: the newest. The bot sends a DM hand with the bot
token, so edits of the hand have no expiry date. For 14 minutes after a press, the bot edits the
hand with the token of that interaction. `layout` builds the message. Ephemeral hand panels are in
`cogs.hand.open_panels`.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.concurrency import Priority
from cogs.delivery.request import (
    MESSAGE_TOO_OLD,
    DeliveryError,
    InteractionExpired,
    MessageGone,
    TransientError,
    attempt_request,
    request,
)
from cogs.direct_messages.calls_question import with_first_question
from cogs.direct_messages.endings import words_at_end, words_of_lost_seat
from cogs.direct_messages.layout import DmHeading, closed_layout, with_heading
from cogs.direct_messages.proofs import MembershipProofs, NotOnServer, ServerGone
from cogs.game.sessions import TableSessions
from cogs.game.state import SeatTakenOver, TableState, is_seat_taken_over
from cogs.gateway.ownership import owned_tables
from cogs.hand.about_page import details_row
from cogs.hand.open_panels import TOKEN_USE_SECONDS, OpenHandPanels, log_failed_push
from cogs.hand.panel import HandPage
from cogs.ui import replies
from cogs.ui.custom_id import may_update_message
from cogs.ui.first_answer import ensure_deferred
from cogs.ui.replies import Reply
from cogs.ui.server_names import server_name
from cogs.ui.texts import say
from data.errors import NotSaved
from data.models.messages import DmHandRow, DmHandTimes
from data.models.tables import TableStatus
from render.text.catalogue import current_language, use_language

log = logging.getLogger(__name__)

EDITED_AFTER: Final = 15 * 60.0
"""Minimum seconds between two edits of a DM hand by `poll`."""
FRESH_AFTER: Final = 60.0
"""`EDITED_AFTER` for a hand without a token that the member used in the last 14 minutes."""
POLLED: Final = 60.0
"""Seconds between two searches for outdated DM hands."""
MAX_ROWS: Final = 50
"""Maximum DM hands that one search finds."""


class DmHands:
    """All DM hands of one bot."""

    def __init__(
        self,
        bot: TuppenceBot,
        sessions: TableSessions,
        panels: OpenHandPanels,
        proofs: MembershipProofs,
    ) -> None:
        self._bot = bot
        self._messages = bot.database.messages
        self._sessions = sessions
        self._panels = panels
        self._proofs = proofs
        self._polled = 0.0
        # Weak: a lock exists only while a task uses it.
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    # ---- in answer to an interaction

    async def show(self, raw: Interaction, state: TableState, seat: int, page: HandPage) -> None:
        """Show a hand in answer to an interaction in the bot's direct messages.

        Args:
            raw: The interaction. If it comes from a hand or reminder, that message shows the hand.
            state: A state of the table. If there is a newer state, the newer one is shown.
            seat: The member's seat.
            page: The page to show.

        Raises:
            SeatTakenOver: Somebody else plays the member's seat now.
            Refusal: The member no longer has the seat.
        """
        await ensure_deferred(raw)
        async with self.lock(state.row.id, raw.user.id):
            if replies.opens_message(raw) and await self._is_superseded(raw, state.row.id):
                return
            state = await self._sessions.newest(state)
            if is_seat_taken_over(state, raw.user.id):
                raise SeatTakenOver(state)
            reply = await self._reply(state, seat, raw.user.id, page)
            reply = await with_first_question(reply, state, raw.user.id, self._bot.database.members)
            if self._is_on_hand(raw):
                message_id, token = await replies.try_edit_original(raw, reply), raw.token
            else:
                message_id, token = None, ""
            if message_id is None:
                message_id, token = await self._send_instead(raw, reply), ""
            if message_id is None:
                return
            row = self._row(raw, state, seat, message_id, token)
            await self._replace(row)
        await self._catch_up(state, row)

    def _is_on_hand(self, raw: Interaction) -> bool:
        """Return whether to edit the component's message instead of sending a new one."""
        on_message = raw.message is not None and not raw.message.flags.ephemeral
        return on_message and may_update_message(raw) and not replies.opens_message(raw)

    async def _send_instead(self, raw: Interaction, reply: Reply) -> int | None:
        """Send the hand as a new message, and delete the answer that the interaction has.

        Returns None if Discord allows no new message. Then the private answer shows the hand.
        """
        channel = self._bot.get_partial_messageable(raw.channel_id or 0)
        assert reply.view is not None  # a hand panel is a layout
        # If Discord's answer is lost, a retry has the same nonce, so Discord sends no duplicate.
        sending = channel.send(view=reply.view, files=reply.files(), nonce=str(raw.id))
        try:
            sent = await request(self._bot, sending)
        except InteractionExpired:  # the member has blocked the bot, or closed the channel
            await replies.answer_deferred(raw, reply)
            return None
        await self._delete_answer(raw)
        return int(sent.id)

    async def _delete_answer(self, raw: Interaction) -> None:
        try:
            await attempt_request(raw.delete_original_response())
        except DeliveryError as error:
            log.info("an answer in a direct message was not deleted: %s", error)

    async def _is_superseded(self, raw: Interaction, table_id: int) -> bool:
        """Return whether the member has opened the hand again after this interaction."""
        row = await self._messages.find_dm_hand(table_id, raw.user.id)
        if row is None or row.pressed <= raw.created_at.timestamp():
            return False
        await self._delete_answer(raw)
        return True

    def _row(
        self, raw: Interaction, state: TableState, seat: int, message_id: int, token: str
    ) -> DmHandRow:
        return DmHandRow(
            state.row.id,
            raw.user.id,
            seat,
            raw.channel_id or 0,
            message_id,
            state.row.seq,
            self._bot.clock(),
            current_language(),
            token=token,
            pressed=raw.created_at.timestamp(),
        )

    async def _replace(self, row: DmHandRow) -> None:
        """Save a shown hand, and delete the message that it replaces."""
        try:
            stale = await self._messages.save_dm_hand(row)
            if stale is not None:
                await self._bot.services.calls.delete_stale(stale)
        except NotSaved as error:  # changes do not reach this message; nothing else is lost
            log.warning("table %d: a DM hand will not be updated: %s", row.table_id, error)

    async def _delete_message(self, row: DmHandRow, *, tries: int = 1) -> None:
        """Delete a message. If that fails, the table retires it later as a stale message."""
        for _ in range(tries):
            try:
                await request(self._bot, self._message(row).delete())
            except MessageGone:
                return
            except (DeliveryError, discord.HTTPException) as error:
                log.info("table %d: a DM hand was not deleted: %s", row.table_id, error)
            else:
                return
        await self._messages.mark_stale(row.table_id, row.channel_id, row.message_id)

    # ---- edits without an interaction

    async def push(self, state: TableState, seats: tuple[int, ...]) -> None:
        """Schedule edits of the DM hands of these seats, and return at once.

        Also schedules the closing of hands: all hands of a game that is over, and those of members
        who have lost the seat.
        """
        # Read with the state. A hand that is sent later compares its state with the newest one.
        if not state.row.has_dm_hands:
            return
        for row in await self._messages.dm_hands(state.row.id):
            if self._is_over(state, row) or (row.seat in seats and self._is_due(state, row)):
                self._schedule(row)

    def _is_due(self, state: TableState, row: DmHandRow) -> bool:
        """Return whether to edit a hand at once. Otherwise `poll` shows the change later.

        True after the end of a round, and for 14 minutes after a press.
        """
        is_round_over = state.round_start > row.seq
        return not row.call and (
            is_round_over or row.pressed > self._bot.clock() - TOKEN_USE_SECONDS
        )

    @staticmethod
    def _is_over(state: TableState, row: DmHandRow) -> bool:
        is_ended = state.row.status is not TableStatus.PLAYING and not state.row.is_private
        has_seat = state.seat_of(row.user_id) == row.seat
        return is_ended or not has_seat or is_seat_taken_over(state, row.user_id)

    async def poll(self) -> None:
        """Schedule edits of outdated DM hands, and the closing of hands of games that are over.

        Does so at most once a minute.
        """
        now = self._bot.clock()
        if now < self._polled + POLLED:
            return
        self._polled = now
        times = DmHandTimes(now - TOKEN_USE_SECONDS, now - FRESH_AFTER, now - EDITED_AFTER)
        rows = await self._messages.outdated_dm_hands(times, MAX_ROWS)
        ids = {row.table_id for row in rows}
        ours = await owned_tables(self._bot.ownership, self._bot.database.tables, sorted(ids))
        for row in rows:
            if row.table_id in ours:
                self._schedule(row)

    def _schedule(self, row: DmHandRow) -> None:
        key = ("dm_hand", row.table_id, row.user_id)
        failed = partial(log_failed_push, row.table_id)
        self._bot.retry_queue.soon(key, partial(self._refresh, row.table_id, row.user_id), failed)

    async def _catch_up(self, shown: TableState, row: DmHandRow) -> None:
        """Schedule an edit if the table has changed while a hand was sent."""
        if (await self._sessions.newest(shown)).game.seq > shown.game.seq:
            self._schedule(row)

    async def _refresh(self, table_id: int, user_id: int) -> None:
        """Show the newest state on a DM hand, or close it."""
        async with self.lock(table_id, user_id):
            row = await self._messages.find_dm_hand(table_id, user_id)
            if row is not None:
                with use_language(await self._language(row)):
                    await self._refresh_row(row)

    async def _language(self, row: DmHandRow) -> str:
        """Return the language of a message. A reminder's row has none."""
        if row.language:
            return row.language
        table = await self._bot.database.tables.get(row.table_id)
        return await self._bot.languages.of_member(table.guild_id, row.user_id)

    async def _refresh_row(self, row: DmHandRow) -> None:
        table = await self._bot.database.tables.get(row.table_id)
        if table.status is not TableStatus.PLAYING and not table.is_private:
            await self.close(row, await words_at_end(self._bot, table, row.user_id))
            return
        state = await self._sessions.load(row.table_id)
        if self._is_over(state, row):
            await self.close(row, words_of_lost_seat(state, row.user_id))
            return
        if row.call:  # It holds no secret, and the next reminder replaces it.
            return
        try:
            if not table.is_private:
                await self._proofs.require(table.guild_id, row.user_id)
        except (NotOnServer, ServerGone) as reason:
            await self.close(row, say(reason.key, **reason.facts))
            return
        await self._edit(row, state)

    async def _edit(self, row: DmHandRow, state: TableState) -> None:
        now = self._bot.clock()
        by_token = row.token != "" and row.pressed > now - TOKEN_USE_SECONDS
        as_of = None if by_token else now
        reply = await self._reply(state, row.seat, row.user_id, HandPage(), as_of)
        try:
            if by_token:
                await attempt_request(self._press(row).edit_original_response(**reply.edit()))
            else:
                await request(self._bot, self._message(row).edit(**reply.edit()))
        except (MessageGone, InteractionExpired) as error:
            log.info("table %d: a DM hand is gone: %s", row.table_id, error)
            await self._messages.delete_dm_hand(row)
            return
        except discord.HTTPException as error:
            if error.code != MESSAGE_TOO_OLD:
                raise
            # Discord limits edits of old messages. The next press, or the next round, shows it.
            await self._messages.mark_dm_hand_shown(row, row.seq, now)
            return
        await self._messages.mark_dm_hand_shown(row, state.row.seq, now)

    async def close(self, row: DmHandRow, words: str) -> None:
        """Replace a DM hand with words, and delete its row.

        If Discord refuses the edit, delete the message.

        Raises:
            TransientError: Discord fails. The row stays, so `poll` tries again.
        """
        edit = self._message(row).edit(view=closed_layout(words), attachments=[])
        try:
            await request(self._bot, edit)
        except TransientError:
            raise
        except (MessageGone, InteractionExpired) as error:
            log.info("table %d: a DM hand to close is gone: %s", row.table_id, error)
        except discord.HTTPException:  # such as too many edits of an old message
            await self._delete_message(row)
        await self._messages.delete_dm_hand(row)

    async def delete_all_of(self, user_id: int) -> None:
        """Delete all DM hands of a member. Call this before the erasure deletes their rows."""
        for row in await self._messages.dm_hands_of_member(user_id):
            try:
                # Twice, because a private table is erased with its stale messages.
                await self._delete_message(row, tries=2)
            except NotSaved as error:  # another process serves the table
                log.warning("table %d: an erased member's hand may stay: %s", row.table_id, error)

    # ---- what is shown

    async def _reply(
        self,
        state: TableState,
        seat: int,
        user_id: int,
        page: HandPage,
        as_of: float | None = None,
    ) -> Reply:
        state = await self._across_servers(state, user_id)
        drawn = await self._panels.draw(state, seat, user_id, page)
        await self._bot.throttle.wait(Priority.PANEL)
        below = [details_row(state.row)] if page.about else []
        return with_heading(drawn, await self._heading(state, user_id, as_of), *below)

    async def _heading(
        self, state: TableState, user_id: int, as_of: float | None
    ) -> DmHeading | None:
        row = state.row
        if row.is_private:
            return None
        name = await server_name(self._bot, row.guild_id)
        sees = self._proofs.sees(row.guild_id, user_id, row.channel_id)
        plays = self._bot.ownership.owns(row.guild_id)
        return DmHeading(row, name, sees=sees, plays=plays, as_of=as_of)

    async def _across_servers(self, state: TableState, user_id: int) -> TableState:
        """Return the state with the tables of all the member's servers that wait for them."""
        tables, may_play = self._bot.database.tables, self._proofs.may_play
        guilds = await tables.guilds_of(await tables.waiting_for_member(None, user_id))
        waiting = tuple(one for one, guild in guilds.items() if may_play(guild, user_id))
        known = {**state.circumstances.waiting, user_id: waiting}
        return replace(state, circumstances=replace(state.circumstances, waiting=known))

    # ---- pieces

    def _message(self, row: DmHandRow) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(row.channel_id)
        return channel.get_partial_message(row.message_id)

    def _press(self, row: DmHandRow) -> Interaction:
        """Return an interaction with the saved token, through which a hand can be edited.

        The interaction's own id was not saved, so it has the message's id.
        """
        data: Any = {
            "id": row.message_id,
            "type": discord.InteractionType.component.value,
            "application_id": self._bot.application_id,
            "token": row.token,
            "version": 1,
            "channel": {"id": row.channel_id, "type": discord.ChannelType.private.value},
            "attachment_size_limit": 0,
        }
        state: Any = self._bot._connection  # noqa: SLF001 - discord.py has no public way
        return discord.Interaction(data=data, state=state)

    def lock(self, table_id: int, user_id: int) -> asyncio.Lock:
        """Return the lock of a member's hand or reminder at a table.

        Hold the lock to send, edit or replace that message.
        """
        return self._locks.setdefault((table_id, user_id), asyncio.Lock())
