"""What only the table together decides: asked by one, shown by a message, answered by presses.

Who is asked, what silence means and when it is over is the law of `data.votes.decisions`. Here a
vote is put, its message is shown, and the game goes on from what was decided. Silence decides
nothing before its message was seen to be there: who deletes it, or the place where it was, gains
no yes.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

import discord

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_MESSAGE
from cogs.game.deadlines import CLOCK_TOLERANCE, PACES
from cogs.game.permissions import MAX_GAMES_PER_MEMBER
from cogs.game.seat_changes import SeatChanges
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.reminders.messenger import allow_mentions
from cogs.reminders.reminders import ReminderService
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.texts import channel_of_table
from cogs.votes.message import VoteNotifications, all_notifiable_from, vote_layout
from data.models.messages import VOTE_PREFIX, MessageDraft
from data.models.tables import Player, TableRow, TableStatus
from data.models.votes import NewVote, Vote, VoteKind

log = logging.getLogger(__name__)


class VoteService:
    """The votes of one bot's tables. `moved` hears of tables where something was decided."""

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        seats: SeatChanges,
        pings: ReminderService,
        moved: Callable[[TableRow], None],
    ) -> None:
        self.calls = VoteNotifications(bot.database.messages, bot.database.votes, pings, bot.clock)
        self._bot = bot
        self._rows = bot.database.tables
        self._asked = bot.database.votes
        self._tables = tables
        self._seats = seats
        self._moved = moved
        self._outbox = Outbox(bot)
        # Every table is looked at after every move, and hardly one has a vote. Votes are put here
        # alone; whoever is not in this set after a start is looked at once.
        self._silent: set[int] = set()

    async def ask(
        self,
        table_id: int,
        kind: VoteKind,
        asker: int,
        seat: int | None = None,
        candidate: Player | None = None,
    ) -> Vote:
        """Ask a table. Raises `Refusal` when that cannot be asked."""
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            seconds = PACES[state.row.pace].vote
            new_vote = NewVote(
                table_id, kind, asker, seat, seconds, state.round_began, candidate=candidate
            )
            new_vote = replace(
                new_vote, heard=all_notifiable_from(state, new_vote, self._bot.clock())
            )
            said = await self._asked.open(new_vote, MAX_GAMES_PER_MEMBER)
            self._silent.discard(table_id)  # once it is on disk: no look from now on misses it
            return await self._after(state, said)

    async def answer(self, table_id: int, number: int, user_id: int, *, yes: bool) -> Vote:
        """Somebody says yes or no. Raises `Refusal` for whoever is not asked, or too late."""
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            said = await self._asked.cast(table_id, number, user_id, MAX_GAMES_PER_MEMBER, yes=yes)
            return await self._after(state, said)

    async def due(self) -> tuple[int, ...]:
        """The tables where somebody is to be told of a vote now, or time may have decided one."""
        over = (
            await self._asked.tables_due(self._cut_off()) if self._bot.clock_skew.agrees() else ()
        )
        self._silent.difference_update(over)  # another process may have put it
        return (*over, *self.calls.due(self._bot.clock()))

    def _cut_off(self) -> float:
        return self._bot.clock() - CLOCK_TOLERANCE

    async def _settle(self, row: TableRow) -> None:
        """Decide what time, or a change of seats, has decided. Raises what Discord raises."""
        seen = await self._seen(row) if self._bot.clock_skew.agrees() else ()
        async with self._tables.changing(row.id):
            row = await self._rows.get(row.id)
            if await self._asked.close_decided(row.id, MAX_GAMES_PER_MEMBER, seen):
                await self._go_on(row)

    async def _seen(self, row: TableRow) -> list[int]:
        """The messages that are there of votes whose time is up; any other is to be sent anew."""
        seen = []
        for vote in await self._asked.overdue(self._cut_off(), row.id):
            if vote.message_id is not None and await self._is_there(row, vote, vote.message_id):
                seen.append(vote.message_id)
            else:
                await self._asked.mark_message_deleted(vote)
        return seen

    async def _is_there(self, row: TableRow, vote: Vote, message_id: int) -> bool:
        """Whether a vote can be answered where the table is now."""
        channel = self._bot.get_partial_messageable(channel_of_table(row), guild_id=row.guild_id)
        try:
            return vote.place == channel.id and bool(await channel.fetch_message(message_id))
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            return False

    async def _after(self, state: TableState, said: Vote | str) -> Vote:
        if said == "busy":
            raise Refusal("limits.games", n=MAX_GAMES_PER_MEMBER)
        if isinstance(said, str):
            raise Refusal(f"vote.refused.{said}")
        await self._go_on(state.row)
        return said

    async def _go_on(self, before: TableRow) -> None:
        """Show what was said; where a seat has changed hands, ask its new driver what is open.

        By one answer several votes may be decided, whichever it was given to.
        """
        row = await self._rows.get(before.id)
        for old, new in zip(before.seats, row.seats, strict=True):
            if row.status is TableStatus.PLAYING and new != old:
                await self._seats.go_on(row, new.seat)
        self._moved(row)

    # ---- its message

    async def show(self, table_id: int) -> None:
        """Let every vote's message say what is true. Raises what Discord raises."""
        if table_id in self._silent:
            return
        self._silent.add(table_id)  # before the look: what is put meanwhile takes it out again
        done = False
        try:
            done = await self._show_all(table_id)
        finally:
            if not done:
                self._silent.discard(table_id)

    async def _show_all(self, table_id: int) -> bool:
        """Show what is not shown; whether no vote is left to come back for."""
        row = await self._rows.find(table_id)
        if row is None or row.status is TableStatus.LOBBY:
            return True
        if votes := await self._asked.of_table(table_id):
            await self.calls.await_all(await self._known(row), votes)
            await self._settle(row)
        for vote in await self._asked.outdated(table_id):
            state = await self._known(await self._rows.get(table_id))
            async with speaking_guild_locale(self._bot, row.guild_id):
                await self._show(state, vote)
        left = await self._asked.of_table(table_id)
        await self.calls.tell(await self._known(row), left)
        return not left

    async def _known(self, row: TableRow) -> TableState:
        """A table with what its members have chosen; without, once it has ended with no result."""
        shown = await self._tables.on_show(row.id)
        state = shown.live if shown is not None else None
        return state if state is not None else await self._tables.told(row)

    async def _show(self, state: TableState, vote: Vote) -> None:
        if vote.message_id is None or vote.place != channel_of_table(state.row):
            await self._post(state, vote)
        elif not await self._edited(state, vote, vote.message_id):
            await self._asked.mark_message_deleted(vote)
            if vote.verdict is None:
                await self._post(state, vote)
        await self._asked.mark_rendered(vote)

    async def _post(self, state: TableState, vote: Vote) -> None:
        vote = await self._asked.mark_asked(vote)
        mentions = allow_mentions(*await self.calls.begin(state, vote))
        draft = MessageDraft(
            state.row.id, f"{VOTE_PREFIX}{vote.number}", channel_of_table(state.row)
        )
        message = {"view": vote_layout(state, vote), "allowed_mentions": mentions}
        await self._outbox.send(draft, message)

    async def _edited(self, state: TableState, vote: Vote, message_id: int) -> bool:
        """Edit the message of a vote; False when it is gone."""
        channel = self._bot.get_partial_messageable(
            channel_of_table(state.row), guild_id=state.row.guild_id
        )
        message = channel.get_partial_message(message_id)
        try:
            await message.edit(view=vote_layout(state, vote), allowed_mentions=allow_mentions())
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            log.info("table %d: the message of a vote is gone", state.row.id)
            return False
        return True
