"""Cards laid off without a meld's number: the meld is found, even before the player's turn."""

from typing import Any

import pytest

from engine.model.cards import read_cards
from engine.notation.meld_target import placed
from tests.engine.positions import at, hands, meld

QUESTION = {"asker": 0, "asked": 2, "plan": "discard 4C"}


@pytest.mark.parametrize(
    "keys",
    [
        {"phase": "play", "locked": "KS"},
        {"phase": "draw"},
        {"phase": "answer", "question": QUESTION},
    ],
    ids=["another plays and has a card like it locked", "another draws", "another is asked"],
)
def test_what_another_does_does_not_stand_against_laying_off_later(keys: dict[str, Any]) -> None:
    melds = [meld("QS QD QH"), meld("KD KH KC", 1)]
    held = hands(6, s0="KS 4C", s1="KS 4C 5D 6D")
    table = at("pennies-from-heaven", 6, turn=0, hands=held, melds=melds, **keys)
    assert placed(table, 1, read_cards("KS")) == 2
