"""Pings: who is told that a decision is theirs, how, and never twice.

due           `tell` or `remind` of the decision's row in the store has come; a nudge is in the
              outbox before it is sent
sent-unknown  a message that tells it is in the outbox: it is looked for before it is sent again
sent          the store has taken `tell` or `remind` away, in the commit that noted the message

A ping goes to the one who decides, and to nobody else. One task at a time works on a table.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.request import DISCORD_ERRORS
from cogs.game.deadlines import PACES, goes_into_digest, may_notify_from
from cogs.game.quiet_hours import end_of_quiet_hours
from cogs.game.sessions import TableSessions, TableWithMessages
from cogs.game.state import TableState, is_paused, paused_until
from cogs.narration.table_words import deadline_timestamp, decision_in_words, game_name
from cogs.reminders.digests import DigestService
from cogs.reminders.messenger import MemberMessenger, MemberNotice, allow_mentions
from cogs.ui.texts import escaped_name, link_to_table, say
from data.models.deadlines import OpenDecision, Reminder
from data.models.messages import DIGEST_PREFIX, MessageState, PendingMessage, ReminderOfSeat
from data.models.tables import TableStatus

log = logging.getLogger(__name__)

PATIENCE: Final = 60.0
"""Seconds that the table message has to tell whose turn it is, before a ping of its own does."""


class ReminderService:
    """Everything that notifies anybody, for one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions) -> None:
        self._bot = bot
        self._due = bot.database.reminders
        self._messages = bot.database.messages
        self._tables = tables
        self._mail = MemberMessenger(bot)
        self._digests = DigestService(bot, tables, self._mail)

    def by_table(self, live: TableState) -> tuple[ReminderOfSeat, ...]:
        """The decisions whose members the table message tells of them, as it is posted now."""
        due = (
            wait for wait in live.circumstances.open_decisions if self._is_due(live, wait, "thread")
        )
        return tuple(("tell", wait.seat, wait.seq) for wait in due)

    async def due(self, now: float) -> tuple[int, ...]:
        """The tables where somebody must be told something now; digests that are due begin."""
        for user_id in await self._due.members_with_due_digest(now):
            try:
                await self._digests.begin(user_id, now)
            except Exception:  # one member's digest is nobody else's trouble; it stays due
                log.exception("a member's digest could not begin")
        return await self._due.tables_to_remind(now, patience=PATIENCE)

    async def send(self, table_id: int) -> None:
        """Say what is to be said at a table now. Raises the first thing that Discord raised."""
        shown = await self._tables.on_show(table_id)
        if shown is None or shown.live is None or shown.row.status is not TableStatus.PLAYING:
            await self._drop(shown)
            return
        live, posts = shown.live, shown.messages
        works = [partial(self._say, live, ping) for ping in self._pings(live, posts.post("table"))]
        works += [partial(self._nudge, live, post) for post in await self._nudges(live, posts)]
        digests = [post for post in posts.posts if post.what.startswith(DIGEST_PREFIX)]
        works += [partial(self._digests.send, live, post) for post in digests]
        troubles = []
        for work in works:
            try:
                await work()
            except DISCORD_ERRORS as error:  # who cannot be told keeps nobody else from it
                troubles.append(error)
        if troubles:
            raise troubles[0]

    async def _drop(self, shown: TableWithMessages | None) -> None:
        """Nothing is waited for at a table that is over; the next digest tells of the others."""
        for post in shown.messages.posts if shown is not None else ():
            if post.what.startswith(("nudge.", DIGEST_PREFIX)):
                await self._messages.delete_pending(post)

    def _pings(self, live: TableState, post: PendingMessage | None) -> Iterator[Reminder]:
        """What is due: what only a direct message says, and what the table did not say in time.

        `post` is the table message that is under way.
        """
        if is_paused(live):
            return
        now = self._bot.clock()
        told_by_table = post is not None and post.tried  # perhaps; its answer tells
        for wait in live.circumstances.open_decisions:
            late = wait.tell is not None and wait.tell <= now - PATIENCE and not told_by_table
            if late or self._is_due(live, wait, "direct"):
                yield Reminder(live.row.id, wait.seat, wait.seq, "tell", now)
            if wait.remind is not None and wait.remind <= now:
                yield Reminder(live.row.id, wait.seat, wait.seq, "remind", now)

    async def _nudges(self, live: TableState, messages: MessageState) -> list[PendingMessage]:
        """The nudges under way; what told of decisions that are made by now is forgotten."""
        waits = {(wait.seat, wait.seq) for wait in live.circumstances.open_decisions}
        for post in messages.posts:
            if post.what.startswith(("tell.", "remind.")) and not waits & decisions_in(post):
                await self._messages.delete_pending(post)
        return [post for post in messages.posts if post.what.startswith("nudge.")]

    async def _say(self, live: TableState, ping: Reminder) -> None:
        now, wish = self._bot.clock(), live.chosen(ping.seat).preference
        is_told = deciding_member(live, ping.seat) is not None and wish.way != "none"
        if not is_told or is_for_digest(live, ping):
            await self._due.claim(ping.table_id, ping.told, ping.seat, ping.seq)
            return
        if may_notify_from(live, ping.seat, now) > now:
            # A pause moves it along when it ends early; the night after it is looked at by then.
            still = paused_until(live, ping.seat) or now
            at = still if still > now else end_of_quiet_hours(wish, now)
            await self._due.release(replace(ping, at=at))
            return
        told, what = (ping.told, ping.seat, ping.seq), f"{ping.told}.{ping.seat}.{ping.seq}"
        await self._tell(live, ping.seat, MemberNotice(ping.told, what, (told,)))

    async def _nudge(self, live: TableState, post: PendingMessage) -> None:
        """Send a nudge; at a table that does not wait for that seat by now, it is not needed."""
        _, seat, by = post.what.split(".")
        if is_paused(live) or not self._wants_to_hear(live, int(seat)):
            await self._messages.delete_pending(post)
            return
        who = escaped_name(live.player(int(by)).name)
        said = MemberNotice("nudge", post.what, key=post.key, value=post.value, by=who)
        await self._tell(live, int(seat), said)

    def _wants_to_hear(self, live: TableState, seat: int) -> bool:
        """Whether whoever has to decide may be called now; they may have gone to sleep, or away."""
        now, way = self._bot.clock(), live.chosen(seat).preference.way
        return (
            deciding_member(live, seat) is not None
            and way != "none"
            and may_notify_from(live, seat, now) <= now
        )

    async def _tell(self, live: TableState, seat: int, said: MemberNotice) -> None:
        """Say something to whoever plays a seat, by direct message or in the thread, as they chose.

        Raises `discord.HTTPException` when it can be said in neither place.
        """
        user_id, wait = deciding_member(live, seat), live.wait(seat)
        if user_id is None or wait is None:
            return
        words_of = partial(reminder_text, live, said.how, user_id, wait, by=said.by)
        await self._mail.reach(live, user_id, live.chosen(seat).preference, said, words_of)

    async def call(
        self, live: TableState, seat: int, what: str, words_of: Callable[[], str]
    ) -> None:
        """Say something that is no turn to whoever's seat it is, by the way they chose.

        `what` it is called in the outbox; `words_of` is asked in their language.
        Raises `discord.HTTPException` when it can be said in neither place.
        """
        wish, said = live.chosen(seat).preference, MemberNotice("call", what)
        await self._mail.reach(live, live.member(seat), wish, said, words_of)

    async def directly(self, user_id: int, text: str) -> None:
        """Send a direct message of no table. Raises `discord.HTTPException`."""
        channel = await self._bot.create_dm(discord.Object(user_id))
        await channel.send(text, allowed_mentions=allow_mentions())

    def _is_due(self, live: TableState, wait: OpenDecision, way: str) -> bool:
        now, wish = self._bot.clock(), live.chosen(wait.seat).preference
        if wait.tell is None or wait.tell > now or deciding_member(live, wait.seat) is None:
            return False
        is_awake = may_notify_from(live, wait.seat, now) <= now
        return wish.way == way and is_awake and not goes_into_digest(wish, live.row.pace)


