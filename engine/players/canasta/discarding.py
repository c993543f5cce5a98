"""Discarding: the value of a card in hand, compared with its value for the next seat.

The risk is the chance that the next seat can take the pile with this card, counted from the unseen
cards, times the pile's value. Counting gained 552 points a hand over the same player without it.
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
from engine.players.canasta.observation import CanastaObservation, treasure, wild_worth
from engine.players.thinking.counting import RANK_COUNT, at_least, by_rank, hidden_in
from engine.players.thinking.thought import Facts, Reason, Thought

SAFE = 2.0
LIKELY = 0.4
"""From this chance on that the next player takes the pile, a discard is reported as a gift."""
SURELY = 0.99
"""From this chance on the take counts as certain."""
HARDLY = 0.1
"""Up to this chance the next player can hardly take the pile."""
RICH = 8
"""A pile of so many cards is reported as too good to lose."""


class Weighed(NamedTuple):
    """A discard with its value in hand (`kept`) and its expected cost (`risk`)."""

    face: int
    kept: float
    risk: float
    chance: float
    """The chance that the next seat takes the pile with it."""


class Taker:
    """The next seat, and how likely that seat takes the pile after a given discard."""

    def __init__(self, seen: CanastaObservation) -> None:
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
        """Return the chance that the seat's hidden cards include `wanted` of `good` unseen ones."""
        return at_least(wanted, good, self.seen.unseen_count, self.hidden)

    def chance(self, face: int) -> float:
        """Return the chance that the seat can and will take the pile with this card."""
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
        """Return the value of the seat's canasta of this rank, finished or lacking one card."""
        pure = self.seen.is_pure(rank)
        meld = self.nearly.get(rank)
        if meld is None:
            return treasure(self.seen) if pure else 0.0
        rules = self.seen.rules
        bonus = rules.bonuses[rules.kind_of(rank, mixed=bool(wild_cards(meld.cards)))]
        share = 1.0 if len(meld.cards) == CANASTA - 1 else 1 / 3
        return self.seen.weights.completing * share * bonus

    def _shown(self, rank: int) -> float:
        """Return the factor for a rank that the seat itself discarded or left on the pile."""
        weights = self.seen.weights
        thrown = weights.thrown if rank in self.thrown else 1.0
        return min(thrown, weights.passed) if rank in self.passed else thrown

    def _pair(self, rank: int, *, frozen: bool) -> float:
        """Return the chance that the seat has a pair, or one card and a wild if that is enough."""
        known, good = self.known[rank], self.seen.unseen[rank]
        pair = self.holds(2 - known, good)
        if frozen or not self.seen.rules.pair_with_wild:
            return pair
        # A pair, or exactly one and a wild card. The two chances are treated as independent.
        return pair + (self.holds(1 - known, good) - pair) * self.wild


NONE = [0] * RANK_COUNT


