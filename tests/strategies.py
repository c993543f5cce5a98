"""Published generators: tables as play makes them, and moves good and bad.

Client projects may use them too: they need only `engine` and Hypothesis.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

import engine
from engine.model.cards import Cards
from engine.model.moves import (
    Add,
    Ask,
    Buy,
    Discard,
    Draw,
    Foot,
    Group,
    Meld,
    Move,
    No,
    Pass,
    Take,
    Yes,
)
from engine.model.table import Table

FACES = st.integers(0, 52)
CARDS = st.lists(FACES, min_size=1, max_size=8).map(bytes)
GROUPS = st.builds(Group, CARDS, st.none() | st.integers(1, 12))
SIMPLE: st.SearchStrategy[Move] = st.one_of(
    st.builds(Meld, st.lists(CARDS, min_size=1, max_size=4).map(tuple)),
    st.builds(Add, st.integers(1, 12), CARDS),
    st.builds(Discard, FACES),
)
MOVES: st.SearchStrategy[Move] = st.one_of(
    SIMPLE,
    st.sampled_from((Draw(), Buy(), Pass(), Foot(), Yes(), No())),
    st.builds(Take, CARDS, st.lists(GROUPS, max_size=3).map(tuple)),
    st.builds(Take),
    st.builds(Ask, st.integers(0, 7), st.lists(SIMPLE, min_size=1, max_size=3).map(tuple)),
)

SEATINGS = tuple((slug, seats) for slug, game in engine.GAMES.items() for seats in game.seats)


def actor(table: Table, random: Random) -> int:
    """A seat that has something to decide."""
    return random.choice(engine.pending(table)).seat


def random_move(table: Table, seat: int, random: Random) -> Move:
    """A legal move: often one that opens, so that games get somewhere."""
    legal = engine.legal(table, seat)
    if random.random() < 0.5:
        opening = next(iter(legal.opening()), None)
        if opening is not None:
            return opening
    return random.choice(list(legal))


def walk(table: Table, random: Random, steps: int) -> Iterator[tuple[Table, int, Move]]:
    """Random play from `table`: each table with the seat and the move made there."""
    for _ in range(steps):
        if not engine.pending(table):
            return
        seat = actor(table, random)
        move = random_move(table, seat, random)
        yield table, seat, move
        table = engine.play(table, seat, move)


@st.composite
def tables(draw: st.DrawFn, longest: int = 200) -> Table:
    """A table of some game after some random moves, not yet over."""
    game, seats = draw(st.sampled_from(SEATINGS))
    random = Random(draw(st.integers(0, 2**32)))
    table = engine.deal(game, seats, random.randbytes(32))
    for table, _, _ in walk(table, random, draw(st.integers(1, longest))):  # noqa: B007, B020
        pass
    return table


@st.composite
def bundles(draw: st.DrawFn, table: Table, seat: int) -> Move:
    """A move made of the seat's own cards: likely enough to be legal, or nearly."""
    hand = table.hands[seat] or b"\x04"
    some = st.lists(st.sampled_from(hand), min_size=1, max_size=6).map(bytes)
    numbers = st.integers(1, max(1, len(table.melds)))
    return draw(
        st.one_of(
            st.builds(Discard, st.sampled_from(hand)),
            st.builds(Meld, st.lists(some | alike(hand), min_size=1, max_size=2).map(tuple)),
            st.builds(Add, numbers, some),
            st.builds(Take, some | alike(hand)),
            MOVES,
        )
    )


def alike(hand: Cards) -> st.SearchStrategy[Cards]:
    """Some cards of a hand that lie together in it: often of one rank."""
    ends = st.tuples(st.integers(0, len(hand)), st.integers(2, 5))
    return ends.map(lambda span: hand[span[0] : span[0] + span[1]] or hand[:1])
