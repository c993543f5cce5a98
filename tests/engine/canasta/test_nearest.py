"""The move offered with a refusal: legal, and the one most like the refused move."""

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.nearest import nearby
from engine.model.moves import Move
from tests.engine.positions import at, own

OTHERS = ["4C 5D 6H 8S"] * 3
KEYS = {"phase": "play", "stock": "8C " * 40}


def instead(table: engine.Table, text: str) -> str:
    """Return what is offered to seat 0 in place of an illegal move."""
    move: Move = engine.read(text, table)
    assert engine.check(table, 0, move) is not None
    assert isinstance(table.rules, CanastaAnswers)
    found = nearby(table.rules, table, 0, move)
    assert found is not None
    assert engine.check(table, 0, found) is None
    return engine.write(found)


def opened(hand: str) -> engine.Table:
    """A seat with kings and queens on the table."""
    melds = [own("KH KH KC", 0, 2), own("QH QH QC", 0, 2)]
    return at("classic-canasta", 4, hands=[hand, *OTHERS], melds=melds, **KEYS)


def test_the_move_with_most_cards_in_common_is_offered():
    table = opened("KS KD QS 5C 6D 7H")
    assert instead(table, "add 2: KS") == "add 1: KS"
    assert instead(table, "add 1: QS") == "add 2: QS"


def test_of_two_that_have_as_much_in_common_the_one_with_fewer_cards_besides_is_offered():
    table = opened("JS JD JH JC 5C 6D 7H")
    assert instead(table, "meld JS JD") == "meld JS JH JD"


def test_in_place_of_a_discard_the_harmless_one_is_offered():
    table = opened("KS 5C 6D 7H")
    assert instead(table, "discard AC").startswith("discard")


def test_in_place_of_a_second_meld_of_a_rank_laying_off_is_offered():
    table = opened("KS KD KH 5C 6D 7H")
    assert instead(table, "meld KS KD KH") == "add 1: KS"


def test_in_place_of_laying_off_where_nothing_fits_a_meld_of_these_cards_is_offered():
    table = opened("JS JD JH 5C 6D 7H")
    assert instead(table, "add 1: JS JD JH") == "meld JS JH JD"


def asked(plan: str) -> tuple[engine.Table, engine.Move | None]:
    """Return the table and the move offered in place of a plan to go out that fails."""
    fives = {"hands": ["5S 5H 5D 5C 9S", *OTHERS], "melds": [own("KS KH KC KD KS KH KC", 0, 2)]}
    table = at("classic-canasta", 4, **fives, **KEYS)
    refused = engine.check(table, 0, f"ask 2: {plan}")
    assert refused is not None
    return table, refused.fix


def test_in_place_of_a_plan_no_step_is_offered_that_others_would_have_to_come_before():
    _, fix = asked("meld 5S 5H 5D; add 2: 9S; discard 5C")
    assert fix is None


def test_in_place_of_a_plan_a_step_is_offered_that_may_be_made_at_once():
    table, fix = asked("meld 5S 5H 5D; discard KS")
    assert fix is not None
    assert engine.check(table, 0, fix) is None
