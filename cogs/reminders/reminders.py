"""`ReminderService`: notifies each member who must decide, once.

An open decision has the times `tell` and `remind`, at which a reminder is due. The reminder is
pending while the outbox has its message. After the message is sent, one commit stores its id and
clears that time. Digests are in `digests`, and the ways to reach a member in `messenger`.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Letter
from cogs.delivery.request import DISCORD_ERRORS
from cogs.game.deadlines import goes_into_digest, may_notify_from
from cogs.game.quiet_hours import end_of_quiet_hours
from cogs.game.sessions import TableSessions, TableWithMessages
from cogs.game.state import TableState, is_paused, paused_until
from cogs.narration.table_words import decision_facts
from cogs.reminders.digests import DigestService
from cogs.reminders.mailboxes import DirectMessagesDelayed
from cogs.reminders.messenger import MemberMessenger, MemberNotice, allow_mentions
from cogs.ui.texts import escaped_name, say
from data.models.deadlines import OpenDecision, Reminder
from data.models.messages import DIGEST_PREFIX, MessageState, PendingMessage, ReminderOfSeat
from data.models.tables import TableStatus

log = logging.getLogger(__name__)

PATIENCE: Final = 60.0
"""Seconds that the table's message has to notify a player, before a separate reminder does."""


class ReminderService:
    """Sends the reminders, nudges and digests of one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions) -> None:
        self._bot = bot
        self._reminders = bot.database.reminders
        self._messages = bot.database.messages
        self._sessions = tables
        self._messenger = MemberMessenger(bot)
        self._digests = DigestService(bot, tables, self._messenger)
        self.read: dict[int, TableWithMessages] = {}
        """Tables that the publisher has just read, by id. `send` takes them out."""

    def by_table(self, state: TableState) -> tuple[ReminderOfSeat, ...]:
        """Return the reminders that the table's message would cover now.

        The message mentions their members.
        """
        due = (
            decision
            for decision in state.circumstances.open_decisions
            if self._is_due(state, decision, "thread")
        )
        return tuple(("tell", decision.seat, decision.seq) for decision in due)

    async def due(self, now: float) -> tuple[int, ...]:
        """Begin the digests that are due. Return the ids of the tables with a due reminder.

        `now` is in UTC epoch seconds.
        """
        for user_id in await self._reminders.members_with_due_digest(now):
            try:
                await self._digests.begin(user_id, now)
            except Exception:  # so that other members' digests begin; this one stays due
                log.exception("a member's digest could not begin")
        return await self._reminders.tables_to_remind(now, patience=PATIENCE)

    async def send(self, table_id: int) -> None:
        """Send everything that is due or pending at a table.

        Raises:
            discord.HTTPException: The first failure. This error is raised only after all messages
                were tried.
        """
        shown = self.read.pop(table_id, None)
        # Read again before a message is sent: a member may have moved since.
        if shown is None or self._has_messages(shown):
            shown = await self._sessions.load_with_messages(table_id)
        if shown is None or shown.state is None or shown.row.status is not TableStatus.PLAYING:
            await self._drop(shown)
            return
        state, posts = shown.state, shown.messages
        sends = [
            partial(self._send_reminder, state, reminder)
            for reminder in self._due_reminders(state, posts.post("table"))
        ]
        sends += [partial(self._nudge, state, post) for post in await self._nudges(state, posts)]
        digests = [post for post in posts.posts if post.what.startswith(DIGEST_PREFIX)]
        sends += [partial(self._digests.send, state, post) for post in digests]
        errors = []
        for send in sends:
            try:
                await send()
            except DISCORD_ERRORS as error:  # so that the other members are notified
                errors.append(error)
        if errors:
            raise errors[0]

    def _has_messages(self, shown: TableWithMessages) -> bool:
        """Return whether anything is due or pending at a table."""
        state = shown.state
        is_due = state is not None and any(self._due_reminders(state, None))
        return is_due or bool(shown.messages.posts)

    async def _drop(self, shown: TableWithMessages | None) -> None:
        """Delete the nudges and digests of a table whose game is over.

        A later digest covers the member's other tables.
        """
        for post in shown.messages.posts if shown is not None else ():
            if post.what.startswith(("nudge.", DIGEST_PREFIX)):
                await self._messages.delete_pending(post)

    def _due_reminders(self, state: TableState, post: PendingMessage | None) -> Iterator[Reminder]:
        """Yield the due reminders that the table's message does not announce.

        These are reminders by direct message, and those that the table's message did not announce
        in time. `post` is the pending table message, if there is one.
        """
        if is_paused(state):
            return
        now = self._bot.clock()
        # Discord may have the pending message although its answer was lost. A reminder now could be
        # the second. The outbox searches for that message first.
        told_by_table = post is not None and post.tried
        for decision in state.circumstances.open_decisions:
            late = (
                decision.tell is not None and decision.tell <= now - PATIENCE and not told_by_table
            )
            if late or self._is_due(state, decision, "direct"):
                yield Reminder(state.row.id, decision.seat, decision.seq, "tell", now)
            if decision.remind is not None and decision.remind <= now:
                yield Reminder(state.row.id, decision.seat, decision.seq, "remind", now)

    async def _nudges(self, state: TableState, messages: MessageState) -> list[PendingMessage]:
        """Return the pending nudges.

        Also delete pending reminders of decisions that are not open.
        """
        open_decisions = {
            (decision.seat, decision.seq) for decision in state.circumstances.open_decisions
        }
        for post in messages.posts:
            if post.what.startswith(("tell.", "remind.")) and not open_decisions & decisions_in(
                post
            ):
                await self._messages.delete_pending(post)
        return [post for post in messages.posts if post.what.startswith("nudge.")]

    async def _send_reminder(self, state: TableState, reminder: Reminder) -> None:
        now, preferences = self._bot.clock(), state.member_state(reminder.seat).preference
        is_wanted = deciding_member(state, reminder.seat) is not None and preferences.way != "none"
        if not is_wanted or is_for_digest(state, reminder):
            await self._reminders.claim(
                reminder.table_id, reminder.told, reminder.seat, reminder.seq
            )
            return
        if may_notify_from(state, reminder.seat, now) > now:
            # Release for the end of the pause first: if the pause ends early, the reminder moves
            # too. Quiet hours are checked again at that time.
            still = paused_until(state, reminder.seat) or now
            at = still if still > now else end_of_quiet_hours(preferences, now)
            await self._reminders.release(replace(reminder, at=at))
            return
        in_use = await self._in_use_until(state, reminder)
        if in_use > now:
            await self._reminders.release(replace(reminder, at=in_use))
            return
        told, what = (
            (reminder.told, reminder.seat, reminder.seq),
            f"{reminder.told}.{reminder.seat}.{reminder.seq}",
        )
        notice = MemberNotice(reminder.told, what, (told,))
        try:
            await self._send_notice(state, reminder.seat, notice)
        except DirectMessagesDelayed as delayed:
            await self._reminders.release(replace(reminder, at=delayed.at))

    async def _in_use_until(self, state: TableState, reminder: Reminder) -> float:
        """Return until when a member has the hand open that a reminder would replace; or 0.

        That hand shows the new decision already.
        """
        user_id = deciding_member(state, reminder.seat)
        way = state.member_state(reminder.seat).preference.way
        if user_id is None or way != "direct" or reminder.told != "tell":
            return 0.0
        return await self._bot.services.calls.in_use_until(state.row.id, user_id)

    async def _nudge(self, state: TableState, post: PendingMessage) -> None:
        """Send a nudge. If the table no longer waits for that seat, delete the nudge."""
        _, seat, by = post.what.split(".")
        if is_paused(state) or not self._may_notify(state, int(seat)):
            await self._messages.delete_pending(post)
            return
        who = escaped_name(state.names()[int(by)])
        notice = MemberNotice("nudge", post.what, key=post.key, value=post.value, by=who)
        await self._send_notice(state, int(seat), notice)

    def _may_notify(self, state: TableState, seat: int) -> bool:
        """Return whether a seat's member must decide, and may be notified at this moment."""
        now, way = self._bot.clock(), state.member_state(seat).preference.way
        return (
            deciding_member(state, seat) is not None
            and way != "none"
            and may_notify_from(state, seat, now) <= now
        )

    async def _send_notice(self, state: TableState, seat: int, notice: MemberNotice) -> None:
        """Send a notice about the open decision of a seat. Do nothing if there is no such decision.

        Raises:
            discord.HTTPException: Neither a direct message nor a message in the thread worked.
        """
        user_id, decision = deciding_member(state, seat), state.open_decision(seat)
        if user_id is None or decision is None:
            return
        text_of = partial(reminder_text, state, notice.how, user_id, decision, by=notice.by)
        direct = partial(self._direct_reminder, state, seat, notice)
        preferences = state.member_state(seat).preference
        async with self._bot.services.calls.replacing(state.row.id, user_id):
            await self._messenger.reach(state, user_id, preferences, notice, text_of, direct)

    async def _direct_reminder(self, state: TableState, seat: int, notice: MemberNotice) -> Letter:
        view = await self._bot.services.calls.layout(state, seat, notice.how, notice.by)
        return {"view": view}

    async def call(
        self,
        state: TableState,
        user_id: int,
        what: str,
        text_of: Callable[[], str],
        direct: Callable[[], Awaitable[Letter]],
    ) -> None:
        """Send a message that is not about a turn to a member who plays or owns a seat.

        Args:
            state: The table.
            user_id: Discord id of the member.
            what: The message's name in the outbox.
            text_of: Returns the text for the thread, in the guild's language.
            direct: Returns the direct message, in the member's language.

        Raises:
            discord.HTTPException: Neither a direct message nor a message in the thread worked.
        """
        preferences, notice = state.state_of(user_id).preference, MemberNotice("call", what)
        await self._messenger.reach(state, user_id, preferences, notice, text_of, direct)

    async def directly(self, user_id: int, text: str) -> None:
        """Send a direct message that belongs to no table. If that fails, it is not sent again.

        Raises:
            DirectMessagesDelayed: Direct messages fail at present.
        """

        async def sending(channel_id: int) -> None:
            channel = self._bot.get_partial_messageable(channel_id)
            await channel.send(text, allowed_mentions=allow_mentions())

        await self._bot.services.mailboxes.send(user_id, sending)

    def _is_due(self, state: TableState, decision: OpenDecision, way: str) -> bool:
        now, preferences = self._bot.clock(), state.member_state(decision.seat).preference
        if (
            decision.tell is None
            or decision.tell > now
            or deciding_member(state, decision.seat) is None
        ):
            return False
        is_awake = may_notify_from(state, decision.seat, now) <= now
        return (
            preferences.way == way
            and is_awake
            and not goes_into_digest(preferences, state.row.pace)
        )


