"""Every set of kings, twos, aces and jokers, judged by both judges in every round."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement as multisets
from itertools import product

import pytest

from tests.judge import Position
from tests.judge.asking import Asking
from tests.judge.rummy.test_examples import letter, online

LARGEST = 7
SPARE = " 7S 7H 7D 7C Jo"
"""The hand's other cards: a further set of any size that a first-down may need."""


def written(ranks: tuple[str, ...], suits: str) -> str:
    """Return a set of these ranks. Suits take turns, so a fifth card of a rank is a duplicate."""
    seen: dict[str, int] = {}
    cards = []
    for rank in ranks:
        number = seen[rank] = seen.get(rank, -1) + 1
        cards.append(rank if rank == "Jo" else rank + suits[number % len(suits)])
    return " ".join(cards)


def sets(suits: str) -> Iterator[str]:
    for size in range(2, LARGEST + 1):
        for ranks in multisets(("K", "2", "A", "Jo"), size):
            yield written(ranks, suits)


def position(table: Position, number: int, cards: str, *, down: bool) -> Position:
    hands = [cards + SPARE, *table["hands"][1:]]
    return {**table, "round": number, "hands": hands, "down": [down, True, True]}


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("game", [letter, online])
def test_the_judges_agree_about_every_set(game: Callable[..., Position], number: int) -> None:
    table = game(hands=["7S"] * 3)
    asking = Asking(table["game"])
    size = (3, 4, 4, 5, 5, 6, 7)[number - 1]
    other = " / " + " ".join(SPARE.split()[:size]) if number in (1, 3, 5) else ""
    all_sets = sorted({*sets("SHDC"), *sets("SHD")} if game is online else sets("SHDC"))
    for cards, down in product(all_sets, (False, True)):
        put = position(table, number, cards, down=down)
        asking.about_moves(put, 0, [f"meld {cards}{'' if down else other}"], "sets")
    assert not asking.tally.differences, str(asking.tally.differences[0])


@pytest.mark.parametrize("number", [1, 4, 6, 7])
@pytest.mark.parametrize("game", [letter, online])
def test_the_judges_agree_about_every_card_laid_off_on_every_set(
    game: Callable[..., Position], number: int
) -> None:
    table = game(hands=["7S"] * 3)
    asking = Asking(table["game"])
    for cards in sets("SHDC"):
        put = position(table, number, "KS KC 2S 2C AS AC Jo", down=True)
        if asking.judge.refusal(position(table, number, cards, down=True), 0, f"meld {cards}"):
            continue
        put["melds"] = [{"side": 1, "owner": 1, "cards": cards}]
        added = ("KS", "KC", "2S", "2C", "AS", "AC", "Jo", "7S", "2S Jo", "AC 2C Jo")
        asking.about_moves(put, 0, [f"add 1: {more}" for more in added], "lay-offs")
    assert asking.tally.asked["lay-offs"]
    assert not asking.tally.differences, str(asking.tally.differences[0])
