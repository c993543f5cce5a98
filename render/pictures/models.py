"""Models: the data of result pictures, such as scored rounds, finished games and members.

Plain values that the caller of the renderer fills in. The modules of the pictures draw them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from render.text import display_names
from render.text.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side's round.

    Attributes:
        side: Number of the side.
        members: Names that can be drawn; the module of display names makes them.
        items: Points by item of the engine's `Score`. "paid" is in pennies and not part of `total`.
        total: Points of the round.
        score: Score after the round.
        canastas: Number of canastas by kind; empty if they are not to be shown.
    """

    side: int
    members: tuple[str, ...]
    items: Mapping[str, int]
    total: int
    score: int
    canastas: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A scored round.

    `history` has every side's score after each round, including this one. `target` is 0 if the
    number of rounds decides; `last_round` is 0 if points decide.
    """

    round: int
    target: int
    sides: tuple[SheetSide, ...]
    history: tuple[tuple[int, ...], ...] = field(default=())
    last_round: int = 0
    final: bool = False
    lowest_wins: bool = False


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's pennies at the end of a game.

    Attributes:
        left: Pennies left of those for buying.
        owed: Pennies still to be paid.
        won: Pennies won from the bowl.
        began: Pennies at the start, the same for every player.
    """

    left: int
    owed: int
    won: int
    began: int

    @property
    def balance(self) -> int:
        """Pennies that the game won (positive) or cost (negative)."""
        return self.left + self.won - self.owed - self.began


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One side at the end of a game. Sides that share a place have the same number.

    `members` are names that can be drawn. `purse` is None if nobody plays for pennies.
    """

    place: int
    side: int
    members: tuple[str, ...]
    score: int
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: places, best first, and the number of rounds.

    `bowl` has the pennies that the winners take; None if nobody plays for pennies.
    """

    places: tuple[FinalPlace, ...]
    rounds: int
    bowl: int | None = None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One member's row. `own` marks the row of the member who asked.

    `spread` is the uncertainty of the rating. Leaderboards sort by the lower bound, `sure`. If they
    sort by something else, `value` has it in words.
    """

    place: int
    name: str
    rating: int
    spread: int
    games: int
    wins: int
    own: bool = False
    value: str = ""

    @property
    def sure(self) -> int:
        """Lower bound of the rating."""
        return self.rating - self.spread


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard. `title` is what is ranked: a server, or a game played there.

    `about` says how the rows are sorted, and which month they cover.
    """

    title: str
    rows: tuple[LeaderboardRow, ...]
    page: int = 1
    pages: int = 1
    about: str = ""


class GraphPoint(NamedTuple):
    """A rating after a game. `at` is in seconds since 1970; `spread` is the uncertainty."""

    at: float
    rating: int
    spread: int = 0


@dataclass(frozen=True, slots=True)
class MemberCard:
    """The facts on a member's card.

    `place` is None for a member who is not on the leaderboard, `rating` before the first rated
    game. `recent` says of the latest games, newest last, whether each was won. `course` has the
    rating after each rated game.
    """

    name: str
    place: int | None
    rating: int | None
    spread: int
    games: int
    wins: int
    streak: int = 0
    recent: tuple[bool, ...] = ()
    course: tuple[GraphPoint, ...] = ()


def side_name(side: int, members: tuple[str, ...]) -> str:
    """Return a side's title: the name of its only member, or the title of its number."""
    if len(members) == 1:
        return members[0]
    return Catalogue.load().words(f"side.{side}")


def member_name(name: str) -> str:
    """Return a member's name as it can be drawn; "a player" if nothing of it can be."""
    return display_names.drawable_name(name) or Catalogue.load().words("people.nameless")
