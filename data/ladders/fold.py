"""The fold of finished games into ladders: arithmetic only, no SQL.

Ratings follow Weng and Lin's Plackett-Luce model (the openskill package), which knows teams of
any size, any number of sides, and ties. Only members are rated. A computer beside a member
counts as a beginner, so that the side has its full strength; a side of computers alone is left
out. Games in which no two members sat on different sides are counted apart, as practice.

A game counts on four ladders: its own and that of all games together, each for all time and for
its month, a season in which everybody begins anew. Rounds are counted on the game's own ladders
alone: points of different games do not compare. A partnership (two or three members who
sat on one side) is rated like one player against the other partnerships of the game.

Farming is bounded. The first ten games a month against the same opponent count in full, each
further one nine tenths of the one before: no pair can make more of a month than twenty games
would. With several opponents the mean counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from data.ladders.rating import MODEL, Bench

ALL_GAMES = ""
ALL_TIME = ""
FULL_GAMES = 10  # a month against one opponent
FADING = 0.9  # of the game before: all further ones together count like nine in full
PARTNERS = (2, 3)  # members that make a partnership

LineKey = tuple[str, str, int]  # game, period, player
TeamKey = tuple[str, tuple[int, ...]]  # game, players
Meeting = tuple[str, int, int]  # month, and two opponents, the smaller number first


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a result; no player where nobody but computers ever played it."""

    side: int
    rank: int
    player: int | None
    pennies: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game as the ladder sees it. `rounds` are the points of every side by round.

    `share` is what it counted when it ended, if that is known.
    """

    slug: str
    month: str
    rated: bool
    lowest_wins: bool
    rounds: tuple[tuple[int, ...], ...]
    places: tuple[SeatResult, ...]
    share: float | None = None


class Side(NamedTuple):
    """A side where at least one member sat, and what it made of its rounds."""

    rank: int
    seats: list[SeatResult]
    rounds: int
    points: int
    best_round: int | None


@dataclass(slots=True)
class LadderLine:
    """One member's, or partnership's, line on one ladder."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    wins: int = 0
    practice_games: int = 0
    practice_wins: int = 0
    rounds: int = 0
    points: int = 0
    best_round: int | None = None
    lowest_wins: bool = False
    penny_games: int = 0
    pennies: int = 0

    @property
    def rating(self) -> float:
        """What ladders are ordered by: with all but certainty the member is at least so good."""
        return self.mu - 3 * self.sigma


def weight(met_before: int) -> float:
    """What a game counts after so many between the same two opponents this month."""
    return FADING ** max(0, met_before - FULL_GAMES + 1)


@dataclass(slots=True)
class Fold:
    """Ladders of one server, and who met whom how often in a month."""

    lines: defaultdict[LineKey, LadderLine] = field(default_factory=lambda: defaultdict(LadderLine))
    teams: defaultdict[TeamKey, LadderLine] = field(default_factory=lambda: defaultdict(LadderLine))
    met: Counter[Meeting] = field(default_factory=Counter)
    bench: Bench = field(default_factory=Bench)

    def count(self, game: Game) -> None:
        """Count one more game; they must come in the order they were finished."""
        if game.rated:
            self._count_rated(game)
        else:
            self._count_practice(game)

    def _count_rated(self, game: Game) -> None:
        meetings = meetings_of(game)
        share = self.share_of(game) if game.share is None else game.share
        sides = sides_of(game)
        for ladder in ladders_of(game):
            lines = [[self._line(*ladder, seat) for seat in side.seats] for side in sides]
            self.bench.rate(lines, [side.rank for side in sides], share)
            add_game(ladder[0], game, sides, lines)
        self._count_partners(game, sides, share)
        self.met.update(meetings)

    def share_of(self, game: Game) -> float:
        """How much a rated game counts: the mean of what its meetings do."""
        meetings = meetings_of(game)
        # Never none: in a rated game two members sit on different sides.
        return sum(weight(self.met[one]) for one in meetings) / len(meetings)

    def _line(self, slug: str, period: str, seat: SeatResult) -> LadderLine:
        # A computer beside a member is a beginner in every game: its line is not kept.
        return LadderLine() if seat.player is None else self.lines[slug, period, seat.player]

    def _count_partners(self, game: Game, sides: Sequence[Side], share: float) -> None:
        teams = [team for team in map(partners, sides) if team]
        if len(teams) < 2:  # nobody of their kind to be compared with
            return
        ranks = [side.rank for side in sides if partners(side)]
        for slug in (game.slug, ALL_GAMES):
            lines = [self.teams[slug, team] for team in teams]
            self.bench.rate([[line] for line in lines], ranks, share)
            for line, rank in zip(lines, ranks, strict=True):
                line.games += 1
                line.wins += rank == 1

    def _count_practice(self, game: Game) -> None:
        for key, seat in seats_on(game):
            line = self.lines[key]
            line.practice_games += 1
            line.practice_wins += seat.rank == 1


