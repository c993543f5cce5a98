"""Empty stock: the round goes on as long as any legal take exists, and not longer."""

from typing import Any

import pytest

import engine
from engine.model.table import Table
from tests.engine.positions import after, at, hands, happens, legal, meld, refusal
from tests.engine.rulebook import rule

PENNIES, PONY, CLASSIC = "pennies-from-heaven", "ponytail-canasta", "classic-canasta"
SEATS = {PENNIES: 6, PONY: 4, CLASSIC: 4}
SIX_QUEENS = "QS QS QD QD QH QC"
SEVEN_KINGS = "KS KS KD KD KH KH KC"


def faced(game: str, hand: str, pile: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """Return the table after the last seat discards the top of `pile`; seat 0 has no stock to draw
    from.
    """
    seats, (*buried, top) = SEATS[game], pile.split()
    last = {"hands": hands(seats, s0=hand, **{f"s{seats - 1}": f"{top} 4C 5D"}), "stock": ""}
    drawn = {**last, "turn": seats - 1, "phase": "play", "pile": " ".join(buried), "melds": melds}
    return after(at(game, seats, **{**drawn, **keys}), f"discard {top}")


def goes_on(table: Table) -> bool:
    """Whether the round still goes on and seat 0 may take the pile."""
    return table.round == 1 and table.turn == 0 and table.phase == "draw"


@rule("PFH-Q50", "PT-Q53", "CC-R10")
@pytest.mark.parametrize("game", SEATS)
def test_a_part_of_the_cards_of_a_rank_may_be_what_takes_the_pile(game: str) -> None:
    table = faced(game, "KS KS KD KD KH 4C", "KC")
    assert goes_on(table)
    assert refusal(table, "take KS KS KD KD KH") == "not_ready"
    assert legal(table, "take KS KS KD KD")


@rule("PFH-Q50", "PT-Q53", "CC-R10")
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("pile", ["KC", "5S 6S 7S 9S TS KC"])
def test_a_pile_may_be_taken_with_further_melds_that_reach_the_minimum(
    game: str, pile: str
) -> None:
    table = faced(game, "KS KD 8S 8D 8H 4C 4D 4H 5C 6C", pile)
    assert goes_on(table)
    assert refusal(table, "take KS KD") == "below_minimum"
    assert any(
        engine.write(move).startswith("take KS KD / ") for move in engine.legal(table, 0).takes()
    )


@rule("PFH-Q50", "PT-Q53")
@pytest.mark.parametrize("game", [PENNIES, PONY])
def test_where_all_of_a_rank_are_too_many_and_two_too_few_a_part_takes_a_rich_pile(
    game: str,
) -> None:
    table = faced(game, "9S 9C 9H 9H 9D 9D 9D 4C", "5S 6S 7S 8S TS 9C")
    assert goes_on(table)
    assert refusal(table, "take 9H 9D") == "below_minimum"
    assert refusal(table, "take 9S 9C 9H 9H 9D 9D 9D") == "meld_full"
    assert any(engine.legal(table, 0).takes())


@rule("PT-Q37", "PT-Q53", "PT-Q49")
def test_a_lay_off_that_completes_the_first_canasta_brings_the_ponytail_and_so_a_take() -> None:
    pony = {"feet": ["8S 9S TS", "", "", ""]}
    table = faced(PONY, "KS KD QH", "KC", meld(SIX_QUEENS), **pony)
    assert goes_on(table)
    assert refusal(table, "take KS KD") == "not_ready"
    assert happens(table, "take KS KD / 1: QH") == ["PileTaken", "FootPickedUp"]
    assert not goes_on(faced(PONY, "KS KD QH", "KC", meld(SIX_QUEENS)))


@rule("CC-R10", "PT-Q37", "PT-Q49")
def test_a_wild_card_added_to_a_meld_of_which_nothing_is_held_allows_a_take() -> None:
    tens, sixes = meld("TD TC TH"), meld("6S 6S 6C 6C Jo Jo")
    # Since version 3 of the rules one card does not take a pile of one card (CC-R14).
    classic = faced(CLASSIC, "2S", "TC", tens, sixes, version=2)
    assert goes_on(classic)
    assert refusal(classic, "draw") == "must_take"
    assert [*map(engine.write, engine.legal(classic, 0))] == ["take / 2: 2S"]
    assert "RoundEnded" in happens(classic, "take / 2: 2S")
    pony = faced(PONY, "JH JD 2S", "JS", meld("8S 8H 8D 8D 8C Jo"), feet=["8C 3H", "", "", ""])
    assert goes_on(pony)
    assert legal(pony, "take JH JD / 1: 2S")


@rule("CC-R10", "CC-R9")
def test_a_lay_off_that_completes_a_canasta_goes_out_and_so_allows_a_take() -> None:
    table = faced(CLASSIC, "KS KD QH", "KC", meld(SIX_QUEENS))
    assert goes_on(table)
    assert "RoundEnded" in happens(table, "take KS KD / 1: QH")


@rule("PFH-Q50", "PFH-R11", "PFH-Q23")
def test_a_lay_off_that_frees_the_sevens_allows_a_take() -> None:
    theirs, ours = meld("7S 7S 7D 7D 7H 7H 7C", 1), meld("7S 7D 7H 7C 7C")
    table = faced(PENNIES, "KS KD 7S 7S 7D 7D", "KC", theirs, ours)
    assert goes_on(table)
    assert refusal(table, "take KS KD") == "no_discard_left"
    assert legal(table, "take KS KD / 2: 7S 7S")


@rule("PFH-Q50", "PT-Q53", "CC-R10")
@pytest.mark.parametrize("game", SEATS)
def test_without_any_legal_take_the_round_ends_by_itself(game: str) -> None:
    assert not goes_on(faced(game, "KS KD 4C", "KC"))
    assert not goes_on(faced(game, "QS QD 4C 5C 6C", "KC"))


@rule("PFH-Q23", "PFH-R30", "PFH-R34", "PFH-Q24")
@pytest.mark.parametrize(
    "hand,pile,move,code",
    [
        ("KS KD 7S 7D", "KC", "take KS KD", "no_discard_left"),
        ("7S 7D 7H 7C", "7H 7C", "take 7S 7D", "no_discard_left"),
        ("7S 7D", "4C 7C", "take 7S 7D", "not_ready"),
        ("7S 7D", "7C", "take 7S 7D", "not_ready"),
        ("7S 7D 7H 7C", "4C 7C", "take 7S 7D", ""),
        ("KS KD 7S 7D", "4C KC", "take KS KD", ""),
    ],
)
def test_a_take_leaves_a_card_that_may_be_discarded(
    hand: str, pile: str, move: str, code: str
) -> None:
    keys = {"pile": pile, "melds": [meld("AS AD AH")]}
    assert refusal(at(PENNIES, 6, hands=hands(6, s0=hand), **keys), move) == code


@rule("PFH-Q50", "PFH-Q51")
def test_a_foot_that_takes_the_last_of_the_stock_ends_the_round_if_nobody_can_take() -> None:
    keys: dict[str, Any] = {
        "options": {"auto_foot": False},
        "feet": ["3H 8S", "", "", "", "", ""],
        "earned": [True] + [False] * 5,
        "turn": 1,
        "stock": "8C",
    }
    blocked = at(PENNIES, 6, **keys, pile="KC")
    assert happens(blocked, "foot", seat=0)[:2] == ["FootPickedUp", "RoundEnded"]
    takeable = at(PENNIES, 6, **keys, pile="KC", hands=hands(6, s1="KS KD AS AD AH 4C 5C"))
    assert happens(takeable, "foot", seat=0) == ["FootPickedUp"]
    two_left = at(PENNIES, 6, **{**keys, "stock": "8C 9C"}, pile="KC")
    assert happens(two_left, "foot", seat=0) == ["FootPickedUp"]


PONY_OUT = ("KS KS KD KD KH KH KC", "QS QS QD QD 2S 2D 2H", "7S 7S 7D 7D 7H 7H 7C")
WILDS = "Jo Jo Jo 2S 2S 2D 2D"


@rule("PT-Q48", "PT-Q38")
@pytest.mark.parametrize(
    "held,stock,melds,expected",
    [
        ("3H 4C", "8C", [], ["Discarded", "RedThreesLaid"]),
        ("3H", "8C", [*PONY_OUT, WILDS], ["Discarded", "RedThreesLaid"]),
        ("3H", "8C", ["8S 8S 8D 8D 8H 8H", *PONY_OUT[1:], WILDS], ["Discarded", "RedThreesLaid"]),
        ("3H", "8C", [], ["Discarded", "RedThreesLaid", "RoundEnded"]),
        ("3H 4C 5C", "3D", [], ["Discarded", "RedThreesLaid", "RoundEnded"]),
    ],
)
def test_the_last_stock_card_that_replaces_a_red_three_is_the_draw(
    held: str, stock: str, melds: list[str], expected: list[str]
) -> None:
    table = at(
        PONY,
        4,
        hands=hands(4, s0="9C 4C 5C", s1=held),
        phase="play",
        stock=stock,
        pile="5S",
        melds=[meld(cards, 1) for cards in melds],
    )
    events = happens(table, "discard 9C")
    assert events[: len(expected)] == expected
    assert events.count("RoundEnded") == expected.count("RoundEnded")
