"""What the store keeps of a table: its row, its seats, its log, and the answers to a change.

Times are seconds since 1970 in UTC; the file keeps whole milliseconds. Ids are Discord's, or
the number of one of our tables.
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
    """Where a table is in its life. CLOSED: given up before a card was dealt, or without result."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Purpose(StrEnum):
    """What a table is for. All but PLAY are private: one member's alone, of no server."""

    PLAY = "play"
    PRACTICE = "practice"
    LESSON = "lesson"


NOWHERE: Final = 0
"""The server, the channel and the host of a private table: it has none."""


@dataclass(frozen=True, slots=True)
class Driver:
    """Who plays a seat. A member who was forgotten has neither id nor name.

    A computer player with a `user_id` plays for that member, whose seat it stays.
    """

    kind: Literal["member", "computer"]
    user_id: int | None
    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Presses:
    """The numbers of the presses that were mixed into a deck; nobody's name is among them.

    `joined`: of all who ever joined; `seating`: by seat, of its member, or 0; `start`: of the press
    that started, or 0 where nobody pressed.
    """

    joined: tuple[int, ...]
    seating: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who plays it now; None is an empty chair, in a lobby only.

    `since` is the entry after which it became this member's: what was hidden before stays so.
    `owner` is the id of the member whose seat it is while somebody else plays it. While it is
    `open` a substitute may take it, if all others agree.
    """

    seat: int
    driver: Driver | None
    since: int = 0
    owner: int | None = None
    open: bool = False

    def is_of(self, user_id: int) -> bool:
        """Whether a member plays it, or may take it back."""
        return user_id in {self.owner, self.driver and self.driver.user_id}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, from its lobby to its end.

    `commitment` is the SHA-256 of `lobby_seed`, shown before anybody sits down. `seed` is the
    one in play: the lobby's until the start, from then on the one mixed by `Store.start`. Both
    are secret while the game lasts, and left out of what a log would show. `revision` grows with
    every change of seats or options, `seq` with every move. A table whose `rendered_seq` is
    smaller than its `seq` must be repainted; one that has never been painted has -1. Its message
    was posted at entry `message_seq`. `lobby_due`: the lobby's message shows something old.
    `agreed` are the members of a lobby who want all hands in its replay; `open_hands` is what
    came of it at the start. `presses` are what was mixed into the seed; None before the
    start, and for games whose deck is mixed of the joins alone. What begins from a position rather
    than a deal has it as JSON in `start`; a lesson's table has the step in `lesson`, and how often
    its member has missed the aim in `misses`.
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
        """Whether it is one member's alone, and nobody else is ever shown it."""
        return self.purpose is not Purpose.PLAY

    @property
    def is_attended(self) -> bool:
        """Whether any member drives a seat: computer players alone never move."""
        return any(row.driver is not None and row.driver.kind == "member" for row in self.seats)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log. It names the seat, never the person."""

    seq: int
    seat: int
    key: str
    at: float
    body: str


def numbered(key: str, place: int) -> str:
    """The key of a press's move at a place: the press's own for the first."""
    return f"{key}.{place}" if place else key


def unnumbered(key: str) -> str:
    """The key of the press that a key of `numbered` belongs to."""
    return key.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who played together, who came where, with how many points.

    For the statistics: `rounds` are the points of every side in each round; `feats` are counts
    by seat. Of their names the store reads "pennies", won or lost, and what `fame` has records of.
    """

    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    lowest_wins: bool = False
    rounds: tuple[tuple[int, ...], ...] = ()
    feats: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError unless every side has one rank and one score, each seat one side."""
        if not len(self.sides) == len(self.ranks) == len(self.scores):
            raise ValueError("an outcome needs one rank and one score for every side")
        if any(len(points) != len(self.sides) for points in self.rounds):
            raise ValueError("an outcome needs the points of every side in each round")
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("an outcome names a seat on two sides")

    @property
    def seats(self) -> tuple[int, ...]:
        """Every seat of every side."""
        return tuple(seat for side in self.sides for seat in side)


@dataclass(frozen=True, slots=True)
class PanelRow:
    """The newest interaction token of a member's private panel: good for 15 minutes."""

    table_id: int
    seat: int
    user_id: int
    token: str = field(repr=False)
    application_id: int
    message_id: int | None
    at: float


class MessageIds(TypedDict, total=False):
    """Where a table is shown; a missing one is left as it is, None takes it away."""

    lobby_message_id: int | None
    thread_id: int | None
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Appended:
    """The move is on disk, as entry `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The press was entered before, as `seq`: the same answer as the first time."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on to `seq`, or is not playing; nothing changed.

    `otherwise`: it stands where it stood, but its times are not what the move's were reckoned by.
    """

    seq: int
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """The change is on disk, and this is the table after it."""

    table: TableRow


@dataclass(frozen=True, slots=True)
class NotChanged:
    """Nothing changed, and why."""

    reason: RefusalReason
