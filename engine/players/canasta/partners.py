"""Partners: what they are seen to have and to lack, and what one spares them.

All of it lies open: cards taken with the pile, cards thrown, and feet that wait.
"""

from typing import Literal

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CANASTA
from engine.model.cards import JOKER_RANK, RANK
from engine.model.moves import Add, Move
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.seen import CanastaSeen, CountedMeld

CLEAN = CANASTA - 3
"""From so many natural cards on a meld is on its way to a natural canasta."""
FOOT_CARD = 10
"""What a card of a foot that is never picked up costs, about."""


def promised(seen: CanastaSeen, rank: int) -> int:
    """How many cards of a rank the partners were seen to take, and hold still."""
    if not (seen.style.plans and seen.weights.mates):
        return 0
    return max((_known(seen, mate, rank) for mate in seen.partners), default=0)


def _known(seen: CanastaSeen, mate: int, rank: int) -> int:
    return seen.table.known[mate].translate(RANK).count(rank)


def is_left_to_partner(seen: CanastaSeen, meld: CountedMeld) -> bool:
    """Whether the last card of a canasta is better left to a partner, whom it brings a foot.

    Where each plays the seventh card for a foot of its own, and the seat has its own already: to a
    partner who has the cards, or who has time yet to draw the one that is lacking.
    """
    if seen.rules.packet != "foot" or seen.needs_packet or seen.closing or not seen.weights.mates:
        return False
    feet, earned = seen.table.feet, seen.table.earned
    waiting = [mate for mate in seen.partners if feet[mate] and not earned[mate]]
    if seen.rounds_left > seen.weights.leaves_rounds and waiting and seen.lacks(meld):
        return True
    return any(_known(seen, mate, meld.rank) >= seen.lacks(meld) for mate in waiting)


def goes_with(seen: CanastaSeen, rank: int) -> float:
    """How a new meld of a rank suits the partners: above 0 if they hold it, below if they threw it.

    In cards of the hand, so that it decides between melds that cost alike.
    """
    if seen.rules.personal_melds or not seen.style.plans:
        return 0.0
    held = promised(seen, rank) > 0
    threw = any(rank in seen.thrown_by(mate) for mate in seen.partners)
    return seen.weights.mates * (held - threw)


def full_hand(seen: CanastaSeen, mate: int) -> int:
    """How many cards a partner would be caught with, those of a waiting foot among them."""
    foot = len(seen.table.feet[mate]) if seen.weights.mates else 0
    return len(seen.table.hands[mate]) + foot


# Wild cards that do harm.


def needless_wild(seen: CanastaSeen, move: Move) -> Literal["", "finished", "spoilt"]:
    """What a wild card laid off spoils without a reason.

    `finished`: a natural canasta that is made, and the seat does not go out by it. `spoilt`: a
    meld on its way to one, while a natural card that could lie there stays in hand.
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
