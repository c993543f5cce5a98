"""Who plays a seat, while a game lasts: absence, coming back, substitutes, leaving.

A seat whose member does not answer is driven by a computer player and stays that member's: the
driver's row keeps the member's id. The result of a game counts for the member who drove the seat
last; a computer player that held it to the end played for the member before it.
"""

from collections.abc import Callable, Iterable
from typing import Final

import discord

from cogs._game.live import Live, is_attended
from cogs._game.paces import DAY
from cogs._game.tables import Tables
from cogs._kit.names import plain
from cogs._kit.refusals import Refusal
from cogs._lobby.computers import LEVEL, computer
from data.game.rows import Changed, Driver, NotChanged, Status, TableRow
from data.stores.tables import TableStore
from data.stores.time import TimeStore
from data.time.rows import WHOLE_TABLE, Hold

MISSES: Final = 3
"""Decisions in a row that a member may miss before a computer player takes over."""
DESERTED: Final = 30 * DAY
"""How long a game waits for any of its members to be back before it ends without a result."""


class Seats:
    """Changes of drivers, for one bot."""

    def __init__(
        self, rows: TableStore, time: TimeStore, tables: Tables, now: Callable[[], float]
    ) -> None:
        self._rows = rows
        self._time = time
        self._tables = tables
        self._now = now

    async def absent(self, table_id: int, seat: int) -> TableRow | None:
        """Let a computer player drive the seat of a member who has missed three decisions.

        It stays theirs until they are back. None where nobody is absent: a press came first.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            if await self._time.missed(table_id, seat) < MISSES:
                return None
            driver = live.driver(seat)
            if driver.kind == "computer":
                return None
            kept = Driver("computer", driver.user_id, driver.name, LEVEL)
            return await self._hand(live, seat, kept, opens=True)

    async def leave(self, table_id: int, user_id: int) -> TableRow:
        """Let a computer player have a member's seat for good; a substitute's goes back to its own.

        Raises `Refusal` for who plays no seat any more: it is not theirs to leave.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            return await self._hand(live, live.seated(user_id), computer(live.names()))

    async def left(self, table_id: int, seats: Iterable[int]) -> TableRow:
        """Go on at a table where these seats were left in the commit that forgot their member."""
        async with self._tables.changing(table_id):
            row = await self._rows.existing(table_id)
            for seat in seats if row.status is Status.PLAYING else ():
                await self.go_on(row, seat)
            return row

    async def come_back(self, table_id: int, member: Driver) -> TableRow:
        """Give a member their seat back, whoever drives it. Raises `Refusal`."""
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            seat = live.own_seat(member.user_id or 0)
            if seat is None:
                raise Refusal("table.not_seated")
            driver = live.driver(seat)
            if (driver.kind, driver.user_id) == ("member", member.user_id):
                raise Refusal("clock.not_away")
            return await self._hand(live, seat, member)

    async def _hand(
        self, live: Live, seat: int, driver: Driver, *, opens: bool = False
    ) -> TableRow:
        answer = await self._rows.change_driver(
            live.row.id, seat, driver, from_seq=live.row.seq, opens=opens
        )
        row = changed(answer)
        if row.status is Status.PLAYING:
            await self.go_on(row, seat)
        return row

    async def go_on(self, row: TableRow, seat: int) -> None:
        """Ask the seat's new driver what is open; where nobody is left to play, wait.

        The caller is `changing` the table.
        """
        self._tables.changed(row.id)
        await self._tables.begin(row.id, seat)
        await self.rest(row)
        await self._rows.unpaint(row.id)

    async def rest(self, row: TableRow) -> None:
        """Let the table's clock stand still while no member drives a seat."""
        holds = await self._time.holds(row.id)
        if not is_attended(row) and not any(hold.reason == "nobody" for hold in holds):
            now = self._now()
            pause = Hold(WHOLE_TABLE, "nobody", now, now + DESERTED)
            await self._time.hold(row.id, pause)


def changed(answer: Changed | NotChanged, **facts: object) -> TableRow:
    """The table after a change. Raises `Refusal` with the store's reason in words, of `facts`."""
    match answer:
        case Changed(table):
            return table
        case NotChanged(reason):
            raise Refusal(f"lobby.refused.{reason}", **facts)


def as_driver(member: discord.abc.User) -> Driver:
    """A member as the player of a seat, under the name of this moment."""
    return Driver("member", member.id, plain(member.display_name))
