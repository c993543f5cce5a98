"""Leaderboard arithmetic: counts finished games in memory. No SQL here.

Ratings follow Weng and Lin's Plackett-Luce model (package openskill), which allows teams of any
size, any number of sides, and ties. Only members are rated. A computer player next to a member
counts as a beginner, so that the side has its full strength. Sides of computer players only are
left out. Games in which no two members sat on different sides are counted separately, as practice.

A game counts on four leaderboards: those of its card game and of all games together, each for all
time and for the month. Rounds count only on the leaderboards of the card game, because points of
different card games do not compare. A partnership (two or three members on one side) is rated like
one player against other partnerships.

Farming is limited. The first ten games a month against the same opponent count in full. Each
further game counts nine tenths of the one before. So no pair can gain more in a month than from
twenty games. With several opponents, the mean of their weights counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import NamedTuple

from data.leaderboards.rating_model import MODEL, RatingModel
from data.models.leaderboards import ALL_TIME

ALL_GAMES = ""
FULL_GAMES = 10  # Per month and opponent.
# Factor from one game to the next; all further games together count like nine full ones.
FADING = 0.9
PARTNERS = (2, 3)  # Numbers of members that make a partnership.

LineKey = tuple[str, str, int]  # Game, period, player.
TeamKey = tuple[str, tuple[int, ...]]  # Game, players.
Meeting = tuple[str, int, int]  # Month and two opponents, the smaller number first.


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a result. `player` is None if only computer players played it."""

    side: int
    rank: int
    player: int | None
    pennies: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game for the leaderboards. `rounds` has every side's points in each round.

    `share` is the weight with which the game was counted when it ended. None if that is unknown.
    `week` is the number of the week in which it ended.
    """

    slug: str
    month: str
    rated: bool
    lowest_wins: bool
    rounds: tuple[tuple[int, ...], ...]
    places: tuple[SeatResult, ...]
    share: float | None = None
    week: int = 0


class SideResult(NamedTuple):
    """A side with at least one member, and the summary of its rounds."""

    rank: int
    seats: list[SeatResult]
    rounds: int
    points: int
    best_round: int | None


@dataclass(slots=True)
class LeaderboardLine:
    """The line of a member or a partnership on one leaderboard."""

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
    week: int = 0
    week_rating: float | None = None

    @property
    def rating(self) -> float:
        """Lower bound of the rating. Leaderboards sort by it."""
        return self.mu - 3 * self.sigma

    def begin_week(self, week: int) -> None:
        """Save the rating before the first game of a week.

        It is None if there was no game before.
        """
        if week != self.week:
            self.week, self.week_rating = week, self.rating if self.games else None


def repeat_weight(met_before: int) -> float:
    """Return the weight of a game between opponents who have met `met_before` times this month."""
    return FADING ** max(0, met_before - FULL_GAMES + 1)


@dataclass(slots=True)
class LeaderboardTotals:
    """The leaderboards of one guild, and how often its members met in a month."""

    lines: defaultdict[LineKey, LeaderboardLine] = field(
        default_factory=lambda: defaultdict(LeaderboardLine)
    )
    teams: defaultdict[TeamKey, LeaderboardLine] = field(
        default_factory=lambda: defaultdict(LeaderboardLine)
    )
    met: Counter[Meeting] = field(default_factory=Counter)
    bench: RatingModel = field(default_factory=RatingModel)

    def count(self, game: FinishedGame) -> None:
        """Count one game. Games must come in the order in which they ended."""
        if game.rated:
            self._count_rated(game)
        else:
            self._count_practice(game)

    def _count_rated(self, game: FinishedGame) -> None:
        meetings = meetings_of(game)
        share = self.share_of(game) if game.share is None else game.share
        sides = sides_of(game)
        for ladder in leaderboards_of(game):
            lines = [[self._line(*ladder, seat) for seat in side.seats] for side in sides]
            for line in chain.from_iterable(lines):
                line.begin_week(game.week)
            self.bench.rate(lines, [side.rank for side in sides], share)
            add_rated_game(ladder[0], game, sides, lines)
        self._count_partners(game, sides, share)
        self.met.update(meetings)

    def share_of(self, game: FinishedGame) -> float:
        """Return the weight of a rated game: the mean weight of its pairs of opponents."""
        meetings = meetings_of(game)
        # Never empty: in a rated game, two members sit on different sides.
        return sum(repeat_weight(self.met[one]) for one in meetings) / len(meetings)

    def _line(self, slug: str, period: str, seat: SeatResult) -> LeaderboardLine:
        # A computer player next to a member is a beginner in every game, so its line is not stored.
        return LeaderboardLine() if seat.player is None else self.lines[slug, period, seat.player]

    def _count_partners(
        self, game: FinishedGame, sides: Sequence[SideResult], share: float
    ) -> None:
        teams = [team for team in map(partners, sides) if team]
        if len(teams) < 2:  # There is no other partnership to compare with.
            return
        ranks = [side.rank for side in sides if partners(side)]
        for slug in (game.slug, ALL_GAMES):
            lines = [self.teams[slug, team] for team in teams]
            self.bench.rate([[line] for line in lines], ranks, share)
            for line, rank in zip(lines, ranks, strict=True):
                line.games += 1
                line.wins += rank == 1

    def _count_practice(self, game: FinishedGame) -> None:
        for key, seat in seats_on(game):
            line = self.lines[key]
            line.practice_games += 1
            line.practice_wins += seat.rank == 1


def add_rated_game(
    slug: str,
    game: FinishedGame,
    sides: Sequence[SideResult],
    lines: Sequence[Sequence[LeaderboardLine]],
) -> None:
    """Count a rated game on one leaderboard."""
    for side, theirs in zip(sides, lines, strict=True):
        add_result(side, theirs, lowest_wins=game.lowest_wins and slug != ALL_GAMES)
        if slug != ALL_GAMES:
            add_rounds(side, theirs)


def add_result(side: SideResult, lines: Sequence[LeaderboardLine], *, lowest_wins: bool) -> None:
    """Add a game's result and pennies to a side's line."""
    for seat, line in zip(side.seats, lines, strict=True):
        line.lowest_wins = lowest_wins
        line.games += 1
        line.wins += seat.rank == 1
        if seat.pennies is not None:
            line.penny_games += 1
            line.pennies += seat.pennies


def add_rounds(side: SideResult, lines: Sequence[LeaderboardLine]) -> None:
    """Add a side's rounds to its line. If the lowest score wins, the best round is the lowest."""
    if side.best_round is None:
        return
    for line in lines:
        known = side.best_round if line.best_round is None else line.best_round
        line.best_round = (min if line.lowest_wins else max)(known, side.best_round)
        line.rounds += side.rounds
        line.points += side.points


