"""Closing: lay everything, because the round may end before the next turn."""

from collections.abc import Iterator

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CANASTA
from engine.model.cards import JOKER_RANK, RANK_NAMES, THREE
from engine.model.moves import Add, Meld, Move, cards_laid
from engine.players.canasta.layout import Layout, canastas_first
from engine.players.canasta.observation import CanastaObservation
from engine.players.thinking.thought import Reason, Thought

UNLOCKED = 3
"""With this many cards before the discard, a hand can still lay something in its next turn."""


def everything(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield everything that can be laid without going out, or a part if everything is too much."""
    layout = Layout(seen, keeps_clean=True)
    least = UNLOCKED if _locks_out(seen) else seen.least(ready=seen.ready)
    moves = tuple(layout.moves)
    if layout.left < least:
        moves = canastas_first(seen, moves)
    whole = (move for move in moves if _leaves(seen, move) >= least or _is_for_the_rules(seen))
    for move in (*whole, *_wild_alone(seen), *_in_part(moves, len(seen.hand) - least)):
        yield _before_end(seen, move)


def _leaves(seen: CanastaObservation, move: Move) -> int:
    return len(seen.hand) - len(cards_laid(move))


def _is_for_the_rules(seen: CanastaObservation) -> bool:
    """Whether only the rules know how few cards may remain: the last lay may bring a ponytail."""
    return not (seen.ready or _locks_out(seen))


def _in_part(moves: tuple[Move, ...], spare: int) -> Iterator[Move]:
    """Yield the first `spare` cards of each move, naturals first."""
    for move in moves:
        if isinstance(move, Add) and spare > 0:
            yield Add(move.meld, move.cards[:spare])
        elif isinstance(move, Meld) and spare >= 3:
            yield Meld((move.melds[0][:spare],))


def _wild_alone(seen: CanastaObservation) -> Iterator[Move]:
    """Yield one wild card on an unfinished meld, in case the rules refuse every other lay."""
    if not seen.wilds or (_locks_out(seen) and len(seen.hand) <= UNLOCKED):
        return
    if len(seen.hand) <= seen.least(ready=seen.ready):
        return
    for meld in sorted(seen.melds.values(), key=lambda each: -each.size):
        taken = seen.rules.fault(meld.rank, meld.naturals, meld.wilds + 1) is None
        if taken and meld.rank != THREE and seen.lacks(meld) and not seen.waits_for_partner(meld):
            yield Add(meld.number, seen.wilds[-1:])


def _before_end(seen: CanastaObservation, move: Move) -> Thought:
    """Return a lay before the end, with the reason why a wild card goes there."""
    if isinstance(move, Add) and wild_cards(move.cards) and move.meld <= len(seen.table.melds):
        meld = seen.table.melds[move.meld - 1]
        if meld.rank != JOKER_RANK and len(meld.cards) < CANASTA:
            return Thought(move, Reason.LAY_WILD, {"rank": RANK_NAMES[meld.rank]})
    return Thought(move, Reason.LAY_BEFORE_END)


def _locks_out(seen: CanastaObservation) -> bool:
    """Whether a hand of one card could lay nothing in a next turn that will probably come."""
    return seen.rounds_left >= 1 and not (seen.ready or seen.foot_comes or seen.needs_packet)
