"""Whether the members who would agree by silence can see a vote, and answer it.

While one of them cannot, the vote's time is stopped; once they can again, it starts anew. Checked
when a vote is asked, before a member is notified, when its time is up, several times in between,
and after each change of a channel or role. Discord does not tell us which roles a member gets.
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
"""Checks in the time of one vote on average, at most one a minute."""
CHANCES: Final = 0x10000


class VoteVisibility:
    """Checks for one bot who can see its votes."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._votes = bot.database.votes
        # By table id, when to check again. Only a schedule: a table that is not in it is checked
        # the next time it is shown, as every table is after a restart.
        self._check_at: dict[int, float] = {}

    def tables_due(self, now: float) -> tuple[int, ...]:
        """Return the ids of the tables to check now."""
        return tuple(table_id for table_id, at in self._check_at.items() if at <= now)

    def check_soon(self, table_id: int) -> None:
        """Check a table when it is shown next."""
        self._check_at[table_id] = 0.0

    async def check(
        self, state: TableState, votes: Sequence[Vote], called: Collection[tuple[int, int]]
    ) -> None:
        """Save who cannot see the open votes of a table, if that is to be checked now.

        Args:
            state: The table.
            votes: Its open votes.
            called: The votes, by number and seat, of which a member is about to be notified.

        Raises:
            discord.HTTPException: Discord could not say who can see them.
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
        # Before Discord is asked: a change during the question must lead to another check.
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
        """Return the seconds to the next check, from half to one and a half of the mean.

        They are left to chance: whoever knew the time could hide the vote in between.
        """
        mean = min((vote.until - vote.opened for vote in votes), default=0.0) / CHECKS
        chance = int.from_bytes(self._bot.entropy(2), "big") / CHANCES
        return max(MINUTE, mean * (0.5 + chance))

    def forget(self, table_id: int) -> None:
        """Stop checking a table, which has no open vote."""
        self._check_at.pop(table_id, None)

    async def _can_answer(self, state: TableState, asked: Sequence[int]) -> list[bool]:
        if not asked:
            return []
        guild = self._bot.get_guild(state.row.guild_id)
        if guild is None:
            raise GuildUnavailable
        # A public thread is visible to those who see its channel.
        channel = guild.get_channel(state.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return [False] * len(asked)
        return await asyncio.gather(*(self._sees(channel, user_id) for user_id in asked))

    async def _sees(self, channel: discord.TextChannel, user_id: int) -> bool:
        try:
            return await can_answer(self._bot, channel, user_id)
        except discord.NotFound:  # the member has left the server
            return False
