"""The door to everything that is kept.

Nothing is acknowledged before it is on disk: a call that changes something returns after its
COMMIT. Expected refusals are values (`Refused`, `Stale`, `Duplicate`); `NotSaved` means that
nobody may be told "done". Any call may be cancelled; what was handed in is carried out all the
same.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from data.file import backups, copies
from data.file.access import OpenFile
from data.file.clock import to_ms
from data.file.errors import NotSaved
from data.file.usable import room
from data.opening.opened import Opened
from data.opening.place import open_place
from data.opening.releases import Program
from data.sql.address import DatabasePlace
from data.stores.ladders import LadderStore
from data.stores.learning import LearningStore
from data.stores.lobbies import LobbyStore
from data.stores.messages import MessageStore
from data.stores.notes import NoteStore
from data.stores.people import PeopleStore
from data.stores.tables import TableStore
from data.stores.time import TimeStore
from data.stores.votes import VoteStore

logger = logging.getLogger(__name__)


class Store:
    """One open database. Make it with `open`, and always `close` it, or the process hangs.

    What is kept is asked of its small stores: `lobbies`, `tables`, `messages`, `time`,
    `votes`, `ladders`, `people`, `notes`, `learning`.
    `safety_note` says why this SQLite may be trusted with the file; it is logged at the start.
    """

    def __init__(self, opened: Opened) -> None:
        self.lobbies = LobbyStore(opened.file)
        self.tables = TableStore(opened.file)
        self.messages = MessageStore(opened.file)
        self.time = TimeStore(opened.file)
        self.votes = VoteStore(opened.file)
        self.ladders = LadderStore(opened.file)
        self.people = PeopleStore(opened.file)
        self.notes = NoteStore(opened.file)
        self.learning = LearningStore(opened.file)
        self.portion = opened.file.portion
        self.safety_note = opened.safety_note
        self._opened = opened

    @classmethod
    async def open(
        cls,
        place: DatabasePlace,
        *,
        now: Callable[[], float] = time.time,
        program: Program | None = None,
        shared: bool = False,
    ) -> Self:
        """Open or make the database at a path, or an address; `now` gives seconds since 1970.

        `shared`: other processes have it too, each its own tables (`HeldShards`).
        A `program` is asked first whether it can play on the games in a file that it has not had.

        Raises `Locked`, `Unusable` (`NoRoom`, `Unreachable`), `Corrupt`, `Foreign`, `TooNew`,
        `CannotPlayOn` or `UnsafeSqlite`, worded for the operator.
        """
        # at DEBUG aiosqlite logs what it is called with: seeds, and tokens of interactions
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        store = cls(await open_place(place, lambda: to_ms(now()), program, shared=shared))
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

    async def failure(self) -> NotSaved:
        """Wait until the store has failed, and say why; for the task that then ends the process."""
        found = await asyncio.shield(self._opened.writer.failure)
        file = self._opened.file
        beside = f" {room(file.path)}" if isinstance(file, OpenFile) else ""
        return type(found)(f"{found}. It was {file.name}.{beside}")

    @property
    def copies_itself(self) -> bool:
        """Whether its backups are ours to make; those of a server's are its operator's."""
        return isinstance(self._opened.file, OpenFile)

    async def back_up(self) -> Path:
        """Make a backup and rotate the older ones; return the new one. Raises `Corrupt`.

        Only where it `copies_itself`. Once begun it ends, whoever no longer waits for it.
        """
        file = self._opened.file
        assert isinstance(file, OpenFile)
        return await file.copying.run(backed_up(file))

    def follow(self) -> None:
        """The clock was set, and that is right: date the next changes by it."""
        self._opened.file.follow()

    def commits_to(self, took: Callable[[float], None]) -> None:
        """Tell somebody of every commit how many seconds it took."""
        self._opened.writer.took = took

    async def beat(self) -> None:
        """Show that the process is alive, for `data.upkeep.checkup.last_beat`."""
        await self._opened.beat()

    def backups(self) -> tuple[Path, ...]:
        """The backups there are, newest first."""
        file = self._opened.file
        return copies.backups_of(file.path) if isinstance(file, OpenFile) else ()


async def backed_up(file: OpenFile) -> Path:
    """Copy the database, and keep the copy if it is sound. No commit waits for that."""
    now = await file.transaction(lambda _, at: at)
    part = await asyncio.to_thread(backups.begun, file.path, now)
    try:
        await file.beside(partial(backups.write, part=part))
        return await asyncio.to_thread(backups.keep, part, file.path)
    finally:
        part.unlink(missing_ok=True)
