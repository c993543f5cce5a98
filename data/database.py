"""The door to everything that is kept.

Nothing is acknowledged before it is on disk: a call that changes something returns after its
COMMIT. Expected refusals are values (`Refused`, `StaleMove`, `DuplicateMove`); `NotSaved` means
that nobody may be told "done". Any call may be cancelled; what was handed in is carried out all the
same.
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
    """One open database. Make it with `open`, and always `close` it, or the process hangs.

    What is kept is asked of its small stores: `lobbies`, `tables`, `messages`, `deadlines`,
    `votes`, `leaderboards`, `members`, `program_state`, `lessons`.
    `safety_note` says why this SQLite may be trusted with the file; it is logged at the start.
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
        """Open or make the database at a path, or an address; `now` gives seconds since 1970.

        With a `fence` other processes may have it too: each changes the tables of its own shards.
        A `program` is asked first whether it can play on the games in a file that it has not had.

        Raises `DatabaseLocked`, `DatabaseUnusable` (`DiskFull`, `DatabaseUnreachable`),
        `DatabaseCorrupt`, `ForeignDatabase`, `SchemaTooNew`, `UnplayableGames` or `UnsafeSqlite`,
        worded for the operator.
        """
        # at DEBUG aiosqlite logs what it is called with: seeds, and tokens of interactions
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        store = cls(await open_database(place, lambda: to_ms(now()), program, fence))
        logger.info("%s", store.safety_note)
        return store

    async def close(self) -> None:
        """Finish what was handed in and let go of the file. Twice does no harm."""
        await self._opened.everything.aclose()

    @property
    def failed(self) -> NotSaved | None:
        """Why nothing can be saved any more, if so: leave, and start afresh to recover."""
        failure = self._opened.writer.failure
        return failure.result() if failure.done() else None

    async def wait_for_failure(self) -> NotSaved:
        """Wait until the store has failed, and say why; for the task that then ends the process."""
        found = await asyncio.shield(self._opened.writer.failure)
        file = self._opened.file
        beside = f" {disk_space_hint(file.path)}" if isinstance(file, SqliteBackend) else ""
        return type(found)(f"{found}. It was {file.name}.{beside}")

    @property
    def makes_backups(self) -> bool:
        """Whether its backups are ours to make; those of a server's are its operator's."""
        return isinstance(self._opened.file, SqliteBackend)

    async def make_backup(self) -> Path:
        """Make a backup and rotate the older ones; return the new one. Raises `DatabaseCorrupt`.

        Only where it `makes_backups`. Once begun it ends, whoever no longer waits for it.
        """
        file = self._opened.file
        assert isinstance(file, SqliteBackend)
        return await file.copying.run(make_backup(file))

    def accept_clock_change(self) -> None:
        """The clock was set, and that is right: date the next changes by it."""
        self._opened.file.follow()

    def observe_commits(self, took: Callable[[float], None]) -> None:
        """Tell somebody of every commit how many seconds it took."""
        self._opened.writer.took = took

    async def heartbeat(self) -> None:
        """Show that the process is alive, for `data.admin.inspection.last_heartbeat`."""
        await self._opened.beat()

    def backups(self) -> tuple[Path, ...]:
        """The backups there are, newest first."""
        file = self._opened.file
        return backup_files.backups(file.path) if isinstance(file, SqliteBackend) else ()


async def make_backup(file: SqliteBackend) -> Path:
    """Copy the database, and keep the copy if it is sound. No commit waits for that."""
    now = await file.transaction(lambda _, at: at)
    part = await asyncio.to_thread(backups.new_backup_file, file.path, now)
    try:
        await file.beside(partial(backups.copy_database, part=part))
        return await asyncio.to_thread(backups.finish_backup, part, file.path)
    finally:
        part.unlink(missing_ok=True)
