"""Models: the data of result pictures, such as scored rounds, finished games and members.

They are plain values, which the caller of the renderer fills in. The modules of the pictures draw
them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.model.cards import Cards
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
        canastas: Number of canastas by kind; empty to show none.
        computers: Places in `members` of computer players.
    """

    side: int
    members: tuple[str, ...]
    items: Mapping[str, int]
    total: int
    score: int
    canastas: Mapping[str, int] = field(default_factory=dict)
    computers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A scored round.

    `history` has every side's score after each round, including this one. `target` is 0 if the
    number of rounds decides. `last_round` is 0 if points decide. `game` is the game's name.
    """

    round: int
    target: int
    sides: tuple[SheetSide, ...]
    history: tuple[tuple[int, ...], ...] = field(default=())
    last_round: int = 0
    final: bool = False
    lowest_wins: bool = False
    game: str = ""

    @property
    def ranked(self) -> tuple[SheetSide, ...]:
        """The sides, best round first."""
        sign = 1 if self.lowest_wins else -1
        return tuple(sorted(self.sides, key=lambda side: sign * side.total))

    @property
    def ahead(self) -> int:
        """Points by which the best round exceeds the second; 0 if two sides share the best."""
        first, *rest = self.ranked
        return abs(first.total - rest[0].total) if rest else 0


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
        """Pennies that the player won (positive) or lost (negative) in the game."""
        return self.left + self.won - self.owed - self.began


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One side at the end of a game. Sides that share a place have the same number.

    Attributes:
        place: The place, from 1.
        side: Number of the side.
        members: Names that can be drawn.
        score: The final score.
        purse: Pennies. None if nobody plays for pennies.
        computers: Indexes of computer players in `members`.
        rounds_won: In how many rounds this side was the best.
    """

    place: int
    side: int
    members: tuple[str, ...]
    score: int
    purse: Purse | None = None
    computers: frozenset[int] = frozenset()
    rounds_won: int = 0


@dataclass(frozen=True, slots=True)
class BestMeld:
    """The best meld of a game: who laid it, its cards, and its bonus as a canasta, if any.

    `wild_ranks` are the ranks that were wild when it was laid. `at_once` says that a single move
    laid the meld.
    """

    owner: str
    cards: Cards
    rank: int
    bonus: int
    wild_ranks: tuple[int, ...] = ()
    at_once: bool = False


class PosterFoot(NamedTuple):
    """Place and time of a game. `server` is "" in direct messages."""

    server: str = ""
    date: str = ""


NOWHERE: Final = PosterFoot()


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, for its poster.

    Attributes:
        places: The sides, best first.
        rounds: Number of rounds played.
        bowl: Pennies that the winners get. None if nobody plays for pennies.
        game: The game's name.
        target: Points that ended the game. 0 if the number of rounds did.
        lowest_wins: Whether the fewest points win.
        best: The best meld. None if no meld is good enough to show.
        foot: Where and when the game was played.
    """

    places: tuple[FinalPlace, ...]
    rounds: int
    bowl: int | None = None
    game: str = ""
    target: int = 0
    lowest_wins: bool = False
    best: BestMeld | None = None
    foot: PosterFoot = NOWHERE

    @property
    def first(self) -> tuple[FinalPlace, ...]:
        """The sides in first place."""
        return tuple(place for place in self.places if place.place == 1)

    @property
    def margin(self) -> int | None:
        """Points between the winner and the next side. None unless exactly one side has won."""
        if len(self.first) != 1 or len(self.places) == 1:
            return None
        return abs(self.places[0].score - self.places[1].score)


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One member's or partnership's row.

    Attributes:
        place: The place, from 1.
        name: The name as Discord has it.
        value: The number that the rows are sorted by, written for people.
        certainty: The certainty of the rating, from 0 to 1.
        own: Whether the row is that of the member who asked.
        recent: Whether each of the latest rated games was won, the newest last.
        climb: Places gained this week, negative for lost ones; None if unknown.
        is_new: Whether the member had no rated game before this week.
        champion: Whether the member was first last month.
    """

    place: int
    name: str
    value: str
    certainty: float
    own: bool = False
    recent: tuple[bool, ...] = ()
    climb: int | None = None
    is_new: bool = False
    champion: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard. `title` names a server, or a game played there.

    `about` names the month of the page, `sorted_by` the number in each row. `last_month` is the
    name of the month whose champion may be marked.
    """

    title: str
    rows: tuple[LeaderboardRow, ...]
    page: int = 1
    pages: int = 1
    about: str = ""
    sorted_by: str = ""
    last_month: str = ""


class GraphPoint(NamedTuple):
    """A rating after a game. `at` is in UTC epoch seconds."""

    at: float
    rating: int


@dataclass(frozen=True, slots=True)
class MemberCard:
    """The facts on a member's card.

    `place` is None for a member who is not on the leaderboard, `rating` before the first rated
    game. `certainty` is that of the rating, from 0 to 1. `recent` has, for each of the latest
    games, whether it was won, newest last. `course` has the rating after each rated game.
    """

    name: str
    place: int | None
    rating: int | None
    certainty: float
    games: int
    wins: int
    streak: int = 0
    recent: tuple[bool, ...] = ()
    course: tuple[GraphPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class MonthPlace:
    """A member on the steps of a month's poster. `rating` is the shown rating of that month."""

    place: int
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class GameFirst:
    """The first of one game in a month. Several members share that place if they are equal."""

    game: str
    names: tuple[str, ...]
    rating: int


@dataclass(frozen=True, slots=True)
class MonthPoster:
    """The end of a month, for its poster.

    Attributes:
        server: The name of the server.
        month: The month and the year, such as "November 2026".
        days: The first and the last day, such as "1 to 30 November 2026".
        games: Number of rated games.
        members: Number of members who played them.
        places: The first three places of all games, best first. Equal members share a place.
        firsts: The first of each game that has one.
    """

    server: str
    month: str
    days: str
    games: int
    members: int
    places: tuple[MonthPlace, ...]
    firsts: tuple[GameFirst, ...] = ()


def side_name(members: tuple[str, ...]) -> str:
    """Return the names of a side, such as "Ann & Dill"."""
    return Catalogue.load().ampersand(members)


def member_name(name: str) -> str:
    """Return a member's name as it can be drawn; "a player" if no character can be drawn."""
    return display_names.drawable_name(name) or Catalogue.load().words("people.nameless")
