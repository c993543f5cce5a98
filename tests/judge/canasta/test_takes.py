"""The second judge's search for a take, compared with trying every take."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import engine
from tests.judge import Position
from tests.judge.canasta.judge import refusal, some_take
from tests.judge.canasta.random_positions import drawn
from tests.judge.canasta.sets import is_wild
from tests.judge.cards import listed, written

TABLES = (("pennies-from-heaven", 6), ("ponytail-canasta", 4), ("classic-canasta", 4))
HOUSE = (("house-canasta", 4), ("house-canasta", 2))


def shares(count: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to distribute equal cards over places."""
    if places == 1:
        yield (count,)
        return
    for here in range(count + 1):
        for others in shares(count - here, places - 1):
            yield (here, *others)


def every_take(position: Position, seat: int) -> Iterator[str]:
    """Yield every take: a card stays in hand, joins the top card or a meld, or starts a meld."""
    held = Counter(
        card if card == "Jo" else card[0] + "S" for card in listed(position["hands"][seat])
    )
    numbers = range(1, len(position["melds"]) + 1)
    names = ["stay", "", *(f"{number}: " for number in numbers), *("",) * 2]
    for choice in product(*(shares(count, len(names)) for count in held.values())):
        placed = [
            [card for card, share in zip(held, choice, strict=True) for _ in range(share[place])]
            for place in range(len(names))
        ]
        groups = [
            f" / {names[n]}{written(cards)}" for n, cards in enumerate(placed) if n > 1 and cards
        ]
        yield f"take {written(placed[1])}".rstrip() + "".join(groups)


def small(slug: str, seats: int, random: Random) -> Position:
    """Return a position with an empty stock and few cards, so that every take can be tried."""
    while True:
        position = drawn(slug, seats, random, "draw")
        seat = position["turn"]
        sides = len(position["scores"])
        # Suits do not matter, and one name for all cards of a rank keeps the number of ways small.
        hand = [card if card == "Jo" else card[0] + "S" for card in listed(position["hands"][seat])]
        melds = [meld for meld in position["melds"] if meld["side"] == seat % sides][:3]
        fitting = sum(is_wild(card) or card[0] == position["pile"].split()[-1][0] for card in hand)
        if 2 <= len(hand) <= 5 and fitting > 1 and "3H" not in position["hands"][seat]:
            hands = [*position["hands"]]
            hands[seat] = written(hand)
            position |= {"hands": hands, "melds": melds, "stock": ""}
            return engine.position(engine.from_position(position))


@pytest.mark.parametrize("slug, seats", [*TABLES, *HOUSE])
def test_a_take_is_found_exactly_where_trying_everything_finds_one(slug, seats):
    random, found = Random(f"takes:{slug}:{seats}"), 0
    for _ in range(12):
        position = small(slug, seats, random)
        seat = position["turn"]
        tried = any(refusal(position, seat, text) is None for text in every_take(position, seat))
        take = some_take(position, seat)
        assert (take is not None) == tried, position
        assert take is None or refusal(position, seat, take) is None
        found += tried
    assert found
