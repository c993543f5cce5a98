"""Builders of views for the gallery and for tests: short calls that fill in the usual values."""

from dataclasses import replace
from typing import Any, Final, Literal

from engine.model.cards import JOKER_RANK, RANK_NAMES, TWO, rank_of, read_cards
from engine.model.decision import Decision
from engine.model.values import Values, scale
from engine.model.view import MeldKind, MeldView, Need, SeatView, SideView, View

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

CANASTA: Final = Values(scale("8"), scale("8"), (TWO, JOKER_RANK))
BIG_HAND: Final = "3C 4S 4H 5C 6H 6D 6C 7S 7D 7D 9S 9C JH QS QD QD QC KH AS AH AC 2S 2D Jo"
SMALL_HAND: Final = "4C 4D 7H 8S 8H TD TC JH KD AS 2C"


def meld(
    number: int, side: int, owner: int, text: str, *, closed: bool = False, **more: Any
) -> MeldView:
    """Return a meld from its cards.

    Its rank, wild cards and kind follow from the cards. `more` may have `sevens`, for games with a
    canasta of sevens.
    """
    cards = read_cards(text)
    wilds = sum(map(CANASTA.is_wild, cards))
    naturals = [rank_of(face) for face in cards if not CANASTA.is_wild(face)]
    rank = naturals[0] if naturals else JOKER_RANK
    kind: MeldKind = "open"
    if len(cards) >= 7:
        kind = "wild" if not naturals else "mixed" if wilds else "natural"
        kind = "sevens" if more.pop("sevens", False) and RANK_NAMES[rank] == "7" else kind
    bonus = {"open": 0, "natural": 500, "mixed": 300, "wild": 2000, "sevens": 1500}[kind]
    return MeldView(number, side, owner, cards, rank, wilds, kind, closed and bonus > 0, bonus)


def seat(number: int, side: int, hand: int, **more: Any) -> SeatView:
    """Return a seat with the usual values, except those in `more`."""
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
    """Return a side of some seats; `more` has unusual values."""
    return replace(SideView(number, seats, score, on_table, {}, (), 0), **more)


def view(seats: tuple[SeatView, ...], sides: tuple[SideView, ...], **more: Any) -> View:
    """Return a public view in the middle of a round: the usual values, except those in `more`."""
    plain = View(
        game="house-canasta",
        version=2,
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
        values=CANASTA,
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
    """Return a need of two canastas of any kind; the side has `have` of them."""
    return (Need("any", have, 2),)


def needs(*have: int) -> tuple[Need, ...]:
    """Return needs of one canasta of each kind: natural, mixed, wild, sevens.

    `have` counts each.
    """
    kinds: tuple[NeedKind, ...] = ("natural", "mixed", "wild", "sevens")
    return tuple(Need(kind, n, 1) for kind, n in zip(kinds, have, strict=True))


def hand(table: View, viewer: int, text: str, fresh: str = "", locked: str = "") -> View:
    """Return a table as seen by one player; `text` has the player's hand."""
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
        pending=(Decision(viewer, "play", None),) if table.turn == viewer else (),
    )
