"""Members and guilds: what they have chosen, what is kept of them, and erasing it.

What is erased must also leave the write-ahead log and the backups. That happens after the COMMIT:
`data.erasure.erased_backups`.
"""

from collections.abc import Collection
from pathlib import Path

from data.erasure import erased_backups, personal_data
from data.erasure.vacate_seats import StandIn
from data.guilds import departures
from data.guilds.settings import (
    delete_preset,
    presets,
    save_preset,
    set_announces_records,
    set_language,
    settings,
)
from data.members import auto_answers, identity, plans, preferences, table_notes
from data.members import preferences as look_rows
from data.members.staged_cards import proposal, save_proposal, save_staged_cards, staged_cards
from data.models.members import MemberErased, VacatedTables
from data.repositories.repository import Repository, query, transaction
from data.sqlite.backend import SqliteBackend


class MemberRepository(Repository):
    """Members, guilds, and their choices."""

    # what members have chosen and prepared
    plan = query(plans.plan)
    save_plan = transaction(plans.save, timed=False)
    delete_plan = transaction(plans.delete, timed=False)
    table_note = query(table_notes.note)
    save_table_note = transaction(table_notes.save, timed=False)
    delete_orphaned_notes = transaction(table_notes.delete_orphaned, timed=False)
    reminder_preferences = query(preferences.reminder_preferences)
    change_reminder_preferences = transaction(preferences.change_reminder_preferences, timed=False)
    hand_appearance = query(look_rows.hand_appearance)
    change_hand_appearance = transaction(look_rows.change_hand_appearance, timed=False)
    auto_answer = query(auto_answers.auto_answer)
    save_auto_answer = transaction(auto_answers.save_auto_answer, timed=False)
    staged_cards = query(staged_cards)
    save_staged_cards = transaction(save_staged_cards, timed=False)
    proposal = query(proposal)
    save_proposal = transaction(save_proposal, timed=False)

    # what a guild has chosen
    settings = query(settings)
    set_language = transaction(set_language, timed=False)
    set_announces_records = transaction(set_announces_records, timed=False)
    presets = query(presets)
    save_preset = transaction(save_preset, timed=False)
    delete_preset = transaction(delete_preset, timed=False)

    # what is kept of a member
    set_hidden = transaction(identity.set_hidden, timed=False)
    is_hidden = query(identity.is_hidden)
    export = query(personal_data.export, slow=True)

    async def erase_member(self, user_id: int, stand_in: StandIn) -> MemberErased:
        """Erase a member from the database; the write-ahead log and the copies are to follow.

        `stand_in` is given the names at a table, and returns the computer player for the open seat.
        Copies may take minutes, for which no game has to wait: `propagate`.
        """
        return await self.backend.transaction(
            lambda c, at: erased_backups.forget(c, at, user_id, stand_in, copied=self._copied)
        )

    async def vacate_restored_seats(self, stand_in: StandIn) -> VacatedTables:
        """Vacate the seats of erased members that a restored backup has brought back.

        To be done before anything goes on after a start.
        """
        return await self.backend.transaction(
            lambda c, at: erased_backups.stand_in_for_nobody(c, at, stand_in, copied=self._copied)
        )

    async def propagate(self) -> tuple[Path, ...]:
        """Carry erasures into the log and the copies. Returns the files that could not follow."""
        return await erased_backups.propagate(self.backend)

    def only_wal_pending(self, left: tuple[Path, ...]) -> bool:
        """Whether only the database is left: every copy has followed, and only its log has not."""
        return isinstance(self.backend, SqliteBackend) and left == (self.backend.path,)

    async def pending_count(self) -> int:
        """The number of members and guilds that some copy has still to erase."""
        counted = erased_backups.pending_count if self._copied else erased_backups.unapplied_count
        return await self.backend.query(counted)

    @property
    def _copied(self) -> bool:
        return isinstance(self.backend, SqliteBackend)

    # guilds
    mark_departed = transaction(departures.mark_departed)
    clear_departed = transaction(departures.clear_departed, timed=False)
    reconcile = transaction(departures.reconcile)
    departed_before = query(departures.departed_before)

    async def erase_guilds(self, guild_ids: Collection[int], before: float) -> tuple[int, ...]:
        """Erase guilds, from the backups too; see `erasures.erase_servers`. Returns their ids."""
        erased = await self.backend.transaction(
            lambda c, at: erased_backups.erase_servers(
                c, at, guild_ids, before, copied=self._copied
            )
        )
        if erased:
            await self.propagate()
        return erased
