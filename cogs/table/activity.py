"""`TableActivity`: shows a changed table, and lets its computer players move.

`TableSessions` and `LobbyService` change tables. The callers of these two then call
`TableActivity`. No other code wakes the repaint queue or the computer players for a table.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import discord

from cogs.core.bot import Interaction, Services, TuppenceBot
from cogs.core.refusals import Refusal, ShuttingDown
from cogs.delivery.request import NO_GUILD
from cogs.game.computer_players import make_computer_player
from cogs.game.state import TableState
from cogs.gateway.ownership import owned_tables
from cogs.table.publisher import is_mid_turn
from cogs.ui.texts import normalize_name
from data.errors import StorageError
from data.models.members import VacatedTables
from data.models.tables import TableRow, TableStatus

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""How many members' saved names are cached. Each takes some hundred bytes."""
RESUMED_AT_ONCE: Final = 5
"""How many games are read at once after a start."""
RESUME_BATCH: Final = 50
"""How many tables are woken after a start before the bot pauses."""
RESUME_PAUSE: Final = 0.1
"""Length of that pause in seconds."""


class TableActivity:
    """Shows the changed tables of one bot, and wakes their computer players."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._store = bot.database
        self._closed = False
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    @property
    def _services(self) -> Services:
        return self._bot.services

    def check_open(self) -> None:
        if self._closed:
            raise ShuttingDown

    async def _ours(self, table_ids: Iterable[int], shard: int | None = None) -> tuple[int, ...]:
        return await owned_tables(self._bot.ownership, self._store.tables, table_ids, shard)

    def show(self, row: TableRow) -> None:
        """Show a changed table if this process serves its guild."""
        if self._bot.ownership.owns(row.guild_id):
            self._services.repaint_queue.wake(row.id)

    @asynccontextmanager
    async def naming(self, raw: Interaction) -> AsyncIterator[None]:
        """Context manager around the answer to an interaction.

        Saves the member's display name in a task of its own, so that no response is delayed. A new
        name is shown in all the member's lobbies and games.
        """
        saving = asyncio.create_task(self._save_name(raw))
        try:
            yield
        finally:
            await saving

    async def _save_name(self, raw: Interaction) -> None:
        if not isinstance(raw.user, discord.Member):  # a direct message has no nickname
            return
        key, name = (raw.user.guild.id, raw.user.id), normalize_name(raw.user.display_name)
        if self._names.get(key) == name:
            return
        try:
            for table_id in await self._store.tables.rename_member(*key, name):
                self._services.sessions.changed(table_id)
                self._services.repaint_queue.wake(table_id)
        except StorageError as error:  # the member's next interaction tries again
            log.warning("a new name was not saved: %s", error)
            return
        self._names[key] = name
        # Bounded: otherwise the cache would grow with every member.
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)

    def wake(self, row: TableRow) -> None:
        """Show a changed table, and let its computer players move.

        If no computer player is at work at the table yet, computer players first make the moves
        that need no thinking time. The table is shown after those moves.
        """
        if row.status is not TableStatus.PLAYING or self._services.computers.is_playing(row.id):
            self.show(row)
        if row.status is not TableStatus.LOBBY and self._plays(row):
            self._services.computers.wake(row.id)

    def _plays(self, row: TableRow) -> bool:
        """Return whether computer players of this table move in this process.

        At a private table, they move in the process that receives the interactions of the table's
        member.
        """
        return row.is_private or self._bot.ownership.owns(row.guild_id)

    async def continue_without(self, left: VacatedTables) -> None:
        """Continue the games of an erased member.

        Args:
            left: The seats that the member has left, by table id.
        """
        for table_id, seats in left.items():
            try:
                await self._continue_without(table_id, seats)
            except (StorageError, Refusal):  # one failure must not stop the other tables
                log.exception("table %d: cannot continue without the erased member", table_id)

    async def _continue_without(self, table_id: int, seats: Sequence[int]) -> None:
        row = await self._store.tables.get(table_id)
        if not self._bot.ownership.owns(row.guild_id):
            # The process that serves the guild will find the table among the outdated ones.
            await self._store.tables.mark_outdated(table_id)
            self._services.sessions.changed(table_id)
        else:
            self.wake(await self._services.seat_changes.continue_after_erasure(table_id, seats))

    def continue_game(self, state: TableState) -> None:
        """Show a table after moves. If computer players are next, wake them.

        In the middle of a turn, the table message is updated only after `QUIET_SECONDS` without a
        move.
        """
        if not state.row.is_private:  # a private table has no table message
            if self._bot.ownership.owns(state.row.guild_id):
                self._services.repaint_queue.rest(state.row.id)
            if not is_mid_turn(state):
                self.show(state.row)
        if self._services.computers.is_next(state):
            self._services.computers.wake(state.row.id)

    def rested(self, table_id: int) -> None:
        """Repaint a table on which nobody has moved for `QUIET_SECONDS`."""
        if self._bot.ownership.is_exclusive:
            self._services.repaint_queue.wake(table_id)
        else:
            # Another process may have given a seat to a computer player. This also repaints the
            # table.
            self._services.computers.wake(table_id)

    async def resume(self) -> None:
        """Continue all games after a start, and update their messages."""
        self._services.timer_loop.start()
        await self.continue_without(
            await self._store.erasure.vacate_restored_seats(make_computer_player)
        )
        if not self._closed:  # the bot may have been stopped while the database was busy
            await self.resume_owned()

    async def resume_owned(self, shard: int | None = None) -> None:
        """Continue the games that this process serves.

        With `shard`, continue only the games of that shard's guilds. The process has just taken
        over the shard.
        """
        waiting = {*await self._store.tables.playing_ids(), *await self._store.tables.outdated()}
        ours = await self._ours(sorted(waiting), shard)
        for number, table_id in enumerate(ours, start=1):
            # Each reads and replays a game, and interactions would wait behind all of them.
            await self._services.computers.wait_for_room(RESUMED_AT_ONCE)
            if self._closed:
                return
            await self._try_to_resume(table_id)
            # Without the pauses, interactions would wait behind thousands of tables.
            if number % RESUME_BATCH == 0:
                await self._bot.sleep(RESUME_PAUSE)

    async def _try_to_resume(self, table_id: int) -> None:
        """Resume one table.

        After a storage error the table's queues retry, and the other tables are resumed.
        """
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
        elif self._bot.get_guild(row.guild_id) is None:  # removed while the bot was down
            await self._services.missing_channels.mark_missing(row.id, NO_GUILD)
        elif row.status is TableStatus.PLAYING:
            self.wake(row)
        else:
            self.show(row)

    async def stop_unowned(self) -> None:
        """Stop the work at tables that another process serves now."""
        at_work = {*self._services.repaint_queue.at_work, *self._services.computers.at_work}
        ours = {*await self._ours(sorted(at_work))}
        for table_id in at_work - ours:
            self._services.repaint_queue.stop(table_id)
            self._services.computers.stop(table_id)

    def close(self) -> None:
        """Stop all work. A later start continues the games from the database."""
        self._closed = True
        self._bot.retry_queue.close()
        self._services.timer_loop.close()
        self._services.absence.close()
        self._services.computers.close()
        self._services.repaint_queue.close()
        self._services.films.close()
        self._services.renderer.close()
