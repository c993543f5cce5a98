"""`Database` opens, closes and backs up a database. Its repositories are its attributes.

A method that changes something returns after its COMMIT. Expected refusals are values
(`NotChanged`, `StaleMove`, `DuplicateMove`). After `NotSaved`, no member may be told that something
was done. If a call is cancelled, a transaction that the call has submitted still runs to its end.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from data.bootstrap.compatibility import ReleaseCheck
from data.bootstrap.open import open_database
from data.core.backend import OpenedBackend
from data.core.location import DatabaseLocation
from data.core.pipelining import TableFence
from data.core.timestamps import to_ms
from data.errors import NotSaved
from data.repositories.deadlines import DeadlineRepository, PauseRepository, ReminderRepository
from data.repositories.erasure import ErasureRepository
from data.repositories.guilds import GuildRepository
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.lessons import LessonRepository
from data.repositories.lobbies import LobbyRepository
from data.repositories.members import MemberRepository
from data.repositories.messages import MessageRepository
from data.repositories.program_state import ProgramStateRepository
from data.repositories.tables import TableRepository
from data.repositories.votes import VoteRepository
from data.sqlite import backup_files, backups
from data.sqlite.backend import SqliteBackend
from data.sqlite.os_files import disk_space_hint

logger = logging.getLogger(__name__)


class Database:
    """One open database. Create it with `open`. Always call `close`, or the process never ends.

    `safety_note` is a line for the log. It says why this SQLite or PostgreSQL is safe to use.
    """

    def __init__(self, opened: OpenedBackend) -> None:
        self.lobbies = LobbyRepository(opened.file)
        self.tables = TableRepository(opened.file)
        self.messages = MessageRepository(opened.file)
        self.deadlines = DeadlineRepository(opened.file)
        self.pauses = PauseRepository(opened.file)
        self.reminders = ReminderRepository(opened.file)
        self.votes = VoteRepository(opened.file)
        self.leaderboards = LeaderboardRepository(opened.file)
        self.members = MemberRepository(opened.file)
        self.guilds = GuildRepository(opened.file)
        self.erasure = ErasureRepository(opened.file)
        self.program_state = ProgramStateRepository(opened.file)
        self.lessons = LessonRepository(opened.file)
        self.safety_note = opened.safety_note
        self._opened = opened

    @classmethod
    async def open(
        cls,
        place: DatabaseLocation,
        *,
        now: Callable[[], float] = time.time,
        program: ReleaseCheck | None = None,
        fence: TableFence | None = None,
    ) -> Self:
        """Open the database, and create it if it is missing.

        Args:
            place: A path, or the address of a PostgreSQL database.
            now: Returns the time in epoch seconds.
            program: Says which games it cannot continue. Asked if another release opened the
                database last.
            fence: Checks changes at tables, so that several processes can share the database.

        Raises `DatabaseLocked`, `DatabaseUnusable` (`DiskFull`, `DatabaseUnreachable`),
        `DatabaseCorrupt`, `ForeignDatabase`, `SchemaTooNew`, `SchemaTooOld`, `UnplayableGames` or
        `UnsafeSqlite`, worded for the operator.
        """
        # At DEBUG, aiosqlite would log seeds and tokens of interactions.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        database = cls(await open_database(place, lambda: to_ms(now()), program, fence))
        logger.info("%s", database.safety_note)
        return database

    async def close(self) -> None:
        """Finish the pending transactions and close the database. May be called twice."""
        await self._opened.everything.aclose()

    @property
    def failed(self) -> NotSaved | None:
        """The reason why no transaction can be saved any longer, or None. A restart recovers."""
        failure = self._opened.writer.failure
        return failure.result() if failure.done() else None

    async def wait_for_failure(self) -> NotSaved:
        """Wait until the database has failed, and return the reason. The process must then end."""
        found = await asyncio.shield(self._opened.writer.failure)
        file = self._opened.file
        hint = f" {disk_space_hint(file.path)}" if isinstance(file, SqliteBackend) else ""
        return type(found)(f"{found}. It was {file.name}.{hint}")

    @property
    def makes_backups(self) -> bool:
        """Whether the bot makes backups. On PostgreSQL the operator does."""
        return isinstance(self._opened.file, SqliteBackend)

    async def make_backup(self) -> Path:
        """Make a backup, and delete old backups. Returns the new backup. Raises `DatabaseCorrupt`.

        Call this only if `makes_backups`. A backup that has begun is finished even if the call is
        cancelled.
        """
        file = self._opened.file
        assert isinstance(file, SqliteBackend)
        return await file.copying.run(make_backup(file))

    def accept_clock_change(self) -> None:
        """Accept the clock's time for later commits, even if the clock was set back."""
        self._opened.file.follow()

    def observe_commits(self, took: Callable[[float], None]) -> None:
        """Call `took` after every commit with the seconds it took."""
        self._opened.writer.took = took

    async def heartbeat(self) -> None:
        """Save that the process is alive; `data.admin.inspection.last_heartbeat` reads the time."""
        await self._opened.beat()

    def backups(self) -> tuple[Path, ...]:
        """Return the backups, newest first."""
        file = self._opened.file
        return backup_files.backups(file.path) if isinstance(file, SqliteBackend) else ()


async def make_backup(file: SqliteBackend) -> Path:
    """Copy the database, and keep the copy if it is not damaged. Commits continue meanwhile."""
    now = await file.transaction(lambda _, at: at)
    part = await asyncio.to_thread(backups.new_backup_file, file.path, now)
    try:
        await file.beside(partial(backups.copy_database, part=part))
        return await asyncio.to_thread(backups.finish_backup, part, file.path)
    finally:
        part.unlink(missing_ok=True)
