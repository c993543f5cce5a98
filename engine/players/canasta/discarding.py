"""Discarding: what a card is worth to its holder, and what it would hand to the next seat.

The risk is the chance that the next seat can take the pile by this card, counted from the
cards not seen, times what the pile would give. Source: our notes on computer players, section 6.2,
which measured it at 552 points a hand against the same player without counting.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from engine.canasta.book.card_values import FIRST_WILD, POINTS, points_of, wild_cards
from engine.canasta.book.variant import CANASTA
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.piles import is_frozen
from engine.canasta.turn.discarding import legal_discards
from engine.model.cards import JOKER_RANK, NAMES, RANK, RANK_NAMES, THREE, TWO
from engine.model.moves import DISCARDS
from engine.players.canasta.seen import CanastaSeen, treasure, wild_worth
from engine.players.thinking.counting import RANK_COUNT, at_least, by_rank, hidden_in
from engine.players.thinking.thought import Facts, Reason, Thought

SAFE = 2.0
LIKELY = 0.4
"""From this chance on that the next player takes the pile, a discard is told to be a gift."""
SURELY = 0.99
"""From this chance on it is as good as seen."""
HARDLY = 0.1
"""Up to this chance the next player can hardly take the pile."""
RICH = 8
"""Cards in a pile that is told to be too good to lose."""


class Weighed(NamedTuple):
    """A discard weighed: its worth in hand, and what throwing it may cost."""

    face: int
    kept: float
    risk: float
    chance: float
    """How likely the next seat takes the pile by it."""


class Taker:
    """The next seat, which the discard is offered to: how likely it takes the pile by a card."""

    def __init__(self, seen: CanastaSeen) -> None:
        rules, table = seen.rules, seen.table
        self.seen = seen
        self.seat = (seen.seat + 1) % rules.seat_count
        self.opened = opened(rules, table.melds, self.seat)
        self.frozen = is_frozen(rules, table, self.seat)
        self.known = by_rank(table.known[self.seat]) if table.known[self.seat] else NONE
        self.hidden = hidden_in(table, self.seat)
        over = not (table.stock or rules.plays_on_without_stock)
        self.cannot = over or self.seat in seen.partners
        side, cap = rules.side_of(self.seat), rules.cap
        open_melds = (m.rank for m in table.melds if m.side == side and len(m.cards) < cap)
        adds = self.opened and not self.frozen and rules.adds_upcard
        self.extends = frozenset(open_melds) if adds else frozenset()
        self.nearly = {
            m.rank: m
            for m in table.melds
            if m.side == side and CANASTA - 3 < len(m.cards) < CANASTA
        }
        held = self.known[TWO] + self.known[JOKER_RANK]
        self.thrown = seen.thrown_by(self.seat)
        self.passed = seen.passed_by(self.seat) if self.opened else frozenset()
        self.wild = self.holds(1 - held, seen.unseen[TWO] + seen.unseen[JOKER_RANK])

    def holds(self, wanted: int, good: int) -> float:
        """How likely its hidden cards hold so many of some `good` unseen ones."""
        return at_least(wanted, good, self.seen.unseen_count, self.hidden)

    def chance(self, face: int) -> float:
        """How likely it can and will take the pile by this card."""
        rank = RANK[face]
        if self.cannot or rank == THREE or self.seen.rules.blocks(face):
            return 0.0
        if rank in self.extends:
            return 1.0
        chance = self._pair(rank, frozen=self.frozen or face >= FIRST_WILD)
        if not self.known[rank]:
            chance *= self._shown(rank)
        return chance if self.opened else chance * self.seen.weights.unopened

    def canasta_by(self, rank: int) -> float:
        """What a card of a rank brings it beyond its points: a canasta, or all but one card."""
        pure = self.seen.is_pure(rank)
        meld = self.nearly.get(rank)
        if meld is None:
            return treasure(self.seen) if pure else 0.0
        rules = self.seen.rules
        bonus = rules.bonuses[rules.kind_of(rank, mixed=bool(wild_cards(meld.cards)))]
        share = 1.0 if len(meld.cards) == CANASTA - 1 else 1 / 3
        return self.seen.weights.completing * share * bonus

    def _shown(self, rank: int) -> float:
        """How much less likely it holds a rank that it has thrown, or left lying, itself."""
        weights = self.seen.weights
        thrown = weights.thrown if rank in self.thrown else 1.0
        return min(thrown, weights.passed) if rank in self.passed else thrown

    def _pair(self, rank: int, *, frozen: bool) -> float:
        """How likely it holds a pair of a rank, or one and a wild card where that will do."""
        known, good = self.known[rank], self.seen.unseen[rank]
        pair = self.holds(2 - known, good)
        if frozen or not self.seen.rules.pair_with_wild:
            return pair
        # A pair, or exactly one and a wild card, as if the one told nothing of the other.
        return pair + (self.holds(1 - known, good) - pair) * self.wild


NONE = [0] * RANK_COUNT


def discards(seen: CanastaSeen) -> Iterator[Thought]:
    """Every discard, one a rank, the best first."""
    taker = Taker(seen) if seen.style.counts else None
    pile = _pile_worth(seen)
    weighed = [_weighed(seen, face, pile, taker) for face in _legal(seen)]
    weighed.sort(key=partial(_preferred, seen))
    safe = _safe_instead(seen, weighed)
    if safe:
        yield _plain(seen, safe, Reason.THROW_SAFE)
    for place, each in enumerate(weighed):
        yield _plain(seen, each) if place else _thought(seen, each, weighed)


def _safe_instead(seen: CanastaSeen, weighed: list[Weighed]) -> Weighed | None:
    """A plain card in place of the best one, if that may be taken and the plain one hardly.

    What it costs is in hand and seen; what a partner remembers is the pile that was given away.
    """
    if not weighed or weighed[0].chance <= HARDLY:
        return None
    most = sum(_cost(weighed[0])[:1]) + seen.weights.safety
    blockers = len(seen.held(THREE))
    spared = _is_early(seen) and weighed[0].chance * blockers <= seen.weights.blocker_gift
    for each in weighed[1:]:
        plain = each.face < FIRST_WILD and not (RANK[each.face] == THREE and spared)
        if each.chance <= HARDLY and plain and sum(_cost(each)[:1]) <= most:
            return each
    return None


def _cost(each: Weighed) -> tuple[float, int]:
    return each.kept + each.risk, each.face


def _preferred(seen: CanastaSeen, each: Weighed) -> tuple[float, int]:
    """The best first; of two that cost alike the dearer one where hands are about to count."""
    cost, face = _cost(each)
    return cost, -points_of(face) if seen.closing else face


def only_way(seen: CanastaSeen) -> int | None:
    """The rank of the one discard that is hardly taken, where any other costs far more."""
    if not seen.style.counts:
        return None
    pile, taker = _pile_worth(seen), Taker(seen)
    weighed = sorted((_weighed(seen, face, pile, taker) for face in _legal(seen)), key=_cost)
    if len(weighed) < 2 or weighed[0].chance > HARDLY or weighed[0].face >= FIRST_WILD:
        return None
    dearer = _cost(weighed[1])[0] - _cost(weighed[0])[0]
    return RANK[weighed[0].face] if dearer > seen.weights.only_way else None


def _legal(seen: CanastaSeen) -> Iterable[int]:
    """One card of each rank: suits make no difference."""
    faces = legal_discards(seen.rules, seen.table, seen.seat)
    return {RANK[face]: face for face in faces}.values()


def _plain(
    seen: CanastaSeen, each: Weighed, otherwise: Reason = Reason.THROW_LEAST_RISK
) -> Thought:
    """A discard that was not weighed best, with what speaks for it by itself."""
    percent = round(100 * each.chance)
    facts: Facts = {"card": NAMES[each.face], "n": len(seen.table.pile), "percent": percent}
    reason = _plain_reason(seen, each.face) or otherwise
    return Thought(DISCARDS[each.face], reason, facts)


def _weighed(seen: CanastaSeen, face: int, pile: float, taker: Taker | None) -> Weighed:
    chance = taker.chance(face) if taker else 0.0
    kept = _kept(seen, face)
    if face >= FIRST_WILD and taker and not taker.frozen:
        kept -= _frost(seen, pile)
    worth = pile + seen.weights.upcard_points * points_of(face)
    worth += taker.canasta_by(RANK[face]) if taker else 0.0
    return Weighed(face, kept, chance * worth, chance)


def _kept(seen: CanastaSeen, face: int) -> float:
    """What a card is worth in the own hand."""
    rank, weights = RANK[face], seen.weights
    rid = POINTS[face] * (weights.closing_points if seen.closing else weights.needless)
    if face >= FIRST_WILD:
        spare = weights.wild_spare * (len(seen.wilds) - 1)
        return wild_worth(seen) - spare - (rid if seen.closing else 0.0)
    if rank == THREE:
        # The usual five points are in `rid`: this is what a black three costs beyond them.
        worst = -seen.rules.black_three_in_hand - 5
        early = 0.0 if seen.closing or not _is_early(seen) else weights.blocker_early
        return weights.blocker_kept + early - rid - worst * (1.0 if seen.closing else 0.1)
    if seen.is_pure(rank):
        return treasure(seen) / (3 if seen.closing else 1)
    held = seen.hand.translate(RANK).count(rank)
    kept = _on_own(seen, rank) if rank in seen.melds else weights.live * seen.unseen[rank]
    if rank in seen.fed:
        kept += weights.fed
    if held > 1 and not seen.closing:
        kept += weights.pair_kept if held == 2 else weights.triple_kept
        kept += weights.pair_piled * len(seen.table.pile)
    return kept * (weights.footed if seen.foot_comes else 1.0) - rid


def _is_early(seen: CanastaSeen) -> bool:
    """Whether the pile is too small for a card that closes it."""
    return len(seen.table.pile) < seen.weights.blocker_pile


def _on_own(seen: CanastaSeen, rank: int) -> float:
    """What a card is worth in hand that goes on an own meld."""
    short = seen.lacks(seen.melds[rank]) > 0
    return seen.weights.meld_kept + (seen.weights.unfinished_kept if short else 0.0)


def _frost(seen: CanastaSeen, pile: float) -> float:
    """What it brings that a wild card freezes the pile, which the others would take."""
    weights = seen.weights
    if not seen.rules.wild_freezes or not (weights.freeze or weights.freeze_pairs):
        return 0.0
    return pile * (weights.freeze + weights.freeze_pairs * seen.pairs)


def _pile_worth(seen: CanastaSeen) -> float:
    """What the pile as it lies would give its taker; little where few turns are left to use it."""
    pile = seen.table.pile
    worth = seen.weights.card_in_pile * (len(pile) + 1) + sum(pile.translate(POINTS))
    if seen.rules.plays_on_without_stock:
        return worth
    return worth * min(1.0, seen.rounds_left / seen.weights.fading)


def _thought(seen: CanastaSeen, best: Weighed, weighed: list[Weighed]) -> Thought:
    """The best discard with what speaks for it."""
    percent = round(100 * best.chance)
    facts: Facts = {"card": NAMES[best.face], "n": len(seen.table.pile), "percent": percent}
    reason = _plain_reason(seen, best.face)
    if reason:
        return Thought(DISCARDS[best.face], reason, facts)
    if best.risk > SAFE:
        return Thought(DISCARDS[best.face], _risk_taken(best, weighed[1:]), facts)
    pair = _pair_kept(seen, weighed)
    if pair is None:
        # Who does not count cannot say what is safe.
        safe = Reason.THROW_SAFE if seen.style.counts else Reason.THROW_SPARE
        return Thought(DISCARDS[best.face], safe, facts)
    facts = {**facts, "rank": RANK_NAMES[pair], "frozen": int(seen.frozen)}
    return Thought(DISCARDS[best.face], Reason.KEEP_PAIRS, facts)


def _risk_taken(best: Weighed, others: list[Weighed]) -> Reason:
    """What was risked: all of the pile, the least that there was, or more for the hand's sake."""
    if best.chance > LIKELY:
        return Reason.THROW_TAKEN if best.chance >= SURELY else Reason.THROW_GIVEN
    safer = any(each.chance < best.chance and each.face < FIRST_WILD for each in others)
    return Reason.THROW_DEARER if safer else Reason.THROW_LEAST_RISK


