"""Whether a move ends the round. Advice and plans leave that decision to the player.

`ends` asks the rules about what the seat can see. Hidden cards can also end a round: red threes or
sevens at the end of the stock, or a foot that needs replacements (`may_end`). Source: HC-R20,
HC-Q27, PFH-R33, PFH-Q50, Q51, PT-R26, PT-Q48, Q53.
"""

from collections.abc import Iterator
from typing import Final

import engine
from engine import FaceDown
from engine.model.cards import FACES, RED_THREES, Cards, only
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Draw, Move
from engine.model.view import View

FEW: Final = 2
"""A stock with up to this many cards may be all red threes, or be used up as replacements."""
RED: Final = RED_THREES[:1]
SEVEN: Final = bytes((FACES["7S"],))


def ends(table: FaceDown, seat: int, move: Move) -> bool:
    """Return whether a legal move ends the round, as far as the seat can see."""
    return any(isinstance(event, RoundEnded) for event in engine.decide(table, seat, move))


def may_end(table: FaceDown, seat: int, move: Move) -> bool:
    """Return whether a legal move ends the round, or could because of hidden cards."""
    view = engine.view(table, seat)
    if ends(table, seat, move):
        return True
    if view.takes != "pile" or not isinstance(move, Draw | Discard):
        return False
    return not view.stock or any(ends(dire, seat, move) for dire in worst(table, view))


def worst(table: FaceDown, view: View) -> Iterator[FaceDown]:
    """Yield tables whose hidden cards would make a draw or a discard end the round."""
    yield FaceDown(table.but(stock=SEVEN * view.stock))
    if view.stock > min(FEW, unseen_red_threes(table, view)):
        return
    # A foot may contain red threes that are replaced with the last cards of the stock.
    feet = tuple([RED * len(foot) for foot in table.feet])
    for stock in (table.stock, RED * view.stock):
        yield FaceDown(table.but(stock=stock, hands=with_waiting(table, view), feet=feet))


def with_waiting(table: FaceDown, view: View) -> tuple[Cards, ...]:
    """Return the hands. A next seat that has picked up its foot gets a red three."""
    heir = (view.turn + 1) % len(view.seats)
    if not view.packet or table.feet[heir]:
        return table.hands
    return tuple([RED + hand[1:] if n == heir else hand for n, hand in enumerate(table.hands)])


def unseen_red_threes(table: FaceDown, view: View) -> int:
    """Return how many red threes the viewer has not seen."""
    known = b"".join([seat.known + seat.red_threes for seat in view.seats])
    return len(only(table.rules.pack(), RED_THREES)) - len(
        only(view.hand + view.pile + known, RED_THREES)
    )
