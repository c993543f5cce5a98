"""Choices: each possible choice of a seat occurs once."""

import pytest

import engine
from engine.advice import choices
from engine.advice.choices import canonical_move
from engine.advice.judgement import judge
from engine.advice.rank_groups import wilds_of
from engine.model.moves import Add, Group, Meld, Take

SEATS = {"house-canasta": 4, "classic-canasta": 4, "ponytail-canasta": 6, "ten-pennies": 4}


def faces(text):
    """Return cards by name."""
    move = engine.read(
        f"meld {text}", engine.view(engine.deal("house-canasta", 4, bytes(32)), None)
    )
    assert isinstance(move, Meld)
    return move.melds[0]


def test_a_meld_is_the_same_in_whatever_order_its_cards_are_named():
    one, other = faces("KS KH KS"), faces("KS KS KH")
    assert canonical_move(Meld((one,)), ()) == canonical_move(Meld((other,)), ())
    assert canonical_move(Add(3, one), ()) == canonical_move(Add(3, other), ())
    assert canonical_move(Add(3, one), ()) != canonical_move(Add(4, one), ())


def test_the_pile_is_taken_the_same_way_in_whatever_order_more_is_laid():
    one, other = Group(faces("KS KH KD")), Group(faces("QS QH QD"))
    assert canonical_move(Take(faces("9S 9H"), (one, other)), ()) == canonical_move(
        Take(faces("9H 9S"), (other, one)), ()
    )


def test_a_wild_card_that_is_named_first_may_be_what_a_set_collects():
    assert canonical_move(Meld((faces("2S KH 2S"),)), (12,)) != canonical_move(
        Meld((faces("KH 2S 2S"),)), (12,)
    )


@pytest.mark.parametrize("slug, seats", SEATS.items())
def test_no_suggestion_is_listed_twice(slug, seats):
    hand = "KS KS KH KD 9S 9S 9H 9D 5C 5C 5D 2S"
    others = ["4C 5D 6H"] * (seats - 1)
    at = {"game": slug, "seats": seats, "phase": "play", "hands": [hand, *others]}
    for down in ([False] * seats, [True] * seats):
        table = engine.face_down(engine.view(engine.from_position(at | {"down": down}), 0))
        found = [canonical_move(one.move, wilds_of(table)) for one in choices.suggestions(table, 0)]
        assert found
        assert len(set(found)) == len(found)


def suggested(game, hands, **more):
    """Return the first suggestion for seat 0, as text."""
    at = {"game": game, "seats": len(hands), "phase": "play", "hands": hands, **more}
    table = engine.face_down(engine.view(engine.from_position(at), 0))
    return engine.write(choices.suggestions(table, 0)[0].move)


def test_the_first_initial_meld_is_the_one_that_lays_least():
    hands = ["AS AH AD KS KH KD QS QH QC Jo 5C", *["4C 5D 6H"] * 3]
    assert suggested("classic-canasta", hands) == "meld AS AH AD"


def test_wild_cards_go_together_before_one_is_spent_on_natural_cards():
    kings = {"side": 0, "owner": 0, "cards": "KS KH KD"}
    hands = ["2S 2H Jo 8C 5H", *["4C 5D 6H"] * 5]
    assert suggested("pennies-from-heaven", hands, melds=[kings]) == "meld 2S 2H Jo"


@pytest.mark.parametrize(
    "game, seats, first",
    [("pennies-from-heaven", 6, "meld Jo 2C 2S"), ("house-canasta", 4, "meld TH TC Jo")],
)
def test_to_open_wild_cards_are_spared_unless_a_canasta_of_them_is_needed(game, seats, first):
    hands = ["TH TC Jo 2S 2C 4H 6C 8S 9D KD QS", *["4C 5D 6H"] * (seats - 1)]
    assert suggested(game, hands) == first


