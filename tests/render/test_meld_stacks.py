"""Tests of melds as stacks: their width, their rows, and the labels below them."""

from dataclasses import replace
from itertools import product

import pytest

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.themes import WHITE
from render.gallery import foot_and_ponytail, house_canasta
from render.gallery.builders import NAMES, hand, meld
from render.pictures import table, table_with_hand
from render.text.catalogue import LANGUAGES, use_language
from render.widgets import meld_feet, meld_stacks, side_panel
from render.widgets.canasta_icons import GROUNDS
from render.widgets.meld_stacks import MeldStack, StackSize
from render.widgets.seats import TableNames
from render.widgets.side_header import ROOM
from tests.render.images import EMERALD
from tests.render.text_boxes import watching

OPEN = MeldStack("9", "", "open", closed=False, edges=("natural",) * 5, count=6, new=0)
SEVENS = MeldStack("7", "", "sevens", closed=True, edges=(), count=7, new=0)
CAPITALS_ON_THE_LINE = ("4", "7", "10", "K", "A")
RANKS = "45689TJQKA"


def melded(view, counts):
    """Return a view in which seats have so many open melds, each a stack."""
    owners = [seat for seat, count in enumerate(counts) for _ in range(count)]
    of = {seat.seat: seat.side for seat in view.seats}
    melds = tuple(
        meld(number, of[owner], owner, " ".join(f"{RANKS[number % 10]}{suit}" for suit in "SHD"))
        for number, owner in enumerate(owners)
    )
    return replace(view, melds=melds)


@pytest.mark.parametrize(
    "counts,width",
    [((1,), 118), ((8,), 118), ((12,), 78), ((13,), 118), ((15,), 118), ((17,), 108), ((24,), 78)],
)
def test_melds_of_a_side_are_as_wide_as_few_rows_allow_and_never_narrow(counts, width):
    assert side_panel.widest_cards(melded(foot_and_ponytail.ponytail(), counts)) == width


def test_no_single_meld_is_left_to_a_second_row_where_all_could_be_a_little_narrower():
    view = melded(foot_and_ponytail.ponytail(), (17, 10))
    assert side_panel.widest_cards(view) == 95
    assert [side_panel.row_count((ROOM,), (count,), 95) for count in (17, 10)] == [2, 1]


def test_partners_with_unequally_many_melds_share_one_row_by_their_number():
    view = melded(house_canasta.four(), (7, 0, 3))
    assert side_panel.stack_counts(view, view.sides[0]) == (7, 3)
    wide = side_panel.widest_cards(view)
    assert wide == 87
    assert side_panel.row_count(side_panel.part_widths((7, 3), wide), (7, 3), wide) == 1


@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_all_melds_have_room_however_many_each_partner_has(width):
    for counts in product(range(25), repeat=2):
        rooms = side_panel.part_widths(counts, width)
        rows = side_panel.row_count(rooms, counts, width)
        assert sum(rooms) <= ROOM
        for count, room in zip(counts, rooms, strict=True):
            fit = meld_stacks.columns_that_fit(room, width)
            assert fit > 0
            assert fit * rows >= count


def test_melds_are_drawn_once_whoever_is_on_turn():
    company, lay = TableNames(NAMES), StackSize(118, 10)
    view = melded(house_canasta.four(), (2, 3, 1, 4))
    view = replace(view, seats=tuple(replace(seat, minimum=None) for seat in view.seats))
    rows = {
        side_panel.bands(replace(view, turn=turn), company, side, lay)[-1]
        for turn in range(4)
        for side in view.sides
    }
    assert len(rows) == len(view.sides)


@pytest.mark.parametrize("count", [5, 17])
def test_tags_of_new_cards_take_their_room_once_for_each_row(count):
    lay = StackSize(108, 3)

    def row(new):
        part = side_panel.MeldGroup(
            (*(OPEN,) * (count - 1), replace(OPEN, new=new)), "", strong=False
        )
        return side_panel.MeldRow(0, (part,), lay)

    tagged, plain = row(2), row(0)
    room = lay.headroom(tagged.parts[0].stacks)
    assert room > 0
    assert tagged.height == plain.height + room * plain.rows


