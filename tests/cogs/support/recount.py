"""The results of a finished game, counted again from its log.

This shares no code with the screens' numbers: the second judge scores the rounds, pennies and feats
are counted from the moves, and ratings come from openskill.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

import engine
from data.models.moves import MoveEntry
from data.models.tables import TableRow
from engine.model.events import RoundEnded
from tests.judge import Position, judge_of
from tests.judge.canasta.games import game as game_of
from tests.judge.canasta.round import read
from tests.judge.canasta.sets import canasta

LOW: Final = ("ten-pennies", "ten-pennies-online")
"""Games in which the fewest points win, and which are played for pennies."""
BEGAN: Final = 10
BOUGHT: Final = 3
"""Number of cards that a buy adds."""
SEVEN: Final = 7
Items = dict[str, int]


@dataclass
class Reckoned:
    """The results of a game, counted from its log. `rounds` has each side's items and their
    `total`.

    `turns`, `moves` and `by_round` are by round, as is `held`: the cards left, by side.
    """

    row: TableRow
    sides: tuple[tuple[int, ...], ...]
    rounds: list[list[Items]] = field(default_factory=list)
    feats: list[Counter[str]] = field(default_factory=list)
    by_round: list[list[Counter[str]]] = field(default_factory=list)
    turns: list[int] = field(default_factory=lambda: [0])
    moves: list[int] = field(default_factory=lambda: [0])
    held: list[list[int]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    bowl: int = 0
    dealer: int = 0

    @property
    def low(self) -> bool:
        """Whether the fewest points win."""
        return self.row.game in LOW

    def totals(self, after: int | None = None) -> list[int]:
        """Return every side's points after so many rounds, or at the end."""
        return [
            sum(one[side]["total"] for one in self.rounds[:after])
            for side in range(len(self.sides))
        ]

    def places(self) -> list[int]:
        """Return each side's place; sides with equal points share one."""
        points = [-total if self.low else total for total in self.totals()]
        return [1 + sum(other > mine for other in points) for mine in points]

    def balance(self, seat: int) -> int:
        """Return a player's final pennies."""
        return self.left[seat] + self.won[seat] - self.owed[seat] - BEGAN


def reckoned(row: TableRow, log: Sequence[MoveEntry]) -> Reckoned:
    """Count a game from its log, which has no undo."""
    seats, slug = len(row.seats), row.game
    table = engine.deal(slug, seats, row.seed, row.options, row.rules_version)
    count = seats if slug in LOW else game_of(slug, seats, frozenset(row.options.items())).sides
    sides = tuple(tuple(range(side, seats, count)) for side in range(count))
    mine = Reckoned(row, sides, left=[BEGAN] * seats, owed=[0] * seats, won=[0] * seats)
    mine.feats = [Counter() for _ in range(seats)]
    mine.by_round = [[Counter() for _ in range(seats)]]
    for entry in log:
        table = _moved(mine, table, entry)
    if mine.low:
        _bowl_goes(mine)
    return mine


def _moved(mine: Reckoned, table: engine.Table, entry: MoveEntry) -> engine.Table:
    before, then = table, table
    mine.moves[-1] += 1
    for event in engine.decide(table, entry.seat, engine.read(entry.body, table)):
        if isinstance(event, RoundEnded):
            _noted(mine, before, then, entry)
            _scored(mine, engine.position(then), event.out)
        then = engine.evolve(then, event)
    if then.round == before.round and engine.result(then) is None:
        _noted(mine, before, then, entry)
        mine.turns[-1] += then.turn != before.turn
    return then


def _noted(mine: Reckoned, before: engine.Table, after: engine.Table, entry: MoveEntry) -> None:
    """Record what a move did: a buy, a pile taken, completed canastas."""
    now = mine.by_round[-1]
    if mine.low:
        for seat, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
            if len(new) - len(old) == BOUGHT:
                mine.left[seat] -= 1
                mine.bowl += 1
                now[seat]["bought"] += 1
        return
    if entry.body.startswith("take"):
        now[entry.seat]["pile"] = max(now[entry.seat]["pile"], len(before.pile))
    if after.melds != before.melds:
        now[entry.seat].update(_completed(engine.position(before), engine.position(after)))