def test_a_turn_that_opens_spends_no_more_wild_cards_than_it_takes():
    hands = ["TH TC Jo 2S 2C Jo 4H 5D 6C 8S 9D KD QS", *["4C 5D 6H"] * 5]
    at = {"game": "pennies-from-heaven", "seats": 6, "phase": "play", "hands": hands}
    table = engine.face_down(engine.view(engine.from_position(at), 0))
    turn = judge(table, 0)
    assert list(map(engine.write, turn.moves)) == ["meld Jo 2C 2S"]
    for event in engine.decide(table, 0, turn.moves[0]):
        table = engine.FaceDown(engine.evolve(table, event))
    again = judge(table, 0)
    assert again.moves == ()
    assert again.last is not None


def test_the_turn_that_is_proposed_opens_with_what_is_suggested_first():
    hands = ["AD AC KD KC 2C Jo Jo 9S 4H 6C TH QD 3S", *["4C 5D 6H"] * 3]
    at = {"game": "house-canasta", "seats": 4, "phase": "play", "hands": hands}
    table = engine.face_down(engine.view(engine.from_position(at), 0))
    assert engine.write(judge(table, 0).moves[0]) == suggested("house-canasta", hands)


def test_where_a_hand_costs_the_dearest_cards_go_first():
    kings = {"side": 1, "owner": 1, "cards": "KS KH KD"}
    hands = ["2S KC 5H", *["4C 5D 6H"] * 3]
    first = suggested("ten-pennies", hands, melds=[kings], down=[True] * 4)
    assert first in {"add 1: KC 2S", "add 1: 2S KC", "add 1: 2S"}


def test_wild_cards_alone_are_one_meld_whichever_is_named_first():
    game = {"game": "pennies-from-heaven", "seats": 6, "phase": "play"}
    hands = ["2S 2H Jo 8C 5H", *["4C 5D 6H"] * 5]
    kings = {"side": 0, "owner": 0, "cards": "KS KH KD"}
    table = engine.from_position(game | {"hands": hands, "melds": [kings]})
    found = [one.move for one in choices.suggestions(engine.face_down(engine.view(table, 0)), 0)]
    assert [sorted(move.melds[0]) for move in found if isinstance(move, Meld)] == [
        sorted(faces("2S 2H Jo"))
    ]


def test_what_completes_a_partners_canasta_counts_for_the_partners_together():
    mine = {"side": 0, "owner": 0, "cards": "QS QH QD"}
    theirs = {"side": 1, "owner": 1, "cards": "KS KH KD KC KS 2D"}
    hands = ["KH 4H 6C 8S", "4C 5D 6H", "4C 5D 6H"]
    three = {"game": "house-canasta", "seats": 3, "phase": "play", "lone": 2}
    table = engine.from_position(three | {"hands": hands, "melds": [mine, theirs]})
    (best, *_) = choices.suggestions(engine.face_down(engine.view(table, 0)), 0)
    assert (engine.write(best.move), best.kind) == ("add 2: KH", "mixed")
    assert best.points == 310


@pytest.mark.parametrize("kings, have", [(7, 70), (8, 70), (9, 70), (10, 100)])
@pytest.mark.parametrize(
    "game, seats, scores",
    [("pennies-from-heaven", 6, [5000, 0]), ("ponytail-canasta", 4, [15000, 0])],
)
def test_towards_first_melds_a_card_or_two_beside_a_full_meld_do_not_count(
    game, seats, scores, kings, have
):
    hand = " ".join(["KS KD KH KC KS KD KH KC KS KD"[: 3 * kings - 1], "5S 6D 8C"])
    keys = {"game": game, "seats": seats, "phase": "play", "scores": scores}
    table = engine.from_position(keys | {"hands": [hand, *["4C 5D 6H"] * (seats - 1)]})
    seen = engine.face_down(engine.view(table, 0))
    assert choices.towards_opening(seen, 0) == have
    anew = engine.check(seen, 0, "meld KS KD KH KC KS KD KH / KC KS KD")
    assert (anew is None) is (have >= 90)


def test_where_a_meld_grows_past_seven_all_kings_count_towards_the_first_melds():
    hands = ["KS KD KH KC KS KD KH KC 5S 6D", *["4C 5D 6H"] * 3]
    table = engine.from_position({"game": "classic-canasta", "seats": 4, "hands": hands})
    assert choices.towards_opening(engine.face_down(engine.view(table, 0)), 0) == 80
