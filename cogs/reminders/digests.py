"""Digests. One message tells a member about all tables that wait for them, at a chosen hour.

A digest is a pending message of one of these tables. A direct message covers every guild, a message
in a thread only that guild. `data.deadlines` says when a digest is due. `messenger` sends it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import is_transient
from cogs.game.deadlines import HURRIED_PACES
from cogs.game.quiet_hours import end_of_quiet_hours, next_digest
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.narration.table_words import decision_facts
from cogs.reminders.messenger import MemberMessenger, MemberNotice
from cogs.ui.texts import channel_of_table, say
from data.models.deadlines import OpenDecision, WaitingDecision
from data.models.messages import DIGEST_PREFIX, MessageDraft, PendingMessage
from render.text.catalogue import use_language

MOST: Final = 1900
"""Maximum characters of a digest. Discord's limit is 2,000."""
BY_THREAD: Final = ".thread"
"""Suffix of a pending digest's name: send it to the thread, whatever the member prefers."""


class DigestService:
    """Creates and sends the digests of one bot's members."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, messenger: MemberMessenger) -> None:
        self._bot = bot
        self._members = bot.database.members
        self._reminders = bot.database.reminders
        self._messages = bot.database.messages
        self._sessions = tables
        self._messenger = messenger

    async def begin(self, user_id: int, now: float) -> None:
        """Turn a due digest into pending messages, and schedule the next digest.

        If no table waits, it creates no message. During quiet hours it only postpones the digest.
        """
        preferences = await self._members.reminder_preferences(user_id)
        at = end_of_quiet_hours(preferences, now)
        if at > now:
            # The write fails if `digest_due` has changed: another process may have begun this
            # digest.
            await self._messages.create_digest(user_id, preferences.digest_due, at, ())
            return
        waiting = await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
        chosen = waiting[:1] if preferences.way == "direct" else of_each_server(waiting)
        drafts = [draft(decision, now) for decision in chosen]
        then = next_digest(preferences, now)
        await self._messages.create_digest(user_id, preferences.digest_due, then, drafts)

    async def send(self, state: TableState, post: PendingMessage) -> None:
        """Send a pending digest. If its member no longer wants or needs the digest, delete it.

        During quiet hours the message stays pending.

        Raises:
            discord.HTTPException: Discord did not accept the message.
        """
        seat, *how = post.what.removeprefix(DIGEST_PREFIX).split(".")
        player, preferences = state.player(int(seat)), state.member_state(int(seat)).preference
        if player.kind != "member" or player.user_id is None or preferences.way == "none":
            await self._messages.delete_pending(post)
        elif end_of_quiet_hours(preferences, self._bot.clock()) > self._bot.clock():
            return
        elif preferences.way == "direct" and not how:
            await self._directly(state, post, player.user_id)
        else:
            await self._in_thread(state, post, player.user_id)

    async def _directly(self, state: TableState, post: PendingMessage, user_id: int) -> None:
        """Send the member's list of all tables by direct message.

        If the member does not accept direct messages, send a digest for each guild in a thread of
        that guild.
        """
        letter = None
        if await self._lines(user_id, None):
            with use_language(await self._bot.languages.of_member(state.row.guild_id, user_id)):
                notice = heading(user_id, post)
                letter = {"view": await self._bot.services.my_tables.digest(user_id, notice)}
        if letter is None:
            await self._messages.delete_pending(post)
        elif not await self._messenger.directly(state, user_id, digest_notice(post), letter):
            waiting = of_each_server(
                await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
            )
            noted = await self._instead(post, waiting)
            for decision in noted:
                if decision.table_id == state.row.id:
                    await self._in_thread(state, decision, user_id)

    async def _in_thread(self, state: TableState, post: PendingMessage, user_id: int) -> None:
        """Send the digest of one guild in the thread of a table there."""
        guild_id = state.row.guild_id
        with use_language(await self._bot.languages.of_server(guild_id)):
            text = await self._words(post, user_id, guild_id)
        if text is None:
            await self._messages.delete_pending(post)
            return
        try:
            await self._messenger.in_thread(state, user_id, digest_notice(post), text)
        except discord.HTTPException as error:
            if not is_transient(error):
                await self._hand_on(state, post, user_id)
            raise  # the repaint queue must count the failure and back off

    async def _hand_on(self, state: TableState, post: PendingMessage, user_id: int) -> None:
        """Move the digest to the guild's next waiting table that is in another channel."""
        under_way = await self._messages.find_pending(post.table_id, post.what)
        # If it was tried, the message may be in the thread. A second message would notify the
        # member twice.
        if under_way is None or under_way.tried:
            return
        waiting = await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
        here = [decision for decision in waiting if decision.guild_id == state.row.guild_id]
        tables = [decision.table_id for decision in here]
        before = tables.index(state.row.id) + 1 if state.row.id in tables else 0
        others = [
            decision for decision in here[before:] if decision.place != channel_of_table(state.row)
        ]
        if others:
            await self._instead(post, others[:1])

    async def _instead(
        self, post: PendingMessage, waiting: Iterable[WaitingDecision]
    ) -> tuple[PendingMessage, ...]:
        """Replace a pending digest with several: one for the thread of each of these tables."""
        drafts = [draft(decision, float(post.value or 0), BY_THREAD) for decision in waiting]
        return await self._messages.replace_pending(post, drafts)

    async def _words(self, post: PendingMessage, user_id: int, guild_id: int | None) -> str | None:
        """Return the text of the digest for one guild, or for all guilds (None).

        Returns None if no table waits for the member any longer.
        """
        lines = await self._lines(user_id, guild_id)
        return digest(user_id, post, lines) if lines else None

    async def _lines(self, user_id: int, guild_id: int | None) -> list[str]:
        found = []
        for decision in await self._reminders.waiting_decisions(user_id, HURRIED_PACES):
            if guild_id in {None, decision.guild_id}:
                found += await self._line(decision)
        return found

    async def _line(self, decision: WaitingDecision) -> list[str]:
        try:
            state = await self._sessions.load(decision.table_id)
        except Refusal:  # the table has ended since the query
            return []
        current = state.open_decision(decision.seat)
        return [] if current is None else [line(state, current)]


