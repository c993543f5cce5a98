"""Models of tables: the table, its seats, its log, and the answers to changes.

Times are epoch seconds in UTC; the database has whole milliseconds. Ids are Discord's, or those of
our rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, TypedDict

Option = bool | int | str


RefusalReason = Literal[
    "gone", "full", "seated", "not_seated", "started", "closed", "too_few", "too_many", "stale"
]


class Status(StrEnum):
    """State of a table. CLOSED: ended before the first card, or without a result."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Purpose(StrEnum):
    """Purpose of a table. All but PLAY are private: for one member, in no guild."""

    PLAY = "play"
    PRACTICE = "practice"
    LESSON = "lesson"


NOWHERE: Final = 0
"""Guild, channel and host of a private table, which has none."""


@dataclass(frozen=True, slots=True)
class Driver:
    """The player of a seat. An erased member has neither id nor name.

    A computer player with a `user_id` is a substitute for that member, who owns the seat.
    """

    kind: Literal["member", "computer"]
    user_id: int | None
    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Presses:
    """The contributions that were mixed into a deck, without names.

    `joined`: of all who ever joined. `seating`: by seat, 0 for none. `start`: of the start, 0 for
    none.
    """

    joined: tuple[int, ...]
    seating: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its player; None is an empty seat, in lobbies only.

    `since` is the entry after which it became this member's; earlier hidden cards stay hidden.
    `owner` is the id of the member who owns the seat while another player plays it. If it is
    `open`, a substitute may take it after a vote.
    """

    seat: int
    driver: Driver | None
    since: int = 0
    owner: int | None = None
    open: bool = False

    def is_of(self, user_id: int) -> bool:
        """Whether a member plays the seat or owns it."""
        return user_id in {self.owner, self.driver and self.driver.user_id}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, from its lobby to its end.

    `commitment` is the SHA-256 of `lobby_seed`, shown before anybody sits down. `seed` is the one
    in use: the lobby's until the start, then the mixed one. Both are secret during the game, so
    `repr` leaves them out. `revision` grows with every change of seats or options, `seq` with every
    move. If `rendered_seq` is less than `seq`, the message is outdated; -1 means never rendered.
    `message_seq` is the entry at which the message was posted. `lobby_due`: the lobby's message is
    outdated.

    `agreed` are the members of a lobby who want to show all hands in the replay; `open_hands` is
    the decision at the start. `presses` are the contributions in the seed; None before the start,
    and for games that mix joins only. `start` has a position as JSON if the game does not begin
    with a deal. A lesson's table has its step in `lesson`, and in `misses` how often the member
    missed the aim.
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
    status: Status
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
    presses: Presses | None = None
    lapsed: bool = False
    purpose: Purpose = Purpose.PLAY
    start: str | None = None
    lesson: str = ""
    misses: int = 0

    @property
    def is_private(self) -> bool:
        """Whether the table is one member's own and shown to nobody else."""
        return self.purpose is not Purpose.PLAY

    @property
    def is_attended(self) -> bool:
        """Whether a member plays a seat. Computer players alone never move."""
        return any(row.driver is not None and row.driver.kind == "member" for row in self.seats)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log. It names the seat, never the person."""

    seq: int
    seat: int
    key: str
    at: float
    body: str


def numbered(key: str, place: int) -> str:
    """Return the key of an interaction's move number `place`; the first one has no number."""
    return f"{key}.{place}" if place else key


def unnumbered(key: str) -> str:
    """Return the interaction's key from a key that `numbered` made."""
    return key.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: sides, ranks and scores.

    `rounds` has the points of every side in each round. `feats` are counts by seat. Of their names,
    `data` knows "pennies", won or lost, and those with records.
    """

    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    lowest_wins: bool = False
    rounds: tuple[tuple[int, ...], ...] = ()
    feats: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise `ValueError` unless each side has a rank and a score, and each seat one side."""
        if not len(self.sides) == len(self.ranks) == len(self.scores):
            raise ValueError("an outcome needs one rank and one score for every side")
        if any(len(points) != len(self.sides) for points in self.rounds):
            raise ValueError("an outcome needs the points of every side in each round")
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("an outcome names a seat on two sides")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of all sides."""
        return tuple(seat for side in self.sides for seat in side)


@dataclass(frozen=True, slots=True)
class PanelRow:
    """The newest interaction token of a member's hand panel. Valid for 15 minutes."""

    table_id: int
    seat: int
    user_id: int
    token: str = field(repr=False)
    application_id: int
    message_id: int | None
    at: float


class MessageIds(TypedDict, total=False):
    """Ids of the messages that show a table. A missing key keeps the old id, None deletes it."""

    lobby_message_id: int | None
    thread_id: int | None
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Appended:
    """The move is saved. Its last entry is `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The interaction was saved before, as entry `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing changed: the table is at entry `seq` by now, or not being played.

    `otherwise`: the entry is the same, but the basis of the deadlines has changed.
    """

    seq: int
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """The change is saved. `table` is the table after it."""

    table: TableRow


@dataclass(frozen=True, slots=True)
class NotChanged:
    """Nothing changed, for this reason."""

    reason: RefusalReason
