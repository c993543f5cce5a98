"""The table as one seat knows it: whatever is hidden from that seat lies face down.

Panels work out what is legal, and what it would bring, on such a table. So no control, total or
suggestion can depend on a card its reader may not see, whatever the rules look at on the way.
"""

from typing import Final

from engine.model.cards import FACES, Cards
from engine.model.table import Table

FACE_DOWN: Final = bytes((FACES["4C"],))
"""Stands for every hidden card: nothing happens by itself to a four."""


def known(table: Table, seat: int) -> Table:
    """The table with the others' hands, the feet, the stock and what is to come face down."""
    own_turn = table.turn == seat
    question = table.question
    return table.but(
        seed=bytes(len(table.seed)),
        hands=tuple(
            hand if other == seat else turned(hand) for other, hand in enumerate(table.hands)
        ),
        feet=tuple(map(turned, table.feet)),
        stock=turned(table.stock),
        fresh=table.fresh if own_turn else b"",
        offer_yes=tuple(one for one in table.offer_yes if one == seat),
        question=question if question and seat in {question.asker, question.asked} else None,
    )


def turned(cards: Cards) -> Cards:
    """As many cards, face down."""
    return FACE_DOWN * len(cards)