def _plain_reason(seen: CanastaSeen, face: int) -> Reason | None:
    """A reason that needs no weighing of what the next seat may hold."""
    if len(seen.hand) == 1:
        return Reason.LAST_CARD
    if RANK[face] == THREE:
        return Reason.THROW_BLOCKER
    if face >= FIRST_WILD:
        rich = len(seen.table.pile) >= RICH and not seen.frozen
        if seen.rules.wild_freezes and rich:
            return Reason.THROW_FREEZER
        return Reason.THROW_BLOCKER if seen.rules.blocks(face) else Reason.THROW_STOPPER
    return Reason.THROW_POINTS if seen.closing and _is_dearest(seen, face) else None


def _is_dearest(seen: CanastaSeen, face: int) -> bool:
    """Whether no natural card of the hand would count more against it."""
    plain = (points_of(each) for each in seen.hand if each < FIRST_WILD and RANK[each] != THREE)
    return points_of(face) >= max(plain, default=0)


def _pair_kept(seen: CanastaSeen, weighed: list[Weighed]) -> int | None:
    """A pair that would have been as safe to break, and is kept for the pile."""
    for each in weighed[1:]:
        rank = RANK[each.face]
        if rank != THREE and each.face < FIRST_WILD and seen.hand.translate(RANK).count(rank) == 2:
            return rank
    return None
