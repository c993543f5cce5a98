"""The end of a round, which whoever is advised or plans has to decide for themselves.

Whether a move ends it is asked of the rules, face down. What is hidden may end it all the same:
with the stock gone the next seat takes the pile or ends the round, the last of the stock may be
red threes or be needed for those of a foot, and a hand of sevens may draw another.

Source: HC-R20, HC-Q27, PFH-R33, PFH-Q50, Q51, PT-R26, PT-Q48, Q53.
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
"""So many cards of a stock may well be red threes, or be needed for some; more hardly ever are."""
RED: Final = RED_THREES[:1]
SEVEN: Final = bytes((FACES["7S"],))


def ends(table: FaceDown, seat: int, move: Move) -> bool:
    """Whether a legal move ends the round, as far as the seat can see."""
    return any(isinstance(event, RoundEnded) for event in engine.decide(table, seat, move))


def may_end(table: FaceDown, seat: int, move: Move) -> bool:
    """Whether a legal move ends the round, or may well end it by what the seat cannot see."""
    view = engine.view(table, seat)
    if ends(table, seat, move):
        return True
    if view.takes != "pile" or not isinstance(move, Draw | Discard):
        return False
    return not view.stock or any(ends(dire, seat, move) for dire in worst(table, view))


def worst(table: FaceDown, view: View) -> Iterator[FaceDown]:
    """The table with cards hidden in it by which a draw or a discard would end the round."""
    yield FaceDown(table.but(stock=SEVEN * view.stock))
    if view.stock > min(FEW, unseen_red_threes(table, view)):
        return
    # Whoever picks up a second hand may hold red threes of it that take the last of the stock.
    feet = tuple([RED * len(foot) for foot in table.feet])
    for stock in (table.stock, RED * view.stock):
        yield FaceDown(table.but(stock=stock, hands=with_waiting(table, view), feet=feet))


def with_waiting(table: FaceDown, view: View) -> tuple[Cards, ...]:
    """The hands, with a red three at the next seat if that has picked up its second hand."""
    heir = (view.turn + 1) % len(view.seats)
    if not view.packet or table.feet[heir]:
        return table.hands
    return tuple([RED + hand[1:] if n == heir else hand for n, hand in enumerate(table.hands)])


def unseen_red_threes(table: FaceDown, view: View) -> int:
    """How many red threes the viewer has not seen."""
    known = b"".join([seat.known + seat.red_threes for seat in view.seats])
    return len(only(table.rules.pack(), RED_THREES)) - len(
        only(view.hand + view.pile + known, RED_THREES)
    )
