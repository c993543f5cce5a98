"""Whether the members who would agree by silence can see a vote, and answer it.

While one of these members cannot see the vote, its clock is stopped. When all can see it again, the
clock starts from the beginning. The bot checks when a vote opens, before it notifies a member, at
the deadline, several times in between, and after each change of a channel or role. Discord does not
report which roles a member gets.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

import discord

from cogs.channels.placement import GuildUnavailable, can_answer
from cogs.core.bot import TuppenceBot
from cogs.game.deadlines import CLOCK_TOLERANCE, MINUTE
from cogs.game.state import TableState
from cogs.votes.message import silent_consents
from data.models.votes import Vote

CHECKS: Final = 16
"""How often a vote is checked on average before its deadline. At most one check a minute."""
CHANCES: Final = 0x10000


class VoteVisibility:
    """Checks who can see the votes of one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._votes = bot.database.votes
        # By table id: the time of the next check. Only a schedule: a table without an entry is
        # checked when it is shown next, which happens to every table after a restart.
        self._check_at: dict[int, float] = {}

    def tables_due(self, now: float) -> tuple[int, ...]:
        """Return the ids of the tables to check now."""
        return tuple(table_id for table_id, at in self._check_at.items() if at <= now)

    def check_soon(self, table_id: int) -> None:
        """Check the table's votes when the table is shown next."""
        self._check_at[table_id] = 0.0

    async def check(
        self, state: TableState, votes: Sequence[Vote], called: Collection[tuple[int, int]]
    ) -> None:
        """Save who cannot see the open votes of a table, if a check is due.

        Args:
            state: The table.
            votes: Its open votes.
            called: Vote number and seat of each notification that is about to be sent.

        Raises:
            discord.HTTPException: Discord could not say who can see the votes.
            GuildUnavailable: The guild is not in the cache.
        """
        now, table_id = self._bot.clock(), state.row.id
        is_urgent = any(
            (vote.until <= now - CLOCK_TOLERANCE and not vote.unseen)
            or any(number == vote.number and seat not in vote.unseen for number, seat in called)
            for vote in votes
        )
        if not is_urgent and self._check_at.get(table_id, 0.0) > now:
            return
        # Set before the requests: a permission that changes during them must cause another check.
        self._check_at[table_id] = now + self._interval(votes)
        is_finished = False
        try:
            await self._save_unseen(state, votes)
            is_finished = True
        finally:
            if not is_finished:
                self.check_soon(table_id)

    async def _save_unseen(self, state: TableState, votes: Sequence[Vote]) -> None:
        silent = [silent_consents(state, vote) for vote in votes]
        asked = sorted({user_id for seats in silent for user_id in seats.values()})
        seen = dict(zip(asked, await self._can_answer(state, asked), strict=True))
        for vote, seats in zip(votes, silent, strict=True):
            unseen = frozenset(seat for seat, user_id in seats.items() if not seen[user_id])
            if unseen != vote.unseen:
                await self._votes.set_unseen(vote, unseen)

    def _interval(self, votes: Sequence[Vote]) -> float:
        """Return the seconds until the next check, at random between 0.5 and 1.5 times the mean.

        With a predictable time a moderator could hide the vote between two checks.
        """
        mean = min((vote.until - vote.opened for vote in votes), default=0.0) / CHECKS
        chance = int.from_bytes(self._bot.entropy(2), "big") / CHANCES
        return max(MINUTE, mean * (0.5 + chance))

    def forget(self, table_id: int) -> None:
        """Stop checking a table that has no open vote."""
        self._check_at.pop(table_id, None)

    async def _can_answer(self, state: TableState, asked: Sequence[int]) -> list[bool]:
        if not asked:
            return []
        guild = self._bot.get_guild(state.row.guild_id)
        if guild is None:
            raise GuildUnavailable
        # Everybody who sees a channel sees its public threads.
        channel = guild.get_channel(state.row.channel_id)
        if channel is None:
            return [False] * len(asked)
        return await asyncio.gather(*(self._sees(channel, user_id) for user_id in asked))

    async def _sees(self, channel: discord.abc.GuildChannel, user_id: int) -> bool:
        try:
            return await can_answer(self._bot, channel, user_id)
        except discord.NotFound:  # the member has left the server
            return False
