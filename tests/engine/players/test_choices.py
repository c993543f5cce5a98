"""Choices: what is listed for a seat to choose from, each once."""

import pytest

import engine
from engine.advice import choices
from engine.advice.choices import meant
from engine.advice.groups import wilds_of
from engine.model.moves import Add, Group, Meld, Take

SEATS = {"house-canasta": 4, "classic-canasta": 4, "ponytail-canasta": 6, "ten-pennies": 4}


def faces(text):
    """Cards by name."""
    move = engine.read(
        f"meld {text}", engine.view(engine.deal("house-canasta", 4, bytes(32)), None)
    )
    assert isinstance(move, Meld)
    return move.melds[0]


def test_a_meld_is_the_same_in_whatever_order_its_cards_are_named():
    one, other = faces("KS KH KS"), faces("KS KS KH")
    assert meant(Meld((one,)), ()) == meant(Meld((other,)), ())
    assert meant(Add(3, one), ()) == meant(Add(3, other), ())
    assert meant(Add(3, one), ()) != meant(Add(4, one), ())


def test_the_pile_is_taken_the_same_way_in_whatever_order_more_is_laid():
    one, other = Group(faces("KS KH KD")), Group(faces("QS QH QD"))
    assert meant(Take(faces("9S 9H"), (one, other)), ()) == meant(
        Take(faces("9H 9S"), (other, one)), ()
    )


def test_a_wild_card_that_is_named_first_may_be_what_a_set_collects():
    assert meant(Meld((faces("2S KH 2S"),)), (12,)) != meant(Meld((faces("KH 2S 2S"),)), (12,))


@pytest.mark.parametrize("slug, seats", SEATS.items())
def test_no_suggestion_is_listed_twice(slug, seats):
    hand = "KS KS KH KD 9S 9S 9H 9D 5C 5C 5D 2S"
    others = ["4C 5D 6H"] * (seats - 1)
    at = {"game": slug, "seats": seats, "phase": "play", "hands": [hand, *others]}
    for down in ([False] * seats, [True] * seats):
        table = engine.face_down(engine.view(engine.from_position(at | {"down": down}), 0))
        found = [meant(one.move, wilds_of(table)) for one in choices.suggestions(table, 0)]
        assert found
        assert len(set(found)) == len(found)


def test_wild_cards_alone_are_one_meld_whichever_is_named_first():
    game = {"game": "pennies-from-heaven", "seats": 6, "phase": "play"}
    hands = ["2S 2H Jo 8C 5H", *["4C 5D 6H"] * 5]
    kings = {"side": 0, "owner": 0, "cards": "KS KH KD"}
    table = engine.from_position(game | {"hands": hands, "melds": [kings]})
    found = [one.move for one in choices.suggestions(engine.face_down(engine.view(table, 0)), 0)]
    assert [sorted(move.melds[0]) for move in found if isinstance(move, Meld)] == [
        sorted(faces("2S 2H Jo"))
    ]
