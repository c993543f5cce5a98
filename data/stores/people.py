"""Keeping and letting go: backups, archive, people's rights, servers that left.

What is let go must also leave the write-ahead log and the backups; that happens after the
COMMIT, between two units of the writer, on its own connection.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from data.file import backups
from data.file.clock import to_ms
from data.file.errors import Busy
from data.forgetting import privacy
from data.forgetting.privacy import Record, StandIn
from data.game import archive
from data.people import people, servers
from data.people.rows import Forgotten
from data.stores.ladders import Memory

T = TypeVar("T")


class Between(Protocol):
    """Runs something on the writing connection while no transaction is open."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Do the work; give its value."""
        ...


class Keeping(Memory):
    """A part of `store.Store`."""

    _path: Path
    _between: Between

    # ---- people

    async def hide(self, guild_id: int, user_id: int, *, hidden: bool) -> None:
        """Take a member off the server's ladders, or put them on again."""
        await self._submit(lambda c, _: people.hide(c, guild_id, user_id, hidden=hidden))

    async def is_hidden(self, guild_id: int, user_id: int) -> bool:
        """Whether a member wants no place on the server's ladders."""
        return await self._look(lambda c: people.is_hidden(c, guild_id, user_id))

    async def about(self, user_id: int) -> Mapping[str, Sequence[Record]]:
        """Everything that is kept about a person, on all servers, by kind."""
        return await self._look(lambda c: privacy.about(c, user_id))

    async def forget(self, user_id: int, stand_in: StandIn) -> Forgotten:
        """Take a person's id and name out of the database, its log and its backups.

        `stand_in` is given the names at a table and gives the computer for the open seat.
        Raises `Busy` when another program reads the file, so that the log could not be
        emptied: forgetting once more does the rest.
        """
        forgotten = await self._submit(lambda c, at: privacy.forget(c, at, user_id, stand_in))
        await self._everywhere(lambda c: people.forget(c, user_id))
        return forgotten

    async def _everywhere(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Empty the write-ahead log, which holds what was; do the work in all backups too."""
        busy = await self._between(empty_log)
        for copy in (*backups.copies(self._path), *backups.old_versions(self._path)):
            await asyncio.to_thread(backups.change, copy, work)
        if busy:
            raise Busy("The write-ahead log could not be emptied: another program reads the file.")

    # ---- servers

    async def server_left(self, guild_id: int) -> None:
        """A server has sent the bot away."""
        await self._submit(lambda c, at: servers.left(c, at, guild_id))

    async def server_came_back(self, guild_id: int) -> None:
        """The bot was invited again."""
        await self._submit(lambda c, _: servers.came_back(c, guild_id))

    async def erase_servers(self, before: float) -> tuple[int, ...]:
        """Erase the servers that left before a time, from the backups too; return their ids."""
        departed = await self._look(lambda c: servers.departed(c, to_ms(before)))
        if departed:
            await self._submit(lambda c, _: servers.erase(c, departed))
            await self._everywhere(lambda c: servers.erase(c, departed))
        return departed

    # ---- files

    async def pack(self, before: float) -> int:
        """Pack the logs of all games that ended before a time; return how many.

        Block by block, so that a move never waits long behind the packing.
        """
        kinds = await self._look(lambda c: archive.ready(c, to_ms(before)))
        for games in kinds:
            left = games
            while left:
                left = left[await self._pack_block(left) :]
        return sum(map(len, kinds))

    async def _pack_block(self, games: Sequence[int]) -> int:
        return await self._submit(lambda c, _: archive.pack(c, games))

    async def back_up(self) -> Path:
        """Make a backup and rotate the older ones; return the new one. Raises `Corrupt`."""
        now = await self._submit(lambda _, at: at)
        return await self._between(partial(backups.make, database=self._path, now=now))

    def backups(self) -> tuple[Path, ...]:
        """The backups there are, newest first."""
        return backups.copies(self._path)


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log; whether somebody was in the way."""
    busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return bool(busy)