@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_a_number_stands_within_its_foot(width):
    lay = StackSize(width, 4)
    assert round(lay.type * fonts.CAP_HEIGHT) + 4 <= lay.foot


@pytest.mark.parametrize("label", CAPITALS_ON_THE_LINE)
@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_a_rank_ends_above_the_foot(width, label):
    card = meld_stacks.front_card(label, "", "natural", width).whole().convert("RGB")
    inset = round(width * 0.045)
    foot = card.height - inset - meld_stacks.foot_of(width)
    above = card.crop((inset + 4, foot - 3, width - inset - 4, foot - 1))
    assert set(above.get_flattened_data()) == {GROUNDS["natural"][0]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_what_a_canasta_of_sevens_is_called_stands_within_its_foot(width, language):
    with use_language(language), watching() as pictures:
        meld_stacks.draw_row(
            Canvas(EMERALD, 220), 0, 20, (SEVENS,), StackSize(width, 4), 0, goal=True
        )
    (word,) = pictures[0].written
    inset = round(width * 0.045)
    assert inset + 1 <= word.left
    assert word.right <= width - inset - 1


def written_on(stack, width):
    """Return the text on a stack."""
    with watching() as pictures:
        meld_stacks.draw_row(
            Canvas(EMERALD, 240), 40, 40, (stack,), StackSize(width, 8), 0, goal=True
        )
    return [one.text for picture in pictures for one in picture.written]


@pytest.mark.parametrize("width", meld_stacks.WIDTHS)
def test_seven_pips_count_an_open_meld_and_narrow_cards_say_the_number(width):
    said = written_on(OPEN, width)
    assert said == ([] if width >= meld_feet.PIPS_FROM else ["×6"])


@pytest.mark.parametrize("count", range(1, 8))
def test_as_many_pips_are_full_as_the_meld_has_cards(count):
    foot = meld_feet.pip_foot(107, 50, count, WHITE, EMERALD).whole().convert("RGB")
    middles = [foot.getpixel((x, y)) for y, xs in PIPS.items() for x in xs]
    assert middles == [WHITE] * count + [EMERALD.seat] * (7 - count)


PIPS = {15: (14, 40, 67, 93), 35: (27, 53, 80)}
"""Columns of the middles of pips, by row."""


@pytest.mark.parametrize("width", [118, 78])
def test_sets_of_contract_rummy_say_their_number_because_seven_means_nothing_there(width):
    assert written_on(replace(OPEN, kind="set"), width) == ["×6"]


def test_a_canasta_that_grows_has_its_sign_and_the_number_of_its_cards():
    assert written_on(replace(OPEN, kind="natural", count=8), 118) == ["×8"]


@pytest.mark.parametrize("kind,golden", [("natural", True), ("open", False)])
def test_only_a_canasta_is_golden_in_the_picture_that_makes_it(kind, golden):
    text = "8S 8H 8D 8C 8S 8H 8D" if kind == "natural" else "8S 8H 8D"
    view = replace(house_canasta.four(), melds=(meld(1, 0, 0, text),))
    company = TableNames(NAMES, made=frozenset({1}))
    assert [one.made for one in meld_stacks.stacks(view, view.melds, company)] == [golden]
    before, after = (table.draw(view, one, EMERALD) for one in (TableNames(NAMES), company))
    assert (before != after) == golden


def test_a_plus_is_on_melds_in_a_private_picture_only():
    view = hand(house_canasta.four(), 1, "6C QS 2D 9C")
    marked = TableNames(NAMES, fitting=frozenset({6}))
    own = table_with_hand.bands_of(view, TableNames(NAMES), "four", "rank")
    assert sum(one.fits for one in stacks_of(own)) == 3
    for company in (TableNames(NAMES), marked):
        assert not any(one.fits for one in stacks_of(table.bands_of(view, company)))


def stacks_of(bands):
    rows = (band for band in bands if isinstance(band, side_panel.MeldRow))
    return [one for row in rows for part in row.parts for one in part.stacks]
