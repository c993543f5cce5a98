"""Contract rummy tables in one line: both games of Ten Pennies, and first-downs to judge."""

from random import Random
from typing import Any

import engine
from engine.model.moves import Add, Meld
from engine.model.table import Table
from tests.engine.positions import at, refusal

LETTER = "ten-pennies"
ONLINE = "ten-pennies-online"
SEED = bytes(range(32))
SPARE = "4C 6D"
"""Two cards that stay in hand, so that nobody goes out by chance."""


def tpw(seats: int = 3, **keys: Any) -> Table:
    """A table of Ten Pennies with these position keys."""
    return at(LETTER, seats, **keys)


def tpc(seats: int = 3, **keys: Any) -> Table:
    """A table of Ten Pennies online with these position keys."""
    return at(ONLINE, seats, **keys)


def holding(game: str, cards: str, **keys: Any) -> Table:
    """Seat 0 of two holds these cards and has to lay or discard."""
    return at(game, 2, phase="play", hands=[cards, "4C 5D 6H"], **keys)


def first_down(game: str, number: int, sets: str, **keys: Any) -> str:
    """Return the code that refuses a first-down of round `number`, or "" if it is legal."""
    cards = sets.replace("/", " ")
    return refusal(holding(game, f"{cards} {SPARE}", round=number, **keys), f"meld {sets}")


def later_set(game: str, number: int, cards: str) -> str:
    """Return the code that refuses a set after the first-down, or "" if it is legal."""
    return first_down(game, number, cards, down=[True, False])


def lay_off(game: str, number: int, meld: str, cards: str, *, down: bool = True) -> str:
    """Return the code that refuses a lay-off on the opponent's set, or "" if it is legal."""
    melds = [{"owner": 1, "cards": meld}]
    table = holding(game, f"{cards} {SPARE}", round=number, melds=melds, down=[down, True])
    return refusal(table, f"add 1: {cards}")


def asked(table: Table) -> list[int]:
    """Return the seats that have something to decide, in order."""
    return [decision.seat for decision in engine.pending(table)]


def money(table: Table) -> tuple[tuple[int, ...], int]:
    """Return the buy stacks and the bowl."""
    return table.pennies, table.bowl


def whole_game(game: str, seats: int, number: int) -> tuple[Table, list[engine.Event]]:
    """Play a random game to its end; its players rarely keep cards that they could lay."""
    chance = Random(number)
    table, events = engine.deal(game, seats, number.to_bytes(32, "big")), []
    while pending := engine.pending(table):
        seat = chance.choice(pending).seat
        moves = list(engine.legal(table, seat))
        lays = [move for move in moves if isinstance(move, Add | Meld)]
        move = chance.choice(lays if lays and chance.random() < 0.8 else moves)
        for event in engine.decide(table, seat, move):
            events.append(event)
            table = engine.evolve(table, event)
    return table, events
