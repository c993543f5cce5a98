"""Ranks named without cards in several melds at once: which card goes into which meld."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.model.cards import arranged, read_cards
from engine.notation.card_assignment import SeveralWaysError, Words, shared_out
from tests.engine.positions import at, hands, refusal
from tests.engine.rulebook import rule
from tests.engine.rummy.positions import LETTER, ONLINE, holding

PAIRS = "7S 7S 7H 7H 7D 7D 4C 6D"
FOUR_SUITS = "7S 7H 7D 7C Jo Jo 4C"
CANASTAS = [game for game in engine.GAMES if game not in (LETTER, ONLINE)]


def meant(table: engine.Table, typed: str) -> str:
    move = engine.read(typed, table)
    assert engine.read(typed, engine.view(table, 0)) == move
    return engine.write(move)


@rule("TPC-Q13")
@pytest.mark.parametrize(
    "hand,typed,text",
    [
        (PAIRS, "meld 7 7 7 / 7 7 7", "meld 7S 7H 7D / 7S 7H 7D"),
        ("7S 7S 7H 7H Jo Jo 4C", "meld 7 7 Jo / Jo 7 7", "meld 7S 7H Jo / Jo 7S 7H"),
        (PAIRS, "meld 7 7S 7 / 7 7 7", "meld 7H 7S 7D / 7S 7H 7D"),
        ("7S 7D 7D Jo Jo Jo 4C", "meld 7 Jo Jo / 7D 7 Jo", "meld 7D Jo Jo / 7D 7S Jo"),
    ],
)
def test_equal_cards_go_into_different_melds_where_none_may_hold_them_twice(
    hand: str, typed: str, text: str
) -> None:
    assert meant(holding(ONLINE, hand), typed) == text


@rule("TPC-Q13")
def test_what_makes_the_same_melds_in_another_order_is_no_second_meaning() -> None:
    table = holding(ONLINE, "7S 7S 7H 7H 7D 7C 4C")
    assert meant(table, "meld 7 7 7 / 7 7 7") == "meld 7S 7H 7D / 7S 7H 7C"


@rule("TPC-Q13")
@pytest.mark.parametrize("number", [1, 5])
@pytest.mark.parametrize(
    "hand,typed,rank,choices",
    [
        (FOUR_SUITS, "meld 7 7 Jo / 7 7 Jo", "7", "7S 7H 7D 7C"),
        ("7S 7H 8S 8H Jo Jo", "meld 7 8S Jo / 7 8H Jo", "7", "7S 7H"),
    ],
)
def test_cards_that_could_lie_in_either_of_two_melds_are_asked_for(
    number: int, hand: str, typed: str, rank: str, choices: str
) -> None:
    refused = engine.check(holding(ONLINE, hand, round=number), 0, typed)
    assert isinstance(refused, engine.Ambiguous)
    assert refused.facts == {"text": rank, "choices": choices}


@rule("TPC-Q13")
def test_cards_that_could_be_handed_round_three_melds_are_asked_for() -> None:
    table = holding(ONLINE, f"{PAIRS} 2S 2H Jo", round=5)
    refused = engine.check(table, 0, "meld 7 7H 2S / 7 7D 2H / 7 7S Jo")
    assert isinstance(refused, engine.Ambiguous)
    assert refused.facts == {"text": "7", "choices": "7S 7H 7D"}


@rule("TPC-Q13")
def test_melds_that_cannot_be_without_an_equal_card_are_refused_for_that() -> None:
    table = holding(ONLINE, "7S 7S 7S 7H 7H 7D 4C 6D")
    assert refusal(table, "meld 7 7 7 / 7 7 7") == "set_duplicate"


@pytest.mark.parametrize("game", [LETTER, *CANASTAS])
def test_where_suits_are_no_matter_cards_are_dealt_to_melds_from_left_to_right(game: str) -> None:
    seats = engine.GAMES[game].seats[-1]
    for held, melds in ((PAIRS, "7S 7S 7H / 7H 7D 7D"), (FOUR_SUITS, "7S 7H Jo / 7D 7C Jo")):
        table = at(game, seats, phase="play", hands=hands(seats, s0=held))
        typed = "meld 7 7 Jo / 7 7 Jo" if "Jo" in melds else "meld 7 7 7 / 7 7 7"
        assert meant(table, typed) == f"meld {melds}"


WORDS = st.sampled_from([("7", ""), ("7", ""), ("8", ""), ("7", "S"), ("7", "H"), ("8", "S")])
GROUPS = st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=2, max_size=2)
FACES = [rank + suit for rank in "78" for suit in "SHDC"]


def melds(groups: list[Words], cards: list[str]) -> list[list[str]]:
    """Return the groups if ranks named alone get the cards in this order, each rank by itself."""
    left = {rank: iter([card for card in cards if card[0] == rank]) for rank in "78"}
    return [[rank + suit if suit else next(left[rank]) for rank, suit in each] for each in groups]


def is_apart(groups: list[Words], dealt: list[list[str]]) -> bool:
    """Whether no group was given a card that it already has."""
    pairs = [[*zip(cards, words, strict=True)] for cards, words in zip(dealt, groups, strict=True)]
    return all(
        cards.count(card) == 1
        for each, cards in zip(pairs, dealt, strict=True)
        for card, (_, suit) in each
        if not suit
    )


@given(GROUPS, st.data())
def test_of_all_ways_to_share_out_cards_the_only_one_is_found(
    groups: list[Words], data: st.DataObject
) -> None:
    named = [rank + suit for words in groups for rank, suit in words if suit]
    bare = [rank for words in groups for rank, suit in words if not suit]
    drawn = [data.draw(st.sampled_from([f for f in FACES if f[0] == rank])) for rank in bare]
    every = [melds(groups, [*cards]) for cards in permutations(drawn)]
    ways = {tuple(sorted(tuple(sorted(c)) for c in way)) for way in every if is_apart(groups, way)}
    hand = arranged(read_cards(" ".join(named + drawn)))
    try:
        found = shared_out(groups, hand, bans_duplicates=True)
    except SeveralWaysError:
        assert len(ways) > 1
        return
    assert len(ways) <= 1
    assert not ways or tuple(sorted(tuple(sorted(cards)) for cards in found)) in ways
