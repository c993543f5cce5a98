"""The rows of the coach: for each, when its advice applies, and the deeds that follow the advice.

A trigger returns the facts of its sentence, or None if the advice does not apply now. `coach`
chooses the row.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.going_out import moves_to_go_out
from engine.advice.judgement import Judgement
from engine.advice.rank_groups import set_ahead, wilds_of
from engine.model.cards import BLACK_THREES, RANK, SEVEN, THREE
from engine.model.moves import Add, Ask, Buy, Discard, Draw, Meld, Move
from engine.model.view import MeldView, View

Facts = Mapping[str, int]
"""Values for a sentence: numbers, a seat under `who`, a rank under `rank`, a card under `card`."""
MANY: Final = 8
"""Cards in a pile that is better than a draw."""
FEW: Final = 10
"""Cards in the stock below which the round will soon end."""


@dataclass(frozen=True, slots=True)
class LearnerView:
    """The learner's knowledge: the view, the table with hidden cards face down, and the advice."""

    view: View
    table: FaceDown
    seat: int
    judged: Judgement

    def decides(self, *kinds: str) -> bool:
        """Return whether the learner has to make a decision of one of these kinds."""
        return any(one.seat == self.seat and one.kind in kinds for one in self.view.pending)

    def held(self, rank: int) -> int:
        """Return how many cards of a rank are in the learner's hand."""
        return sum(RANK[face] == rank for face in self.view.hand)

    def is_mine(self, seat: int) -> bool:
        """Return whether a seat is the learner's or a partner's.

        Against one player, all others are partners.
        """
        return self.view.side_of(seat) in choices.pooled(self.view, self.seat)

    def may_go_out(self, seat: int) -> bool:
        """Return whether a seat could end the round with an empty hand."""
        own = self.view.seats[seat]
        ready = own.opened and not own.foot_count
        return ready and all(need.have >= need.need for need in self.view.needs_of(seat))


def threat(seen: LearnerView) -> Facts | None:
    """Trigger: an opponent may go out in the next turn."""
    if not seen.decides("play"):
        return None
    close = (
        one
        for one in seen.view.seats
        if not seen.is_mine(one.seat) and 0 < one.hand_count <= 2 and seen.may_go_out(one.seat)
    )
    return next(({"who": one.seat, "n": one.hand_count} for one in close), None)


def way_out(seen: LearnerView) -> Facts | None:
    """Trigger: the learner can go out, and going out is advised."""
    goes = seen.judged.ending is not None and not isinstance(next_move(seen), Ask)
    return {} if goes and moves_to_go_out(seen.table, seen.seat) else None


def packet(seen: LearnerView) -> Facts | None:
    """Trigger: the learner will pick up the foot after the discard."""
    due = seen.view.played_seventh and seen.view.seats[seen.seat].foot_count
    return {} if due and seen.view.packet == "foot" else None


def seven(seen: LearnerView) -> Facts | None:
    """Trigger: a card in the learner's hand completes a canasta of the learner's side."""
    found = (move for move in lays(seen) if isinstance(move, Add))
    melds = {meld.number: meld for meld in seen.view.melds}
    # A meld may be missing here because an earlier lay of the same turn begins it.
    done = (melds[move.meld] for move in found if move.meld in melds and is_six(melds[move.meld]))
    return next(({"rank": meld.rank} for meld in done), None)


def is_six(meld: MeldView) -> bool:
    """Return whether one more card makes the meld a canasta."""
    return meld.kind == "open" and len(meld.cards) == 6


def lays(seen: LearnerView) -> list[Move]:
    """Return the lays that are advised in this turn, in order."""
    ending = seen.judged.ending
    return [*seen.judged.moves, *([ending] if isinstance(ending, Add | Meld) else [])]


def next_move(seen: LearnerView) -> Move | None:
    """Return the advised move, or None if the learner has no decision to make."""
    return seen.judged.first.move if seen.judged.first is not None else None


def can_take(seen: LearnerView) -> bool:
    """Return whether the learner can take the pile, and taking it is advised."""
    return seen.view.takes == "pile" and seen.judged.takes


