"""The repository of tables: finding them, playing at them, and their messages."""

from collections.abc import Iterable
from typing import Final

from data.core.backend import Backend
from data.core.timestamps import to_ms
from data.deadlines import open_decisions
from data.members import lookup, spectators
from data.messages import delivery, table_messages
from data.models.moves import DuplicateMove, MoveAppended, NewMove, StaleMove
from data.models.tables import MovePlayed
from data.repositories.repository import Repository, query, table_transaction, transaction
from data.tables import (
    archive,
    ending,
    handover,
    private_tables,
    renaming,
    search,
    table,
)
from data.tables import interventions as intervention_rows
from data.tables import move_log as log_rows
from data.tables import shuffle_contributions as contribution_rows
from data.tables import snapshot as snapshot_rows

MAX_CACHED_GUILDS: Final = 100_000
"""Most tables whose guild is cached, a few MB. A guild never changes, and ids are not reused."""


class TableRepository(Repository):
    """Tables and their games."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self._guilds: dict[int, int] = {}

    shuffle_contributions = query(contribution_rows.contributions)
    has_played = query(lookup.has_played_at)
    count_unplayed_decks = query(contribution_rows.count_unplayed_decks)

    async def append_moves(self, move: NewMove) -> MoveAppended | DuplicateMove | StaleMove:
        """Append a move and its consequences in one commit. See `move_log`."""
        return await self.backend.table_transaction(
            move.table_id, log_rows.append_moves_pipelined(move)
        )

    async def play(self, move: NewMove) -> MovePlayed | DuplicateMove | StaleMove:
        """Append a move as `append_moves` does, and return the table after it."""
        return await self.backend.table_transaction(
            move.table_id, snapshot_rows.append_and_read_pipelined(move)
        )

    snapshot = query(snapshot_rows.snapshot)
    snapshot_with_messages = query(snapshot_rows.snapshot_with_messages)
    save_prepared_changes = table_transaction(log_rows.save_prepared_changes, timed=False)
    replace_player = table_transaction(handover.replace_player)
    find = query(table.find)
    get = query(table.get)
    move_log = query(log_rows.moves_after)
    newest_entry_at = query(log_rows.newest_entry_at)
    void = table_transaction(ending.void)
    end_solo = table_transaction(ending.end_solo)
    follow = transaction(spectators.follow, timed=False)
    followers = query(spectators.followers)
    delete_spectators = transaction(spectators.delete_spectators, timed=False)
    react = transaction(spectators.react, timed=False)
    reactions = query(spectators.reactions)

    async def archive_finished(self, before: float) -> int:
        """Compress the logs of all games that ended before a time. Returns their number.

        Each block has its own commit, so that no move waits long.
        """
        kinds = await self.backend.query(lambda c: archive.archivable_games(c, to_ms(before)))
        for games in kinds:
            left = games
            while left:
                left = left[await self._pack_block(left) :]
        return sum(map(len, kinds))

    _pack_block = transaction(archive.archive_games, timed=False)

    async def guilds_of(self, table_ids: Iterable[int]) -> dict[int, int]:
        """Return the guild of each table, in the given order. Missing tables are left out."""
        wanted = tuple(table_ids)
        found = {each: self._guilds[each] for each in wanted if each in self._guilds}
        new = [each for each in wanted if each not in found]
        if new:
            read = await self.backend.query(lambda c: table.guilds_of(c, new))
            if len(self._guilds) > MAX_CACHED_GUILDS:
                self._guilds.clear()
            self._guilds |= read
            found |= read
        return {each: found[each] for each in wanted if each in found}

    playing_ids = query(search.playing_ids)
    playing_among = query(search.playing_among)
    lobby_ids = query(search.lobby_ids)
    playing_in_guild = query(search.playing_in_guild)
    playing_in_channel = query(search.playing_in_channel)
    threads_in = query(search.threads_in)
    tables_of_member = query(search.tables_of_member)
    tables_of_member_with_private = query(private_tables.own)
    waiting_for_member = query(open_decisions.tables_waiting_for)
    rename_member = transaction(renaming.rename_member, timed=False)

    # The messages of tables.
    set_message_ids = table_transaction(table_messages.set_message_ids, timed=False)
    mark_rendered = table_transaction(table_messages.mark_rendered, timed=False)
    mark_outdated = transaction(table_messages.mark_outdated, timed=False)
    outdated = query(table_messages.outdated_tables)
    announcements = query(delivery.announcements)
    interventions = query(intervention_rows.interventions)
    add_intervention = table_transaction(intervention_rows.add, timed=False)
