"""The search for first-downs and the reading of sets, compared with slow and simple code."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.model.cards import JOKER, RANK, Cards, arranged, rank_of, read_cards, write_cards
from engine.model.moves import Add
from engine.rummy.openings import openings
from engine.rummy.rules import ContractRummy
from engine.rummy.sets import SetLaw, fault
from tests.engine.positions import at
from tests.engine.rummy.positions import LETTER, ONLINE, holding

ROUNDS = range(1, 8)
GAMES = [LETTER, ONLINE]
JOKER_RANK = 13


def rules_of(game: str) -> ContractRummy:
    rules = at(game, 2).rules
    assert isinstance(rules, ContractRummy)
    return rules


def is_set(law: SetLaw, cards: Cards) -> bool:
    """Whether some rank of the cards lets every other card be wild: the rule in simple code."""
    suited = [face for face in cards if face != JOKER]
    if law.unique and len(set(suited)) < len(suited):
        return False
    ranks = [rank_of(face) for face in cards]
    bases = set(ranks) if law.joker_base else set(ranks) - {JOKER_RANK}
    return any(reads(law, ranks, base) for base in bases)


def reads(law: SetLaw, ranks: list[int], base: int) -> bool:
    wilds = [rank for rank in ranks if rank != base]
    counts = [wilds.count(kind) for kind in law.wild_ranks] if law.each_kind else [len(wilds)]
    return set(wilds) <= set(law.wild_ranks) and max(counts) <= law.cap


def some_hand(chance: Random, size: int) -> Cards:
    """A hand with many cards of a few ranks and many wild ones, so that sets are likely."""
    ranks = [*chance.sample(range(13), 3), 11, 12]
    likely = [face for face in range(53) if rank_of(face) in ranks or face == JOKER]
    return arranged(bytes(chance.choice(likely) for _ in range(size)))


cards = st.lists(st.integers(0, JOKER), min_size=3, max_size=8).map(bytes)
near_sets = st.lists(st.sampled_from(read_cards("KS KH KD AS AH 2S 2H 2D Jo")), min_size=3)
seeds = st.integers(0, 10**6)


@pytest.mark.parametrize("game", GAMES)
@given(number=st.sampled_from(ROUNDS), meld=cards | near_sets.map(bytes))
def test_a_set_is_what_the_rule_says_in_plain_words(game: str, number: int, meld: Cards) -> None:
    law = rules_of(game).law(number)
    found = fault(law, meld, law.cap, engine.Code.SET_TOO_WILD)
    assert (found is None) == is_set(law, meld)


@pytest.mark.parametrize("game", GAMES)
@given(number=st.sampled_from(ROUNDS), seed=seeds)
def test_a_first_down_is_found_whenever_there_is_one(game: str, number: int, seed: int) -> None:
    rules = rules_of(game)
    hand = some_hand(Random(seed), 9)
    law, contract = rules.law(number), rules.contract(number)
    found = next(openings(law, hand, contract.sets, contract.size), None)
    assert (found is not None) == exists(law, hand, contract.sets, contract.size)


def exists(law: SetLaw, hand: Cards, sets: int, size: int) -> bool:
    """Whether any choice of cards makes the sets, by trying them all."""
    if sets == 0:
        return True
    return any(
        is_set(law, chosen) and exists(law, rest(hand, chosen), sets - 1, size)
        for chosen in {bytes(some) for some in combinations(hand, size)}
    )


def rest(hand: Cards, chosen: Cards) -> Cards:
    for face in chosen:
        hand = hand.replace(bytes((face,)), b"", 1)
    return hand


@pytest.mark.parametrize("game", GAMES)
@given(number=st.sampled_from(ROUNDS), seed=seeds)
def test_every_opening_is_legal(game: str, number: int, seed: int) -> None:
    hand = some_hand(Random(seed), 14)
    table = holding(game, write_cards(hand), round=number)
    legal = engine.legal(table, 0)
    assert all(opening in legal for opening in legal.opening())


@pytest.mark.parametrize("game", GAMES)
@given(number=st.sampled_from(ROUNDS), seed=seeds)
def test_there_is_room_on_a_set_for_exactly_what_may_be_laid_off(
    game: str, number: int, seed: int
) -> None:
    hand = write_cards(some_hand(Random(seed), 12))
    melds = [{"owner": 1, "cards": "KS KH KD"}, {"owner": 0, "cards": "2S 2H 2D"}]
    table = holding(game, hand, round=number, melds=melds, down=[True, True])
    legal = engine.legal(table, 0)
    for meld in (1, 2):
        fits = {face for face in table.hands[0] if Add(meld, bytes((face,))) in legal}
        assert set(legal.room(meld)) == fits


@given(seed=seeds, number=st.sampled_from(ROUNDS))
def test_the_first_opening_of_one_set_costs_the_fewest_wilds(seed: int, number: int) -> None:
    rules, hand = rules_of(LETTER), some_hand(Random(seed), 12)
    law, contract = rules.law(number), rules.contract(number)
    found = list(openings(law, hand, 1, contract.size))
    costs = [
        min(len(cards) - cards.translate(RANK).count(b) for b in cards.translate(RANK))
        for (cards,) in found
    ]
    assert costs == sorted(costs)