def digest_notice(post: PendingMessage) -> MemberNotice:
    return MemberNotice("digest", post.what, value=post.value)


def draft(decision: WaitingDecision, at: float, how: str = "") -> MessageDraft:
    """Return the pending message of a digest.

    Args:
        decision: A decision at the table to which the digest belongs.
        at: When the digest was due, in UTC epoch seconds.
        how: `BY_THREAD`, or "" for the channel that the member prefers.
    """
    return MessageDraft(
        decision.table_id,
        f"{DIGEST_PREFIX}{decision.seat}{how}",
        decision.place,
        value=str(at),
        tried=False,
    )


def of_each_server(waiting: Iterable[WaitingDecision]) -> Sequence[WaitingDecision]:
    """Return the first decision of each guild.

    If the input is sorted by age, that is the oldest.
    """
    first: dict[int, WaitingDecision] = {}
    for decision in waiting:
        first.setdefault(decision.guild_id, decision)
    return tuple(first.values())


def line(state: TableState, decision: OpenDecision) -> str:
    """Return the line of one table: its game, round, pending decision, deadline and link."""
    return say("digest.line", **decision_facts(state, decision))


def heading(user_id: int, post: PendingMessage) -> str:
    """Return the first line of a digest."""
    return say("digest.heading", who=f"<@{user_id}>", at=round(float(post.value or 0)))


def digest(user_id: int, post: PendingMessage, lines: list[str]) -> str:
    """Return the text of a digest.

    Lines that do not fit are only counted, and `/tables` lists them.
    """
    first = heading(user_id, post)
    room, shown = MOST - len(first), 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = [say("digest.more", n=len(lines) - shown)] if shown < len(lines) else []
    return "\n".join([first, *lines[:shown], *more])
