"""Pennies From Heaven and Ponytail Canasta: canasta games with feet, ponies and sevens."""

from engine.model.cards import read_cards
from engine.model.view import View
from render.gallery.builders import meld, needs, seat, side, view


def pennies() -> View:
    """Return a table of six players in two teams, with feet, sevens and a frozen pile."""
    feet = (0, 11, 0, 0, 11, 11)
    hands = (5, 7, 4, 12, 8, 3)
    threes = ("3H 3D", "3H", "3D", "3H", "", "")
    return view(
        tuple(
            seat(i, i % 2, hands[i], foot_count=feet[i], red_threes=read_cards(threes[i]))
            for i in range(6)
        ),
        (
            side(0, (0, 2, 4), 7425, 1310, needs=needs(1, 2, 0, 1), red_threes=300),
            side(1, (1, 3, 5), 6980, 865, needs=needs(1, 0, 1, 0), red_threes=-200),
        ),
        game="pennies-from-heaven",
        round=4,
        turn=3,
        melds=(
            meld(1, 0, 0, "4S 4H 2C"),
            meld(2, 0, 0, "5C 5C 5D 5H"),
            meld(3, 0, 0, "7S 7H 7D 7C 7S 7H 7D", closed=True, sevens=True),
            meld(4, 0, 0, "9S 9D 9C 9H Jo 2H"),
            meld(5, 0, 0, "TS TH TD TC TS TH TD", closed=True),
            meld(6, 0, 0, "JS JH JD JC JS JH 2D", closed=True),
            meld(7, 0, 0, "QH QS QD"),
            meld(8, 0, 0, "KS KH KD KC KS KH Jo", closed=True),
            meld(9, 0, 0, "KS KD KH"),
            meld(10, 0, 0, "AS AD AH AC AC"),
            meld(11, 0, 0, "Jo Jo 2D 2C"),
            meld(12, 1, 1, "6H 6S 6D 6C"),
            meld(13, 1, 1, "7S 7D 7H 7C 7D"),
            meld(14, 1, 1, "8C 8D 2H"),
            meld(15, 1, 1, "JS JD JC Jo 2D"),
            meld(16, 1, 1, "QS QH QD QC QS QH QD", closed=True),
            meld(17, 1, 1, "KH KC KC"),
            meld(18, 1, 1, "AS AH AC"),
            meld(19, 1, 1, "2S 2H 2D 2C Jo Jo Jo", closed=True),
        ),
        pile=read_cards("4C KD 2S 9C"),
        frozen=True,
        packet="foot",
        target=20000,
    )


def ponytail() -> View:
    """Return a table of Ponytail Canasta: eight players in four pairs."""
    ponies = (0, 13, 13, 0, 0, 13, 13, 0)
    threes = ("", "3H", "3D", "", "3H", "3H", "", "3D")
    kinds = ((1, 0, 0, 1), (0, 1, 0, 0), (1, 1, 1, 0), (0, 0, 0, 0))
    return view(
        tuple(
            seat(i, i % 4, 15 - i, foot_count=ponies[i], red_threes=read_cards(threes[i]))
            for i in range(8)
        ),
        tuple(
            side(i, (i, i + 4), 15300 - 2100 * i, 700 * i, needs=needs(*kinds[i])) for i in range(4)
        ),
        melds=(
            meld(1, 0, 0, "TS TH TD TC TS TH TD", closed=True),
            meld(2, 0, 0, "7S 7H 7D 7C 7S 7H 7D", closed=True, sevens=True),
            meld(3, 0, 4, "4S 4H 2C"),
            meld(4, 0, 4, "TC TC TD"),
            meld(5, 1, 1, "JS JH JD JC JS JH 2D", closed=True),
            meld(6, 1, 1, "QS QH QD QC 2D"),
            meld(7, 2, 2, "2S 2H 2D 2C Jo Jo Jo", closed=True),
            meld(8, 2, 2, "5S 5H 5D 5C 5S 5H 5D", closed=True),
            meld(9, 2, 2, "6S 6H 6D 6C 6S 6H Jo", closed=True),
            meld(10, 2, 2, "6S 6H 6D 6C 6S 6H Jo", closed=True),
            meld(11, 2, 6, "AS AH AD Jo"),
            meld(12, 3, 3, "8S 8H 8D"),
        ),
        packet="pony",
        target=50000,
        stock=188,
    )
