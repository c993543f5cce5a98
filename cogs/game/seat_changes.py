"""Who plays a seat, while a game lasts: absence, coming back, substitutes, leaving.

A seat whose member does not answer is driven by a computer player and stays that member's: the
driver's row keeps the member's id. The result of a game counts for the member who drove the seat
last; a computer player that held it to the end played for the member before it.
"""

from collections.abc import Callable, Iterable
from typing import Final

import discord

from cogs.core.refusals import Refusal
from cogs.game.computer_players import DEFAULT_LEVEL, make_computer_player
from cogs.game.deadlines import DAY
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState, has_member_player
from cogs.ui.texts import normalize_name
from data.models.deadlines import WHOLE_TABLE, Pause
from data.models.tables import Changed, NotChanged, Player, TableRow, TableStatus
from data.repositories.deadlines import DeadlineRepository, PauseRepository
from data.repositories.tables import TableRepository

MAX_MISSED_TURNS: Final = 3
"""Decisions in a row that a member may miss before a computer player takes over."""
NO_MEMBER_HOLD: Final = 30 * DAY
"""How long a game waits for any of its members to be back before it ends without a result."""


class SeatChanges:
    """Changes of drivers, for one bot."""

    def __init__(
        self,
        rows: TableRepository,
        time: DeadlineRepository,
        pauses: PauseRepository,
        tables: TableSessions,
        now: Callable[[], float],
    ) -> None:
        self._rows = rows
        self._time = time
        self._pauses = pauses
        self._tables = tables
        self._now = now

    async def absent(self, table_id: int, seat: int) -> TableRow | None:
        """Let a computer player drive the seat of a member who has missed three decisions.

        It stays theirs until they are back. None where nobody is absent: a press came first.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            if await self._time.missed_in_a_row(table_id, seat) < MAX_MISSED_TURNS:
                return None
            driver = live.player(seat)
            if driver.kind == "computer":
                return None
            kept = Player("computer", driver.user_id, driver.name, DEFAULT_LEVEL)
            return await self._hand(live, seat, kept, opens=True)

    async def leave(self, table_id: int, user_id: int) -> TableRow:
        """Let a computer player have a member's seat for good; a substitute's goes back to its own.

        Raises `Refusal` for who plays no seat any more: it is not theirs to leave.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            return await self._hand(
                live, live.require_seat(user_id), make_computer_player(live.names())
            )

    async def left(self, table_id: int, seats: Iterable[int]) -> TableRow:
        """Go on at a table where these seats were left in the commit that forgot their member."""
        async with self._tables.changing(table_id):
            row = await self._rows.get(table_id)
            for seat in seats if row.status is TableStatus.PLAYING else ():
                await self.go_on(row, seat)
            return row

    async def come_back(self, table_id: int, member: Player) -> TableRow:
        """Give a member their seat back, whoever drives it. Raises `Refusal`."""
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            seat = live.own_seat(member.user_id or 0)
            if seat is None:
                raise Refusal("table.not_seated")
            driver = live.player(seat)
            if (driver.kind, driver.user_id) == ("member", member.user_id):
                raise Refusal("clock.not_away")
            return await self._hand(live, seat, member)

    async def _hand(
        self, live: TableState, seat: int, driver: Player, *, opens: bool = False
    ) -> TableRow:
        answer = await self._rows.replace_player(
            live.row.id, seat, driver, from_seq=live.row.seq, opens=opens
        )
        row = raise_if_refused(answer)
        if row.status is TableStatus.PLAYING:
            await self.go_on(row, seat)
        return row

    async def go_on(self, row: TableRow, seat: int) -> None:
        """Ask the seat's new driver what is open; where nobody is left to play, wait.

        The caller is `changing` the table.
        """
        self._tables.changed(row.id)
        await self._tables.begin(row.id, seat)
        await self.rest(row)
        await self._rows.mark_outdated(row.id)

    async def rest(self, row: TableRow) -> None:
        """Let the table's clock stand still while no member drives a seat."""
        holds = await self._pauses.of_table(row.id)
        if not has_member_player(row) and not any(hold.reason == "nobody" for hold in holds):
            now = self._now()
            pause = Pause(WHOLE_TABLE, "nobody", now, now + NO_MEMBER_HOLD)
            await self._pauses.begin(row.id, pause)


def raise_if_refused(answer: Changed | NotChanged, **facts: object) -> TableRow:
    """The table after a change. Raises `Refusal` with the store's reason in words, of `facts`."""
    match answer:
        case Changed(table):
            return table
        case NotChanged(reason):
            raise Refusal(f"lobby.refused.{reason}", **facts)


def member_player(member: discord.abc.User) -> Player:
    """A member as the player of a seat, under the name of this moment."""
    return Player("member", member.id, normalize_name(member.display_name))