def discards(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield every discard, one per rank, the best first."""
    taker = Taker(seen) if seen.style.counts else None
    pile = _pile_worth(seen)
    weighed = [_weighed(seen, face, pile, taker) for face in _legal(seen)]
    weighed.sort(key=partial(_preferred, seen))
    safe = _safe_instead(seen, weighed)
    if safe:
        yield _plain(seen, safe, Reason.THROW_SAFE)
    for place, each in enumerate(weighed):
        yield _plain(seen, each) if place else _thought(seen, each, weighed)


def _safe_instead(seen: CanastaObservation, weighed: list[Weighed]) -> Weighed | None:
    """Return a plain, safe card if the next seat may take the pile with the best discard.

    The safe card costs little more, and a partner remembers a pile that was given away.
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


def _preferred(seen: CanastaObservation, each: Weighed) -> tuple[float, int]:
    """Return the sort key of a discard: its cost, then the card.

    If the round may end soon, the card with more points comes first among equal costs.
    """
    cost, face = _cost(each)
    return cost, -points_of(face) if seen.closing else face


def only_way(seen: CanastaObservation) -> int | None:
    """Return the rank of the only safe discard, if any other costs far more; else None."""
    if not seen.style.counts:
        return None
    pile, taker = _pile_worth(seen), Taker(seen)
    weighed = sorted((_weighed(seen, face, pile, taker) for face in _legal(seen)), key=_cost)
    if len(weighed) < 2 or weighed[0].chance > HARDLY or weighed[0].face >= FIRST_WILD:
        return None
    dearer = _cost(weighed[1])[0] - _cost(weighed[0])[0]
    return RANK[weighed[0].face] if dearer > seen.weights.only_way else None


def _legal(seen: CanastaObservation) -> Iterable[int]:
    """Return one legal discard of each rank: suits make no difference."""
    faces = legal_discards(seen.rules, seen.table, seen.seat)
    return {RANK[face]: face for face in faces}.values()


def _plain(
    seen: CanastaObservation, each: Weighed, otherwise: Reason = Reason.THROW_LEAST_RISK
) -> Thought:
    """Return a discard that is not the best one, with the reason for it."""
    percent = round(100 * each.chance)
    facts: Facts = {"card": NAMES[each.face], "n": len(seen.table.pile), "percent": percent}
    reason = _plain_reason(seen, each.face) or otherwise
    return Thought(DISCARDS[each.face], reason, facts)


def _weighed(seen: CanastaObservation, face: int, pile: float, taker: Taker | None) -> Weighed:
    chance = taker.chance(face) if taker else 0.0
    kept = _kept(seen, face)
    if face >= FIRST_WILD and taker and not taker.frozen:
        kept -= _frost(seen, pile)
    worth = pile + seen.weights.upcard_points * points_of(face)
    worth += taker.canasta_by(RANK[face]) if taker else 0.0
    return Weighed(face, kept, chance * worth, chance)


def _kept(seen: CanastaObservation, face: int) -> float:
    """Return what a card is worth in the player's own hand."""
    rank, weights = RANK[face], seen.weights
    rid = POINTS[face] * (weights.closing_points if seen.closing else weights.needless)
    if face >= FIRST_WILD:
        spare = weights.wild_spare * (len(seen.wilds) - 1)
        return wild_worth(seen) - spare - (rid if seen.closing else 0.0)
    if rank == THREE:
        # The usual five points are in `rid`, so only the rest of a black three's cost is added
        # here.
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


def _is_early(seen: CanastaObservation) -> bool:
    """Whether the pile is too small to spend a blocking card on it."""
    return len(seen.table.pile) < seen.weights.blocker_pile


def _on_own(seen: CanastaObservation, rank: int) -> float:
    """Return the value in hand of a card that fits a meld of the player's own."""
    short = seen.lacks(seen.melds[rank]) > 0
    return seen.weights.meld_kept + (seen.weights.unfinished_kept if short else 0.0)


def _frost(seen: CanastaObservation, pile: float) -> float:
    """Return the value of freezing, with a wild card, a pile that the others would take."""
    weights = seen.weights
    if not seen.rules.wild_freezes or not (weights.freeze or weights.freeze_pairs):
        return 0.0
    return pile * (weights.freeze + weights.freeze_pairs * seen.pairs)


def _pile_worth(seen: CanastaObservation) -> float:
    """Return the pile's value for the next taker; small if few turns are left to use it."""
    pile = seen.table.pile
    worth = seen.weights.card_in_pile * (len(pile) + 1) + sum(pile.translate(POINTS))
    if seen.rules.plays_on_without_stock:
        return worth
    return worth * min(1.0, seen.rounds_left / seen.weights.fading)


def _thought(seen: CanastaObservation, best: Weighed, weighed: list[Weighed]) -> Thought:
    """Return the best discard with its reason."""
    percent = round(100 * best.chance)
    facts: Facts = {"card": NAMES[best.face], "n": len(seen.table.pile), "percent": percent}
    reason = _plain_reason(seen, best.face)
    if reason:
        return Thought(DISCARDS[best.face], reason, facts)
    if best.risk > SAFE:
        return Thought(DISCARDS[best.face], _risk_taken(best, weighed[1:]), facts)
    pair = _pair_kept(seen, weighed)
    if pair is None:
        # A player that does not count cards cannot claim that a discard is safe.
        safe = Reason.THROW_SAFE if seen.style.counts else Reason.THROW_SPARE
        return Thought(DISCARDS[best.face], safe, facts)
    facts = {**facts, "rank": RANK_NAMES[pair], "frozen": int(seen.frozen)}
    return Thought(DISCARDS[best.face], Reason.KEEP_PAIRS, facts)


def _risk_taken(best: Weighed, others: list[Weighed]) -> Reason:
    """Return the reason for a risky discard: a gift, the least risk, or a better hand."""
    if best.chance > LIKELY:
        return Reason.THROW_TAKEN if best.chance >= SURELY else Reason.THROW_GIVEN
    safer = any(each.chance < best.chance and each.face < FIRST_WILD for each in others)
    return Reason.THROW_DEARER if safer else Reason.THROW_LEAST_RISK


def _plain_reason(seen: CanastaObservation, face: int) -> Reason | None:
    """Return a reason that does not depend on the next seat's cards, or None."""
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


def _is_dearest(seen: CanastaObservation, face: int) -> bool:
    """Whether no other natural card in hand costs more points."""
    plain = (points_of(each) for each in seen.hand if each < FIRST_WILD and RANK[each] != THREE)
    return points_of(face) >= max(plain, default=0)


def _pair_kept(seen: CanastaObservation, weighed: list[Weighed]) -> int | None:
    """Return a pair that is kept for the pile although a discard from it was as safe, or None."""
    for each in weighed[1:]:
        rank = RANK[each.face]
        if rank != THREE and each.face < FIRST_WILD and seen.hand.translate(RANK).count(rank) == 2:
            return rank
    return None
