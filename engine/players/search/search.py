"""Search: play the default move unless another is clearly better in sampled worlds.

Every candidate is played to the end of the round in the same worlds, all seats using the same
weights; only its lead over the default in the same world counts. Weak candidates are dropped early.
Source: Long, Sturtevant, Buro, Furtak 2010 (determinised Monte Carlo); Karnin, Koren, Somekh 2013
(sequential halving). Contract rummy gained nothing by a search.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from engine.canasta.book.variant import CanastaAnswers
from engine.model.chance import Rng
from engine.model.events import RoundScored
from engine.model.moves import Move
from engine.model.table import Event, Rules, Table
from engine.model.view import View
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.likely_worlds import likeliest_world
from engine.players.search.seat_stocks import SeatStocks
from engine.players.search.worth import prospect, round_worth, squashed
from engine.players.thinking.tastes import EVEN, tasted
from engine.players.thinking.thought import Reason, Style, Thought
from engine.players.tuned.hard import hard_style

DOUBT = 40
"""Worlds in favour of the default before the first is played.

Half of a mean over 40 worlds is believed, so that other worlds confirm the lead that is reported.
Over 25 worlds the leaders' means were 2.9 times those in 50 other worlds in House Canasta for four,
2.1 times in Classic Canasta.
"""
WORTHWHILE = 0.1
"""Standard deviations of one world's lead that must be believed to change a move.

House Canasta offers 28 points a decision and Classic Canasta 78. A threshold of two standard errors
won 3 and 23 of them, this rule 6 to 9 and 38 to 40. A lower value changed more moves in Classic
Canasta and won nothing more.
"""
FEWEST = 4
"""Worlds played before any candidate is dropped."""
HALVINGS = (8, 24)
"""Numbers of worlds after which only the better half of the candidates continues."""
CONVINCING = 8
"""Worlds in which a candidate must have been played before it can replace the default."""
RETHOUGHT = 24
"""Worlds played to explain a past move."""
LEAST = 5.0
"""Smallest lead in points that changes a move, however certain it is."""
MOST_WORLDS = 128
BEHIND = 1.0
"""Standard errors behind the default at which a candidate is dropped.

A stricter limit, which gives its time to the best, drops most of the better moves: one world says
little.
"""

HOPED = 48
"""Worlds after which a candidate must still be able to replace the default; see `HOPE`."""
HOPE = 1.5
"""Standard errors of luck granted to a candidate until world `HOPED`, or it is dropped.

Together with `CERTAIN` this kept 98 % of the search's gain in 76 % of its time. The numbers were
chosen from 2,900 positions of the four canastas.
"""
CERTAIN = 2.5
"""Standard errors ahead of the default, and `BEHIND` ahead of all others, that end the search.

