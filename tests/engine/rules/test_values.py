"""Values: the points of cards in hand and in melds, and the wild ranks, game by game."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.model.cards import JOKER_RANK, RANK_NAMES, read_cards
from engine.model.option import Option
from engine.model.table import Table
from engine.model.values import Values
from tests.engine.positions import at, cost_of, hands, item, meld
from tests.engine.rulebook import rule
from tests.support.strategies import SEATINGS, walk

CANASTA = "Jo 50; 2S AS 20; KS QS JS TS 9S 8S 10; 7S 6S 5S 4S 5"
"""The scale of the canasta rulebooks, in their own order."""
RUMMY = "Jo 50; AS 2S 20; KS QS JS TS 10; 9S 8S 7S 6S 5S 4S 3S 3H 5"


def values(game: str, number: int = 1, **options: Any) -> Values:
    """Return the values of a table with the fewest seats in a round."""
    seats = engine.GAMES[game].seats[0]
    return engine.view(at(game, seats, round=number, options=options), None).values


def wild(game: str, number: int = 1, **options: Any) -> str:
    """Return the wild ranks of a round, by name."""
    return " ".join(RANK_NAMES[rank] for rank in values(game, number, **options).wild_ranks)


def counted(scale: str) -> dict[str, int]:
    """Return the points of each card of a scale that is written as above."""
    groups = [group.split() for group in scale.split("; ")]
    return {card: int(points) for *cards, points in groups for card in cards}


def in_hand(game: str, cards: str) -> int:
    return values(game).in_hand(read_cards(cards))


def in_melds(game: str, cards: str) -> int:
    return values(game).in_melds(read_cards(cards))


@rule("PFH-R6", "HC-R3", "PT-R3", "CC-R13")
@pytest.mark.parametrize(
    "game", ["pennies-from-heaven", "house-canasta", "ponytail-canasta", "classic-canasta"]
)
def test_cards_count_the_same_in_melds_and_in_hand(game: str) -> None:
    scale = counted(CANASTA)
    assert {card: in_melds(game, card) for card in scale} == scale
    assert {card: in_hand(game, card) for card in scale} == scale


@rule("TPW-R19", "TPC-R12")
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_in_contract_rummy_tens_begin_at_the_ten_and_melds_count_nothing(game: str) -> None:
    scale = counted(RUMMY)
    assert {card: in_hand(game, card) for card in scale} == scale
    assert not any(in_melds(game, card) for card in scale)


BLACK = {
    "pennies-from-heaven": 5,
    "house-canasta": 5,
    "classic-canasta": 5,
    "ponytail-canasta": 100,
}


@rule("PT-R12", "PT-Q18")
@pytest.mark.parametrize("game,held", BLACK.items())
def test_a_black_three_counts_five_when_melded_and_in_ponytail_costs_a_hundred_in_hand(
    game: str, held: int
) -> None:
    assert (in_hand(game, "3S"), in_hand(game, "3C")) == (held, held)
    assert in_melds(game, "3S 3C") == 10


UNLAID = {
    "pennies-from-heaven": 100,
    "ponytail-canasta": 100,
    "house-canasta": 0,
    "classic-canasta": 0,
}


@rule("PFH-R37", "PT-Q26")
@pytest.mark.parametrize("game,held", UNLAID.items())
def test_a_red_three_never_laid_costs_what_the_game_charges_for_it(game: str, held: int) -> None:
    assert (in_hand(game, "3H"), in_hand(game, "3D")) == (held, held)
    assert in_melds(game, "3H 3D") == 0


@rule("PT-R12")
def test_two_black_threes_and_a_four_cost_205_in_ponytail() -> None:
    assert in_hand("ponytail-canasta", "3S 3C 4D") == 205


@rule("PFH-R4", "PT-R2", "HC-R3", "CC-R1")
@pytest.mark.parametrize("game", BLACK)
def test_twos_and_jokers_are_wild_in_canasta(game: str) -> None:
    assert wild(game) == "2 Jo"


@rule("TPW-R11", "TPW-Q9")
@pytest.mark.parametrize("number", range(1, 8))
def test_in_ten_pennies_twos_are_wild_and_from_round_five_aces_and_jokers(number: int) -> None:
    late = number >= 5
    assert set(wild("ten-pennies", number).split()) == ({"2", "A", "Jo"} if late else {"2"})
    always = wild("ten-pennies", number, jokers_always_wild=True)
    assert set(always.split()) == ({"2", "A", "Jo"} if late else {"2", "Jo"})


@rule("TPC-R9")
@pytest.mark.parametrize("number", range(1, 8))
def test_online_jokers_are_wild_and_from_round_five_twos_and_aces(number: int) -> None:
    late = number >= 5
    assert set(wild("ten-pennies-online", number).split()) == ({"2", "A", "Jo"} if late else {"Jo"})


# ---- the same as the score


def option_values(option: Option) -> st.SearchStrategy[Any]:
    return st.sampled_from(option.choices or tuple(range(option.least, option.most + 1)))


@st.composite
def held_cards(draw: st.DrawFn) -> tuple[Table, int]:
    """A table with options, some moves into a round, and one of its seats."""
    game, seats = draw(st.sampled_from(SEATINGS))
    options = {one.name: draw(option_values(one)) for one in engine.GAMES[game].options}
    options.pop("decks_override", None)  # No table if there are too few packs for the seats.
    random = Random(draw(st.integers(0, 2**32)))
    table = engine.deal(game, seats, random.randbytes(32), options)
    for table, _, _ in walk(table, random, draw(st.integers(1, 150))):  # noqa: B007, B020
        pass
    return table, draw(st.integers(0, seats - 1))


@given(held_cards())
@settings(max_examples=150)
def test_a_hand_costs_what_the_score_takes_off_for_it(found: tuple[Table, int]) -> None:
    table, seat = found
    view = engine.view(table, seat)
    assert view.values.in_hand(view.hand) == cost_of(table, seat)


@given(held_cards())
@settings(max_examples=50)
def test_a_card_is_wild_in_a_view_when_it_counts_as_wild_in_a_meld(
    found: tuple[Table, int],
) -> None:
    table, _ = found
    view = engine.view(table, None)
    for one in view.melds:
        if one.kind != "set":
            assert one.wilds == sum(map(view.values.is_wild, one.cards))
        elif one.rank not in view.values.wild_ranks:
            assert one.wilds == len([card for card in one.cards if view.values.is_wild(card)])


# ---- red threes on the table


@rule("PT-Q28")
def test_red_threes_laid_in_ponytail_count_for_a_side_without_a_canasta() -> None:
    table = at("ponytail-canasta", 4, red_threes=["3H 3D", "", "", ""])
    assert engine.view(table, None).sides[0].red_threes == 200


@rule("PFH-R37", "CC-R12", "HC-Q21")
@pytest.mark.parametrize(
    "game,seats,options",
    [
        ("pennies-from-heaven", 6, {}),
        ("classic-canasta", 4, {}),
        ("house-canasta", 4, {"r3_negative_if_unmelded": True}),
    ],
)
def test_red_threes_are_shown_with_the_sign_they_would_be_scored_with(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    laid = ["3H", *[""] * (seats - 1)]
    sevens = " ".join(["7S 7D 7H 7C"] * 2)[:-3]
    for melds in ([], [meld(sevens)]):
        table = at(game, seats, options=options, red_threes=laid, melds=melds)
        side = engine.view(table, None).sides[0]
        assert side.red_threes == item(table, 0, "red_threes") == (100 if melds else -100)


def test_what_lies_on_the_table_is_the_score_but_for_hands_and_feet() -> None:
    table = at(
        "pennies-from-heaven",
        6,
        hands=hands(6, s0="Jo"),
        melds=[meld("KS KD KH")],
        red_threes=["3H", *[""] * 5],
    )
    assert engine.view(table, None).sides[0].on_table == 30 - 100


def test_jokers_are_a_rank_of_their_own_where_they_are_not_wild() -> None:
    table = at("ten-pennies", 2, melds=[{"owner": 0, "cards": "Jo Jo 2S"}])
    seen = engine.view(table, None).melds[0]
    assert (seen.rank, seen.wilds) == (JOKER_RANK, 1)
