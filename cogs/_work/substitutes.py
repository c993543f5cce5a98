"""Who plays a seat, while a game lasts: absence, coming back, substitutes, leaving.

A seat whose member does not answer is driven by a computer player and stays that member's: the
driver's row keeps the member's id. The result of a game counts for the member who drove the seat
last; a computer player that held it to the end played for the member before it.
"""

from typing import Final

from cogs._game.tables import Live, Tables, is_kept
from cogs._kit.refusals import Refusal
from cogs._lobby.lobbies import changed, computer
from data.game.rows import Driver, TableRow
from data.store import Store

MISSES: Final = 3
"""Decisions in a row that a member may miss before a computer player takes over."""


class Seats:
    """Changes of drivers, for one bot."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def drive_for(self, table_id: int, seat: int) -> TableRow | None:
        """Let a computer player drive a member's seat until they are back; None if one does."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            driver = live.driver(seat)
            if driver.kind == "computer":
                return None
            level = computer(live.names()).level
            return await self._hand(
                live, seat, Driver("computer", driver.user_id, driver.name, level)
            )

    async def leave(self, table_id: int, seat: int) -> TableRow:
        """Let a computer player have a seat for good."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            return await self._hand(live, seat, computer(live.names()))

    async def come_back(self, table_id: int, member: Driver) -> TableRow:
        """Give a member the seat back that a computer player drives. Raises `Refusal`."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            seat = live.seat_of(member.user_id or 0)
            if seat is None:
                raise Refusal("table.not_seated")
            if live.driver(seat).kind == "member":
                raise Refusal("clock.not_away")
            return await self._hand(live, seat, member)

    async def substitute(self, table_id: int, seat: int, member: Driver) -> TableRow:
        """Give an absent member's seat to another, who sees only from now on. Raises `Refusal`."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            if not 0 <= seat < len(live.row.seats) or not is_kept(live, seat):
                raise Refusal("clock.not_free")
            return await self._hand(live, seat, member)

    async def _hand(self, live: Live, seat: int, driver: Driver) -> TableRow:
        answer = await self._store.tables.change_driver(
            live.row.id, seat, driver, from_seq=live.row.seq
        )
        row = changed(answer)
        await self._tables.waiting.begin(row, live.course, seat)
        await self._store.tables.unpaint(row.id)
        return row
