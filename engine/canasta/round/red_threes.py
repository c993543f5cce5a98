"""Red threes: laid face up at the time the game prescribes, and replaced from the stock.

Source: HC-R8, HC-Q23 to Q25, PFH-R18, PFH-Q5, PFH-Q6, PT-R11, PT-Q25, PT-Q47, PT-Q48.
"""

from typing import NamedTuple

from engine.canasta.round.events import RedThreesLaid
from engine.model.cards import RED_THREES, Cards, only
from engine.model.table import Table

_HEARTS, _DIAMONDS = RED_THREES


class Lifted(NamedTuple):
    """Cards drawn from the stock until enough of them were ordinary cards."""

    cards: Cards
    red_threes: Cards

    @property
    def size(self) -> int:
        """The number of cards that left the stock."""
        return len(self.cards) + len(self.red_threes)


def red_threes_in(cards: Cards) -> Cards:
    """Return the red threes among `cards`."""
    if _HEARTS in cards or _DIAMONDS in cards:
        return only(cards, RED_THREES)
    return b""


def lifted(stock: Cards, wanted: int) -> Lifted:
    """Return the next `wanted` ordinary cards of the stock and the red threes before them.

    There are fewer if the stock runs out.
    """
    cards = stock[:wanted]
    red_threes = red_threes_in(cards)
    if not red_threes:
        return Lifted(cards, b"")
    end = wanted
    # Every red three needs one more card, which may be another red three (PFH-Q5).
    while len(cards) - len(red_threes) < wanted and end < len(stock):
        end += 1
        cards = stock[:end]
        red_threes = red_threes_in(cards)
    return Lifted(cards.translate(None, RED_THREES), red_threes)


def laid_from_hand(table: Table, seat: int) -> RedThreesLaid | None:
    """Return the event of laying and replacing the red threes that `seat` holds, or None.

    If the last card of the stock is a replacement, it counts as the turn's draw, and the play phase
    follows.
    """
    held = red_threes_in(table.hands[seat])
    if not held:
        return None
    new = lifted(table.stock, len(held))
    is_draw = 0 < new.size == len(table.stock)
    return RedThreesLaid(seat, held, held + new.red_threes, new.cards, new.size, is_draw)
