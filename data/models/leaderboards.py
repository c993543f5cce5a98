"""Models of leaderboards, history and records."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

LeaderboardOrder = Literal["rating", "wins", "games", "best_round", "average", "pennies"]


ALL_TIME = ""
NEWCOMER_SIGMA = 25 / 3
"""The uncertainty of a rating before the first game, as in `MODEL` of `data.leaderboards`."""
BASE: Final = 1000
"""The rating that members see for a skill of 0."""
SCALE: Final = 40
"""How many rating points members see for one point of the model's skill."""


def shown_rating(rating: float) -> int:
    """Return a rating as members see it: `BASE` for 0, and `SCALE` more for each point of skill.

    `rating` is mu - 3 sigma, the lower end of the skill, by which members are ranked.
    """
    return round(BASE + SCALE * rating)


@dataclass(frozen=True, slots=True)
class RowDetails:
    """Details of a leaderboard row besides its number.

    `recent` says whether each of the latest rated games was won, the newest last. `last_place` is
    the place at the start of this week. None for a member who had no place then.
    """

    recent: tuple[bool, ...]
    last_place: int | None


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A member's line on a guild's leaderboard. `rating` is the lower bound: mu - 3 sigma.

    `points` were won in `rounds` rounds of rated games. `best_round` is the best of these rounds,
    the lowest if the lowest score wins. `pennies` were won or lost in `penny_games` games.
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
    """A line of the partnership leaderboard: two or three members who played on one side."""

    place: int
    user_ids: tuple[int, ...]
    names: tuple[str, ...]
    mu: float
    sigma: float
    rating: float
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class RatingSummary:
    """A member's rated games of one kind, even if the member is hidden on leaderboards.

    `game` is "" for all games together. The summary of all games has no rounds, because points of
    different games do not compare. For the other fields see `LeaderboardEntry`.
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
class RatingPoint:
    """A member's rating after a game: the time, the mean, and the lower bound (mu - 3 sigma)."""

    at: float
    mean: float
    rating: float


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent: the rated games on different sides, and how many the member won and lost."""

    user_id: int
    name: str
    games: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member's finished games in one guild, including those against computer players.

    `favourite` is a game's slug, `partner` the name of the most frequent partner. `recent` has, for
    each of the newest games, whether it was won, newest last. `ratings` are the member's ratings
    after each rated game.
    """

    games: int
    wins: int
    favourite: str | None
    partner: str | None
    partner_games: int
    feats: Mapping[str, int]
    longest_streak: int
    recent: tuple[bool, ...]
    ratings: tuple[RatingPoint, ...]


@dataclass(frozen=True, slots=True)
class HistorySide:
    """One side of a finished game. An erased member has an empty name.

    `computers` are the indexes in `names` of seats that no member ever owned.
    """

    place: int
    score: int
    names: tuple[str, ...]
    computers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class HistoryGame:
    """A finished game in a history. Sides are sorted by place."""

    table_id: int
    game: str
    at: float
    rated: bool
    sides: tuple[HistorySide, ...]


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """A filter of finished games. None and "" match everything.

    `month` is a text such as "2026-11". `won` needs a `user_id`. `computers`: whether at least one
    seat was played by computer players only.
    """

    user_id: int | None = None
    game: str | None = None
    month: str = ""
    won: bool | None = None
    computers: bool | None = None


WHOLE_HISTORY = HistoryFilter()


@dataclass(frozen=True, slots=True)
class Viewer:
    """A member who asks for games, by Discord id, and the guild's channels that they can view.

    They see the games of those channels, and the games in which they have or had a seat.
    """

    user_id: int
    channels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """A record of a guild: kind, value, time, table and member.

    The record "best round" belongs to a side, so `names` has all members of the side. Other records
    have only `name`. Hidden and erased members have an empty name. `computers` is as in
    `HistorySide`. `visible`: whether the viewer sees the game.
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
    visible: bool = True


@dataclass(frozen=True, slots=True)
class UnratedGames:
    """Games that were not rated, because no two members sat on different sides."""

    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Champion:
    """One of the best members of a month.

    `game` is "" for all games together. `user_id` is None, and `name` "", for an erased member.
    `games` is the number of rated games in that month.
    """

    month: str
    game: str
    place: int
    rating: float
    games: int
    user_id: int | None
    name: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Titles:
    """How often a member was the champion of a month: of all games together, and of one game."""

    months: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class MonthTotals:
    """How many rated games a guild finished in a month, and how many members played them."""

    games: int
    members: int


@dataclass(frozen=True, slots=True)
class MonthDue:
    """A guild whose month is over. The post of the month is due at `due`, in epoch seconds."""

    guild_id: int
    due: float
    zone: str
