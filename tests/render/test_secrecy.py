"""Tests that a public picture depends on public state alone, byte for byte."""

from dataclasses import replace

import pytest

import engine
from engine.model.cards import read_cards
from render.gallery import house_canasta
from render.gallery.builders import NAMES
from render.pictures import table
from render.text import alt_text
from render.widgets.seats import TableNames
from tests.render.images import EMERALD

SEED = bytes(range(32))
GAMES = {slug: max(rules.seats) for slug, rules in engine.GAMES.items()}


def public(view):
    return table.png(view, TableNames(NAMES), EMERALD), alt_text.table_text(view, NAMES)


def swapped(dealt):
    """Return the same table with one hand and the end of the stock exchanged."""
    size = len(dealt.hands[0])
    hands = (dealt.stock[-size:], *dealt.hands[1:])
    return dealt.but(hands=hands, stock=dealt.stock[:-size] + dealt.hands[0])


@pytest.mark.parametrize("slug,seats", GAMES.items())
def test_swapping_hidden_cards_changes_no_byte(slug, seats):
    dealt = engine.deal(slug, seats, SEED)
    other = swapped(dealt)
    assert other.hands != dealt.hands
    assert public(engine.view(dealt, None)) == public(engine.view(other, None))


@pytest.mark.parametrize("slug,seats", GAMES.items())
def test_a_player_s_view_gives_the_same_public_picture(slug, seats):
    dealt = engine.deal(slug, seats, SEED)
    assert public(engine.view(dealt, 0)) == public(engine.view(dealt, None))


def test_a_poisoned_hand_does_not_show():
    view = house_canasta.four()
    poisoned = replace(view, viewer=1, hand=read_cards("AS AS AS"), fresh=read_cards("AS"))
    assert public(view) == public(poisoned)
