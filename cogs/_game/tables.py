"""Tables in play: load, decide, append, answer. A move is on disk before anybody hears of it.

The store is the truth; what is kept here is the fold of its log, and only so as not to fold it
again. One lock a table makes presses wait for each other; the store's compare-and-set would
refuse the second anyway.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import engine
from cogs._game.course import Course, deciding
from cogs._game.deadlines import Waiting
from cogs._kit.names import clean
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from data.game.log import NewMove
from data.game.rows import Appended, Driver, Entry, Status, TableRow, numbered
from data.store import Store
from engine.model.view import View

KEPT: Final = 1000
"""Folded games held in memory; any other is folded again from its log in a millisecond or so."""


@dataclass(frozen=True, slots=True)
class Live:
    """A table's row and its game so far."""

    row: TableRow
    course: Course

    def view(self, seat: int | None) -> View:
        """What a seat, or everybody, may know."""
        return engine.view(self.course.table, seat)

    def seen(self, seat: int) -> engine.FaceDown:
        """The table as a seat knows it, hidden cards face down: to ask what is legal."""
        return engine.face_down(self.view(seat))

    def deciding(self) -> tuple[int, ...]:
        """The seats the game waits for. An optional decision holds nobody up."""
        return deciding(self.course.table)

    def driver(self, seat: int) -> Driver:
        """Who plays a seat."""
        driver = self.row.seats[seat].driver
        assert driver is not None  # a game starts with every seat taken
        return driver

    def member(self, seat: int) -> int:
        """The member who plays a seat, by Discord id; only for one who has just pressed."""
        user_id = self.driver(seat).user_id
        assert user_id is not None
        return user_id

    def names(self) -> tuple[str, ...]:
        """The players' names by seat, for pictures."""
        return tuple(self.driver(seat.seat).name for seat in self.row.seats)

    def notes(self) -> tuple[str, ...]:
        """A word for each seat on pictures: which are computer players."""
        drivers = (self.driver(seat.seat) for seat in self.row.seats)
        return tuple(say("seat.bot") if driver.kind == "computer" else "" for driver in drivers)

    def called(self, seat: int) -> str:
        """A player by name, for messages; a computer player is marked."""
        driver = self.driver(seat)
        name = clean(driver.name)
        return say("people.computer", name=name) if driver.kind == "computer" else name

    def seat_of(self, user_id: int) -> int | None:
        """The seat a member plays, or None."""
        return seat_of(self.row, user_id)


@dataclass(frozen=True, slots=True)
class Acted:
    """The table after a press. `stale`: it had moved on before, and nothing was done."""

    live: Live
    stale: bool = False


class Tables:
    """All tables of one bot. `now` gives UTC epoch seconds, which Discord's time `agrees` with."""

    def __init__(
        self, store: Store, now: Callable[[], float], agrees: Callable[[], bool] = lambda: True
    ) -> None:
        self.waiting = Waiting(store, now)
        self._store = store
        self._agrees = agrees
        self._courses: OrderedDict[int, Course] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: int) -> asyncio.Lock:
        """The lock of a table: whoever changes it holds this."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def load(self, table_id: int) -> Live:
        """The table as it stands. Raises `Refusal` when it has not been dealt, or is gone."""
        # Taken before the row is read: a course is kept once it is saved, so the row is no older.
        course = self._courses.get(table_id)
        row = await self._store.tables.find(table_id)
        if row is None or row.status is Status.CLOSED:
            raise Refusal("table.gone")
        if row.status is Status.LOBBY:
            raise Refusal("table.not_started")
        return Live(row, await self._folded(row, course or Course.begun(row)))

    async def told(self, row: TableRow) -> Live:
        """A table that has been dealt, also one that ended without a result."""
        return Live(row, await self._folded(row, self._courses.get(row.id) or Course.begun(row)))

    async def begin(self, table_id: int) -> None:
        """Time the first decisions of a game. The caller holds the table's lock."""
        live = await self.load(table_id)
        await self.waiting.begin(live.row, live.course)

    async def act(
        self,
        table_id: int,
        seat: int,
        body: str,
        *more: str,
        seen: int,
        key: str,
        at: float | None = None,
    ) -> Acted:
        """Make a move for a seat, seen from entry `seen` of the log.

        With `more` moves after it: all of them are made, or none is.

        `at` is when Discord says it was pressed. Raises `engine.Refused` when a rule forbids it,
        `NothingToUndo`, `Refusal` when the table is gone or the time was up, `sqlite3.Error` when
        it could not be saved. Nothing has changed then.
        """
        async with self.lock(table_id):
            live = await self.load(table_id)
            if key in live.course.recent:
                return Acted(live)
            if not live.course.is_current(seat, seen):
                return Acted(live, stale=True)
            if at is not None:
                await self._check_press(live, seat, at)
            return await self._append(live, seat, key, (body, *more))

    async def _check_press(self, live: Live, seat: int, at: float) -> None:
        """Raise `Refusal` for a press by somebody who is away, or after the time was up."""
        if live.driver(seat).kind == "computer":
            raise Refusal("clock.not_back")
        if self._agrees() and await self.waiting.is_late(live.row, seat, at):
            raise Refusal("clock.too_late")

    async def _append(self, live: Live, seat: int, key: str, bodies: tuple[str, ...]) -> Acted:
        course, after = live.course, live.row.seq
        for number, body in enumerate(bodies):
            entry = Entry(after + 1 + number, seat, numbered(key, number), 0.0, body)
            course = course.then(entry)
        answer = await self._store.tables.append(
            NewMove(
                live.row.id,
                after=after,
                seat=seat,
                key=key,
                body=bodies[0],
                more=bodies[1:],
                outcome=course.outcome(),
                waits=await self.waiting.after(live.row, live.course, course),
            )
        )
        if isinstance(answer, Appended):
            self._keep(live.row.id, course)
        return Acted(await self.load(live.row.id), stale=not isinstance(answer, Appended))

    async def _folded(self, row: TableRow, course: Course) -> Course:
        if course.seq < row.seq:
            for entry in await self._store.tables.log(row.id, course.seq):
                if entry.seq <= row.seq:  # the log may have grown since the row was read
                    course = course.then(entry)
        self._keep(row.id, course)
        return course

    def _keep(self, table_id: int, course: Course) -> None:
        kept = self._courses.get(table_id)
        if kept is None or kept.seq <= course.seq:
            self._courses[table_id] = course
        self._courses.move_to_end(table_id)
        if len(self._courses) > KEPT:
            self._courses.popitem(last=False)


def seat_of(row: TableRow, user_id: int) -> int | None:
    """The seat a member plays at a table, or None."""
    for seat in row.seats:
        if seat.driver is not None and seat.driver.user_id == user_id:
            return seat.seat
    return None


def is_attended(row: TableRow) -> bool:
    """Whether any member drives a seat: computer players alone never move."""
    return any(seat.driver is not None and seat.driver.kind == "member" for seat in row.seats)


def is_kept(live: Live, seat: int) -> bool:
    """Whether a computer player drives a seat for a member who is away."""
    driver = live.driver(seat)
    return driver.kind == "computer" and driver.user_id is not None
