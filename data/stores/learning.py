"""Lessons and practice: private tables, and what their members have learnt."""

from dataclasses import dataclass

from data.file.access import OpenDatabase
from data.game.rows import NOWHERE, TableRow
from data.learning import private
from data.learning.private import NewPrivate
from data.people import kept, learning
from data.people.learning import CoachingRow, Reached


@dataclass(frozen=True, slots=True)
class Learner:
    """All that is kept of a member's learning: the lesson of last comes first."""

    reached: tuple[Reached, ...]
    tables: tuple[TableRow, ...]


class LearningStore:
    """Private tables and progress, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look

    async def open(self, new: NewPrivate) -> TableRow:
        """Open a private table, in place of the member's older one of its kind."""
        return await self._submit(lambda c, at: private.open_private(c, at, new))

    async def learner(self, user_id: int) -> Learner:
        """What a member has learnt, and their private tables."""
        return await self._look(
            lambda c: Learner(learning.of(c, user_id), private.tables_of(c, user_id))
        )

    async def reach(self, user_id: int, reached: Reached) -> None:
        """Keep how far a member is in a lesson."""
        await self._submit(lambda c, at: learning.keep(c, at, user_id, reached))

    async def missed(self, table_id: int) -> None:
        """The learner has missed the aim once more."""
        await self._submit(lambda c, _: private.missed(c, table_id))

    async def coach(self, user_id: int, row: CoachingRow) -> None:
        """Keep what the coach remembers of a member who has private tables still."""
        await self._submit(
            lambda c, _: (
                learning.coach(c, user_id, row)
                if kept.number_of(c, NOWHERE, user_id) is not None
                else None
            )
        )

    async def sweep(self, before: float) -> int:
        """Let go of all private tables where nothing has happened since a time; how many."""
        return await self._submit(lambda c, _: private.sweep(c, before))