def is_for_digest(live: TableState, ping: Reminder) -> bool:
    """Whether the digest of a seat's member tells it: all but the last reminder."""
    wait = live.wait(ping.seat)
    is_last = ping.told == "remind" and wait is not None and wait.again is None
    return goes_into_digest(live.chosen(ping.seat).preference, live.row.pace) and not is_last


def decisions_in(post: PendingMessage) -> set[tuple[int, int]]:
    """Seats and entries of the decisions that a message tells of."""
    return {(seat, seq) for _, seat, seq in post.told}


def deciding_member(live: TableState, seat: int) -> int | None:
    """The id of the member who plays a seat and has to decide now; None for anybody else."""
    driver = live.player(seat)
    return driver.user_id if driver.kind == "member" and seat in live.deciding() else None


def reminder_text(live: TableState, how: str, user_id: int, wait: OpenDecision, **more: str) -> str:
    """What a ping says: the game, the round, what is needed, until when, and where."""
    return say(
        f"clock.{how}",
        who=f"<@{user_id}>",
        game=game_name(live),
        round=live.view(None).round,
        what=decision_in_words(live, wait.seat),
        until=deadline_timestamp(wait.deadline) if PACES[live.row.pace].reminds else "",
        link=link_to_table(live.row),
        **more,
    )
