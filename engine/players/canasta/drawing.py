"""Draw or take the pile: the value of the pile compared with the cost of taking it."""

from collections.abc import Iterator

from engine.canasta.book.card_values import FIRST_WILD, collected, points_of, wild_cards
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.piles import is_blocked, is_frozen
from engine.canasta.turn.taking import legal_takes
from engine.model.cards import JOKER_RANK, NAMES, RANK, RANK_NAMES, SEVEN, TWO, Cards
from engine.model.moves import DRAW, Take
from engine.model.table import Table
from engine.players.canasta.observation import CanastaObservation, CountedMeld, treasure, wild_worth
from engine.players.canasta.partners import FOOT_CARD
from engine.players.thinking.thought import Reason, Thought


def draws(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield the moves at the start of a turn, best first."""
    takes = sorted(_takes(seen), key=lambda take: _cost(seen, take))
    if not takes:
        yield no_take(seen.rules, seen.table, seen.seat)
        return
    take = takes[0]
    gain = _gain(seen) + _completed(seen, take) - _cost(seen, take)
    gain += 0 if seen.opened else seen.weights.opening
    facts = {"n": len(seen.table.pile)}
    taken = Thought(take, Reason.TAKE_PILE if seen.opened else Reason.TAKE_TO_OPEN, facts)
    late = seen.rules.locks_taken_cards and _is_last_turn(seen)
    drawn = Thought(DRAW, Reason.PILE_TOO_LATE if late else Reason.PILE_NOT_WORTH_IT, facts)
    fresh = seen.rules.draws * _fresh(seen)
    yield from (taken, drawn) if gain > fresh else (drawn, taken)


def _fresh(seen: CanastaObservation) -> float:
    """Return the value of a card from the stock, which still has most wild cards and sevens."""
    if not seen.table.stock:
        return 0.0
    rare = (seen.unseen[JOKER_RANK] + seen.unseen[TWO]) * wild_worth(seen)
    if seen.is_pure(SEVEN):
        rare += seen.unseen[SEVEN] * treasure(seen)
    return seen.weights.drawn + rare / seen.unseen_count


def nothing_to_take(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether hand and melds clearly rule out taking the pile; most draws end here."""
    if is_blocked(rules, table):
        return True
    rank = RANK[table.pile[-1]]
    if rank in table.hands[seat].translate(RANK):
        return False
    return not (rules.adds_upcard and any(meld.rank == rank for meld in table.melds))


def no_take(rules: CanastaAnswers, table: Table, seat: int) -> Thought:
    """Return the draw, with the reason why the pile cannot be taken."""
    if not table.pile:
        return Thought(DRAW, Reason.NO_PILE)
    top = table.pile[-1]
    if is_blocked(rules, table):
        return Thought(DRAW, Reason.PILE_CLOSED, {"card": NAMES[top]})
    frozen = is_frozen(rules, table, seat)
    reason = Reason.PILE_FROZEN if frozen else Reason.NOTHING_TO_TAKE
    return Thought(DRAW, reason, {"rank": RANK_NAMES[RANK[top]], "card": NAMES[top]})


def _takes(seen: CanastaObservation) -> list[Take]:
    """Return the legal takes; none if hand and melds rule them all out."""
    upcard = seen.table.pile[-1]
    rank = RANK[upcard]
    alike = seen.free.translate(RANK).count(rank)
    adds = seen.rules.adds_upcard and not seen.frozen and upcard < FIRST_WILD
    if alike >= 2 or (alike and seen.wilds and not seen.frozen) or (adds and rank in seen.melds):
        # The exact search for a take is too slow to make where nothing depends on it.
        if seen.table.stock:
            return list(legal_takes(seen.rules, seen.table, seen.seat))
        return list(seen.rules.takes(seen.table, seen.seat))
    return []


def _cost(seen: CanastaObservation, take: Take) -> float:
    """Return the value that the cards laid by a take would have otherwise."""
    laid = take.cards + b"".join(group.cards for group in take.also)
    wilds = len(wild_cards(laid)) if RANK[seen.table.pile[-1]] < JOKER_RANK - 1 else 0
    return seen.weights.spent_wild * wilds + len(laid)


def _gain(seen: CanastaObservation) -> float:
    """Return the value of the pile's cards in hand or on the table."""
    pile = seen.table.pile
    top = 2.0 * points_of(pile[-1]) + seen.weights.piled
    if seen.rules.locks_taken_cards and _is_last_turn(seen):
        # Locked cards cannot be laid this turn, and no turn follows: they count against the hand.
        return top - sum(map(points_of, pile[:-1]))
    caught = _may_be_caught(seen) and not seen.rules.locks_taken_cards
    return top + sum(_use(seen, face, pile, caught=caught) for face in pile[:-1])


def _completed(seen: CanastaObservation, take: Take) -> float:
    """Return the value of a canasta that the upcard completes or nearly completes."""
    rank = collected(seen.table.pile[-1])
    meld = seen.melds.get(rank, CountedMeld(0, rank, 0, 0))
    wilds = meld.wilds + (len(wild_cards(take.cards)) if rank != JOKER_RANK else 0)
    size = meld.size + wilds - meld.wilds + len(seen.held(rank)) + 1
    promised = treasure(seen) if seen.is_pure(rank) else 0.0
    if size not in (CANASTA - 1, CANASTA):
        return promised
    bonus = seen.weights.completed * seen.rules.bonuses[seen.rules.kind_of(rank, mixed=wilds > 0)]
    if size < CANASTA:
        return promised if _may_be_caught(seen) else max(promised, bonus / 3)
    foot = FOOT_CARD * len(seen.table.feet[seen.seat]) if seen.needs_packet else 0
    return max(promised, bonus) + foot


def _may_be_caught(seen: CanastaObservation) -> bool:
    """Whether cards not laid in this turn may well count against the seat."""
    return seen.closing or not seen.table.stock


def _is_last_turn(seen: CanastaObservation) -> bool:
    """Whether the others will have drawn the whole stock if this seat takes the pile now."""
    drawn = (seen.rules.seat_count - 1) * seen.rules.draws
    return len(seen.table.stock) <= drawn and not seen.rules.plays_on_without_stock


def _use(seen: CanastaObservation, face: int, pile: Cards, *, caught: bool) -> float:
    """Return the value of one card of the pile. `caught`: the card may count against the hand."""
    if face >= FIRST_WILD:
        return wild_worth(seen)
    rank = RANK[face]
    if seen.is_pure(rank):
        return treasure(seen)
    fits = rank in seen.melds or len(seen.held(rank)) + pile.translate(RANK).count(rank) >= 3
    if fits:
        return seen.weights.piled + seen.weights.fitting + points_of(face)
    return -float(points_of(face)) if caught else seen.weights.piled
