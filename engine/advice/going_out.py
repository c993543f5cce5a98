"""Going out: the moves that empty a hand this turn.

If a game's computer players plan to go out, their plan is used, so that hints, plans and hand
panels agree. Otherwise a search tries step by step, the largest lay first. The rules decide which
step is legal and whether the round ends.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import engine
from engine import FaceDown
from engine.advice.choices import lays, openings
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Meld, Move, cards_laid
from engine.model.view import View
from engine.players.heuristic import normal

LARGEST: Final = 16
"""Most cards in a hand for which going out is searched."""
TRIED: Final = 16
"""Most steps tried in one search. Going out takes three or four."""

Moves = tuple[Move, ...]


def moves_to_go_out(table: FaceDown, seat: int) -> Moves:
    """Return the moves that go out, or () if none were found."""
    ours = table.phase == "play" and table.turn == seat
    if not ours or len(table.hands[seat]) > LARGEST or missing(table, seat) > 1:
        return ()
    plan = normal.moves_to_go_out(table.rules, table, seat)
    return searched(table, seat, iter(range(TRIED))) if plan is None else plan


def missing(table: FaceDown, seat: int) -> int:
    """Return how many canastas the seat still needs before it may go out."""
    needs = engine.view(table, seat).needs_of(seat)
    return sum(max(0, need.need - need.have) for need in needs)


def searched(table: FaceDown, seat: int, tries: Iterator[int]) -> Moves:
    """Return the moves that go out from here, or () once the tries are used up."""
    for move in steps(table, seat):
        if next(tries, None) is None:
            return ()
        after, out = done(table, seat, move)
        if out:
            return (move,)
        is_lay = not isinstance(move, Discard)
        if is_lay and len(after.hands[seat]) < len(table.hands[seat]):
            rest = searched(after, seat, tries)
            if rest:
                return (move, *rest)
    return ()


def steps(table: FaceDown, seat: int) -> list[Move]:
    """Return the legal next steps: the last discard, or lays with the most cards first."""
    hand = table.hands[seat]
    if len(hand) == 1:
        last: list[Move] = [Discard(hand[0])]
        found = [*last, *all_lays(table, seat)]
    else:
        found = sorted(all_lays(table, seat), key=lambda move: -len(cards_laid(move)))
    return [move for move in found if engine.check(table, seat, move) is None]


def all_lays(table: FaceDown, seat: int) -> Iterable[Move]:
    """Return all lays. Black threes are included when they are the last cards."""
    opened = engine.view(table, seat).seats[seat].opened
    hand = table.hands[seat]
    found = lays(table, seat) if opened else openings(table, seat)
    return dict.fromkeys((*found, *([Meld((hand[:-1],))] if len(hand) > 3 else [])))


def done(table: FaceDown, seat: int, move: Move) -> tuple[FaceDown, bool]:
    """Return the table after a move, and whether the move goes out."""
    for event in engine.decide(table, seat, move):
        if isinstance(event, RoundEnded):
            return table, event.out == seat
        table = FaceDown(engine.evolve(table, event))
    return table, False


def goes_out(table: FaceDown, seat: int, plan: Iterable[Move]) -> bool:
    """Return whether these moves, made now in this order, are legal and go out."""
    for move in plan:
        if engine.check(table, seat, move) is not None:
            return False
        table, out = done(table, seat, move)
        if out:
            return True
    return False


def partners_of(view: View) -> tuple[int, ...]:
    """Return the seats that share the viewer's side, without the viewer."""
    own = () if view.viewer is None else view.sides[view.side_of(view.viewer)].seats
    return tuple(seat for seat in own if seat != view.viewer)
