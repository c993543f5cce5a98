"""What results are made of: scored rounds, finished games, standings, members.

Plain values that whoever asks for a picture fills in; `score`, `podium`, `leaderboard` and `member`
draw them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from render.text import names
from render.text.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side's round. `items` are those of the engine's `Score`; `score` is after the round.

    The names of its `members` are such as can be drawn (`names.shown`).

    `paid` among them is pennies, how many the side pays: it is no part of `total`.

    `canastas` says how many of each kind there were, if that is to be shown.
    """

    side: int
    members: tuple[str, ...]
    items: Mapping[str, int]
    total: int
    score: int
    canastas: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A scored round. `history` holds every side's score after each round, this one included.

    `target` is 0 where the number of rounds decides, `last_round` 0 where points do.
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
    """A player's pennies at the end of a game: what is left of those for buying, and what is owed.

    `won` came out of the bowl; `began` is how many everybody had.
    """

    left: int
    owed: int
    won: int
    began: int

    @property
    def balance(self) -> int:
        """What the game brought, or cost."""
        return self.left + self.won - self.owed - self.began


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One side at the end. Sides that share a place have the same number.

    The names of its `members` are such as can be drawn (`names.shown`).

    `purse` is there where pennies are played for.
    """

    place: int
    side: int
    members: tuple[str, ...]
    score: int
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game: places, best first, and after how many rounds.

    `bowl` is what the winners take; None where nobody plays for pennies.
    """

    places: tuple[FinalPlace, ...]
    rounds: int
    bowl: int | None = None


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One member's place. `own` marks the row of whoever asked.

    The rating may be off by `spread`; ladders go by its lower end, `sure`, or by `value` where
    they are sorted by something else, in words.
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
        """What the rating is with all but certainty."""
        return self.rating - self.spread


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """A page of the ladder. `title` is what it ranks: a server, or a game in it.

    `about` is what else there is to say of it: how it is sorted, and of which month.
    """

    title: str
    rows: tuple[LadderRow, ...]
    page: int = 1
    pages: int = 1
    about: str = ""


class CoursePoint(NamedTuple):
    """A rating after a game: when (seconds since 1970), and how far off it may have been."""

    at: float
    rating: int
    spread: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """What the ladder knows of a member.

    `place` is None for who is not on the ladder, `rating` before the first rated game; it may be
    off by `spread`. `recent` are the latest games, newest last: whether each was won. `course` has
    the rating after each rated game.
    """

    name: str
    place: int | None
    rating: int | None
    spread: int
    games: int
    wins: int
    streak: int = 0
    recent: tuple[bool, ...] = ()
    course: tuple[CoursePoint, ...] = ()


def side_name(side: int, members: tuple[str, ...]) -> str:
    """What a side is called: its only member, or the name of its number."""
    if len(members) == 1:
        return members[0]
    return Catalogue.load().words(f"side.{side}")


def member_name(name: str) -> str:
    """The name, as it can be drawn, of somebody who sits nowhere here; for none, "a player"."""
    return names.plain(name) or Catalogue.load().words("people.nameless")