def add_game(
    slug: str, game: Game, sides: Sequence[Side], lines: Sequence[Sequence[LadderLine]]
) -> None:
    """Count a rated game on a ladder."""
    for side, theirs in zip(sides, lines, strict=True):
        add_result(side, theirs, lowest_wins=game.lowest_wins and slug != ALL_GAMES)
        if slug != ALL_GAMES:
            add_rounds(side, theirs)


def add_result(side: Side, lines: Sequence[LadderLine], *, lowest_wins: bool) -> None:
    """Count a game and its pennies."""
    for seat, line in zip(side.seats, lines, strict=True):
        line.lowest_wins = lowest_wins
        line.games += 1
        line.wins += seat.rank == 1
        if seat.pennies is not None:
            line.penny_games += 1
            line.pennies += seat.pennies


def add_rounds(side: Side, lines: Sequence[LadderLine]) -> None:
    """Count the rounds of a game; the best is the lowest where the lowest wins."""
    if side.best_round is None:
        return
    for line in lines:
        known = side.best_round if line.best_round is None else line.best_round
        line.best_round = (min if line.lowest_wins else max)(known, side.best_round)
        line.rounds += side.rounds
        line.points += side.points


def ladders_of(game: Game) -> list[tuple[str, str]]:
    """Game and period of each ladder that a game counts on."""
    return [(slug, time) for slug in (game.slug, ALL_GAMES) for time in (ALL_TIME, game.month)]


def seats_on(game: Game) -> Iterable[tuple[LineKey, SeatResult]]:
    """Every member's seat with every line it counts on."""
    for slug, period in ladders_of(game):
        for seat in game.places:
            if seat.player is not None:
                yield (slug, period, seat.player), seat


def sides_of(game: Game) -> list[Side]:
    """The sides of a game where at least one member sat."""
    sides: defaultdict[int, list[SeatResult]] = defaultdict(list)
    for place in game.places:
        sides[place.side].append(place)
    return [
        _side(game, number, seats)
        for number, seats in sides.items()
        if any(seat.player is not None for seat in seats)
    ]


def _side(game: Game, number: int, seats: list[SeatResult]) -> Side:
    points = [scores[number] for scores in game.rounds]
    best = (min if game.lowest_wins else max)(points, default=None)
    return Side(seats[0].rank, seats, len(points), sum(points), best)


def partners(side: Side) -> tuple[int, ...]:
    """The players of a partnership, by number; nothing where a computer sat or one sat alone."""
    players = sorted(seat.player for seat in side.seats if seat.player is not None)
    return tuple(players) if len(players) == len(side.seats) in PARTNERS else ()


def meetings_of(game: Game) -> list[Meeting]:
    """Every two members who sat on different sides."""
    seats = [(seat.player, seat.side) for seat in game.places if seat.player is not None]
    return [
        (game.month, min(one, other), max(one, other))
        for (one, side), (other, other_side) in combinations(seats, 2)
        if side != other_side
    ]
