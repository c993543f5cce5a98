"""House Canasta with two to six players."""

from engine.model.cards import read_cards
from engine.model.view import View
from render.gallery.builders import any_of, meld, seat, side, view


def two() -> View:
    """Return a table of two players whose pile is blocked by a black three."""
    return view(
        (
            seat(0, 0, 12, needs=any_of(1), red_threes=read_cards("3H")),
            seat(1, 1, 9, needs=any_of(0), opened=False, minimum=90),
        ),
        (side(0, (0,), 1310, 860), side(1, (1,), 2040, 0)),
        melds=(
            meld(1, 0, 0, "5S 5H 5D 5C 5H 5S 5D 2C"),
            meld(2, 0, 0, "8S 8H 2D"),
            meld(3, 0, 0, "KS KH KD KC"),
            meld(4, 0, 0, "AH AD AC 2S Jo"),
        ),
        pile=read_cards("4C KD 9C 3S"),
        blocked=True,
    )


def three() -> View:
    """Return a table of three. The second took the pile first and plays alone."""
    return view(
        (
            seat(0, 0, 8, needs=any_of(0), red_threes=read_cards("3D")),
            seat(1, 1, 13, needs=any_of(1)),
            seat(2, 2, 11, needs=any_of(0), opened=False, minimum=50),
        ),
        (side(0, (0,), 1310, 120), side(1, (1,), 2040, 640), side(2, (2,), 505, 0)),
        melds=(
            meld(1, 0, 0, "8S 8H 2D"),
            meld(2, 1, 1, "KS KH KD KC KS KH 2C Jo"),
            meld(3, 1, 1, "AH AD AC 2S"),
            meld(4, 1, 1, "4H 4D 4C"),
            meld(5, 0, 0, "3S 3C 3S"),
        ),
        lone=1,
        turn=2,
    )


def four() -> View:
    """Return a table of two pairs. Melds belong to the players."""
    return view(
        (
            seat(0, 0, 7, needs=any_of(1)),
            seat(1, 1, 12, needs=any_of(0)),
            seat(2, 0, 4, needs=any_of(0), red_threes=read_cards("3H 3D")),
            seat(3, 1, 11, needs=any_of(0), opened=False, minimum=120),
        ),
        (
            side(0, (0, 2), 3425, 1210, personal_melds=True),
            side(1, (1, 3), 3980, 345, personal_melds=True),
        ),
        melds=(
            meld(1, 0, 0, "8S 8H 8D 8C 8S 8H 8D 8C"),
            meld(2, 0, 0, "JS JH 2D"),
            meld(3, 0, 2, "KS KH KD Jo"),
            meld(4, 0, 2, "AH AD AC 2S"),
            meld(5, 0, 2, "JC JD JS"),
            meld(6, 1, 1, "6S 6H 6D 6C 2H"),
            meld(7, 1, 1, "QD QC QS"),
            meld(8, 1, 1, "2C 2D Jo 2S"),
        ),
        pile=read_cards("4C KD 9C 7H 10D".replace("10D", "TD")),
        target=7500,
    )


def five() -> View:
    """Return a table of five players, each alone."""
    return view(
        tuple(
            seat(i, i, 11 - i, needs=any_of(i % 2), minimum=None if i != 3 else 50, opened=i != 3)
            for i in range(5)
        ),
        tuple(side(i, (i,), 400 * i - 200, 100 * i) for i in range(5)),
        melds=(
            meld(1, 0, 0, "8S 8H 2D"),
            meld(2, 1, 1, "KS KH KD KC KS KH 2C Jo"),
            meld(3, 1, 1, "AH AD AC 2S"),
            meld(4, 1, 1, "4H 4D 4C"),
            meld(5, 2, 2, "3S 3C 3S"),
            meld(6, 2, 2, "JS JH JD JC"),
            meld(7, 4, 4, "5S 5H 5D"),
            meld(8, 4, 4, "6S 6H 6D"),
            meld(9, 4, 4, "QS QH QD QC 2H"),
        ),
        turn=4,
    )


def six() -> View:
    """Return a table of six players in three pairs."""
    return view(
        tuple(seat(i, i % 3, 5 + i, needs=any_of(i % 2)) for i in range(6)),
        tuple(side(i, (i, i + 3), 900 * i, 150, personal_melds=True) for i in range(3)),
        melds=(
            meld(1, 0, 0, "8S 8H 2D"),
            meld(2, 1, 1, "KS KH KD KC KS KH 2C Jo"),
            meld(3, 1, 4, "AH AD AC 2S"),
            meld(4, 1, 4, "4H 4D 4C"),
            meld(5, 2, 2, "3S 3C 3S"),
            meld(6, 2, 5, "JS JH JD JC"),
            meld(7, 0, 3, "5S 5H 5D"),
        ),
    )