def _completed(before: Position, after: Position) -> list[str]:
    """Return the kinds of the melds that have become canastas."""
    old, new = read(before), read(after)
    sizes = [len(one.cards) for one in old.sets] + [0] * len(new.sets)
    kinds = [
        canasta(new.game, one.cards)
        for one, size in zip(new.sets, sizes, strict=False)
        if len(one.cards) >= SEVEN > size
    ]
    return [kind for kind in kinds if kind]


def _scored(mine: Reckoned, at_end: Position, out: int | None) -> None:
    """Record a scored round: points, payments, red threes, and who went out."""
    items = judge_of(mine.row.game).score(at_end, out)
    mine.rounds.append(items)
    mine.dealer, now = at_end["dealer"], mine.by_round[-1]
    for seat, threes in enumerate(at_end["red_threes"]):
        now[seat]["red_threes"] += len(threes.split())
    if out is not None:
        now[out]["out"] += 1
    for seat in range(len(mine.feats)) if mine.low else ():
        _pays(mine, seat, items[seat]["paid"])
    for seat, feats in enumerate(now):
        biggest = max(mine.feats[seat]["pile"], feats["pile"])
        mine.feats[seat].update(feats)
        mine.feats[seat]["pile"] = biggest
    mine.by_round.append([Counter() for _ in now])
    mine.turns = [*mine.turns[:-1], mine.turns[-1] + 1, 0]
    mine.moves.append(0)
    cards = [
        len(hand.split()) + len(foot.split())
        for hand, foot in zip(at_end["hands"], at_end["feet"], strict=True)
    ]
    mine.held.append([sum(cards[seat] for seat in seats) for seats in mine.sides])


def _pays(mine: Reckoned, seat: int, cards: int) -> None:
    """Pay a penny for each card: from the ten if there is no other purse, then on credit."""
    apart = mine.row.game == "ten-pennies" or mine.row.options.get("separate_purse")
    now = 0 if apart else min(cards, mine.left[seat])
    mine.left[seat] -= now
    mine.owed[seat] += cards - now
    mine.bowl += cards


def _bowl_goes(mine: Reckoned) -> None:
    """Share the bowl among the winners; odd pennies go to the first one left of the last dealer."""
    winners = [seat for seat, place in enumerate(mine.places()) if place == 1]
    for seat in winners:
        mine.won[seat] = mine.bowl // len(winners)
    seats = len(mine.sides)
    lucky = min(winners, key=lambda seat: (seat - mine.dealer - 1) % seats)
    mine.won[lucky] += mine.bowl % len(winners)


# ---- ratings


MODEL: Final = PlackettLuce()
Ladder = tuple[str, str]
"""Key of a leaderboard: a game, or "" for all, and a month, or "" for all time."""


def beginner() -> PlackettLuceRating:
    """Return the rating of an unknown player."""
    return MODEL.rating(25, 25 / 3)


