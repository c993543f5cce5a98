"""The door to everything that is kept.

Nothing is acknowledged before it is on disk: a call that changes something returns after its
COMMIT. Expected refusals are values (`Refused`, `Stale`, `Duplicate`); `NotSaved` means that
nobody may be told "done". Any call may be cancelled; what was handed in is carried out all the
same.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self, Unpack

from data.file.clock import to_ms
from data.file.errors import NotSaved
from data.game import contributions, lobbies, log, messages, panels, tables
from data.game.contributions import Mix
from data.game.log import Move
from data.game.rows import (
    Appended,
    Changed,
    Driver,
    Duplicate,
    Entry,
    MessageIds,
    Option,
    Outcome,
    PanelRow,
    Refused,
    Stale,
    TableRow,
)
from data.opening import Opened, open_file
from data.people import settings
from data.stores.people import Keeping
from data.stores.time import Timekeeping
from data.time import timers
from data.time.rows import Wait

Options = Mapping[str, Option]

logger = logging.getLogger(__name__)


class Store(Timekeeping, Keeping):
    """One open database. Make it with `open`, and always `close` it, or the process hangs.

    `safety_note` says why this SQLite may be trusted with the file; it is logged at the start.
    """

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.writer.submit, opened.reader.look)
        self.safety_note = opened.safety_note
        self._opened = opened
        self._path = opened.path
        self._between = opened.between

    @classmethod
    async def open(cls, path: Path, *, now: Callable[[], float] = time.time) -> Self:
        """Open or make the database at `path`; `now` gives seconds since 1970.

        Raises `Locked`, `Unusable`, `Corrupt`, `Foreign`, `TooNew` or `UnsafeSqlite`, worded for
        the operator.
        """
        # at DEBUG aiosqlite logs what it is called with: seeds, and tokens of interactions
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        store = cls(await open_file(path, lambda: to_ms(now())))
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
        """Wait until the store has failed; for the task that then ends the process."""
        return await asyncio.shield(self._opened.writer.failure)

    # ---- the lobby

    async def open_lobby(  # noqa: PLR0913 - one keyword per column
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        game: str,
        rules_version: int,
        options: Options,
        seat_count: int,
        pace: str,
        seed: bytes,
        rematch_of: int | None = None,
    ) -> TableRow:
        """A new table with empty seats, committed to the SHA-256 of its 32-byte seed."""
        columns = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "host_id": host_id,
            "game": game,
            "rules_version": rules_version,
            "options": options,
            "pace": pace,
            "seed": seed,
            "rematch_of": rematch_of,
        }
        return await self._submit(
            lambda c, at: lobbies.open_lobby(c, at, seat_count=seat_count, **columns)
        )

    async def sit(
        self, table_id: int, driver: Driver, seat: int | None = None, *, press: int | None = None
    ) -> Changed | Refused:
        """Seat a driver on `seat`, or on the first free one. A member sits once per table.

        `press` is the number of the member's Join, which is mixed into the seed.
        """
        return await self._submit(lambda c, at: lobbies.sit(c, at, table_id, driver, seat, press))

    async def stand(self, table_id: int, seat: int) -> Changed | Refused:
        """Empty a seat of a lobby."""
        return await self._submit(lambda c, at: lobbies.stand(c, at, table_id, seat))

    async def resize(self, table_id: int, seat_count: int, revision: int) -> Changed | Refused:
        """Add or remove empty seats, the last first."""
        return await self._submit(
            lambda c, at: lobbies.resize(c, at, table_id, seat_count, revision)
        )

    async def set_options(
        self, table_id: int, options: Options, revision: int
    ) -> Changed | Refused:
        """Play by these options instead of the present ones."""
        return await self._submit(
            lambda c, at: lobbies.set_options(c, at, table_id, options, revision)
        )

    async def agree(self, table_id: int, user_id: int) -> Changed | Refused:
        """A member who sits wants all hands in the replay, or takes that back."""
        return await self._submit(lambda c, at: lobbies.agree(c, at, table_id, user_id))

    async def rearrange(
        self, table_id: int, drivers: tuple[Driver | None, ...], revision: int
    ) -> Changed | Refused:
        """Seat everybody anew: one driver, or None, for each seat. Else ValueError."""
        return await self._submit(
            lambda c, at: lobbies.rearrange(c, at, table_id, drivers, revision)
        )

    async def start(
        self,
        table_id: int,
        *,
        mix: Mix,
        deadline: float | None,
        starter: tuple[Driver, int] | None = None,
        rules_version: int | None = None,
    ) -> Changed | Refused:
        """Begin to play, once, with the seed that `mix` makes of the lobby's.

        `mix` is given the lobby's seed, the table and every (user id, press). `starter` is who
        pressed Start and the number of that press; it counts only where nobody has joined. The
        commitment stays the one the lobby showed. `rules_version` is the one it will be played by
        to the end; None for the one that the lobby was opened with.
        """
        return await self._submit(
            lambda c, at: lobbies.start(c, at, table_id, mix, starter, deadline, rules_version)
        )

    async def contributions(self, table_id: int) -> tuple[tuple[int | None, int], ...]:
        """What was mixed into the seed: user id and press; None for who was forgotten."""
        return await self._look(lambda c: contributions.of(c, table_id))

    async def set_aside(self, table_id: int) -> int:
        """How many other decks of its players were settled and not played out: see there."""
        return await self._look(lambda c: contributions.set_aside(c, table_id))

    async def close_lobby(self, table_id: int) -> Changed | Refused:
        """Give a lobby up."""
        return await self._submit(lambda c, at: lobbies.close_lobby(c, at, table_id))

    # ---- play

    async def append(  # noqa: PLR0913 - a keyword for each part of one commit
        self,
        table_id: int,
        *,
        after: int,
        seat: int,
        key: str,
        body: str,
        deadline: float | None,
        outcome: Outcome | None = None,
        waits: tuple[Wait, ...] | None = None,
        more: tuple[str, ...] = (),
    ) -> Appended | Duplicate | Stale:
        """Enter a move as the one after entry `after`; with an outcome, the game's last.

        `more` are further moves of the same press: an entry each, all on disk together or none.
        With `waits` the table then waits for these decisions, and the earliest of their
        deadlines is the table's.

        `key` is the interaction's id, or anything else unique to this move among all tables.
        Raises ValueError when another table used the key, or the outcome names other seats;
        `BrokenLog` when the entry before is missing.
        """
        move = Move(table_id, after, seat, key, body, deadline, outcome, waits, more)
        return await self._submit(lambda c, at: log.append(c, at, move))

    async def change_driver(
        self, table_id: int, seat: int, driver: Driver, *, from_seq: int
    ) -> Changed | Refused:
        """Hand a seat over during play: entries after `from_seq` are the new driver's.

        "stale" when the old driver has moved after that entry.
        """
        return await self._submit(
            lambda c, at: lobbies.change_driver(c, at, table_id, seat, driver, from_seq=from_seq)
        )

    async def table(self, table_id: int) -> TableRow | None:
        """The table as it stands."""
        return await self._look(lambda c: tables.find(c, table_id))

    async def log(self, table_id: int, after: int = 0) -> tuple[Entry, ...]:
        """The moves after entry `after`. Raises `BrokenLog` if one was altered on disk."""
        return await self._look(lambda c: log.entries(c, table_id, after))

    async def playing(self) -> tuple[int, ...]:
        """The tables in play."""
        return await self._look(tables.playing)

    async def tables_of(self, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
        """The lobbies and games of a server where a member sits."""
        return await self._look(lambda c: tables.tables_of(c, guild_id, user_id))

    async def shift(self, by: float, *, noting: tuple[str, str]) -> None:
        """The clock was set by so many seconds: every open time moves along, and so do we.

        A setting is `noting` it in the same commit, so that it is not done twice.
        """

        def shifted(connection: sqlite3.Connection, _: int) -> None:
            timers.shift(connection, by)
            settings.remember(connection, *noting)

        self._opened.writer.follow()
        await self._submit(shifted)

    # ---- what Discord shows, and when

    async def place_messages(self, table_id: int, **ids: Unpack[MessageIds]) -> None:
        """Remember where the table is shown; what is not given stays as it is."""
        await self._submit(lambda c, _: messages.place(c, table_id, ids))

    async def painted(self, table_id: int, seq: int) -> None:
        """The table's message shows entry `seq`."""
        await self._submit(lambda c, _: messages.painted(c, table_id, seq))

    async def unpaint(self, table_id: int) -> None:
        """The table's message is out of date, though nobody has moved."""
        await self._submit(lambda c, _: messages.unpaint(c, table_id))

    async def behind(self) -> tuple[int, ...]:
        """The tables whose message must be repainted."""
        return await self._look(messages.behind)

    async def keep_panel(self, panel: PanelRow) -> None:
        """Remember the newest token of a member's private panel."""
        await self._submit(lambda c, _: panels.keep(c, panel))

    async def forget_panel(self, panel: PanelRow) -> None:
        """Keep a panel no longer: its message is gone."""
        await self._submit(lambda c, _: panels.forget(c, panel))

    async def panels(self, table_id: int, since: float) -> tuple[PanelRow, ...]:
        """The private panels of a table with a token from `since` or later."""
        return await self._look(lambda c: panels.since(c, table_id, since))

    async def recall(self, key: str) -> str | None:
        """What was remembered under `key`."""
        return await self._look(lambda c: settings.recall(c, key))

    async def remember(self, key: str, value: str) -> None:
        """Remember a small setting."""
        await self._submit(lambda c, _: settings.remember(c, key, value))
