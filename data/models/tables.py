"""Models of tables: the table, its seats, its log, and the results of changes.

Times are epoch seconds in UTC. The database has whole milliseconds. Ids are Discord's, or those of
our rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, TypedDict

from data.models.deadlines import OpenDecision, Pause
from data.models.invitations import Invitation, unanswered
from data.models.members import CoachingRow, LessonProgress, MemberState
from data.models.moves import (
    MoveEntry,
)

Option = bool | int | str


RefusalReason = Literal[
    "gone",
    "full",
    "seated",
    "not_seated",
    "started",
    "closed",
    "too_few",
    "too_many",
    "unconfirmed",
    "stale",
    "kept",
    "not_asked",
    "asked_seated",
    "asked_before",
    "asked_declined",
    "asked_by_nobody",
    "asked_all",
    "asked_too_often",
    "calls_off",
    "called_before",
    "called_early",
    "called_recently",
    "nobody_wants",
]


NO_GUILD: Final = 0
"""Guild, channel and host of a private table, which has none of them."""


class TableStatus(StrEnum):
    """Status of a table. CLOSED means that it ended before the first card, or without a result."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class TablePurpose(StrEnum):
    """Purpose of a table. All but PLAY are private: for one member, in no guild."""

    PLAY = "play"
    PRACTICE = "practice"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat. An erased member has neither id nor name.

    A computer player with a `user_id` is a substitute for that member, who owns the seat.
    """

    kind: Literal["member", "computer"]
    user_id: int | None
    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class ShuffleInputs:
    """The contributions that were mixed into a deck, without names.

    `joined` has the contributions of all members who ever joined. `seating` has a contribution for
    each seat, and `start` is the contribution of the start. In both, 0 means none.
    """

    joined: tuple[int, ...]
    seating: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its player. A player of None means an empty seat, which only a lobby has.

    The member has had the seat since entry `since`, and may not see hidden cards from before. If
    another player plays the seat, `owner` is the id of the member who owns it. If the seat is
    `open`, the owner lets another member in after a vote.
    """

    seat: int
    player: Player | None
    since: int = 0
    owner: int | None = None
    open: bool = False

    def is_of(self, user_id: int) -> bool:
        """Return whether a member plays the seat or owns it."""
        return user_id in {self.owner, self.player and self.player.user_id}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, from its lobby to its end.

    `commitment` is the SHA-256 of `lobby_seed`, shown before anybody sits down. `seed` is the seed
    in use: `lobby_seed` until the start, then the mixed seed. Both are secret during the game, so
    `repr` leaves them out. `revision` grows with every change of seats or options, `seq` with every
    move. If `rendered_seq` is less than `seq`, the message is outdated; -1 means never rendered.
    `message_seq` is the entry at which the message was posted. `lobby_due`: the lobby's message is
    outdated.

    `terms_revision` is the revision in which pace or house rules changed last, 0 for never.
    `accepted` has, by member, the revision of a lobby that they have joined or confirmed.

    `agreed` are the members of a lobby who want to show all hands in the replay; `open_hands` is
    the decision at the start. `presses` are the contributions in the seed; None before the start,
    and for games that mix joins only. `start` has a position as JSON if the game does not begin
    with a deal. A lesson's table has its step in `lesson`, and the member's missed attempts in
    `misses`. `cloth` is "" for the usual one.

    `asked` are the members who were asked by name to join a lobby. `called` is when its host called
    players. `has_dm_hands`: a hand or a reminder is shown in direct messages.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    rules_version: int
    options: Mapping[str, Option]
    seats: tuple[SeatRow, ...]
    pace: str
    status: TableStatus
    revision: int
    seed: bytes = field(repr=False)
    lobby_seed: bytes = field(repr=False)
    commitment: str
    seq: int
    rendered_seq: int
    lobby_message_id: int | None
    thread_id: int | None
    message_id: int | None
    deadline: float | None
    created: float
    updated: float
    rematch_of: int | None
    open_hands: bool = False
    agreed: frozenset[int] = frozenset()
    message_seq: int = -1
    lobby_due: bool = False
    presses: ShuffleInputs | None = None
    lapsed: bool = False
    purpose: TablePurpose = TablePurpose.PLAY
    start: str | None = None
    lesson: str = ""
    misses: int = 0
    terms_revision: int = 0
    accepted: Mapping[int, int] = field(default_factory=dict)
    cloth: str = ""
    asked: tuple[Invitation, ...] = ()
    called: float | None = None
    has_dm_hands: bool = False

    @property
    def is_private(self) -> bool:
        """Whether the table belongs to one member alone and is hidden from everybody else."""
        return self.purpose is not TablePurpose.PLAY

    @property
    def is_attended(self) -> bool:
        """Whether a member plays a seat. A table of computer players alone makes no moves."""
        return any(row.player is not None and row.player.kind == "member" for row in self.seats)

    @property
    def is_solo(self) -> bool:
        """Whether one member plays alone: computer players have all other seats for good."""
        players = (row.player and row.player.user_id for row in self.seats)
        return len({*players, *(row.owner for row in self.seats)} - {None}) == 1

    @property
    def open_seat_count(self) -> int:
        """The number of seats without a player."""
        return sum(row.player is None for row in self.seats)

    def kept_invitations(self, now: float) -> tuple[Invitation, ...]:
        """Return the invitations for which the lobby still keeps a seat."""
        return tuple(one for one in unanswered(self.asked) if now < one.kept_until(self.pace))

    def kept_seat_count(self, now: float) -> int:
        """Return how many open seats the lobby keeps for invited members."""
        return min(self.open_seat_count, len(self.kept_invitations(now)))

    def keeps_all_open_seats(self, now: float) -> bool:
        """Return whether the lobby has open seats, and keeps all of them for invited members."""
        return 0 < self.open_seat_count == self.kept_seat_count(now)

    def owner_at(self, seat: int) -> int | None:
        """Return the Discord id of the member who owns a seat, even if a substitute plays it."""
        row = self.seats[seat]
        return row.owner or (None if row.player is None else row.player.user_id)

    def has_no_members(self, *, apart_from: int | None = None) -> bool:
        """Return whether no seat belongs to a member any longer.

        The seat `apart_from` is not checked.
        """
        return all(self.owner_at(row.seat) is None for row in self.seats if row.seat != apart_from)

    def is_open_to_substitutes(self, seat: int) -> bool:
        """Return whether a member may take a seat after a vote, because its owner allows that."""
        row = self.seats[seat]
        assert row.player is not None  # All seats are filled when a game starts.
        return row.player.kind == "computer" and row.open