@dataclass
class Played:
    """A game for the leaderboards: each side's member ids (None for a computer player) and its
    places.
    """

    game: Reckoned
    month: str
    people: dict[int, int]

    @property
    def sides(self) -> list[tuple[int, list[int | None]]]:
        """Return place and members of every side with a member."""
        found = [
            (place, [self.people.get(seat) for seat in seats])
            for place, seats in zip(self.game.places(), self.game.sides, strict=True)
        ]
        return [(place, members) for place, members in found if any(members)]

    @property
    def rated(self) -> bool:
        """Whether members played on two sides of a game that the table had not shortened."""
        return len(self.sides) > 1 and "max_rounds" not in self.game.row.options

    def partners(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return place and members of every side of two or three members."""
        whole = [(place, [user for user in users if user]) for place, users in self.sides]
        size = len(self.game.sides[0])
        return [
            (place, tuple(sorted(users))) for place, users in whole if len(users) == size in (2, 3)
        ]

    def side_of(self, user: int) -> int:
        """Return the side of a member."""
        (seat,) = [seat for seat, one in self.people.items() if one == user]
        return next(side for side, seats in enumerate(self.game.sides) if seat in seats)

    def place_of(self, user: int) -> int:
        """Return the place of a member."""
        return self.game.places()[self.side_of(user)]


@dataclass
class Ratings:
    """Everybody's ratings on every leaderboard, and the course of the rating over all games."""

    known: defaultdict[tuple[Ladder, int], PlackettLuceRating] = field(
        default_factory=lambda: defaultdict(beginner)
    )
    course: defaultdict[int, list[tuple[float, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    rated: Counter[int] = field(default_factory=Counter)
    met: Counter[tuple[str, object, object]] = field(default_factory=Counter)
    together: defaultdict[tuple[str, tuple[int, ...]], PlackettLuceRating] = field(
        default_factory=lambda: defaultdict(beginner)
    )

    def count(self, played: Played) -> None:
        """Count one more game; only rated ones change anything."""
        if not played.rated:
            return
        share = self._share(played)
        slug = played.game.row.game
        for ladder in [(one, time) for one in (slug, "") for time in ("", played.month)]:
            self._rate(ladder, played, share)
        self._rate_partners(played, share)
        for user in played.people.values():
            self.rated[user] += 1
            rating = self.known[("", ""), user]
            self.course[user].append((rating.mu, rating.mu - 3 * rating.sigma))

    def _rate(self, ladder: Ladder, played: Played, share: float) -> None:
        sides = played.sides
        teams = [[self._rating(ladder, user) for user in users] for _, users in sides]
        after = MODEL.rate(teams, ranks=[float(place) for place, _ in sides])
        for (_, users), old, new in zip(sides, teams, after, strict=True):
            for user, was, now in zip(users, old, new, strict=True):
                if user is not None:
                    self.known[ladder, user] = _towards(was, now, share)

    def _rate_partners(self, played: Played, share: float) -> None:
        """Rate pairs and trios of members, each as one player."""
        teams = played.partners()
        for slug in (played.game.row.game, "") if len(teams) > 1 else ():
            old = [[self.together[slug, team]] for _, team in teams]
            new = MODEL.rate(old, ranks=[float(place) for place, _ in teams])
            for (_, team), (was,), (now,) in zip(teams, old, new, strict=True):
                self.together[slug, team] = _towards(was, now, share)

    def _rating(self, ladder: Ladder, user: int | None) -> PlackettLuceRating:
        return beginner() if user is None else self.known[ladder, user]

    def _share(self, played: Played) -> float:
        """Return a game's weight: it falls by 10 % with each game after the tenth in a month
        between the same two players.
        """
        apart = [
            (one, other)
            for (_, mine), (_, theirs) in combinations(played.sides, 2)
            for one in mine
            for other in theirs
            if one and other
        ]
        marks = [self._marks(played.month, *sorted(pair)) for pair in apart]
        counts = [max(self.met[mark] for mark in found) for found in marks]
        self.met.update({mark for found in marks for mark in found})
        return sum(0.9 ** max(0, count - 9) for count in counts) / len(counts)

    def _marks(self, month: str, one: int, other: int) -> list[tuple[str, object, object]]:
        """Return the counter of each pair; all newcomers share one counter with each opponent."""
        new = [(one, other), (other, one)]
        return [
            (month, one, other),
            *((month, old, "new") for old, who in new if self.rated[who] < BEGAN),
        ]


def _towards(was: PlackettLuceRating, now: PlackettLuceRating, share: float) -> PlackettLuceRating:
    return MODEL.rating(
        was.mu + share * (now.mu - was.mu), was.sigma + share * (now.sigma - was.sigma)
    )
