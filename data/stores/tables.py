"""Tables: their log of moves, what comes of it, and what Discord shows of them."""

from collections.abc import Sequence
from typing import Final

from data.consent import endings, handovers
from data.consent import interventions as intervention_rows
from data.file.access import OpenDatabase
from data.file.clock import to_ms
from data.game import archive, messages, posts, seats, standing, tables
from data.game import contributions as contribution_rows
from data.game import in_play as snapshot
from data.game import log as move_log
from data.game.in_play import Played
from data.game.log import NewMove
from data.game.rows import Appended, Duplicate, Stale
from data.learning import private
from data.stores.repository import Repository, query, table_transaction, transaction
from data.time import waits

SERVERS: Final = 100_000
"""Tables whose guild is cached, a few MB. It never changes, and no table number is reused."""


class TableStore(Repository):
    """Tables and their games."""

    def __init__(self, backend: OpenDatabase) -> None:
        super().__init__(backend)
        self._servers: dict[int, int] = {}

    contributions = query(contribution_rows.of)
    has_played = query(seats.has_played)
    set_aside = query(contribution_rows.set_aside)

    # play
    async def append(self, move: NewMove) -> Appended | Duplicate | Stale:
        """Append a move, and all that comes with it, in one commit; see `log.append`."""
        return await self.backend.table_transaction(move.table_id, move_log.appending(move))

    async def play(self, move: NewMove) -> Played | Duplicate | Stale:
        """Append a move as `append` does, and return the table after it."""
        return await self.backend.table_transaction(move.table_id, snapshot.playing(move))

    in_play = query(snapshot.find)
    shown = query(snapshot.shown)
    keep_said = table_transaction(move_log.keep, timed=False)
    change_driver = table_transaction(handovers.change_driver)
    find = query(tables.find)
    existing = query(tables.existing)
    log = query(move_log.entries)
    void = table_transaction(endings.void)

    async def pack(self, before: float) -> int:
        """Compress the logs of all games that ended before a time; return their number.

        One block to a commit, so that a move never waits long behind it.
        """
        kinds = await self.backend.query(lambda c: archive.ready(c, to_ms(before)))
        for games in kinds:
            left = games
            while left:
                left = left[await self._pack_block(left) :]
        return sum(map(len, kinds))

    _pack_block = transaction(archive.pack, timed=False)

    # which
    async def held(self, table_ids: Sequence[int], shard: int | None = None) -> tuple[int, ...]:
        """Those of these tables that this process owns, in their order; only those of a shard."""
        portion = self.backend.portion
        if portion.is_all or not table_ids:
            return tuple(table_ids)
        new = [table_id for table_id in table_ids if table_id not in self._servers]
        if new:
            if len(self._servers) > SERVERS:
                self._servers.clear()
            self._servers |= await self.backend.query(lambda c: tables.servers(c, new))
        known = ((each, self._servers[each]) for each in table_ids if each in self._servers)
        return portion.of(known, shard)

    playing = query(tables.playing)
    lobbies = query(standing.lobbies)
    playing_in = query(standing.in_server)
    shown_in = query(standing.shown_in)
    threads_in = query(standing.threads_in)
    of_member = query(tables.tables_of)
    own = query(private.own)
    waiting_for = query(waits.for_member)

    # what Discord shows, and when
    place_messages = table_transaction(messages.place, timed=False)
    painted = table_transaction(messages.painted, timed=False)
    unpaint = transaction(messages.unpaint, timed=False)
    behind = query(messages.behind)
    posted = query(posts.posted)
    interventions = query(intervention_rows.of)
    note_intervention = table_transaction(intervention_rows.note, timed=False)
