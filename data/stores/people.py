"""Members and guilds: what they have chosen, what is kept of them, and erasing it.

What is erased must also leave the write-ahead log and the backups. That happens after the COMMIT:
`data.forgetting.erasures`.
"""

from collections.abc import Collection
from pathlib import Path

from data.file.access import OpenFile
from data.forgetting import erasures, privacy
from data.forgetting.leaving import StandIn
from data.people import looks as look_rows
from data.people import (
    memos,
    people,
    plans,
    preferences,
    server_choices,
    servers,
    wishes,
)
from data.people.rows import Forgotten, Left
from data.stores.repository import Repository, query, transaction


class PeopleStore(Repository):
    """Members, guilds, and their choices."""

    # what members have chosen and prepared
    plan = query(plans.find)
    keep_plan = transaction(plans.keep, timed=False)
    drop_plan = transaction(plans.drop, timed=False)
    memo = query(memos.find)
    keep_memo = transaction(memos.keep, timed=False)
    sweep_memos = transaction(memos.sweep, timed=False)
    preference = query(preferences.find)
    prefer = transaction(preferences.change, timed=False)
    looks = query(look_rows.find)
    change_looks = transaction(look_rows.change, timed=False)
    standing = query(wishes.standing)
    keep_standing = transaction(wishes.keep_standing, timed=False)
    staged = query(wishes.staged)
    stage = transaction(wishes.stage, timed=False)
    proposal = query(wishes.proposal)
    propose = transaction(wishes.propose, timed=False)

    # what a guild has chosen
    server = query(server_choices.find)
    choose_language = transaction(server_choices.choose_language, timed=False)
    tell_records = transaction(server_choices.tell_records, timed=False)
    presets = query(server_choices.presets)
    keep_preset = transaction(server_choices.keep_preset, timed=False)
    drop_preset = transaction(server_choices.drop_preset, timed=False)

    # what is kept of a member
    hide = transaction(people.hide, timed=False)
    is_hidden = query(people.is_hidden)
    about = query(privacy.about, slow=True)

    async def forget(self, user_id: int, stand_in: StandIn) -> Forgotten:
        """Erase a member from the database; the write-ahead log and the copies are to follow.

        `stand_in` is given the names at a table, and returns the computer player for the open seat.
        Copies may take minutes, for which no game has to wait: `finish_forgetting`.
        """
        return await self.backend.transaction(
            lambda c, at: erasures.forget(c, at, user_id, stand_in, copied=self._copied)
        )

    async def stand_in_for_nobody(self, stand_in: StandIn) -> Left:
        """Vacate the seats of erased members that a restored backup has brought back.

        To be done before anything goes on after a start.
        """
        return await self.backend.transaction(
            lambda c, at: erasures.stand_in_for_nobody(c, at, stand_in, copied=self._copied)
        )

    async def finish_forgetting(self) -> tuple[Path, ...]:
        """Carry erasures into the log and the copies. Returns the files that could not follow."""
        return await erasures.carry_out(self.backend)

    def is_itself(self, left: tuple[Path, ...]) -> bool:
        """Whether only the database is left: every copy has followed, and only its log has not."""
        return isinstance(self.backend, OpenFile) and left == (self.backend.path,)

    async def still_to_forget(self) -> int:
        """The number of members and guilds that some copy has still to erase."""
        counted = erasures.pending_count if self._copied else erasures.unfollowed
        return await self.backend.query(counted)

    @property
    def _copied(self) -> bool:
        return isinstance(self.backend, OpenFile)

    # guilds
    server_left = transaction(servers.left)
    server_came_back = transaction(servers.came_back, timed=False)
    compare_servers = transaction(servers.compare)
    departed_servers = query(servers.departed)

    async def erase_servers(self, guild_ids: Collection[int], before: float) -> tuple[int, ...]:
        """Erase guilds, from the backups too; see `erasures.erase_servers`. Returns their ids."""
        erased = await self.backend.transaction(
            lambda c, at: erasures.erase_servers(c, at, guild_ids, before, copied=self._copied)
        )
        if erased:
            await self.finish_forgetting()
        return erased
