"""Staging: the groups staged on the Build page, as moves and as text."""

import engine
from engine.advice.staging import Staging
from engine.model.cards import read_cards
from engine.model.moves import Group, Take

KINGS, QUEENS, KING = (read_cards(text) for text in ("KS KH KD", "QS QH QD", "KC"))


def staged(*groups: Group) -> Staging:
    """Return a staging of these groups, added one after the other."""
    found = Staging()
    for group in groups:
        found = found.with_group(group)
    return found


def typed(moves: tuple[engine.Move, ...]) -> list[str]:
    return [engine.write(move) for move in moves]


def test_new_melds_are_laid_at_once_and_then_each_lay_off() -> None:
    found = staged(Group(KINGS), Group(KING, 2), Group(QUEENS))
    assert typed(found.moves()) == ["meld KS KH KD / QS QH QD", "add 2: KC"]


def test_of_a_whole_hand_the_one_card_that_is_left_is_thrown() -> None:
    found = staged(Group(KINGS))
    assert typed(found.plan(KINGS + KING)) == ["meld KS KH KD", "discard KC"]
    assert typed(found.plan(KINGS + QUEENS)) == ["meld KS KH KD"]
    assert typed(found.plan(KINGS)) == ["meld KS KH KD"]


def test_the_pile_is_taken_with_the_new_meld_of_its_rank_and_the_rest_beside_it() -> None:
    found = staged(Group(QUEENS), Group(KING, 2), Group(KINGS))
    assert found.take(read_cards("KC")[0]) == Take(KINGS, (Group(QUEENS), Group(KING, 2)))
    assert found.take(read_cards("7C")[0]) is None


def test_what_the_hand_holds_no_more_is_picked_no_more() -> None:
    found = staged(Group(KINGS), Group(KINGS), Group(QUEENS))
    assert found.held(KINGS + QUEENS) == staged(Group(KINGS), Group(QUEENS))


def test_the_group_that_was_picked_last_goes_first() -> None:
    assert staged(Group(KINGS), Group(QUEENS)).without_last() == staged(Group(KINGS))


def test_staging_is_kept_as_text() -> None:
    found = staged(Group(KINGS), Group(KING, 12))
    assert str(found) == "KS KH KD / 12: KC"
    assert Staging.read(str(found)) == found
    assert Staging.read("") == Staging()
