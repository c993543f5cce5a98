"""Contract rummy: sets, pennies, the upcard on offer."""

from dataclasses import replace

from engine.model.cards import TWO, read_cards
from engine.model.values import Values, scale
from engine.model.view import Contract, MeldView, View
from render.gallery.builders import meld, seat, side, view


def penny_melds() -> tuple[MeldView, ...]:
    """Return the sets on the table."""
    texts = (
        (0, "8S 8H 8D 2C 8C"),
        (0, "QS QH QD"),
        (1, "5S 5H 5D 5C 5S 2H"),
        (3, "AS AH AD Jo"),
        (3, "KS KH KC"),
        (3, "9S 9H 9C 2S"),
        (3, "4S 4H 4C 2D 2S 4D"),
        (5, "JS JH JD JC"),
    )
    return tuple(
        replace(meld(no, owner, owner, text), kind="set", bonus=0)
        for no, (owner, text) in enumerate(texts, 1)
    )


def ten_pennies(players: int = 6) -> View:
    """Return a table of Ten Pennies in its third round, with an upcard on offer."""
    melds = tuple(meld for meld in penny_melds() if meld.owner < players)
    down = {meld.owner for meld in melds}
    return view(
        tuple(
            seat(i, i, 11 - i, opened=i in down, pennies=10 - 2 * i if i < 5 else 0, purse=-i)
            for i in range(players)
        ),
        tuple(side(i, (i,), 35 * i, 0) for i in range(players)),
        melds=melds,
        round=3,
        last_round=7,
        target=0,
        contract=Contract(sets=2, size=4, wilds=1, wild_ranks=(TWO,)),
        values=Values(scale("T"), bytes(256), (TWO,)),
        bowl=14,
        takes="upcard",
        buys=True,
        lowest_wins=True,
        offered=True,
        phase="draw",
        stock=22,
        pile=read_cards("4C 9C KD"),
    )
