"""Seat stocks: each seat draws its own cards, whatever the others do."""

import hypothesis.strategies as st
from hypothesis import given

from engine.players.search.seat_stocks import SeatStocks
from tests.engine.positions import at


def drawing(stock, seats=2):
    return at("house-canasta", seats, phase="draw", stock=stock)


def after(table, drawn):
    """Return the table without the top cards of its stock."""
    return table.but(stock=table.stock[drawn:])


def test_no_card_is_lost_or_won():
    table = drawing("4C 5C 6C 7C 8C")
    assert sorted(SeatStocks(table).turn_to(table, 1).stock) == sorted(table.stock)


def test_a_seat_draws_the_same_cards_whether_or_not_the_other_drew_before():
    table = drawing("4C 5C 6C 7C 8C 9C")
    alone = SeatStocks(table).turn_to(table, 1).stock[:2]
    streams = SeatStocks(table)
    second = streams.turn_to(after(streams.turn_to(table, 0), 2), 1)
    assert second.stock[:2] == alone


def test_a_stream_that_is_empty_is_followed_by_the_next():
    table = drawing("4C 5C 6C 7C")
    streams = SeatStocks(table)
    left = streams.turn_to(after(streams.turn_to(table, 0), 3), 0)
    assert left.stock == table.stock[3:]


def test_nothing_moves_in_the_middle_of_a_turn():
    table = drawing("4C 5C 6C 7C").but(phase="play")
    assert SeatStocks(table).turn_to(table, 1) is table


def test_cards_shuffled_back_are_dealt_out_anew():
    table = drawing("4C 5C")
    more = drawing("4C 5C 6C 7C")
    streams = SeatStocks(table)
    assert sorted(streams.turn_to(more, 1).stock) == sorted(more.stock)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4)), max_size=6))
def test_a_seat_draws_its_own_cards_in_order_and_then_those_of_the_next(turns):
    table = drawing("4C 5C 6C 7C 8C 9C TC JC QC KC", seats=3)
    own = [list(table.stock[seat::3]) for seat in range(3)]
    streams = SeatStocks(table)
    for seat, drawn in turns:
        shown = streams.turn_to(table, seat)
        expected = [card for away in range(3) for card in own[(seat + away) % 3]]
        assert list(shown.stock) == expected
        for card in expected[:drawn]:
            next(cards for cards in own if card in cards).remove(card)
        table = after(shown, drawn)


def test_a_stock_that_has_grown_is_dealt_out_and_then_drawn_from():
    streams = SeatStocks(drawing("4C 5C"))
    more = drawing("4C 5C 6C 7C")
    shown = streams.turn_to(more, 1)
    assert streams.turn_to(after(shown, 1), 1).stock == shown.stock[1:]
