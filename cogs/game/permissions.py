"""Permissions at a table: who may pause or end a game. Also the limits on the number of tables.

member      plays or owns a seat here: may call votes and resume a paused game
host        opened the table: may also pause the whole table
moderator   manages the server and never had a hand of this game: may pause or end the game

No player may decide about another seat alone. For that, the table votes (`cogs.votes`).
"""

from dataclasses import dataclass
from typing import Final, Literal

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.deadlines import PACES, UNANSWERED_SECONDS
from cogs.game.state import TableState
from cogs.ui.places import is_on_server
from data.models.consent import CONSENT
from data.models.tables import TableCounts
from data.models.votes import VoteKind

Role = Literal["member", "host", "moderator", "table"]


@dataclass(frozen=True, slots=True)
class TablePermissions:
    """A member's permissions at a table. `seat` is the seat that the member owns, or None."""

    seat: int | None
    host: bool
    moderator: bool

    @property
    def role(self) -> Role:
        """The member's highest role: moderator, then host, then member."""
        if self.moderator:
            return "moderator"
        return "host" if self.host else "member"

    @property
    def runs(self) -> bool:
        """Whether the member may pause the whole table."""
        return self.host or self.moderator

    @property
    def is_any(self) -> bool:
        """Whether the member has at least one permission at this table."""
        return self.runs or self.seat is not None

    def check(self) -> None:
        """Raise `Refusal` if the member has no permission at this table."""
        if not self.is_any:
            raise Refusal("run.not_allowed")

    def check_runs(self) -> None:
        """Raise `Refusal` if the member may not pause the whole table."""
        if not self.runs:
            raise Refusal("run.not_allowed")


def replaceable_seats(state: TableState, permissions: TablePermissions, now: float) -> list[int]:
    """Return the seats that the member may propose to give to a computer player.

    If the game has a clock, only the host may propose a seat. Without a clock, any player may
    propose a seat whose decision is older than `UNANSWERED_SECONDS`.
    """
    others = [
        seat.seat
        for seat in state.row.seats
        if state.player(seat.seat).kind == "member" and seat.seat != permissions.seat
    ]
    if PACES[state.row.pace].reminds:
        return others if permissions.host else []
    unanswered = {
        decision.seat
        for decision in state.circumstances.open_decisions
        if decision.since <= now - UNANSWERED_SECONDS
    }
    may_ask = permissions.host or permissions.seat is not None
    return [seat for seat in others if seat in unanswered] if may_ask else []


def may_ask(
    state: TableState, question: VoteKind, user_id: int, seat: int | None, now: float
) -> bool:
    """Return whether a member may call this vote; see `data.models.consent`.

    Returns True for all other votes: the transaction that opens the vote checks them.
    """
    match CONSENT[question].asks:
        case "waiting":
            is_host = user_id == state.row.host_id
            asker = TablePermissions(state.own_seat(user_id), is_host, moderator=False)
            return seat in replaceable_seats(state, asker, now)
        case "owner":
            return user_id in {state.row.owner_at(each.seat) for each in state.row.seats}
        case _:
            return True


# ---- limits of one member, one channel and one server


MAX_LOBBIES_PER_HOST: Final = 2
"""Maximum open lobbies of one host."""
MAX_GAMES_PER_MEMBER: Final = 5
"""Maximum lobbies and games of one member on one server."""
MAX_TABLES_PER_CHANNEL: Final = 25
MAX_TABLES_PER_GUILD: Final = 200


def check_lobby_limits(load: TableCounts, seated: int) -> None:
    """Raise `Refusal` if a limit of the host, the channel or the server forbids another lobby.

    Call this in the transaction that opens the lobby. Otherwise two concurrent requests could both
    pass.
    """
    check_channel_limit(load)
    check_home_limits(load, seated)


def check_home_limits(load: TableCounts, seated: int) -> None:
    """Raise `Refusal` as `check_lobby_limits`, for a home channel, which has no limit of its own.

    All tables of a server may be there.
    """
    if load.lobbies >= MAX_LOBBIES_PER_HOST:
        raise Refusal("limits.lobbies", n=MAX_LOBBIES_PER_HOST)
    if load.guild >= MAX_TABLES_PER_GUILD:
        raise Refusal("limits.guild", n=MAX_TABLES_PER_GUILD)
    check_seat_limit(seated)


def check_seat_limit(seated: int) -> None:
    """Raise `Refusal` if a member already has a seat at `MAX_GAMES_PER_MEMBER` tables."""
    if seated >= MAX_GAMES_PER_MEMBER:
        raise Refusal("limits.games", n=MAX_GAMES_PER_MEMBER)


def no_limit(load: TableCounts) -> None:
    """Accept any number of tables in a channel: the server's home."""
    del load


def check_channel_limit(load: TableCounts) -> None:
    """Raise `Refusal` if a channel already has `MAX_TABLES_PER_CHANNEL` tables."""
    if load.channel >= MAX_TABLES_PER_CHANNEL:
        raise Refusal("limits.channel", n=MAX_TABLES_PER_CHANNEL)


# ---- a member's permissions at a table


async def load_permissions(state: TableState, raw: Interaction) -> TablePermissions:
    """Return a member's permissions at a table. A member who ever had a hand is not a moderator."""
    seat = state.own_seat(raw.user.id)
    # In direct messages nobody has a host's powers: what they change, others read on the server.
    is_host = raw.user.id == state.row.host_id and is_on_server(raw, state.row.guild_id)
    manages = raw.permissions.manage_guild and state.row.guild_id == raw.guild_id
    if not manages or seat is not None:
        return TablePermissions(seat, is_host, moderator=False)
    has_played = await raw.client.database.votes.has_held_hand(state.row.id, raw.user.id)
    return TablePermissions(seat, is_host, moderator=not has_played)
