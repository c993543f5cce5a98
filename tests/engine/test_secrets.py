"""Secrets: which seat learns which card from events, views and a computer player's table."""

import pytest

import engine
from engine.canasta.round import events as canasta
from engine.model import events as shared
from engine.model.moves import Pass
from engine.model.sampling import BACK
from engine.model.table import Event
from engine.rummy import events as rummy
from tests.engine.positions import at
from tests.support.strategies import SEATINGS

MOVER, OTHERS = 1, (0, 2, None)
CARDS = b"\x05\x09"
HIDING: list[tuple[Event, str]] = [
    (shared.Drawn(MOVER, 2, CARDS), "cards"),
    (
        canasta.PileTaken(
            MOVER,
            laid=(),
            from_hand=b"",
            rest=b"",
            red_threes=b"",
            drawn=CARDS,
            draw_count=2,
            seventh=False,
            lone=None,
            locks=False,
        ),
        "drawn",
    ),
    (canasta.FootPickedUp(MOVER, CARDS, 2, b"", 0), "cards"),
    (canasta.RedThreesLaid(MOVER, b"", b"", CARDS, 2, is_draw=False), "drawn"),
    (canasta.LeaveAsked(MOVER, 3, (Pass(),)), "plan"),
    (rummy.UpcardBought(MOVER, 7, 2, CARDS, "play"), "cards"),
    (rummy.OfferAnswered(MOVER, yes=True), "yes"),
]
"""An event of each kind that hides a part, and the part that only its seat may see."""


@pytest.mark.parametrize("event,part", HIDING)
def test_what_is_drawn_planned_or_answered_is_told_to_its_seat_alone(
    event: Event, part: str
) -> None:
    assert engine.project(event, MOVER) == event
    assert [getattr(engine.project(event, one), part) for one in OTHERS] == [None] * len(OTHERS)


def test_every_event_that_is_told_in_parts_is_asked_above() -> None:
    known = [one for module in (shared, canasta, rummy) for one in vars(module).values()]
    kinds = {one for one in known if isinstance(one, type) and issubclass(one, Event)}
    hiding = {kind for kind in kinds - {Event, shared.Dealt} if "seen_by" in vars(kind)}
    assert hiding == {type(event) for event, _ in HIDING} | {rummy.Reshuffled}


def test_the_order_of_a_stock_made_of_discards_is_told_to_nobody() -> None:
    event = rummy.Reshuffled(2, CARDS)
    seen = [engine.project(event, one) for one in (MOVER, *OTHERS)]
    assert seen == [rummy.Reshuffled(2, None)] * 4


@pytest.mark.parametrize("game,seats", SEATINGS)
def test_of_a_deal_each_is_told_the_own_hand(game: str, seats: int) -> None:
    table = engine.deal(game, seats, bytes(32))
    (*_, dealt) = table.rules.deal(table)
    assert isinstance(dealt, shared.Dealt)
    hands = dealt.fields["hands"]
    for seat in range(seats):
        seen = engine.project(dealt, seat)
        assert isinstance(seen, shared.Dealt)
        assert seen.hand == hands[seat]
        assert not seen.fields.keys() & {"hands", "feet", "stock"}
    public = engine.project(dealt, None)
    assert isinstance(public, shared.Dealt)
    assert public.hand is None


@pytest.mark.parametrize("game,seats", SEATINGS)
def test_a_view_holds_its_viewers_hand_and_no_other(game: str, seats: int) -> None:
    table = engine.deal(game, seats, bytes(32))
    assert [engine.view(table, seat).hand for seat in range(seats)] == list(table.hands)
    assert engine.view(table, None).hand == b""


@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
def test_newly_drawn_cards_are_shown_to_whoever_drew_them(game: str) -> None:
    table = at(game, 3, turn=0, phase="play", hands=["KS 4C 5D", "9S", "9S"], fresh="KS")
    shown = [engine.view(table, seat).fresh for seat in (0, 1, 2, None)]
    assert shown == [table.fresh, b"", b"", b""]
    assert table.fresh


@pytest.mark.parametrize("seat", [0, 1])
def test_the_table_that_a_seat_thinks_with_shows_the_backs_of_feet_stock_and_other_hands(
    seat: int,
) -> None:
    hands, feet = ["KS KH", "QS QH"], ["AS AH AD", "JS JH"]
    table = at("ponytail-canasta", 2, hands=hands, feet=feet, stock="8S 8H 8D 9S")
    seen = engine.face_down(engine.view(table, seat))
    assert seen.hands[seat] == table.hands[seat]
    assert seen.hands[1 - seat] == BACK * 2
    assert seen.feet == (BACK * 3, BACK * 2)
    assert seen.stock == BACK * 4
