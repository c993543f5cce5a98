"""What follows on a change at a table: it is shown, and computer players play on.

A table is changed by `TableSessions` or `LobbyService`. Whoever changed it tells `TableActivity`,
which lets the queue show it and the computer players move. Nobody else may show a table or wake
them.
"""

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from cogs.core.bot import Services, TuppenceBot
from cogs.core.ownership import owned_tables
from cogs.core.refusals import Refusal, ShuttingDown
from cogs.delivery.request import NO_GUILD
from cogs.game.computer_players import make_computer_player
from cogs.game.state import TableState
from data.errors import StorageError
from data.models.members import VacatedTables
from data.models.tables import TableRow, TableStatus

log = logging.getLogger(__name__)

RESUME_BATCH: Final = 50
"""Tables woken at once after a start."""
RESUME_PAUSE: Final = 0.1
"""Seconds between two batches."""


class TableActivity:
    """Shows the tables of one bot and lets computer players go on there."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._store = bot.database
        self._closed = False

    @property
    def _services(self) -> Services:
        return self._bot.services

    def check_open(self) -> None:
        """Raise `ShuttingDown` once the bot is closing."""
        if self._closed:
            raise ShuttingDown

    async def _ours(self, table_ids: Iterable[int], shard: int | None = None) -> tuple[int, ...]:
        return await owned_tables(self._bot.ownership, self._store.tables, table_ids, shard)

    def show(self, row: TableRow) -> None:
        """A table has changed: show it, where it is ours to show."""
        if self._bot.ownership.owns(row.guild_id):
            self._services.repaint_queue.wake(row.id)

    def wake(self, row: TableRow) -> None:
        """A table has changed, but for its moves: show it, and let computer players go on.

        Where it may wait for something that needs no time, it is shown once that is done.
        """
        if row.status is not TableStatus.PLAYING or self._services.computers.is_playing(row.id):
            self.show(row)
        if row.status is not TableStatus.LOBBY and self._plays(row):
            self._services.computers.wake(row.id)

    def _plays(self, row: TableRow) -> bool:
        """Whether computer players move here: at private tables wherever their member presses."""
        return row.is_private or self._bot.ownership.owns(row.guild_id)

    async def go_on_without(self, left: VacatedTables) -> None:
        """Where somebody was forgotten: the tables that they have left go on, and show it."""
        for table_id, seats in left.items():
            try:
                await self._goes_on_without(table_id, seats)
            except (StorageError, Refusal):  # one table's trouble is not another's
                log.exception("table %d: nobody could be asked to go on there", table_id)

    async def _goes_on_without(self, table_id: int, seats: Sequence[int]) -> None:
        row = await self._store.tables.get(table_id)
        if not self._bot.ownership.owns(row.guild_id):
            await self._store.tables.mark_outdated(
                table_id
            )  # who looks after it sees that it has changed
            self._services.sessions.changed(table_id)
        else:
            self.wake(await self._services.seat_changes.left(table_id, seats))

    def goes_on(self, live: TableState) -> None:
        """Moves were made at a table: show it, and let computer players go on if they are next."""
        if not live.row.is_private:  # its member has pressed, and sees it
            self.show(live.row)
        if self._services.computers.is_next(live):
            self._services.computers.wake(live.row.id)

    async def resume(self) -> None:
        """After a start: games go on, and what people see catches up."""
        self._services.timer_loop.start()
        await self.go_on_without(
            await self._store.erasure.vacate_restored_seats(make_computer_player)
        )
        if not self._closed:  # a disk that is busy may have kept us waiting until the stop
            await self.resume_held()

    async def resume_held(self, shard: int | None = None) -> None:
        """The same for the tables that we look after; for those of one shard, once it is ours."""
        waiting = {*await self._store.tables.playing_ids(), *await self._store.tables.outdated()}
        ours = await self._ours(sorted(waiting), shard)
        for number, table_id in enumerate(ours, start=1):
            if self._closed:
                return
            await self._resumed(table_id)
            if (
                number % RESUME_BATCH == 0
            ):  # who presses now must not wait behind thousands of tables
                await self._bot.sleep(RESUME_PAUSE)

    async def _resumed(self, table_id: int) -> None:
        """One table's fault is not another's: it is shown once that can be, and goes on then."""
        try:
            row = await self._store.tables.find(table_id)
            if row is not None:
                await self._resume(row)
        except StorageError:
            log.exception("table %d: it could not be looked at after the start", table_id)
            if not self._closed:
                self._services.repaint_queue.wake(table_id)
                self._services.computers.wake(table_id)

    async def _resume(self, row: TableRow) -> None:
        if row.is_private:
            self._services.computers.wake(row.id)
        elif self._bot.get_guild(row.guild_id) is None:  # sent away while the bot was not running
            await self._services.missing_channels.lost(row.id, NO_GUILD)
        elif row.status is TableStatus.PLAYING:
            self.wake(row)
        else:
            self.show(row)

    async def let_go(self) -> None:
        """Stop the work at tables that another process has taken over."""
        at_work = {*self._services.repaint_queue.at_work, *self._services.computers.at_work}
        ours = {*await self._ours(sorted(at_work))}
        for table_id in at_work - ours:
            self._services.repaint_queue.stop(table_id)
            self._services.computers.stop(table_id)

    def close(self) -> None:
        """Stop all work; the store knows what is left to do."""
        self._closed = True
        self._bot.retry_queue.close()
        self._services.timer_loop.close()
        self._services.absence.close()
        self._services.computers.close()
        self._services.repaint_queue.close()
        self._services.films.close()
        self._services.renderer.close()
