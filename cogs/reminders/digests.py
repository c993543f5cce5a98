"""Digests: what one message tells a member of all their tables, at the hour they have chosen.

It is due by a row of the store. In the commit that sees to it the next one becomes due, and the
message is in the outbox of the table that has waited longest, whose queue words and sends it, as a
nudge. By direct message one tells of every server; in a thread nobody reads of another server.
Where a thread will not have it, that of the next table that waits there says it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import is_transient
from cogs.game.deadlines import HURRIED_PACES, PACES
from cogs.game.quiet_hours import end_of_quiet_hours, next_digest
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.narration.table_words import deadline_timestamp, decision_in_words, game_name
from cogs.reminders.messenger import MemberMessenger, MemberNotice
from cogs.ui.texts import channel_of_table, link_to_table, say
from data.models.deadlines import OpenDecision, WaitingDecision
from data.models.messages import DIGEST_PREFIX, MessageDraft, PendingMessage
from render.text.catalogue import use_language

MOST: Final = 1900
"""Characters of a digest, of the 2,000 that Discord takes."""
BY_THREAD: Final = ".thread"
"""How the name of a message ends that goes to its thread, whatever way its member has chosen."""


class DigestService:
    """The digests of one bot's members."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, mail: MemberMessenger) -> None:
        self._bot = bot
        self._people = bot.database.members
        self._reminders = bot.database.reminders
        self._messages = bot.database.messages
        self._tables = tables
        self._mail = mail

    async def begin(self, user_id: int, now: float) -> None:
        """See to a digest that is due: note its messages, none where nothing waits."""
        wish = await self._people.reminder_preferences(user_id)
        at = end_of_quiet_hours(wish, now)
        if at > now:
            await self._messages.create_digest(user_id, wish.digest_due, at, ())
            return
        waiting = await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
        anchors = waiting[:1] if wish.way == "direct" else of_each_server(waiting)
        drafts = [draft(one, now) for one in anchors]
        then = next_digest(wish, now)
        await self._messages.create_digest(user_id, wish.digest_due, then, drafts)

    async def send(self, live: TableState, post: PendingMessage) -> None:
        """Send a digest; where nothing waits for its member any more, it is not needed."""
        seat, *how = post.what.removeprefix(DIGEST_PREFIX).split(".")
        driver, wish = live.player(int(seat)), live.chosen(int(seat)).preference
        if driver.kind != "member" or driver.user_id is None or wish.way == "none":
            await self._messages.delete_pending(post)
        elif end_of_quiet_hours(wish, self._bot.clock()) > self._bot.clock():
            return
        elif wish.way == "direct" and not how:
            await self._directly(live, post, driver.user_id)
        else:
            await self._in_thread(live, post, driver.user_id)

    async def _directly(self, live: TableState, post: PendingMessage, user_id: int) -> None:
        """Tell of all tables; who takes no direct message finds each server's in a thread of it."""
        with use_language(await self._bot.languages.of_member(live.row.guild_id, user_id)):
            words = await self._words(post, user_id, None)
        if words is None:
            await self._messages.delete_pending(post)
        elif not await self._mail.directly(live, user_id, notice(post), words):
            waiting = of_each_server(
                await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
            )
            noted = await self._instead(post, waiting)
            for one in noted:
                if one.table_id == live.row.id:
                    await self._in_thread(live, one, user_id)

    async def _in_thread(self, live: TableState, post: PendingMessage, user_id: int) -> None:
        """Tell of the tables of one server, in a thread of it."""
        guild_id = live.row.guild_id
        with use_language(await self._bot.languages.of_server(guild_id)):
            words = await self._words(post, user_id, guild_id)
        if words is None:
            await self._messages.delete_pending(post)
            return
        try:
            await self._mail.in_thread(live, user_id, notice(post), words)
        except discord.HTTPException as error:
            if not is_transient(error):
                await self._hand_on(live, post, user_id)
            raise  # the table has its trouble all the same

    async def _hand_on(self, live: TableState, post: PendingMessage, user_id: int) -> None:
        """Let the next table that waits on the server say it, in another place, if there is one."""
        under_way = await self._messages.find_pending(post.table_id, post.what)
        if under_way is None or under_way.tried:  # it may be there, and is not said twice
            return
        waiting = await self._reminders.waiting_decisions(user_id, HURRIED_PACES)
        here = [one for one in waiting if one.guild_id == live.row.guild_id]
        tables = [one.table_id for one in here]
        before = tables.index(live.row.id) + 1 if live.row.id in tables else 0
        others = [one for one in here[before:] if one.place != channel_of_table(live.row)]
        if others:
            await self._instead(post, others[:1])

    async def _instead(
        self, post: PendingMessage, waiting: Iterable[WaitingDecision]
    ) -> tuple[PendingMessage, ...]:
        """Let these tables say it, each in its thread."""
        drafts = [draft(one, float(post.value or 0), BY_THREAD) for one in waiting]
        return await self._messages.replace_pending(post, drafts)

    async def _words(self, post: PendingMessage, user_id: int, guild_id: int | None) -> str | None:
        """What it says of one server, or of all; None where nothing waits any more."""
        lines = await self._lines(user_id, guild_id)
        return digest(user_id, post, lines) if lines else None

    async def _lines(self, user_id: int, guild_id: int | None) -> list[str]:
        """A line for each table that waits for a member, on one server or on all."""
        found = []
        for one in await self._reminders.waiting_decisions(user_id, HURRIED_PACES):
            if guild_id in {None, one.guild_id}:
                found += await self._line(one)
        return found

    async def _line(self, one: WaitingDecision) -> list[str]:
        """The line of a table, if it waits still."""
        try:
            live = await self._tables.load(one.table_id)
        except Refusal:  # it has ended since
            return []
        wait = live.wait(one.seat)
        return [] if wait is None else [line(live, wait)]


def notice(post: PendingMessage) -> MemberNotice:
    """The digest as it is sent."""
    return MemberNotice("digest", post.what, value=post.value)


def draft(one: WaitingDecision, at: float, how: str = "") -> MessageDraft:
    """The message of a digest that was due then, at the table where it is sent from."""
    return MessageDraft(
        one.table_id, f"{DIGEST_PREFIX}{one.seat}{how}", one.place, value=str(at), tried=False
    )


def of_each_server(waiting: Iterable[WaitingDecision]) -> Sequence[WaitingDecision]:
    """What has waited longest on each server."""
    first: dict[int, WaitingDecision] = {}
    for one in waiting:
        first.setdefault(one.guild_id, one)
    return tuple(first.values())


def line(live: TableState, wait: OpenDecision) -> str:
    """One table: the game, the round, what is needed, until when, and where."""
    return say(
        "digest.line",
        game=game_name(live),
        round=live.view(None).round,
        what=decision_in_words(live, wait.seat),
        until=deadline_timestamp(wait.deadline) if PACES[live.row.pace].reminds else "",
        link=link_to_table(live.row),
    )


def digest(user_id: int, post: PendingMessage, lines: list[str]) -> str:
    """The whole message; what does not fit is in `/tables`."""
    at = round(float(post.value or 0))
    heading = say("digest.heading", who=f"<@{user_id}>", at=at)
    room, shown = MOST - len(heading), 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = [say("digest.more", n=len(lines) - shown)] if shown < len(lines) else []
    return "\n".join([heading, *lines[:shown], *more])
