"""Sample states for the `python -m render.<thing>` commands: views written down by hand."""

from dataclasses import replace
from typing import Any, Final, Literal

from engine.cards import JOKER_RANK, RANK, RANK_NAMES, TWO, read_cards
from engine.view import Contract, MeldKind, MeldView, Need, SeatView, SideView, View

NeedKind = Literal["natural", "mixed", "wild", "sevens", "any"]
NAMES: Final = (
    "Marguerite",
    "BenTheBard",
    "Ama",
    "xX_Dragonfly_Xx",
    "Løvenskiold",
    "Priya",
    "山田太郎",
    "Zoë",
)


def meld(
    number: int, side: int, owner: int, text: str, *, closed: bool = False, **more: Any
) -> MeldView:
    """A meld from its cards: rank, wilds and kind follow from them."""
    cards = read_cards(text)
    wilds = sum(RANK[face] in (TWO, JOKER_RANK) for face in cards)
    naturals = [RANK[face] for face in cards if RANK[face] not in (TWO, JOKER_RANK)]
    rank = naturals[0] if naturals else JOKER_RANK
    kind: MeldKind = "open"
    if len(cards) >= 7:
        kind = "wild" if not naturals else "mixed" if wilds else "natural"
        kind = "sevens" if more.pop("sevens", False) and RANK_NAMES[rank] == "7" else kind
    bonus = {"open": 0, "natural": 500, "mixed": 300, "wild": 2000, "sevens": 1500}[kind]
    return MeldView(number, side, owner, cards, rank, wilds, kind, closed and bonus > 0, bonus)


def seat(number: int, side: int, hand: int, **more: Any) -> SeatView:
    """A seat with nothing special about it, and what `more` says."""
    plain = SeatView(
        seat=number,
        side=side,
        hand_count=hand,
        foot_count=0,
        earned=False,
        red_threes=b"",
        opened=True,
        minimum=None,
        needs=(),
        known=b"",
        pennies=0,
        purse=0,
    )
    return replace(plain, **more)


def side(number: int, seats: tuple[int, ...], score: int, on_table: int, **more: Any) -> SideView:
    """A side of some seats."""
    return replace(SideView(number, seats, score, on_table, {}, (), 0), **more)


def view(seats: tuple[SeatView, ...], sides: tuple[SideView, ...], **more: Any) -> View:
    """A table in the middle of a round, and what `more` says."""
    plain = View(
        game="house-canasta",
        options={},
        viewer=None,
        round=2,
        dealer=0,
        turn=1,
        phase="play",
        pending=(),
        seats=seats,
        sides=sides,
        melds=(),
        hand=b"",
        fresh=b"",
        locked=b"",
        stock=35,
        pile=read_cards("4C KD 9C"),
        frozen=False,
        blocked=False,
        frozen_upcard=False,
        lone=None,
        packet="",
        target=7500,
        last_round=0,
        contract=None,
        taken=b"",
        bowl=0,
        offered=False,
        offer_to=(),
        question=None,
        asked=False,
        no_out=False,
        played_seventh=False,
        reshuffles=0,
        turns=(),
        tie_break=False,
        result=None,
    )
    return replace(plain, **more)


def any_of(have: int) -> tuple[Need, ...]:
    """Two canastas of any kind, some of them there."""
    return (Need("any", have, 2),)


def house_two() -> View:
    """House Canasta, two players, the pile closed by a black three."""
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


def house_four() -> View:
    """House Canasta in pairs: melds belong to the players."""
    return view(
        (
            seat(0, 0, 7, needs=any_of(1)),
            seat(1, 1, 12, needs=any_of(0)),
            seat(2, 0, 4, needs=any_of(0), red_threes=read_cards("3H 3D")),
            seat(3, 1, 11, needs=any_of(0), opened=False, minimum=120),
        ),
        (side(0, (0, 2), 3425, 1210), side(1, (1, 3), 3980, 345)),
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


def needs(*have: int) -> tuple[Need, ...]:
    """One canasta of each kind, of which so many are there."""
    kinds: tuple[NeedKind, ...] = ("natural", "mixed", "wild", "sevens")
    return tuple(Need(kind, n, 1) for kind, n in zip(kinds, have, strict=True))


def pennies() -> View:
    """Six players in two teams, feet, sevens, a frozen pile."""
    feet = (0, 11, 0, 0, 11, 11)
    hands = (5, 7, 4, 12, 8, 3)
    threes = ("3H 3D", "3H", "3D", "3H", "", "")
    return view(
        tuple(
            seat(i, i % 2, hands[i], foot_count=feet[i], red_threes=read_cards(threes[i]))
            for i in range(6)
        ),
        (
            side(0, (0, 2, 4), 7425, 1310, needs=needs(1, 2, 0, 1)),
            side(1, (1, 3, 5), 6980, 865, needs=needs(1, 0, 1, 0)),
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


def hand(table: View, viewer: int, text: str, fresh: str = "", locked: str = "") -> View:
    """A table as one player sees it, with a hand."""
    seats = list(table.seats)
    cards = read_cards(text)
    seats[viewer] = replace(seats[viewer], hand_count=len(cards))
    return replace(
        table,
        viewer=viewer,
        hand=cards,
        fresh=read_cards(fresh),
        locked=read_cards(locked),
        seats=tuple(seats),
    )


BIG_HAND: Final = "3C 4S 4H 5C 6H 6D 6C 7S 7D 7D 9S 9C JH QS QD QD QC KH AS AH AC 2S 2D Jo"
SMALL_HAND: Final = "4C 4D 7H 8S 8H TD TC JH KD AS 2C"


def house_three() -> View:
    """House Canasta, three players; the second took the pile first and plays alone."""
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


def house_five() -> View:
    """House Canasta, five players, each alone."""
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


def house_six() -> View:
    """House Canasta, six players in three pairs."""
    return view(
        tuple(seat(i, i % 3, 5 + i, needs=any_of(i % 2)) for i in range(6)),
        tuple(side(i, (i, i + 3), 900 * i, 150) for i in range(3)),
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


def ponytail() -> View:
    """Ponytail Canasta, eight players in four pairs."""
    ponies = (0, 13, 13, 0, 0, 13, 13, 0)
    threes = ("", "3H", "3D", "", "3H", "3H", "", "3D")
    kinds = ((1, 0, 0, 1), (0, 1, 0, 0), (1, 1, 1, 0), (0, 0, 0, 0))
    return view(
        tuple(
            seat(
                i, i % 4, 15 - i, foot_count=ponies[i], red_threes=read_cards("3H" if i % 3 else "")
            )
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


def penny_melds() -> tuple[MeldView, ...]:
    """Sets of contract rummy."""
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
    """Ten Pennies in the third round, the upcard on offer."""
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
        bowl=14,
        offered=True,
        phase="draw",
        stock=22,
        pile=read_cards("4C 9C KD"),
    )
