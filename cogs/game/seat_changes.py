"""Changes of who plays a seat during a game, through absence, return and leaving.

If a member does not answer, a computer player plays the seat. The member still owns the seat: its
row still has the member's id. The result counts for the member who played the seat last. Moves that
a computer player makes for an absent member count for that member.
"""

from collections.abc import Callable, Iterable
from typing import Final

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.computer_players import DEFAULT_LEVEL, make_computer_player
from cogs.game.deadlines import DAY, SOLO_SECONDS
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState, has_member_player
from cogs.ui.places import is_on_server
from cogs.ui.texts import normalize_name
from data.models.deadlines import WHOLE_TABLE, Pause
from data.models.tables import Changed, NotChanged, Player, TableRow, TableStatus
from data.repositories.deadlines import DeadlineRepository, PauseRepository
from data.repositories.tables import TableRepository

MAX_MISSED_TURNS: Final = 3
"""Number of decisions in a row that a member may miss before a computer player takes over."""
NO_MEMBER_PAUSE: Final = 30 * DAY
"""Seconds that a game without members waits for one of them. Then it ends without a result."""


class SeatChanges:
    """Changes who plays a seat, for one bot."""

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

    async def hand_to_computer(self, table_id: int, seat: int) -> TableRow | None:
        """Let a computer player play for a member who has missed `MAX_MISSED_TURNS` decisions.

        The member still owns the seat. Returns None and changes nothing if the member has moved
        since, or if a computer player already plays.
        """
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            if await self._time.missed_in_a_row(table_id, seat) < MAX_MISSED_TURNS:
                return None
            player = state.player(seat)
            if player.kind == "computer":
                return None
            substitute = Player("computer", player.user_id, player.name, DEFAULT_LEVEL)
            return await self._replace(state, seat, substitute)

    async def leave(self, table_id: int, user_id: int, *, opens: bool = False) -> TableRow:
        """Take a member off the seat that they play, for good.

        A computer player gets the member's own seat. If the member is a substitute, the seat goes
        back to its owner.

        Args:
            table_id: The table.
            user_id: Discord id of the member who leaves.
            opens: Whether another member may get the seat, if the table agrees.

        Returns:
            The table after the change.

        Raises:
            Refusal: The member plays no seat.
        """
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            seat, player = state.require_seat(user_id), make_computer_player(state.names())
            return await self._replace(state, seat, player, opens=opens)

    async def continue_after_erasure(self, table_id: int, seats: Iterable[int]) -> TableRow:
        """Continue a game in which the erasure of a member has vacated these seats."""
        async with self._tables.changing(table_id):
            row = await self._rows.get(table_id)
            for seat in seats if row.status is TableStatus.PLAYING else ():
                await self.continue_game(row, seat)
            return row

    async def come_back(self, table_id: int, member: Player) -> TableRow:
        """Give a member their seat back from a computer player or a substitute.

        Raises:
            Refusal: The member owns no seat, or already plays it.
        """
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            seat = state.own_seat(member.user_id or 0)
            if seat is None:
                raise Refusal("table.not_seated")
            player = state.player(seat)
            if (player.kind, player.user_id) == ("member", member.user_id):
                raise Refusal("clock.not_away")
            return await self._replace(state, seat, member)

    async def _replace(
        self, state: TableState, seat: int, player: Player, *, opens: bool = False
    ) -> TableRow:
        answer = await self._rows.replace_player(
            state.row.id, seat, player, from_seq=state.row.seq, opens=opens
        )
        row = raise_if_refused(answer)
        if row.status is TableStatus.PLAYING:
            await self.continue_game(row, seat)
        return row

    async def continue_game(self, row: TableRow, seat: int) -> None:
        """Start the decision of a seat's new player. Pause the table if no member plays there.

        The caller must be inside `TableSessions.changing`.
        """
        self._tables.changed(row.id)
        await self._tables.start_decisions(row.id, seat)
        await self.pause_if_abandoned(row)
        # Last: if the table were marked before its new deadline is set, it could be shown with the
        # old deadline.
        await self._rows.mark_outdated(row.id)

    async def pause_if_abandoned(self, row: TableRow) -> None:
        """Pause the table's clock if no member plays a seat."""
        pauses = await self._pauses.of_table(row.id)
        if not has_member_player(row) and not any(pause.reason == "nobody" for pause in pauses):
            now = self._now()
            lasts = SOLO_SECONDS if row.is_solo else NO_MEMBER_PAUSE
            pause = Pause(WHOLE_TABLE, "nobody", now, now + lasts)
            await self._pauses.begin(row.id, pause)


def raise_if_refused(answer: Changed | NotChanged, **facts: object) -> TableRow:
    """Return the changed table, or raise `Refusal` with the database's reason for no change."""
    match answer:
        case Changed(table):
            return table
        case NotChanged(reason):
            raise Refusal(f"lobby.refused.{reason}", **facts)


async def own_player(raw: Interaction, guild_id: int) -> Player:
    """Return the member of an interaction as the player of a seat on a server.

    An interaction elsewhere has no name of that server, so the stored name is used.

    Raises:
        Refusal: The server does not know the member.
    """
    if is_on_server(raw, guild_id):
        return member_player(raw.user)
    for one in await raw.client.database.members.memberships(raw.user.id):
        if one.guild_id == guild_id:
            return Player("member", raw.user.id, one.name)
    raise Refusal("table.not_seated")


def member_player(member: discord.abc.User) -> Player:
    """Return a member as the player of a seat, with their present display name."""
    return Player("member", member.id, normalize_name(member.display_name))
