"""Going out in canasta: whether it is possible now, is useful, and needs a question first."""

from collections.abc import Iterator

from engine.model.cards import THREE
from engine.model.moves import Ask, Move
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.observation import FIRST_WILD_RANK, CanastaObservation
from engine.players.canasta.outcome import decides
from engine.players.canasta.partners import full_hand
from engine.players.thinking.thought import Reason, Thought

LARGEST_OUT = 12
"""A larger hand never goes out."""


def going_out(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield the first step of going out, if going out is possible and useful."""
    if len(seen.hand) > LARGEST_OUT or not (seen.opened or seen.rules.concealed_bonus):
        return
    if seen.short_of > 1 or _holds_too_much(seen):
        return
    # Tested before the search for the moves, which takes far longer.
    if not (wants_out(seen) or wins_by_it(seen)):
        return
    plan = moves_to_go_out(seen)
    if not plan:
        return
    if seen.weights.mates and not seen.closing and decides(seen, seen.seat, plan) < 0:
        return
    if seen.rules.asks_leave and seen.style.plans and not seen.table.asked:
        yield from _asking(seen, plan)
    yield Thought(plan[0], Reason.GO_OUT)


def _holds_too_much(seen: CanastaObservation) -> bool:
    """Whether at least two cards surely cannot be laid, so that a search would be useless."""
    lone, melds, wilds = len(seen.hand) - len(seen.free), seen.melds, len(seen.wilds)
    for rank, cards in seen.groups.items():
        if len(cards) < 3 and THREE < rank < FIRST_WILD_RANK and rank not in melds:
            if len(cards) == 1:
                lone += 1
            elif wilds:
                wilds -= 1
            else:
                return True
    return lone > 1


def _asking(seen: CanastaObservation, plan: tuple[Move, ...]) -> Iterator[Thought]:
    """Yield the question to the partner with most cards, if that partner has many."""
    fullest = max(seen.partners, key=lambda seat: full_hand(seen, seat))
    count = full_hand(seen, fullest)
    if count >= seen.weights.dear_hand and not wins_by_it(seen):
        yield Thought(Ask(fullest, plan), Reason.ASK_LEAVE, {"n": count})


def wins_by_it(seen: CanastaObservation) -> bool:
    """Whether going out now would certainly win the game."""
    return decides(seen, seen.seat) > 0


def wants_out(seen: CanastaObservation) -> bool:
    """Whether ending the round costs the others more than the player's own side."""
    if seen.closing:
        return True
    table = seen.table
    ours = sum(len(table.hands[seat]) + len(table.feet[seat]) for seat in seen.partners)
    ours += len(table.feet[seen.seat])
    theirs = sum(len(table.hands[seat]) + len(table.feet[seat]) for seat in seen.enemies)
    return theirs + seen.weights.eager - seen.weights.linger * seen.rounds_left >= ours
