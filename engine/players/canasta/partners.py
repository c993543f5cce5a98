"""Partners: the cards that they were seen to have or lack, and the moves to leave to them.

Everything is public: cards taken with the pile, discards, and feet not picked up.
"""

from typing import Literal

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CANASTA
from engine.model.cards import JOKER_RANK, RANK
from engine.model.moves import Add, Move
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.observation import CanastaObservation, CountedMeld

CLEAN = CANASTA - 3
"""With this many natural cards, a meld may become a natural canasta."""
FOOT_CARD = 10
"""About what a card in a foot that is never picked up costs."""


def promised(seen: CanastaObservation, rank: int) -> int:
    """Return how many cards of a rank a partner was seen to take and still has."""
    if not (seen.style.plans and seen.weights.mates):
        return 0
    return max((_known(seen, mate, rank) for mate in seen.partners), default=0)


def _known(seen: CanastaObservation, mate: int, rank: int) -> int:
    return seen.table.known[mate].translate(RANK).count(rank)


def is_left_to_partner(seen: CanastaObservation, meld: CountedMeld) -> bool:
    """Whether a partner should play the last card of a canasta, and so earn a foot.

    This applies in games in which each player earns a foot with a seventh card, if this seat has
    earned its own. The partner has the cards, or still has time to draw the missing one.
    """
    if seen.rules.packet != "foot" or seen.needs_packet or seen.closing or not seen.weights.mates:
        return False
    feet, earned = seen.table.feet, seen.table.earned
    waiting = [mate for mate in seen.partners if feet[mate] and not earned[mate]]
    if seen.rounds_left > seen.weights.leaves_rounds and waiting and seen.lacks(meld):
        return True
    return any(_known(seen, mate, meld.rank) >= seen.lacks(meld) for mate in waiting)


def goes_with(seen: CanastaObservation, rank: int) -> float:
    """Return how well a new meld suits the partners: positive if they hold cards of that rank.

    The number is negative if partners discarded the rank. Its unit is cards in hand, to decide
    between melds of equal cost.
    """
    if seen.rules.personal_melds or not seen.style.plans:
        return 0.0
    held = promised(seen, rank) > 0
    threw = any(rank in seen.thrown_by(mate) for mate in seen.partners)
    return seen.weights.mates * (held - threw)


def full_hand(seen: CanastaObservation, mate: int) -> int:
    """Return how many cards a partner would be caught with, a waiting foot included."""
    foot = len(seen.table.feet[mate]) if seen.weights.mates else 0
    return len(seen.table.hands[mate]) + foot


# Harmful wild cards.


def needless_wild(seen: CanastaObservation, move: Move) -> Literal["", "finished", "spoilt"]:
    """Return the value lost by laying a wild card in place of a natural one.

    `finished`: a natural canasta is complete and the seat does not go out by this card. `spoilt`:
    the meld could become a natural canasta, and a natural card for it stays in hand. "" if nothing
    is lost.
    """
    if not isinstance(move, Add) or not wild_cards(move.cards):
        return ""
    meld = seen.table.melds[move.meld - 1]
    if meld.rank == JOKER_RANK or wild_cards(meld.cards):
        return ""
    if len(meld.cards) >= CANASTA:
        return "" if move in moves_to_go_out(seen) else "finished"
    stays = len(seen.held(meld.rank)) > move.cards.translate(RANK).count(meld.rank)
    return "spoilt" if stays and len(meld.cards) >= CLEAN else ""
