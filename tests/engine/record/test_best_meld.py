"""The best meld of a game: its rank, its player, and its cards at the end of the round."""

from collections import Counter

import pytest

import engine
from engine.canasta.melds.open_melds import Laid
from engine.canasta.round.events import Melded
from engine.model.cards import RANKS, read_cards
from engine.model.events import RoundScored
from engine.model.score import Item
from engine.model.table import LaidMeld
from engine.record.best_meld import MeldRecord, best_meld, melds_of_rounds
from tests.engine.record.test_highlights import SLUGS, played

KING = RANKS.index("K")


def record(cards: int, bonus: int = 0, wilds: int = 0) -> MeldRecord:
    """Return the record of a meld of kings with so many cards, some of them twos."""
    king, two = engine_face("KS"), engine_face("2S")
    faces = bytes([king] * (cards - wilds) + [two] * wilds)
    return MeldRecord(0, LaidMeld(0, 0, faces, KING), "mixed" if bonus else None, bonus, (12, 13))


def engine_face(name: str) -> int:
    (face,) = read_cards(name)
    return face


def test_the_highest_bonus_is_best_then_most_cards_then_most_naturals():
    rich, long = record(7, bonus=500), record(9, bonus=300)
    assert best_meld([(long, rich)]) is rich
    assert best_meld([(record(7, bonus=300),), (long,)]) is long
    natural = record(7, bonus=300)
    assert best_meld([(record(7, bonus=300, wilds=2), natural)]) is natural


def test_four_cards_without_a_bonus_are_not_worth_showing():
    assert best_meld([(record(4),)]) is None
    assert best_meld([()]) is None
    assert best_meld([(record(5),)]) is not None


@pytest.mark.parametrize("slug", SLUGS)
def test_the_melds_of_a_round_are_worth_what_was_scored_for_them(slug):
    table, steps = played(slug)
    rounds = melds_of_rounds(table.rules, steps)
    scored = [event for events in steps for event in events if isinstance(event, RoundScored)]
    assert len(rounds) == len(scored)
    for melds, event in zip(rounds, scored, strict=True):
        bonuses: Counter[int] = Counter()
        for one in melds:
            bonuses[one.meld.side] += one.bonus
        for score in event.scores:
            wanted = score.items.get(Item.CANASTAS, 0)
            # With three players the two partners share their points, so they are scored otherwise.
            assert Item.SPLIT in score.items or bonuses[score.side] == wanted


def test_a_canasta_belongs_to_the_seat_that_completed_it():
    rules = engine.deal("classic-canasta", 4, bytes(32)).rules
    six, seven = (LaidMeld(0, 0, bytes([engine_face("KS")] * count), KING) for count in (6, 7))
    laid = Melded(0, (Laid(1, six, six.cards),), seventh=False)
    completed = Melded(2, (Laid(1, seven, seven.cards[:1]),), seventh=True)
    scored = RoundScored(1, (), (0, 0), {})
    ((one,),) = melds_of_rounds(rules, [(laid,), (completed,), (scored,)])
    assert (one.seat, one.kind, one.bonus, one.at_once) == (2, "natural", 500, False)
    ((before,),) = melds_of_rounds(rules, [(laid,), (scored,)])
    assert (before.seat, before.kind, before.bonus, before.at_once) == (0, None, 0, True)


def test_a_personal_meld_stays_its_owners_even_if_a_partner_completes_it():
    rules = engine.deal("house-canasta", 3, bytes(32)).rules
    six, seven = (LaidMeld(2, 2, bytes([engine_face("KS")] * count), KING) for count in (6, 7))
    laid = Melded(2, (Laid(1, six, six.cards),), seventh=False)
    completed = Melded(0, (Laid(1, seven, seven.cards[:1]),), seventh=True)
    scored = RoundScored(1, (), (0, 0, 0), {})
    ((one,),) = melds_of_rounds(rules, [(laid,), (completed,), (scored,)])
    assert (one.seat, one.kind, one.bonus) == (2, "natural", 500)
