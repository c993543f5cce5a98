"""Going out: the moves by which a hand could be emptied this turn.

Where the computer players of a game plan to go out, it is their plan, so that hints, plans and
panels know of the same. Else it is looked for step by step, the lay of most cards first; the
rules say at each step what is legal and whether the round ends.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import engine
from engine import FaceDown
from engine.advice.choices import lays, openings
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Meld, Move, cards_laid
from engine.model.view import View
from engine.players.plain import normal

LARGEST: Final = 16
"""Cards in a hand with which going out is looked for."""
TRIED: Final = 16
"""Steps tried before it is given up; going out takes three or four."""

Moves = tuple[Move, ...]


def moves_to_go_out(table: FaceDown, seat: int) -> Moves:
    """The moves that go out; none where none are found."""
    ours = table.phase == "play" and table.turn == seat
    if not ours or len(table.hands[seat]) > LARGEST or missing(table, seat) > 1:
        return ()
    plan = normal.moves_to_go_out(table.rules, table, seat)
    return searched(table, seat, iter(range(TRIED))) if plan is None else plan


def missing(table: FaceDown, seat: int) -> int:
    """How many canastas are still asked for before the seat may go out."""
    needs = engine.view(table, seat).needs_of(seat)
    return sum(max(0, need.need - need.have) for need in needs)


def searched(table: FaceDown, seat: int, tries: Iterator[int]) -> Moves:
    """The moves that go out from here, as long as there are tries left."""
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
    """The last discard, or lays, most cards first."""
    hand = table.hands[seat]
    if len(hand) == 1:
        last: list[Move] = [Discard(hand[0])]
        found = [*last, *all_lays(table, seat)]
    else:
        found = sorted(all_lays(table, seat), key=lambda move: -len(cards_laid(move)))
    return [move for move in found if engine.check(table, seat, move) is None]


def all_lays(table: FaceDown, seat: int) -> Iterable[Move]:
    """Everything that could be laid; in a hand of the last threes those too."""
    opened = engine.view(table, seat).seats[seat].opened
    hand = table.hands[seat]
    found = lays(table, seat) if opened else openings(table, seat)
    return dict.fromkeys((*found, *([Meld((hand[:-1],))] if len(hand) > 3 else [])))


def done(table: FaceDown, seat: int, move: Move) -> tuple[FaceDown, bool]:
    """The table after a move, and whether the seat is out with it."""
    for event in engine.decide(table, seat, move):
        if isinstance(event, RoundEnded):
            return table, event.out == seat
        table = FaceDown(engine.evolve(table, event))
    return table, False


def goes_out(table: FaceDown, seat: int, plan: Iterable[Move]) -> bool:
    """Whether these moves, made now in this order, are legal and go out."""
    for move in plan:
        if engine.check(table, seat, move) is not None:
            return False
        table, out = done(table, seat, move)
        if out:
            return True
    return False


def mates(view: View) -> tuple[int, ...]:
    """Who shares the viewer's side."""
    own = () if view.viewer is None else view.sides[view.side_of(view.viewer)].seats
    return tuple(seat for seat in own if seat != view.viewer)
