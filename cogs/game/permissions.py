"""Who may do what at a running table: whoever plays there has no power over another seat of it.

member      plays, or may take a seat back: asks the table, lets a paused game go on
host        has opened it: the same, and pauses the whole table
moderator   may manage the server and has never held a hand of this game: pauses it, or ends it
"""

from dataclasses import dataclass
from typing import Final, Literal

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.deadlines import PACES, UNANSWERED_SECONDS
from cogs.game.state import TableState
from data.models.tables import TableCounts

Role = Literal["member", "host", "moderator", "table"]


@dataclass(frozen=True, slots=True)
class TablePermissions:
    """What somebody is at a table; `seat` is their own."""

    seat: int | None
    host: bool
    moderator: bool

    @property
    def role(self) -> Role:
        """As what they act."""
        if self.moderator:
            return "moderator"
        return "host" if self.host else "member"

    @property
    def runs(self) -> bool:
        """Whether they may pause the whole table."""
        return self.host or self.moderator

    @property
    def is_any(self) -> bool:
        """Whether they are anything here."""
        return self.runs or self.seat is not None

    def check(self) -> None:
        """Raise `Refusal` for whoever is nothing here."""
        if not self.is_any:
            raise Refusal("run.not_allowed")

    def check_runs(self) -> None:
        """Raise `Refusal` unless they may pause the whole table."""
        if not self.runs:
            raise Refusal("run.not_allowed")


def replaceable_seats(state: TableState, permissions: TablePermissions, now: float) -> list[int]:
    """The members' seats about which somebody may ask: shall a computer player hold it.

    With a clock its host may ask; without one whoever plays, after two days on one decision.
    """
    others = [
        seat.seat
        for seat in state.row.seats
        if state.player(seat.seat).kind == "member" and seat.seat != permissions.seat
    ]
    if PACES[state.row.pace].reminds:
        return others if permissions.host else []
    hanging = {
        decision.seat
        for decision in state.circumstances.open_decisions
        if decision.since <= now - UNANSWERED_SECONDS
    }
    asks = permissions.host or permissions.seat is not None
    return [seat for seat in others if seat in hanging] if asks else []


# ---- How much one member, one channel and one server may have going at a time


MAX_LOBBIES_PER_HOST: Final = 2
"""Open lobbies of one host."""
MAX_GAMES_PER_MEMBER: Final = 5
"""Lobbies and games one member sits at, on one server."""
MAX_TABLES_PER_CHANNEL: Final = 25
MAX_TABLES_PER_GUILD: Final = 200


def check_lobby_limits(load: TableCounts, seated: int) -> None:
    """Raise `Refusal` when one more lobby would be too many, for its host or its place.

    Asked in the unit of work that opens it, or two at once would both be admitted.
    """
    if load.lobbies >= MAX_LOBBIES_PER_HOST:
        raise Refusal("limits.lobbies", n=MAX_LOBBIES_PER_HOST)
    check_channel_limit(load)
    if load.guild >= MAX_TABLES_PER_GUILD:
        raise Refusal("limits.guild", n=MAX_TABLES_PER_GUILD)
    check_seat_limit(seated)


def check_seat_limit(seated: int) -> None:
    """Raise `Refusal` when a member sits at as many tables as may be."""
    if seated >= MAX_GAMES_PER_MEMBER:
        raise Refusal("limits.games", n=MAX_GAMES_PER_MEMBER)


def check_channel_limit(load: TableCounts) -> None:
    """Raise `Refusal` when a channel has as many tables as it may have."""
    if load.channel >= MAX_TABLES_PER_CHANNEL:
        raise Refusal("limits.channel", n=MAX_TABLES_PER_CHANNEL)


# ---- The permissions of a member at a table in play


async def load_permissions(state: TableState, raw: Interaction) -> TablePermissions:
    """Return a member's permissions at a table. Who ever played a seat of it is no moderator."""
    seat, is_host = state.own_seat(raw.user.id), raw.user.id == state.row.host_id
    manages = raw.permissions.manage_guild and state.row.guild_id == raw.guild_id
    if not manages or seat is not None:
        return TablePermissions(seat, is_host, moderator=False)
    has_played = await raw.client.database.votes.has_held_hand(state.row.id, raw.user.id)
    return TablePermissions(seat, is_host, moderator=not has_played)
