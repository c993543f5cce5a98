"""Red threes: laid face up when their moment comes, and replaced from the stock.

Source: HC-R8, HC-Q23 to Q25, PFH-R18, PFH-Q5, PFH-Q6, PT-R11, PT-Q25, PT-Q47, PT-Q48.
"""

from typing import NamedTuple

from engine.canasta.round.events import RedThreesLaid
from engine.model.cards import RED_THREES, Cards, only
from engine.model.table import Table

_HEARTS, _DIAMONDS = RED_THREES


class Lifted(NamedTuple):
    """Cards lifted from the stock until enough were no red threes."""

    cards: Cards
    red_threes: Cards

    @property
    def size(self) -> int:
        """How many cards left the stock."""
        return len(self.cards) + len(self.red_threes)


def red_threes_in(cards: Cards) -> Cards:
    """The red threes among `cards`."""
    if _HEARTS in cards or _DIAMONDS in cards:
        return only(cards, RED_THREES)
    return b""


def lifted(stock: Cards, wanted: int) -> Lifted:
    """The next `wanted` ordinary cards of the stock, or fewer, with the red threes before them."""
    cards = stock[:wanted]
    red_threes = red_threes_in(cards)
    if not red_threes:
        return Lifted(cards, b"")
    end = wanted
    # Every red three asks for one card more, which may be another (PFH-Q5).
    while len(cards) - len(red_threes) < wanted and end < len(stock):
        end += 1
        cards = stock[:end]
        red_threes = red_threes_in(cards)
    return Lifted(cards.translate(None, RED_THREES), red_threes)


def laid_from_hand(table: Table, seat: int) -> RedThreesLaid | None:
    """The red threes `seat` holds, laid and replaced; None if it holds none.

    Taking the last stock card for one is a draw: the turn goes on in the play phase.
    """
    held = red_threes_in(table.hands[seat])
    if not held:
        return None
    new = lifted(table.stock, len(held))
    is_draw = 0 < new.size == len(table.stock)
    return RedThreesLaid(seat, held, held + new.red_threes, new.cards, new.size, is_draw)
