"""Positions and questions about them in one line each: the tools of the rule tests.

A position has the keys of `engine.from_position`. Move texts are for the seat that has to act,
unless another one is named.
"""

from typing import Any

import engine
from engine.canasta.round.events import Grabbed
from engine.model.cards import write_cards
from engine.model.events import Dealt
from engine.model.score import Item, Result
from engine.model.table import Table, replaced


def at(game: str, seats: int, **keys: Any) -> Table:
    """Return a table with these position keys."""
    return engine.from_position({"game": game, "seats": seats, **keys})


def meld(cards: str, side: int = 0, owner: int | None = None) -> dict[str, Any]:
    """Return a meld on the table, of side 0 by default."""
    return {"side": side, "owner": side if owner is None else owner, "cards": cards}


def own(cards: str, owner: int, sides: int) -> dict[str, Any]:
    """Return a meld that seat `owner` started, in a game with so many sides."""
    return {"side": owner % sides, "owner": owner, "cards": cards}


def hands(seats: int, **held: str) -> list[str]:
    """Return hands by seat, `s0="KS KD"`; the others hold the three cards of a default position."""
    return [held.get(f"s{seat}", "4C 5D 6H") for seat in range(seats)]


def actor(table: Table) -> int:
    """Return the seat for whose decision the game waits."""
    return engine.pending(table)[0].seat


def refusal(table: Table, text: str, seat: int | None = None) -> str:
    """Return the code with which a move is refused, or "" for a legal one."""
    refused = engine.check(table, actor(table) if seat is None else seat, text)
    return "" if refused is None else str(refused.code)


def legal(table: Table, text: str, seat: int | None = None) -> bool:
    return refusal(table, text, seat) == ""


def after(table: Table, *texts: str) -> Table:
    """Return the table after some moves, each by the seat that then has to act."""
    for text in texts:
        table = engine.play(table, actor(table), text)
    return table


def result(table: Table) -> Result:
    """Return how a finished game ended."""
    ended = engine.result(table)
    assert ended is not None
    return ended


def dealing(table: Table) -> tuple[Grabbed, Dealt]:
    """Return the two events of a deal with a grab or a cut."""
    grabbed, deal = table.rules.deal(table)
    assert isinstance(grabbed, Grabbed)
    assert isinstance(deal, Dealt)
    return grabbed, deal


def named(events: tuple[engine.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def happens(table: Table, text: str, seat: int | None = None) -> list[str]:
    """Return the names of the events that a move causes."""
    return named(engine.decide(table, actor(table) if seat is None else seat, text))


def held(table: Table, seat: int) -> str:
    return write_cards(table.hands[seat])


def on_table(table: Table, number: int) -> str:
    """Return a meld's cards as text."""
    return write_cards(table.melds[number - 1].cards)


def total(table: Table, side: int, out: int | None = None) -> int:
    """Return a side's score if the round ended now."""
    return engine.score(table, out)[side].total


def item(table: Table, side: int, name: str, out: int | None = None) -> int:
    """Return one item of a side's score."""
    return engine.score(table, out)[side].items[Item(name)]


def cost_of(table: Table, seat: int) -> int:
    """Return what the score would subtract for a seat's hand alone."""
    nothing = (b"",) * table.rules.seat_count
    hands = replaced(nothing, seat, table.hands[seat])
    plain = dict.fromkeys(("feet", "red_threes"), nothing)
    alone = table.but(hands=hands, melds=(), grab=(0,) * table.rules.side_count, lone=None, **plain)
    items = engine.score(alone)[table.rules.side_of(seat)].items
    return abs(items.get("caught", 0) + items.get("hands", 0)) - items.get("red_threes", 0)