This saves a twentieth of the time; no loss was seen.
"""

MoreTime = Callable[[], bool]


@dataclass(slots=True)
class Candidate:
    """A move with its lead over the default, world by world."""

    move: Move
    gains: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean lead, in points."""
        return sum(self.gains) / len(self.gains)

    @property
    def believed(self) -> float:
        """The part of the mean lead that the search trusts, in points."""
        return sum(self.gains) / (len(self.gains) + DOUBT)

    @property
    def spread(self) -> float:
        """The standard deviation of one world's lead."""
        mean = self.mean
        return sqrt(sum((gain - mean) ** 2 for gain in self.gains) / max(1, len(self.gains) - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean lead."""
        return self.spread / sqrt(len(self.gains))

    @property
    def lead(self) -> float:
        """The mean lead in standard errors."""
        # One point more: otherwise a few equal worlds would look like certainty.
        return self.mean / (self.error + 1.0)

    @property
    def convinces(self) -> bool:
        """Whether the candidate replaces the default."""
        return len(self.gains) >= CONVINCING and self.believed > self._asked

    @property
    def may_convince(self) -> bool:
        """Whether the candidate would replace the default after `HOPED` worlds with some luck."""
        worlds = len(self.gains)
        ahead = max(0, HOPED - worlds)
        hoped = sum(self.gains) + ahead * (self.mean + HOPE * self.error)
        return hoped / (worlds + ahead + DOUBT) > self._asked

    @property
    def _asked(self) -> float:
        """Points of trusted lead that are needed to change a move."""
        return max(LEAST, WORTHWHILE * self.spread)

    @property
    def is_open(self) -> bool:
        """Whether more worlds could help. False for a move that always equals the default."""
        return any(self.gains) and self.lead > -BEHIND

    def beats(self, other: "Candidate") -> bool:
        """Whether the candidate is clearly ahead of another, or always equal to it."""
        between = [one - two for one, two in zip(self.gains, other.gains, strict=True)]
        return not any(between) or Candidate(self.move, between).lead >= BEHIND


def search_move(
    rules: Rules, view: View, seat: int, rng: Rng, more_time: MoreTime, taste: str = EVEN
) -> Thought:
    """Return the normal player's thought, unless a move is clearly better in sampled worlds.

    Args:
        rules: the rules of the view's table.
        view: what the seat knows.
        seat: the seat to move.
        rng: deals the worlds.
        more_time: called before each world, as the engine has no clock. If it is False at once, the
            result is the default.
        taste: shifts the default only. In sampled worlds all seats play without a taste, because
            the others' tastes are unknown.

    """
    style = hard_style(rules)
    if not isinstance(rules, CanastaAnswers):
        return decided(rules, rules.sample(view, rng), seat, tasted(style, taste))[0]
    world = likeliest_world(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, tasted(style, taste))
    if is_trusted(rules, world, default, style):
        return default
    others = [Candidate(move) for move in candidates(rules, world, seat, default, style)]
    worlds = 0
    while others and worlds < MOST_WORLDS and more_time():
        # The world in which the default was chosen serves as the first sample.
        if worlds:
            world = likeliest_world(rules, view, seat, rng, style)
        _compare(world, seat, style, default.move, others)
        worlds += 1
        others = in_question(others)
        if is_clear(others):
            break
    return _best(default, others)


def is_trusted(rules: CanastaAnswers, table: Table, default: Thought, style: Style) -> bool:
    """Whether the default needs no search: searches found nothing better in such positions."""
    return is_too_early(rules, len(table.stock), style) or default.reason in style.trusted


def is_too_early(rules: CanastaAnswers, stock: int, style: Style) -> bool:
    """Whether the stock is still too large for a search."""
    return stock >= style.young * rules.draws


def ahead(
    rules: CanastaAnswers, view: View, seat: int, rng: Rng, move: Move, taste: str = EVEN
) -> float:
    """Return the mean lead of a move over the player's own move in some worlds, in points.

    Args:
        rules: the rules of the view's table.
        view: what the seat knows.
        seat: the seat to move.
        rng: deals the worlds.
        move: the move to judge.
        taste: the taste of the player's own move.

    Raises:
        Refused: the move is not legal.

    """
    style = hard_style(rules)
    world = likeliest_world(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, tasted(style, taste))
    played = Candidate(move)
    while len(played.gains) < RETHOUGHT:
        _compare(world, seat, style, default.move, [played])
        world = likeliest_world(rules, view, seat, rng, style)
    return played.mean


def in_question(others: list[Candidate]) -> list[Candidate]:
    """Return the candidates that one more world could still make best."""
    worlds = len(others[0].gains)
    if worlds >= FEWEST:
        # Successive elimination: a candidate that is clearly behind gets no more time.
        others = [each for each in others if each.is_open and each.may_convince]
    return better_half(others) if worlds in HALVINGS else others


def is_clear(others: list[Candidate]) -> bool:
    """Whether one candidate is far ahead of the default and clearly ahead of all others."""
    best = max(others, key=lambda each: each.mean, default=None)
    if best is None or not best.convinces or best.lead < CERTAIN:
        return False
    return all(best.beats(each) for each in others if each is not best)


def better_half(others: list[Candidate]) -> list[Candidate]:
    """Return the better half of the candidates; of an odd number, the larger half."""
    return sorted(others, key=lambda each: -each.mean)[: (len(others) + 1) // 2]


def _compare(world: Table, seat: int, style: Style, default: Move, others: list[Candidate]) -> None:
    """Play the default and every candidate in one world."""
    # The same world for all: luck that both plays share cancels out in the difference.
    base = squashed(roll_out(world, seat, default, style), style)
    for each in others:
        each.gains.append(squashed(roll_out(world, seat, each.move, style), style) - base)


def _best(default: Thought, others: list[Candidate]) -> Thought:
    """Return the candidate with the largest trusted lead, or the default if none is convincing."""
    convincing = [each for each in others if each.convinces]
    best = max(convincing, key=lambda each: each.believed, default=None)
    if best is None:
        return default
    facts = {"n": len(best.gains), "points": round(best.believed)}
    return Thought(best.move, Reason.SEARCHED, facts)


def roll_out(world: Table, seat: int, move: Move, style: Style) -> float:
    """Return the round's value for `seat` after this move, if all seats continue in `style`."""
    rules, streams = world.rules, SeatStocks(world)
    assert isinstance(rules, CanastaAnswers)  # Nothing else is searched.
    events: tuple[Event, ...] = rules.decide(streams.turn_to(world, seat), seat, move)
    for _ in range(style.horizon):
        for event in events:
            if type(event) is RoundScored:
                return round_worth(rules, world, seat, event)
            world = event.applied_to(world)
        mover = _next_seat(rules, world)
        world = streams.turn_to(world, mover)
        _, events = decided(rules, world, mover, style)
    return prospect(rules, world, seat)


def _next_seat(rules: Rules, world: Table) -> int:
    """Return the seat that decides next, without listing all decisions if it is the turn player."""
    if world.phase in ("draw", "play"):
        return world.turn
    return rules.pending(world)[0].seat
