"""What ladders, histories and records are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Order = Literal["rating", "wins", "games", "best_round", "average", "pennies"]


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """A member's line on a server's ladder, which is ordered by `rating`: mu - 3 sigma.

    `points` are those of `rounds` rounds of rated games, `best_round` the best of them: the
    lowest where the lowest wins. `pennies` are won or lost over `penny_games` games.
    """

    place: int
    user_id: int
    name: str
    mu: float
    sigma: float
    rating: float
    games: int
    wins: int
    rounds: int = 0
    points: int = 0
    best_round: int | None = None
    penny_games: int = 0
    pennies: int = 0


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two or three members who sat on one side, as one line of the partnership ladder."""

    place: int
    user_ids: tuple[int, ...]
    names: tuple[str, ...]
    mu: float
    sigma: float
    rating: float
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member's rated games of one kind, whether or not the ladders show the member.

    `game` is empty for all games together, which have no rounds: their points do not compare.
    The other fields are those of `LadderStanding`.
    """

    game: str
    mu: float
    sigma: float
    rating: float
    games: int
    wins: int
    rounds: int
    points: int
    best_round: int | None


@dataclass(frozen=True, slots=True)
class PastRating:
    """A member's rating after a game: when, the mean, and its lower end (mu - 3 sigma)."""

    at: float
    mean: float
    rating: float


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent: rated games against each other, and who came in before whom in them."""

    user_id: int
    name: str
    games: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member's finished games on one server, those against computers too.

    `favourite` is a game's slug, `partner` the name of whoever sat most often on the same side.
    `recent` says of the newest games, newest last, whether each was won; `ratings` are
    those after each rated game.
    """

    games: int
    wins: int
    favourite: str | None
    partner: str | None
    partner_games: int
    feats: Mapping[str, int]
    longest_streak: int
    recent: tuple[bool, ...]
    ratings: tuple[PastRating, ...]


@dataclass(frozen=True, slots=True)
class PastSide:
    """One side of a finished game. A member who was forgotten has an empty name.

    `computers` are the places among the names of seats that no member ever answered for.
    """

    place: int
    score: int
    names: tuple[str, ...]
    computers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in a history; sides in the order they came in."""

    table_id: int
    game: str
    at: float
    rated: bool
    sides: tuple[PastSide, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """Which finished games are looked for; what is left out may be anything.

    `month` is one such as `2026-11`; `won` needs a `user_id`; `computers` says whether a seat
    was played by nobody but computers.
    """

    user_id: int | None = None
    game: str | None = None
    month: str = ""
    won: bool | None = None
    computers: bool | None = None


ALL_PAST = Sought()


@dataclass(frozen=True, slots=True)
class Fame:
    """A record of a server: what, how much, when and at which table, and whose.

    The best round is a side's: `names` are all of it, else `name` alone. Who does not want to be
    shown, or was forgotten, has an empty one; `computers` are as in `PastSide`.
    """

    game: str
    kind: str
    value: int
    at: float
    table_id: int
    user_id: int | None
    name: str
    names: tuple[str, ...]
    computers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Practice:
    """Games that were not rated, because no two members sat on different sides."""

    games: int
    wins: int
