"""Votes of the tables, one transaction for each call."""

from collections.abc import Collection

from data.consent import votes
from data.file.access import OpenDatabase
from data.file.clock import to_ms
from data.game import holdings, tables, vote_rows
from data.game.vote_rows import Motion, VoteRow, VoteTrouble
from data.stores.fenced import Fenced


class VoteStore:
    """What tables are asked, and what they say; see `data.consent.votes`.

    What a vote decides is done at its table, so that these raise `NotHeld` as moves do. So does
    what its message shows: whoever has lost the table may have shown it before another did, and
    what is noted as shown is not shown again.
    """

    def __init__(self, file: OpenDatabase) -> None:
        self._look = file.look
        self._at = Fenced(file).at

    async def propose(self, motion: Motion, most: int) -> VoteRow | VoteTrouble:
        """Ask a table; decided at once where nobody else is asked.

        Nobody gets a seat who sits at `most` tables, neither here nor at the calls below.
        """
        return await self._at(motion.table_id, lambda c, at: votes.propose(c, at, motion, most))

    async def answer(
        self, table_id: int, number: int, user_id: int, most: int, *, yes: bool
    ) -> VoteRow | VoteTrouble:
        """Somebody says yes or no; what that decides is done."""
        return await self._at(
            table_id, lambda c, at: votes.answer(c, at, table_id, number, user_id, most, yes=yes)
        )

    async def settle(
        self, table_id: int, most: int, seen: Collection[int] = ()
    ) -> tuple[VoteRow, ...]:
        """Decide what a change of seats has decided, or time where its message is `seen`; those."""
        return await self._at(table_id, lambda c, at: votes.settle(c, at, table_id, most, seen))

    async def due(self, now: float) -> tuple[int, ...]:
        """The tables with a vote whose time is up."""
        return await self._look(lambda c: vote_rows.due(c, now))

    async def over(self, now: float, table_id: int) -> tuple[VoteRow, ...]:
        """The votes of a table whose time is up."""
        return await self._look(lambda c: vote_rows.over(c, now, table_id))

    async def open_votes(self, table_id: int) -> tuple[VoteRow, ...]:
        """The votes of a table that are not decided."""
        return await self._look(lambda c: vote_rows.open_votes(c, table_id))

    async def unshown(self, table_id: int) -> tuple[VoteRow, ...]:
        """The votes of a table that are to be shown."""
        return await self._look(lambda c: vote_rows.unshown(c, table_id))

    async def shown(self, vote: VoteRow) -> None:
        """The message of a vote shows this."""
        await self._at(vote.table_id, lambda c, _: vote_rows.shown(c, vote))

    async def ask(self, vote: VoteRow) -> VoteRow:
        """The vote, as a message is to show it that is about to be sent."""
        return await self._at(
            vote.table_id, lambda c, at: vote_rows.ask(c, at, vote.table_id, vote.number)
        )

    async def heard(self, vote: VoteRow, at: float) -> None:
        """Somebody whose silence is a yes hears of a vote only then: its time runs from there."""
        await self._at(vote.table_id, lambda c, _: vote_rows.asked_anew(c, to_ms(at), vote))

    async def gone(self, vote: VoteRow) -> None:
        """The message of a vote is gone."""
        await self._at(vote.table_id, lambda c, _: vote_rows.gone(c, vote))

    async def has_played(self, table_id: int, user_id: int) -> bool:
        """Whether somebody has held a hand of a game in play, under whatever name since."""
        return await self._look(
            lambda c: holdings.has_held(c, tables.existing(c, table_id), user_id)
        )
