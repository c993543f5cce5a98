"""Export and erasure of members and guilds.

Erased rows must also leave the write-ahead log and the backups. `propagate` does that after the
COMMIT. It may take minutes, and no game waits for it.
"""

import asyncio
from collections.abc import Collection
from pathlib import Path

from data.core.backend import Backend
from data.erasure import erased_backups, personal_data
from data.erasure.vacate_seats import StandIn
from data.models.members import MemberErased, VacatedTables
from data.repositories.repository import Repository, query
from data.sqlite.backend import SqliteBackend


class ErasureRepository(Repository):
    """Export and erasure of members and guilds, in backups too."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self._turn = asyncio.Lock()
        self._requests = 0
        self._covered = 0
        self._left: tuple[Path, ...] = ()

    export = query(personal_data.export, slow=True)

    async def erase_member(self, user_id: int, stand_in: StandIn) -> MemberErased:
        """Erase a member from the database. Call `propagate` afterwards.

        `stand_in` receives the names at a table, and returns the computer player for the open seat.
        """
        return await self.backend.transaction(
            lambda c, at: erased_backups.forget(c, at, user_id, stand_in, copied=self._has_backups)
        )

    async def erase_guilds(self, guild_ids: Collection[int], before: float) -> tuple[int, ...]:
        """Erase guilds that the bot left before a time, from the backups too. Return their ids."""
        erased = await self.backend.transaction(
            lambda c, at: erased_backups.erase_servers(
                c, at, guild_ids, before, copied=self._has_backups
            )
        )
        if erased:
            await self.propagate()
        return erased

    async def vacate_restored_seats(self, stand_in: StandIn) -> VacatedTables:
        """Vacate the seats of erased members that a restored backup has brought back.

        Call it at the start, before any game continues.
        """
        return await self.backend.transaction(
            lambda c, at: erased_backups.stand_in_for_nobody(
                c, at, stand_in, copied=self._has_backups
            )
        )

    async def propagate(self) -> tuple[Path, ...]:
        """Erase in the write-ahead log and the backups. Return the files that failed.

        Only one run takes place at a time, and all waiting requests share the next run. Otherwise
        each request would write all backups again.
        """
        self._requests = number = self._requests + 1
        async with self._turn:
            if self._covered < number:
                covered = self._requests
                self._left = await erased_backups.propagate(self.backend)
                self._covered = covered
            return self._left

    def only_wal_pending(self, left: tuple[Path, ...]) -> bool:
        """Return whether the write-ahead log is the only file for which `propagate` failed."""
        return isinstance(self.backend, SqliteBackend) and left == (self.backend.path,)

    async def pending_count(self) -> int:
        """Return the number of members and guilds that at least one backup still has to erase."""
        count = (
            erased_backups.pending_count if self._has_backups else erased_backups.unapplied_count
        )
        return await self.backend.query(count)

    @property
    def _has_backups(self) -> bool:
        return isinstance(self.backend, SqliteBackend)