def is_for_digest(state: TableState, reminder: Reminder) -> bool:
    """Return whether the member's digest covers a reminder.

    The last reminder before a deadline is never part of a digest.
    """
    decision = state.open_decision(reminder.seat)
    is_last = reminder.told == "remind" and decision is not None and decision.again is None
    return (
        goes_into_digest(state.member_state(reminder.seat).preference, state.row.pace)
        and not is_last
    )


def decisions_in(post: PendingMessage) -> set[tuple[int, int]]:
    """Return the seats and log entries of the decisions that a message covers."""
    return {(seat, seq) for _, seat, seq in post.told}


def deciding_member(state: TableState, seat: int) -> int | None:
    """Return the Discord id of the member who plays a seat and must decide now, or None."""
    player = state.player(seat)
    return player.user_id if player.kind == "member" and seat in state.deciding() else None


def reminder_text(
    state: TableState, how: str, user_id: int, decision: OpenDecision, **more: str
) -> str:
    """Return the text of a reminder: game, round, pending decision, deadline and link.

    Args:
        state: The table.
        how: The kind of reminder, as in the message catalogue: "tell", "remind" or "nudge".
        user_id: The member to mention.
        decision: The decision for which the table waits.
        more: Further facts of the text. A nudge needs `by`.
    """
    return say(
        f"clock.{how}",
        who=f"<@{user_id}>",
        **decision_facts(state, decision),
        **more,
    )