def take(seen: LearnerView) -> Facts | None:
    """Trigger: the learner can take the pile, and taking it is advised."""
    return {"n": len(seen.view.pile)} if can_take(seen) else None


def big_pile(seen: LearnerView) -> Facts | None:
    """Trigger: the learner can take a large pile, and taking it is advised."""
    return take(seen) if len(seen.view.pile) >= MANY else None


def frozen(seen: LearnerView) -> Facts | None:
    """Trigger: the pile is frozen for everybody."""
    view = seen.view
    shown = seen.decides("draw") and view.takes == "pile" and view.frozen and not view.blocked
    return {"rank": RANK[view.pile[-1]]} if shown and view.pile else None


def opening(seen: LearnerView) -> Facts | None:
    """Trigger: the learner can lay the first meld, and laying it is advised."""
    own = seen.view.seats[seen.seat]
    if own.opened or own.minimum is None or not lays(seen):
        return None
    return {"n": own.minimum}


def worth_buying(seen: LearnerView) -> Facts | None:
    """Trigger: the upcard completes a set in the learner's hand, and buying it is advised."""
    found = bought(seen)
    return {"rank": found["rank"], "n": found["n"]} if found and not is_short(found) else None


def worth_nearing(seen: LearnerView) -> Facts | None:
    """Trigger: buying the upcard is advised, although its set then is still incomplete."""
    found = bought(seen)
    return found if found and is_short(found) else None


def is_short(found: Facts) -> bool:
    """Return whether the set that `bought` describes is incomplete."""
    return found["have"] < found["size"]


def bought(seen: LearnerView) -> Facts | None:
    """Return the facts of an advised purchase that matches two of the learner's cards, or None."""
    rank = offered(seen)
    if rank is None or rank in wilds_of(seen.table) or seen.held(rank) < 2:
        return None
    have, size = set_ahead(seen.view)
    buys = have > 2 and isinstance(next_move(seen), Buy)
    return {"rank": rank, "n": seen.held(rank), "have": have, "size": size} if buys else None


def not_worth_it(seen: LearnerView) -> Facts | None:
    """Trigger: the upcard is useless to the learner, who needs the pennies in later rounds."""
    rank, own = offered(seen), seen.view.seats[seen.seat]
    left = seen.view.last_round - seen.view.round + 1
    # in the last round there is no later round to save pennies for
    must_last = 1 < left >= own.pennies
    useless = rank is not None and rank not in wilds_of(seen.table) and not seen.held(rank)
    if not useless or not must_last or isinstance(next_move(seen), Buy):
        return None
    return {"n": own.pennies, "rounds": left}


def offered(seen: LearnerView) -> int | None:
    """Return the rank of the upcard if the learner may buy it now, else None."""
    view = seen.view
    asked = view.buys and view.offered and view.pile and seen.decides("offer")
    return RANK[view.pile[-1]] if asked else None


def contract(seen: LearnerView) -> Facts | None:
    """Trigger: the learner can lay the first-down of the round."""
    ready = seen.view.lowest_wins and not seen.view.seats[seen.seat].opened
    return {} if ready and lays(seen) else None


def fits(seen: LearnerView) -> Facts | None:
    """Trigger: a card in the learner's hand fits a set on the table."""
    if not seen.view.lowest_wins:
        return None
    found = (move for move in lays(seen) if isinstance(move, Add))
    return next(({"card": move.cards[0]} for move in found), None)


def near_end(seen: LearnerView) -> Facts | None:
    """Trigger: the stock is nearly used up."""
    low = seen.decides("play") and 0 < seen.view.stock < FEW and seen.view.takes == "pile"
    return {"n": seen.view.stock} if low else None


def partner_close(seen: LearnerView) -> Facts | None:
    """Trigger: a partner may soon go out."""
    close = (
        one
        for one in seen.view.seats
        if one.seat != seen.seat and seen.is_mine(one.seat)
        if 0 < one.hand_count <= 3 and seen.may_go_out(one.seat)
    )
    found = next(close, None) if seen.decides("play") else None
    return {"who": found.seat, "n": found.hand_count} if found else None