class MessageIds(TypedDict, total=False):
    """Ids of the messages that show a table. A missing key leaves the old id unchanged.

    None deletes the id.
    """

    lobby_message_id: int | None
    thread_id: int | None
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Changed:
    """The change is saved. `table` is the table after it."""

    table: TableRow


@dataclass(frozen=True, slots=True)
class NotChanged:
    """Nothing changed, for this reason."""

    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class NewPrivateTable:
    """A private table to open. `players[0]` is its member.

    A lesson begins at the position `start`, a practice game with the deal of its seed. `reached` is
    the learning progress to save with it.
    """

    purpose: TablePurpose
    game: str
    rules_version: int
    players: tuple[Player, ...]
    seed: bytes = field(repr=False)
    start: str | None = None
    lesson: str = ""
    misses: int = 0
    reached: tuple[LessonProgress, ...] = ()


@dataclass(frozen=True, slots=True)
class TableContext:
    """Everything at a table besides its log: open decisions, pauses, and the state of its members.

    `spent` has the used seconds of each seat's time bank; `members` is by Discord id. `coaching` is
    the coach's memory of the member at a practice table. `waiting` has, for each member, the tables
    of the guild that wait for that member, the longest wait first.
    """

    open_decisions: tuple[OpenDecision, ...] = ()
    pauses: tuple[Pause, ...] = ()
    spent: Mapping[int, float] = field(default_factory=dict)
    members: Mapping[int, MemberState] = field(default_factory=dict)
    coaching: CoachingRow | None = None
    waiting: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table with the requested entries of its log."""

    table: TableRow
    entries: tuple[MoveEntry, ...]
    beside: TableContext


@dataclass(frozen=True, slots=True)
class TableCounts:
    """The number of one host's lobbies, and of lobbies and games in a channel and its guild.

    Solo games count only for their member, so the counts of channel and guild leave them out.
    """

    lobbies: int
    channel: int
    guild: int


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A saved move, with the table after the move, and the used seconds of the time banks."""

    table: TableRow
    spent: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class LearnerState:
    """A member's progress and private tables. The latest lesson is the first of `reached`."""

    reached: tuple[LessonProgress, ...]
    tables: tuple[TableRow, ...]


EMPTY_CONTEXT: Final = TableContext()


@dataclass(frozen=True, slots=True)
class InterventionRow:
    """An intervention after entry `seq` of the log. `seat` is None if it concerns no seat."""

    seq: int
    kind: str
    role: str
    seat: int | None
