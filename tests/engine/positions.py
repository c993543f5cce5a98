"""Drawing positions and asking about them in a line: what the rule tests are written with.

A position is drawn by the keys of `engine.from_position`. Texts of moves are for the seat
that has to act, unless another is named.
"""

from typing import Any

import engine
from engine.canasta.round.events import Grabbed
from engine.model.cards import write_cards
from engine.model.events import Dealt
from engine.model.score import Item, Result
from engine.model.table import Table, replaced


def at(game: str, seats: int, **keys: Any) -> Table:
    """A table drawn by position keys."""
    return engine.from_position({"game": game, "seats": seats, **keys})


def meld(cards: str, side: int = 0, owner: int | None = None) -> dict[str, Any]:
    """A meld on the table, of side 0 if nothing else is said."""
    return {"side": side, "owner": side if owner is None else owner, "cards": cards}


def own(cards: str, owner: int, sides: int) -> dict[str, Any]:
    """A meld that seat `owner` started, where so many sides play."""
    return {"side": owner % sides, "owner": owner, "cards": cards}


def hands(seats: int, **held: str) -> list[str]:
    """Hands by seat, `s0="KS KD"`; the others hold the plain three cards of a bare position."""
    return [held.get(f"s{seat}", "4C 5D 6H") for seat in range(seats)]


def actor(table: Table) -> int:
    """The seat whose decision holds up the game."""
    return engine.pending(table)[0].seat


def refusal(table: Table, text: str, seat: int | None = None) -> str:
    """The code a move is refused with; the empty text for a legal one."""
    refused = engine.check(table, actor(table) if seat is None else seat, text)
    return "" if refused is None else str(refused.code)


def legal(table: Table, text: str, seat: int | None = None) -> bool:
    """Whether a move is legal."""
    return refusal(table, text, seat) == ""


def after(table: Table, *texts: str) -> Table:
    """The table after some moves, each by the seat that has to act then."""
    for text in texts:
        table = engine.play(table, actor(table), text)
    return table


def result(table: Table) -> Result:
    """How the game ended, for a table where it did."""
    ended = engine.result(table)
    assert ended is not None
    return ended


def dealing(table: Table) -> tuple[Grabbed, Dealt]:
    """The two events of a deal with a grab or a cut."""
    grabbed, deal = table.rules.deal(table)
    assert isinstance(grabbed, Grabbed)
    assert isinstance(deal, Dealt)
    return grabbed, deal


def named(events: tuple[engine.Event, ...]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]


def happens(table: Table, text: str, seat: int | None = None) -> list[str]:
    """The names of the events a move makes happen."""
    return named(engine.decide(table, actor(table) if seat is None else seat, text))


def held(table: Table, seat: int) -> str:
    """A hand as text."""
    return write_cards(table.hands[seat])


def on_table(table: Table, number: int) -> str:
    """A meld's cards as text."""
    return write_cards(table.melds[number - 1].cards)


def total(table: Table, side: int, out: int | None = None) -> int:
    """A side's round score if the round ended now."""
    return engine.score(table, out)[side].total


def item(table: Table, side: int, name: str, out: int | None = None) -> int:
    """One item of a side's round score."""
    return engine.score(table, out)[side].items[Item(name)]


def cost_of(table: Table, seat: int) -> int:
    """What the score would take off for a seat's hand, as if nothing else lay anywhere."""
    nothing = (b"",) * table.rules.seat_count
    hands = replaced(nothing, seat, table.hands[seat])
    plain = dict.fromkeys(("feet", "red_threes"), nothing)
    alone = table.but(hands=hands, melds=(), grab=(0,) * table.rules.side_count, lone=None, **plain)
    items = engine.score(alone)[table.rules.side_of(seat)].items
    return abs(items.get("caught", 0) + items.get("hands", 0)) - items.get("red_threes", 0)
