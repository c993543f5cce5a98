"""Search: the default move unless another is clearly better in sampled worlds.

The default is what the hard level's own weights choose (`tuned`). Each world is dealt from
the seat's own view. Every candidate is played in the same worlds, all seats playing on by the
same weights to the end of the round (or the style's horizon), each drawing from cards of its own
(`streams.py`), and only the difference to the default within a world counts: one rollout's luck
is far greater than what most moves differ by. So a mean difference is believed in part only, the
more the more worlds it comes from, and the best replaces the default if what is believed of it is
more than next to nothing. Worlds go to those that lead: half of the candidates is left after some,
none that could hardly convince any more, and nobody's where all is clear.
Source: our notes on computer players, sections 6.1 (determinised Monte Carlo; Long, Sturtevant,
Buro & Furtak 2010), 6.3 and 7, and 6.4 for the streams; sequential halving: Karnin, Koren & Somekh
2013.

Contract rummy is not searched: that was not shown to gain anything there. What is played on costs
it nothing at the table: the worth of buying is fitted to it beforehand
(`benchmarks.tuning.buying`).
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
from engine.players.plain.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.likely import likely
from engine.players.search.streams import Streams
from engine.players.search.worth import felt, prospect, round_worth
from engine.players.thinking.tastes import EVEN, tasted
from engine.players.thinking.thought import Reason, Style, Thought
from engine.players.tuned.shrewd import shrewd

DOUBT = 40
"""Worlds that speak for the default before the first is played: of a mean over as many half is
believed. So that what is promised is what other worlds confirm: over 25 worlds the leaders' means
were 2.9 times as much as theirs in 50 others in House Canasta for four, 2.1 in Classic Canasta."""
WORTHWHILE = 0.1
"""Standard deviations of one world's difference that must be believed to change a move. A gate of
two standard errors in its place took 3 of the 28 points a decision that there were in House
Canasta, 23 of 78 in Classic Canasta; this rule 6 to 9 and 38 to 40. Asking for less than this
changed more moves in Classic Canasta and gained no more."""
FEWEST = 4
"""Worlds played before any candidate is dropped."""
HALVINGS = (8, 24)
"""Worlds after which the better half of the candidates goes on."""
CONVINCING = 8
"""Worlds in which a candidate must have been played to replace the default."""
RETHOUGHT = 24
"""Worlds played when it is asked afterwards what a move promised."""
LEAST = 5.0
"""Points for which no move is changed, however sure they are."""
MOST_WORLDS = 128
BEHIND = 1.0
"""Standard errors behind the default at which a candidate is dropped. Asking more than this of
the others, to give their time to the best, drops most that are better: one world tells little."""

HOPED = 48
"""Worlds after which a candidate must still be able to convince …"""
HOPE = 1.5
"""… if luck were so many standard errors better than it is, or it is dropped. With `CERTAIN` this
left 98 % of what the search gains and 76 % of its time, in the 2,900 positions of the four canastas
in which these numbers were chosen."""
CERTAIN = 2.5
"""Standard errors ahead of the default, and `BEHIND` ahead of all others, at which no more worlds
are needed: a twentieth of the time, and no gain was seen to be lost by it."""

MoreTime = Callable[[], bool]


@dataclass(slots=True)
class Candidate:
    """A move with its differences to the default, world by world."""

    move: Move
    gains: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean difference, in points."""
        return sum(self.gains) / len(self.gains)

    @property
    def believed(self) -> float:
        """What is believed of the mean difference, in points."""
        return sum(self.gains) / (len(self.gains) + DOUBT)

    @property
    def spread(self) -> float:
        """The standard deviation of one world's difference."""
        mean = self.mean
        return sqrt(sum((gain - mean) ** 2 for gain in self.gains) / max(1, len(self.gains) - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.spread / sqrt(len(self.gains))

    @property
    def lead(self) -> float:
        """The mean difference in standard errors."""
        # The one point more keeps a few equal worlds from looking like certainty.
        return self.mean / (self.error + 1.0)

    @property
    def convinces(self) -> bool:
        """Whether it is to replace the default."""
        return len(self.gains) >= CONVINCING and self.believed > self._asked

    @property
    def may_convince(self) -> bool:
        """Whether it would replace the default after `HOPED` worlds, these and luckier ones."""
        worlds = len(self.gains)
        ahead = max(0, HOPED - worlds)
        hoped = sum(self.gains) + ahead * (self.mean + HOPE * self.error)
        return hoped / (worlds + ahead + DOUBT) > self._asked

    @property
    def _asked(self) -> float:
        """Points that must be believed to change a move."""
        return max(LEAST, WORTHWHILE * self.spread)

    @property
    def is_open(self) -> bool:
        """Whether more worlds may yet tell for this move; not if it is the default by detours."""
        return any(self.gains) and self.lead > -BEHIND

    def beats(self, other: "Candidate") -> bool:
        """Whether it is clearly ahead of another one, or the same by detours."""
        between = [one - two for one, two in zip(self.gains, other.gains, strict=True)]
        return not any(between) or Candidate(self.move, between).lead >= BEHIND


def searched(
    rules: Rules, view: View, seat: int, rng: Rng, more_time: MoreTime, taste: str = EVEN
) -> Thought:
    """The careful player's thought, or a better one.

    `more_time` is asked before each world; the engine has no clock of its own. With no time at
    all the careful player's move stands. A taste leans the default: in sampled worlds all play
    evenly, for what others like is not known.
    """
    style = shrewd(rules)
    if not isinstance(rules, CanastaAnswers):
        return decided(rules, rules.sample(view, rng), seat, tasted(style, taste))[0]
    world = likely(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, tasted(style, taste))
    if is_trusted(rules, world, default, style):
        return default
    others = [Candidate(move) for move in candidates(rules, world, seat, default, style)]
    worlds = 0
    while others and worlds < MOST_WORLDS and more_time():
        # The default was chosen in the first world, which serves as a sample as well.
        if worlds:
            world = likely(rules, view, seat, rng, style)
        _compare(world, seat, style, default.move, others)
        worlds += 1
        others = in_question(others)
        if is_clear(others):
            break
    return _best(default, others)


def is_trusted(rules: CanastaAnswers, table: Table, default: Thought, style: Style) -> bool:
    """Whether nothing is tried out, because in such places nothing better was found."""
    return is_young(rules, len(table.stock), style) or default.reason in style.trusted


def is_young(rules: CanastaAnswers, stock: int, style: Style) -> bool:
    """Whether the stock lasts too long yet to try anything out."""
    return stock >= style.young * rules.draws


def ahead(
    rules: CanastaAnswers, view: View, seat: int, rng: Rng, move: Move, taste: str = EVEN
) -> float:
    """By how many points a move is ahead of the careful player's own, in the mean of some worlds.

    Raises:
        Refused: the move is not legal.

    """
    style = shrewd(rules)
    world = likely(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, tasted(style, taste))
    played = Candidate(move)
    while len(played.gains) < RETHOUGHT:
        _compare(world, seat, style, default.move, [played])
        world = likely(rules, view, seat, rng, style)
    return played.mean


def in_question(others: list[Candidate]) -> list[Candidate]:
    """Those of which another world may tell, after as many worlds as they were played in."""
    worlds = len(others[0].gains)
    if worlds >= FEWEST:
        # Successive elimination: whoever is clearly behind leaves its time to the rest.
        others = [each for each in others if each.is_open and each.may_convince]
    return better_half(others) if worlds in HALVINGS else others


def is_clear(others: list[Candidate]) -> bool:
    """Whether one candidate is far ahead of the default, and clearly of all others."""
    best = max(others, key=lambda each: each.mean, default=None)
    if best is None or not best.convinces or best.lead < CERTAIN:
        return False
    return all(best.beats(each) for each in others if each is not best)


def better_half(others: list[Candidate]) -> list[Candidate]:
    """The half that leads, the larger one of an odd number."""
    return sorted(others, key=lambda each: -each.mean)[: (len(others) + 1) // 2]


def _compare(world: Table, seat: int, style: Style, default: Move, others: list[Candidate]) -> None:
    """Play the default and every other candidate in one world."""
    # The same world for all: what luck does to both falls out of the difference.
    base = felt(played_on(world, seat, default, style), style)
    for each in others:
        each.gains.append(felt(played_on(world, seat, each.move, style), style) - base)


def _best(default: Thought, others: list[Candidate]) -> Thought:
    """The default, unless a candidate convinces; of several the one most is believed of."""
    convincing = [each for each in others if each.convinces]
    best = max(convincing, key=lambda each: each.believed, default=None)
    if best is None:
        return default
    facts = {"n": len(best.gains), "points": round(best.believed)}
    return Thought(best.move, Reason.SEARCHED, facts)


def played_on(world: Table, seat: int, move: Move, style: Style) -> float:
    """What the round is worth to `seat` if it makes this move and all play on in one style."""
    rules, streams = world.rules, Streams(world)
    assert isinstance(rules, CanastaAnswers)  # nothing else is searched
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
    """Who decides next; the turn player, without the cost of listing the decisions."""
    if world.phase in ("draw", "play"):
        return world.turn
    return rules.pending(world)[0].seat
