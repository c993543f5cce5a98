"""Tests of the blunders that `strength` counts, each at one position."""

from collections.abc import Iterator
from typing import Any

import engine
from benchmarks.players.blunders import blunders, left_over
from engine.model.table import Table
from tests.engine.positions import at, meld

OPENED = [meld("KH KH KC"), meld("AH AH AC", 1)]
STOCK = " ".join(["8C 8D 9H 9S TC TD JH JS"] * 5)


def classic(hand: str, *more: dict[str, Any], **keys: Any) -> Table:
    """Classic Canasta for four; both sides have opened, and seat 0 has to lay and discard."""
    others = ["JS JH 5D", "4C 5D 6H", "4C 5D 6H"]
    melds = [*OPENED, *more]
    drawn = {"hands": [hand, *others], "melds": melds, "phase": "play", "stock": STOCK}
    return at("classic-canasta", 4, **drawn | keys)


def said(table: Table, text: str) -> set[str]:
    """Return the blunders in a move of seat 0."""
    move = engine.read(text, table)
    return set(blunders(table, 0, move, engine.decide(table, 0, move)))


KNOWN = ["", "JS JH", "", ""]


def test_a_card_that_is_taken_at_once_is_a_gift():
    assert said(classic("JD 4C", pile="9S 9D TD QD"), "discard JD") >= {"gift"}
    assert "gift" not in said(classic("JD 4C", pile="9S 9D TD QD"), "discard 4C")


def test_a_gift_is_avoidable_if_the_own_count_told_so_and_a_safe_card_was_there():
    seen = classic("JD 4S 3S", pile="9S 9D TD QD", known=KNOWN)
    assert "avoidable" in said(seen, "discard JD")
    nothing_else = classic("JD 2S", pile="9S 9D TD QD", known=KNOWN)
    assert said(nothing_else, "discard JD") == {"gift"}


def test_a_wild_card_on_a_finished_natural_canasta_is_counted():
    canasta = meld("QS QS QD QD QH QH QC")
    table = classic("2S 4C 5C 6D 8D", canasta)
    assert said(table, "add 3: 2S") == {"finished"}


def test_it_is_not_where_the_seat_goes_out_by_it():
    canasta = meld("QS QS QD QD QH QH QC")
    # The kings would be enough.
    assert said(classic("2S 4C", canasta), "add 3: 2S") == {"finished"}
    nowhere_else = classic("2S 4C", melds=[canasta, meld("AH AH AC", 1)])
    assert said(nowhere_else, "add 1: 2S") == set()


def test_a_wild_card_spoils_a_clean_meld_while_a_natural_stays_in_hand():
    clean = meld("QS QS QD QD QH")
    assert said(classic("2S QC 4C 5C 8D", clean), "add 3: 2S") == {"spoilt"}
    assert said(classic("2S QC 4C 5C 8D", clean), "add 3: QC 2S") == set()
    assert said(classic("2S 9C 4C 5C 8D", clean), "add 3: 2S") == set()


def test_a_wild_card_thrown_is_counted():
    assert said(classic("2S 4C 5C"), "discard 2S") == {"thrown"}


def over(table: Table, text: str) -> Iterator[tuple[int, str]]:
    """Yield the cards left in the hands when a move of seat 0 ends the round."""
    return left_over(table, engine.decide(table, 0, engine.read(text, table)))


def test_going_out_over_a_full_hand_of_a_partner_is_counted():
    canasta = meld("QS QS QD QD QH QH QC")
    full = ["4C", "JS JH 5D", "4C 5D 6H 8S 9D TC 7D", "2S 2D Jo 5D"]
    table = classic("4C", canasta, hands=full)
    assert said(table, "discard 4C") == {"out", "full"}
    assert said(classic("4C", canasta), "discard 4C") == {"out"}


def test_wild_cards_caught_in_a_hand_were_hoarded():
    canasta = meld("QS QS QD QD QH QH QC")
    table = classic("4C", canasta, hands=["4C", "JS JH 5D", "4C 5D 2H 2S", "2S 2D Jo 5D"])
    assert list(over(table, "discard 4C")) == [(3, "hoarded")]


def test_leave_refused_is_counted():
    kinds = ("AS AS AD AD AH AH AC", "KS KS KD KD KH KH 2C", "2S 2S 2D 2D Jo Jo Jo")
    melds = [meld(cards) for cards in (*kinds, "7S 7S 7D 7D 7H 7H 7C")]
    question = {"asker": 2, "asked": 0, "plan": "meld 4C 4C 4C; discard 5D"}
    hands = ["4C 5D 6H", "4C 5D 6H", "4C 5D", *["4C 5D 6H"] * 3]
    table = at(
        "pennies-from-heaven",
        6,
        hands=hands,
        melds=melds,
        phase="answer",
        question=question,
        turn=2,
        stock=STOCK,
    )
    assert said(table, "no") == {"denied"}


def test_in_contract_rummy_a_card_for_the_sets_of_a_next_player_who_is_down_is_avoidable():
    lying = {"side": 1, "owner": 1, "cards": "9S 9H 9C"}
    table = at(
        "ten-pennies",
        3,
        hands=["9D 4C 5H", "4C 5D", "4C 5D 6H"],
        melds=[lying],
        phase="play",
        down=[False, True, False],
        stock=STOCK,
    )
    assert "avoidable" in said(table, "discard 9D")
    assert "avoidable" not in said(table, "discard 4C")