def leaderboards_of(game: FinishedGame) -> list[tuple[str, str]]:
    """Return game and period of each leaderboard on which a game counts."""
    return [(slug, time) for slug in (game.slug, ALL_GAMES) for time in (ALL_TIME, game.month)]


def seats_on(game: FinishedGame) -> Iterable[tuple[LineKey, SeatResult]]:
    """Yield each leaderboard line on which a game counts, and the seat of the line's member."""
    for slug, period in leaderboards_of(game):
        for seat in game.places:
            if seat.player is not None:
                yield (slug, period, seat.player), seat


def sides_of(game: FinishedGame) -> list[SideResult]:
    """Return the sides of a game with at least one member."""
    sides: defaultdict[int, list[SeatResult]] = defaultdict(list)
    for place in game.places:
        sides[place.side].append(place)
    return [
        _side(game, number, seats)
        for number, seats in sides.items()
        if any(seat.player is not None for seat in seats)
    ]


def _side(game: FinishedGame, number: int, seats: list[SeatResult]) -> SideResult:
    points = [scores[number] for scores in game.rounds]
    best = (min if game.lowest_wins else max)(points, default=None)
    return SideResult(seats[0].rank, seats, len(points), sum(points), best)


def partners(side: SideResult) -> tuple[int, ...]:
    """Return a partnership's players, sorted. () for a single player, or a side with a computer."""
    players = sorted(seat.player for seat in side.seats if seat.player is not None)
    return tuple(players) if len(players) == len(side.seats) in PARTNERS else ()


def meetings_of(game: FinishedGame) -> list[Meeting]:
    """Return every pair of members on different sides."""
    seats = [(seat.player, seat.side) for seat in game.places if seat.player is not None]
    return [
        (game.month, min(one, other), max(one, other))
        for (one, side), (other, other_side) in combinations(seats, 2)
        if side != other_side
    ]