def feed(seen: LearnerView) -> Facts | None:
    """Trigger: the next player collects a rank that the learner could discard."""
    after = (seen.seat + 1) % len(seen.view.seats)
    if not seen.decides("play") or seen.is_mine(after) or seen.view.takes != "pile":
        return None
    theirs = (m for m in seen.view.melds if m.side == seen.view.side_of(after) and not m.closed)
    # A discarded black three blocks the pile, so it does not help the next player.
    unwanted = {THREE, *(RANK[face] for face in seen.judged.discards[:1])}
    found = (m.rank for m in theirs if seen.held(m.rank) and m.rank not in unwanted)
    return next(({"who": after, "rank": rank} for rank in found), None)


def guard(seen: LearnerView) -> Facts | None:
    """Trigger: the best discard is a black three, because it blocks a large pile."""
    large = len(seen.view.pile) >= 6 and seen.view.takes == "pile"
    blocks = any(face in BLACK_THREES for face in seen.judged.discards[:1])
    return {} if large and blocks else None


def sevens(seen: LearnerView) -> Facts | None:
    """Trigger: the learner has hardly any cards except sevens, and may not discard a seven."""
    held = [face for face in seen.view.hand if RANK[face] == SEVEN]
    if not seen.decides("play") or not held or len(seen.view.hand) - len(held) > 2:
        return None
    barred = engine.check(seen.table, seen.seat, Discard(held[0])) is not None
    return {} if barred else None


def dear_three(seen: LearnerView) -> Facts | None:
    """Trigger: a black three would cost the learner many points at the end of the round."""
    held = bytes(face for face in seen.view.hand if face in BLACK_THREES)
    cost = seen.view.values.in_hand(held[:1]) if held else 0
    return {"n": cost} if cost >= 100 and seen.view.stock < 40 and seen.decides("play") else None


def locked(seen: LearnerView) -> Facts | None:
    """Trigger: some cards that the learner took from the pile cannot be laid in this turn."""
    waits = bool(seen.view.locked) and seen.decides("play")
    return {"n": len(seen.view.locked)} if waits else None


def first_turn(seen: LearnerView) -> Facts | None:
    """Trigger: a turn begins, and drawing is advised."""
    return {} if isinstance(next_move(seen), Draw) and seen.view.takes == "pile" else None


# ---- the table of all rows


Row = str

TOOK: Final = frozenset({"took"})
LAID: Final = frozenset({"laid", "added"})
ROWS: Final[Mapping[Row, tuple[Callable[[LearnerView], Facts | None], frozenset[str]]]] = {
    "threat": (threat, LAID),
    "way_out": (way_out, LAID),
    "packet": (packet, frozenset({"discarded"})),
    "seven": (seven, frozenset({"canasta"})),
    "big_pile": (big_pile, TOOK),
    "take": (take, TOOK),
    "frozen": (frozen, frozenset({"took", "drew"})),
    "opening": (opening, frozenset({"laid"})),
    "buy": (worth_buying, frozenset({"bought", "offer_yes"})),
    "keep_penny": (not_worth_it, frozenset({"offer_no"})),
    "contract": (contract, frozenset({"laid"})),
    "fits": (fits, frozenset({"added"})),
    "near_end": (near_end, LAID),
    "partner_close": (partner_close, LAID),
    "feed": (feed, frozenset({"discarded"})),
    "guard": (guard, frozenset({"discarded"})),
    "sevens": (sevens, frozenset({"discarded"})),
    "dear_three": (dear_three, frozenset({"discarded"})),
    "locked": (locked, frozenset({"discarded"})),
    "first_turn": (first_turn, frozenset({"drew", "took"})),
    # Last, although as urgent as `buy`: stored memories contain the numbers of rows, in this order.
    "buy_nearer": (worth_nearing, frozenset({"bought", "offer_yes"})),
}
"""The rows, the most urgent first: the trigger, and the deeds that follow the advice."""
