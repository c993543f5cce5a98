"""`VoteService`: opens votes, takes answers, closes votes whose time is over, shows their messages.

The rules (who votes, what silence means, what a result does) are in `data.tables.vote_decisions`.
The layout and the notifications are in `message`.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import discord
from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_MESSAGE
from cogs.game.deadlines import CLOCK_TOLERANCE, PACES
from cogs.game.permissions import MAX_GAMES_PER_MEMBER, may_ask
from cogs.game.seat_changes import SeatChanges
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.reminders.messenger import allow_mentions
from cogs.reminders.reminders import ReminderService
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.texts import channel_of_table
from cogs.votes.message import VoteNotifications, all_notifiable_from, direct_layout, vote_layout
from cogs.votes.visibility import VoteVisibility
from data.models.messages import VOTE_PREFIX, MessageDraft
from data.models.tables import Player, TableRow, TableStatus
from data.models.votes import NewVote, Vote, VoteKind

log = logging.getLogger(__name__)
REFUSED: Final = {"end": "vote.refused.not_owner"}
"""Catalogue keys that say why a member may not ask. Other questions have one common key."""


class VoteService:
    """The votes of one bot's tables.

    `moved` is called with each table where a vote was opened or decided.

    Invariant: silence decides nothing until the bot has found the vote's message in its channel. So
    nobody gains a yes by deleting the message or the thread.
    """

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        seats: SeatChanges,
        reminders: ReminderService,
        moved: Callable[[TableRow], None],
    ) -> None:
        database = bot.database
        self.notifications = VoteNotifications(bot, reminders)
        self._bot = bot
        self._rows = database.tables
        self._votes = database.votes
        self._tables = tables
        self._seats = seats
        self._moved = moved
        self._outbox = Outbox(bot)
        self._visibility = VoteVisibility(bot)
        # `show` runs after every move, and few tables have a vote. This cache saves the queries. It
        # starts empty, so after a restart every table is queried once.
        self._without_votes: set[int] = set()

    async def ask(
        self,
        table_id: int,
        kind: VoteKind,
        asker: int,
        seat: int | None = None,
        candidate: Player | None = None,
    ) -> Vote:
        """Open a vote. If the asker is one of the voters, their request counts as a yes.

        Args:
            table_id: The table that votes.
            kind: "hold", "seat" or "end". `data.tables.vote_decisions` says what each one decides.
            asker: Discord id of the member who asks.
            seat: The seat in question. None for a vote to end the game.
            candidate: The member who wants the seat. None except for a vote on a substitute.

        Returns:
            The committed vote. Its `verdict` is set if nobody else had to be asked.

        Raises:
            Refusal: This question cannot be asked now. The refusal says why.
        """
        # One lock around load, commit and `_finish`, which compares the seats with `state`. Without
        # it, a seat change by another member in between would count as this vote's, and its turn
        # would start twice.
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            if not may_ask(state, kind, asker, seat, self._bot.clock()):
                raise Refusal(REFUSED.get(kind, "lobby.refused.stale"))
            seconds = PACES[state.row.pace].vote
            new_vote = NewVote(
                table_id, kind, asker, seat, seconds, state.round_start, candidate=candidate
            )
            new_vote = replace(
                new_vote, heard=all_notifiable_from(state, new_vote, self._bot.clock())
            )
            result = await self._votes.open(new_vote, MAX_GAMES_PER_MEMBER)
            # Only after the COMMIT. A concurrent `show` that read no vote would otherwise put the
            # table back into the cache, and nobody would see the vote until a restart.
            self._without_votes.discard(table_id)
            return await self._finish(state, result)

    async def answer(self, table_id: int, number: int, user_id: int, *, yes: bool) -> Vote:
        """Record a member's answer. While the vote is open, a later answer replaces an earlier one.

        Args:
            table_id: The table that votes.
            number: The vote's number, from the custom id of the button.
            user_id: Discord id of the member who answers.
            yes: The answer.

        Returns:
            The committed vote. Its `verdict` is set if this answer decided it.

        Raises:
            Refusal: The vote is closed, or the member is not asked.
        """
        # Locked for the reason given in `ask`.
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            result = await self._votes.cast(
                table_id, number, user_id, MAX_GAMES_PER_MEMBER, yes=yes
            )
            return await self._finish(state, result)

    async def direct_layout(self, vote: Vote, user_id: int) -> ui.LayoutView:
        """Return the message of a vote, as it is now, for the direct messages of a voter."""
        state = await self._load_state(await self._rows.get(vote.table_id))
        return await direct_layout(self._bot, state, vote, user_id)

    async def tables_due(self) -> tuple[int, ...]:
        """Return the ids of the tables that need `show` now because time has passed.

        At these tables a vote's deadline has passed, a voter's quiet hours have ended, or it is
        time to check who can see a vote.
        """
        overdue = await self._overdue_tables()
        # Another process may have opened the vote, on a shard that this process has just taken
        # over.
        self._without_votes.difference_update(overdue)
        now = self._bot.clock()
        return (
            *overdue,
            *self.notifications.tables_due(now),
            *self._visibility.tables_due(now),
        )

    async def check_visibility(self, guild_id: int) -> None:
        """Check who can see the open votes of a guild.

        Call this after a channel or role of the guild has changed.
        """
        for table_id in await self._votes.with_open_votes(guild_id):
            self._visibility.check_soon(table_id)
            self._moved(await self._rows.get(table_id))

    async def _overdue_tables(self) -> tuple[int, ...]:
        # Members read the deadline on Discord's clock. While our clock differs from it, no vote
        # times out: a late close harms nobody, but an early close loses a member's answer.
        if not self._bot.clock_skew.agrees():
            return ()
        return await self._votes.tables_due(self._cutoff())

    def _cutoff(self) -> float:
        # An answer that a member gave before the deadline may take seconds to reach us.
        return self._bot.clock() - CLOCK_TOLERANCE

    async def _close_decided(self, row: TableRow) -> None:
        """Close the votes that are decided by their deadline or by a change of seats.

        Raises:
            discord.HTTPException: Discord could not say whether a message exists.
        """
        # Before the lock: Discord may take seconds, and every interaction waits for the lock.
        found = await self._find_messages(row) if self._bot.clock_skew.agrees() else ()
        async with self._tables.changing(row.id):
            # Read before the close: `_continue_game` compares the new seats with these.
            row = await self._rows.get(row.id)
            if await self._votes.close_decided(row.id, MAX_GAMES_PER_MEMBER, found):
                await self._continue_game(row)

    async def _find_messages(self, row: TableRow) -> list[int]:
        """Return the message ids of overdue votes whose message is in the table's channel.

        Mark the other votes' messages as deleted. `show` posts them again, and their time starts
        again.
        """
        found = []
        for vote in await self._votes.overdue(self._cutoff(), row.id):
            if vote.message_id is not None and await self._has_message(row, vote, vote.message_id):
                found.append(vote.message_id)
            else:
                await self._votes.mark_message_deleted(vote)
        return found

    async def _has_message(self, row: TableRow, vote: Vote, message_id: int) -> bool:
        channel = self._bot.get_partial_messageable(channel_of_table(row), guild_id=row.guild_id)
        try:
            # Fetched: Discord does not report a deletion that happened while the bot was down.
            return vote.place == channel.id and bool(await channel.fetch_message(message_id))
        except discord.NotFound as error:
            _check_only_message_is_gone(error)
            return False

    async def _finish(self, state: TableState, result: Vote | str) -> Vote:
        if result == "busy":
            raise Refusal("limits.games", n=MAX_GAMES_PER_MEMBER)
        if isinstance(result, str):
            raise Refusal(f"vote.refused.{result}")
        await self._continue_game(state.row)
        return result

    async def _continue_game(self, before: TableRow) -> None:
        """Let new players decide, and report the table as changed. The caller must hold the lock.

        One answer can close several votes, even about other seats. So every seat is compared with
        `before`.
        """
        row = await self._rows.get(before.id)
        for old, new in zip(before.seats, row.seats, strict=True):
            if row.status is TableStatus.PLAYING and new != old:
                await self._seats.continue_game(row, new.seat)
        self._moved(row)

    # ---- the messages

    async def show(self, table_id: int) -> None:
        """Update the messages of a table's votes.

        Closes decided votes, posts missing messages, edits outdated ones, and notifies members. The
        repaint queue makes one call at a time for each table.

        Raises:
            discord.HTTPException: Discord refused or failed. The queue retries with back-off.
        """
        if table_id in self._without_votes:
            return
        # Added before the first query: a vote that opens during the query removes the table again.
        self._without_votes.add(table_id)
        is_finished = False
        try:
            is_finished = await self._show_all(table_id)
        finally:
            # Also after an exception: otherwise the queue's retry would skip the table.
            if not is_finished:
                self._without_votes.discard(table_id)

    async def _show_all(self, table_id: int) -> bool:
        """Show everything about a table's votes. Return True if no vote is open now."""
        row = await self._rows.find(table_id)
        if row is None or row.status is TableStatus.LOBBY:
            return True
        if votes := await self._votes.of_table(table_id):
            # In this order: otherwise silence would count for a member who could not see the vote,
            # or who could not be notified yet.
            calls = await self.notifications.pending_calls(table_id)
            await self._visibility.check(await self._load_state(row), votes, calls)
            votes = await self._votes.of_table(table_id)
            await self.notifications.delay_clocks(await self._load_state(row), votes)
            await self._close_decided(row)
        await self._show_outdated(row)
        left = await self._votes.of_table(table_id)
        # After the messages: a notification links to the vote's message.
        await self.notifications.send_due(await self._load_state(row), left)
        if not left:
            self._visibility.forget(table_id)
        return not left

    async def _show_outdated(self, row: TableRow) -> None:
        for vote in await self._votes.outdated(row.id):
            # Loaded for each vote: sending takes time, and the seats may change meanwhile.
            state = await self._load_state(await self._rows.get(row.id))
            async with speaking_guild_locale(self._bot, row.guild_id):
                await self._show_vote(state, vote)

    async def _load_state(self, row: TableRow) -> TableState:
        """Return the table's state. Also works for a game that ended without a result."""
        table = await self._tables.load_with_messages(row.id)
        if table is not None and table.state is not None:
            return table.state
        return await self._tables.load_ended(row)

    async def _show_vote(self, state: TableState, vote: Vote) -> None:
        if vote.message_id is None or vote.place != channel_of_table(state.row):
            await self._post(state, vote)
        elif not await self._edit(state, vote, vote.message_id):
            await self._votes.mark_message_deleted(vote)
            if vote.verdict is None:
                await self._post(state, vote)
        # `vote` has the revision that was shown. An answer since then has raised the revision in
        # the database, so the vote is still outdated and is shown again.
        await self._votes.mark_rendered(vote)

    async def _post(self, state: TableState, vote: Vote) -> None:
        # Read again after its clock has restarted, because the message shows the deadline.
        vote = await self._votes.mark_asked(vote)
        mentions = allow_mentions(*await self.notifications.start(state, vote))
        name = f"{VOTE_PREFIX}{vote.number}"
        draft = MessageDraft(state.row.id, name, channel_of_table(state.row))
        message = {"view": vote_layout(state, vote), "allowed_mentions": mentions}
        await self._outbox.send(draft, message)

    async def _edit(self, state: TableState, vote: Vote, message_id: int) -> bool:
        """Edit the vote's message. Return False if the message has been deleted."""
        channel = self._bot.get_partial_messageable(
            channel_of_table(state.row), guild_id=state.row.guild_id
        )
        message = channel.get_partial_message(message_id)
        try:
            await message.edit(view=vote_layout(state, vote), allowed_mentions=allow_mentions())
        except discord.NotFound as error:
            _check_only_message_is_gone(error)
            log.info("table %d: the message of vote %d was deleted", state.row.id, vote.number)
            return False
        return True


def _check_only_message_is_gone(error: discord.NotFound) -> None:
    # Discord also answers 404 for a missing channel. The repaint queue handles that case: it pauses
    # the table, and so the clock of the vote.
    if error.code != NO_MESSAGE:
        raise error
