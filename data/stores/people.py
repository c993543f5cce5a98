"""Members and servers: what they have chosen, what is kept of them, and letting go of it.

What is let go must also leave the write-ahead log and the backups; that happens after the
COMMIT: `data.forgetting.erasures`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from data.file.access import OpenDatabase, OpenFile
from data.file.clock import Millis, to_ms
from data.forgetting import erasures, leaving, privacy
from data.forgetting.leaving import StandIn
from data.forgetting.privacy import Record
from data.people import (
    looks,
    memos,
    people,
    plans,
    preferences,
    server_choices,
    servers,
    wishes,
)
from data.people.looks import LookRow
from data.people.plans import PlanRow
from data.people.rows import Forgotten, Left, Preference
from data.people.server_choices import Options, ServerChoice
from data.people.wishes import ProposalRow, StandingRow
from data.sql.connection import Connection


class PeopleStore:
    """People and their wishes, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look
        self._file = file
        self._copied = isinstance(file, OpenFile)

    # ---- wishes

    async def plan(self, table_id: int, user_id: int) -> PlanRow | None:
        """A member's plan at a table."""
        return await self._look(lambda c: plans.find(c, table_id, user_id))

    async def keep_plan(self, plan: PlanRow) -> None:
        """Keep a plan in place of the member's older one."""
        await self._submit(lambda c, _: plans.keep(c, plan))

    async def drop_plan(self, table_id: int, user_id: int) -> None:
        """Keep a plan no longer."""
        await self._submit(lambda c, _: plans.drop(c, table_id, user_id))

    async def memo(self, table_id: int, user_id: int) -> str:
        """What a member has written down for themselves at a table; "" for nothing."""
        return await self._look(lambda c: memos.find(c, table_id, user_id))

    async def keep_memo(self, table_id: int, user_id: int, body: str) -> bool:
        """Keep it in place of what was there; False once the game is over."""
        return await self._submit(lambda c, _: memos.keep(c, table_id, user_id, body))

    async def sweep_memos(self) -> None:
        """Let go of notes at games that are over."""
        await self._submit(lambda c, _: memos.sweep(c))

    async def preference(self, user_id: int) -> Preference:
        """How a member wants to be reminded."""
        return await self._look(lambda c: preferences.find(c, user_id))

    async def prefer(self, user_id: int, change: Callable[[Preference], Preference]) -> Preference:
        """Change how a member wants to be reminded, from what is kept at that moment."""
        return await self._submit(lambda c, _: preferences.change(c, user_id, change))

    async def looks(self, user_id: int) -> LookRow | None:
        """How a member wants to see their hand, if they have chosen."""
        return await self._look(lambda c: looks.find(c, user_id))

    async def change_looks(
        self, user_id: int, change: Callable[[LookRow | None], LookRow]
    ) -> LookRow:
        """Change how a member wants to see their hand, from what is kept at that moment."""
        return await self._submit(lambda c, _: looks.change(c, user_id, change))

    async def standing(self, table_id: int, seat: int, user_id: int) -> StandingRow | None:
        """A member's standing answers for a seat, if there are any."""
        return await self._look(lambda c: wishes.standing(c, table_id, seat, user_id))

    async def keep_standing(self, said: StandingRow) -> None:
        """Keep standing answers in place of those before."""
        await self._submit(lambda c, _: wishes.keep_standing(c, said))

    async def staged(self, table_id: int, user_id: int) -> str:
        """The groups of cards that a member has laid ready, as text; "" for none."""
        return await self._look(lambda c: wishes.staged(c, table_id, user_id))

    async def stage(self, table_id: int, user_id: int, groups: str) -> None:
        """Keep these groups in place of those before."""
        await self._submit(lambda c, _: wishes.stage(c, table_id, user_id, groups))

    async def proposal(self, table_id: int, user_id: int) -> ProposalRow | None:
        """The move put forward to a member last."""
        return await self._look(lambda c: wishes.proposal(c, table_id, user_id))

    async def propose(self, new: ProposalRow) -> None:
        """Put a move forward in place of the one before."""
        await self._submit(lambda c, _: wishes.propose(c, new))

    # ---- what a server has chosen

    async def server(self, guild_id: int) -> ServerChoice:
        """Its language, and whether it wants records told."""
        return await self._look(lambda c: server_choices.find(c, guild_id))

    async def choose_language(self, guild_id: int, language: str | None) -> None:
        """Let a server's public messages be in this language; None for Discord's own."""
        await self._submit(lambda c, _: server_choices.choose_language(c, guild_id, language))

    async def tell_records(self, guild_id: int, *, tell: bool) -> None:
        """Tell broken records on a server, or tell none."""
        await self._submit(lambda c, _: server_choices.tell_records(c, guild_id, tell=tell))

    async def presets(self, guild_id: int, game: str) -> Mapping[str, Options]:
        """The house rules a server keeps for a game, by name, oldest first."""
        return await self._look(lambda c: server_choices.presets(c, guild_id, game))

    async def keep_preset(self, guild_id: int, game: str, name: str, options: Options) -> None:
        """Keep house rules under a name; those of that name before keep their place."""
        await self._submit(
            lambda c, _: server_choices.keep_preset(c, guild_id, game, name, options)
        )

    async def drop_preset(self, guild_id: int, game: str, name: str) -> None:
        """Keep house rules no longer."""
        await self._submit(lambda c, _: server_choices.drop_preset(c, guild_id, game, name))

    # ---- what is kept of a person

    async def hide(self, guild_id: int, user_id: int, *, hidden: bool) -> None:
        """Take a member off the server's ladders, or put them on again."""
        await self._submit(lambda c, _: people.hide(c, guild_id, user_id, hidden=hidden))

    async def is_hidden(self, guild_id: int, user_id: int) -> bool:
        """Whether a member wants no place on the server's ladders."""
        return await self._look(lambda c: people.is_hidden(c, guild_id, user_id))

    async def about(self, user_id: int) -> Mapping[str, Sequence[Record]]:
        """Everything that is kept about a person, on all servers, by kind."""
        return await self._file.look_long(lambda c: privacy.about(c, user_id))

    async def forget(self, user_id: int, stand_in: StandIn) -> Forgotten:
        """Take a person's id and name out of the database; its log and its copies are to follow.

        `stand_in` is given the names at a table and gives the computer for the open seat. Copies
        may take minutes, for which nobody's game has to wait: `finish_forgetting`.
        """
        return await self._submit(
            lambda c, at: _forget(c, at, user_id, stand_in, copied=self._copied)
        )

    async def stand_in_for_nobody(self, stand_in: StandIn) -> Left:
        """Let others have the places of those who came back with a backup, as nobody.

        To be done before anything goes on after a start.
        """
        return await self._submit(
            lambda c, at: _stand_in_for_nobody(c, at, stand_in, copied=self._copied)
        )

    async def finish_forgetting(self) -> tuple[Path, ...]:
        """Let log and copies forget what they have still to; the files that could not yet."""
        return await erasures.carry_out(self._file)

    def is_itself(self, left: tuple[Path, ...]) -> bool:
        """Whether the database alone is left: every copy has followed, and only its log has not."""
        return isinstance(self._file, OpenFile) and left == (self._file.path,)

    async def still_to_forget(self) -> int:
        """How many people and servers some copy has still to forget."""
        counted = erasures.pending_count if self._copied else erasures.unfollowed
        return await self._look(counted)

    # ---- servers

    async def server_left(self, guild_id: int) -> None:
        """A server has sent the bot away."""
        await self._submit(lambda c, at: servers.left(c, at, guild_id))

    async def server_came_back(self, guild_id: int) -> None:
        """The bot was invited again."""
        await self._submit(lambda c, _: servers.came_back(c, guild_id))

    async def compare_servers(self, present: Collection[int]) -> tuple[int, int]:
        """Compare the servers known with those where the bot is.

        How many have sent it away unnoticed, and how many have invited it again.
        """
        return await self._submit(lambda c, at: servers.compare(c, at, present))

    async def departed_servers(self, before: float) -> tuple[int, ...]:
        """The servers that left before a time and have not come back."""
        return await self._look(lambda c: servers.departed(c, to_ms(before)))

    async def erase_servers(self, guild_ids: Collection[int], before: float) -> tuple[int, ...]:
        """Erase those of these servers that left before a time and have not come back meanwhile.

        From the backups too. Gives their ids.
        """
        erased = await self._submit(
            lambda c, at: _erase(c, at, guild_ids, to_ms(before), copied=self._copied)
        )
        if erased:
            await self.finish_forgetting()
        return erased


def _forget(
    connection: Connection, now: Millis, user_id: int, stand_in: StandIn, *, copied: bool
) -> Forgotten:
    forgotten = privacy.forget(connection, now, user_id, stand_in)
    erasures.note(connection, now, "member", user_id, copied=copied)
    return forgotten


def _stand_in_for_nobody(
    connection: Connection, now: Millis, stand_in: StandIn, *, copied: bool
) -> Left:
    if not copied:
        erasures.in_the_database(connection, now)
    return leaving.leave(connection, now, None, stand_in)


def _erase(
    connection: Connection, now: Millis, guild_ids: Collection[int], before: int, *, copied: bool
) -> tuple[int, ...]:
    gone = tuple(one for one in servers.departed(connection, before) if one in guild_ids)
    servers.erase(connection, gone)
    for guild_id in gone:
        erasures.note(connection, now, "server", guild_id, copied=copied)
    return gone
