"""Tests of every kind of picture: its size, its bytes, and the effect of the palette."""

import hashlib
import io
import struct
import zlib
from dataclasses import replace
from unittest.mock import patch

import pytest
from PIL import Image

import engine
from engine.model.cards import ALL_FACES, read_cards
from engine.model.cards import NAMES as NAMES_OF
from engine.model.decision import Decision
from engine.model.score import FinalReason, Result
from engine.model.view import PublicQuestion
from render import preload
from render.drawing import bands, card_faces, encode, palette, turned_cards
from render.drawing.canvas import TALLEST, Canvas
from render.drawing.geometry import Box
from render.drawing.indexed_canvas import TILES
from render.drawing.themes import DECKS, THEMES, WIDTH
from render.gallery import contract_rummy, foot_and_ponytail, house_canasta
from render.pictures import hand, table, table_with_hand
from render.text.catalogue import use_language
from render.widgets.meld_stacks import stacks
from render.widgets.piles import PILE, DiscardPile, draw_pile
from render.widgets.seats import TableNames
from render.widgets.side_header import SideHeader, side_header
from render.widgets.status_bar import status_bar
from tests.render.images import (
    COMPANY,
    DRAWERS,
    EMERALD,
    HANDS,
    TABLES,
    differences_outside,
    image,
    in_full_colour,
    likeness,
    png,
)


@pytest.mark.parametrize("name", DRAWERS)
def test_every_picture_is_as_wide_and_at_most_as_tall_as_planned(name):
    tallest = table.TALLEST if name.startswith("table") else TALLEST
    assert image(name).width == WIDTH
    assert image(name).height <= tallest


@pytest.mark.parametrize("name", DRAWERS)
def test_the_bytes_are_a_palette_png_of_the_picture(name):
    sent = Image.open(io.BytesIO(png(name)))
    assert (sent.format, sent.mode, sent.size) == ("PNG", "P", image(name).size)


@pytest.mark.parametrize("name", DRAWERS)
def test_the_palette_stays_within_forty_decibels_of_the_drawing(name):
    sent = Image.open(io.BytesIO(png(name))).convert("RGB")
    is_banded = name.partition(" ")[0] in {"table", "panel"}
    assert likeness(sent, in_full_colour(name) if is_banded else image(name)) >= 40


@pytest.mark.parametrize("name", TABLES)
def test_a_table_weighs_at_most_100_kilobytes(name):
    assert len(png(f"table {name}")) <= 100_000


@pytest.mark.parametrize("name", HANDS)
def test_a_table_with_a_hand_weighs_at_most_130_kilobytes(name):
    assert len(png(f"panel {name}")) <= 130_000


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_theme_draws_in_its_own_colours(theme):
    picture = table.draw(house_canasta.four(), COMPANY, theme)
    sent = Image.open(io.BytesIO(table.png(house_canasta.four(), COMPANY, theme))).convert("RGB")
    assert sent.getpixel((700, 393)) == theme.panel
    assert likeness(sent, picture) >= 40


def test_the_two_colour_deck_is_another_picture():
    assert table.draw(house_canasta.four(), COMPANY, EMERALD, "two") != image("table house four")


def test_drawing_twice_gives_the_same_bytes():
    first = png("table house four")
    bands.STRIPS.clear()
    TILES.clear()
    assert table.png(house_canasta.four(), COMPANY, EMERALD) == first


# ---- bands


@pytest.mark.parametrize("name", [f"table {name}" for name in TABLES] + ["panel 24", "panel 60"])
def test_the_bands_that_are_sent_are_the_picture_that_is_drawn(name):
    sent = Image.open(io.BytesIO(png(name))).convert("RGB")
    assert sent.tobytes() == palette.to_palette(image(name), EMERALD).convert("RGB").tobytes()


@pytest.mark.parametrize("name", ["table pennies", "panel 60"])
def test_the_rows_of_all_strips_have_the_checksum_of_one_stream(name):
    data = png(name)
    start = data.index(b"IDAT")
    (size,) = struct.unpack(">I", data[start - 4 : start])
    stream = zlib.decompressobj()
    rows = stream.decompress(data[start + 4 : start + 4 + size])
    assert stream.eof  # zlib reports the end only of a stream with a correct Adler-32.
    assert len(rows) == (WIDTH + 1) * image(name).height


def test_a_band_that_is_as_before_is_not_drawn_again():
    table.png(foot_and_ponytail.pennies(), COMPANY, EMERALD)
    played = replace(foot_and_ponytail.pennies(), stock=34)
    with patch.object(bands, "draw_band", wraps=bands.draw_band) as drawn:
        table.png(played, COMPANY, EMERALD)
    assert drawn.call_count == 1


def test_bands_of_another_language_are_others():
    english = table.png(contract_rummy.ten_pennies(), COMPANY, EMERALD)
    with use_language("de"):
        german = table.png(contract_rummy.ten_pennies(), COMPANY, EMERALD)
        expected = palette.to_palette(
            table.draw(contract_rummy.ten_pennies(), COMPANY, EMERALD), EMERALD
        )
    assert german != english
    assert opened(german).convert("RGB").tobytes() == expected.convert("RGB").tobytes()


def opened(data):
    return Image.open(io.BytesIO(data))


def test_a_player_sees_of_others_what_everybody_sees():
    """The bands of the other side equal those of the public picture, except for the word "you"."""
    public = table.bands_of(foot_and_ponytail.pennies(), COMPANY)
    own = table_with_hand.bands_of(HANDS["24"], COMPANY, "four", "rank")
    heads = [band for band in public if isinstance(band, SideHeader)]
    assert heads[0] in own
    assert heads[1] in own


def test_a_picture_survives_the_palette_twice():
    once = palette.to_palette(image("panel 24"), EMERALD).convert("RGB")
    assert likeness(palette.to_palette(once, EMERALD).convert("RGB"), once) >= 60


def test_the_heaviest_bands_of_a_heavy_picture_are_compressed_with_patience():
    strips = [
        encode.Strip.of(encode.scanlines(noise(height)), 256, height) for height in (40, 400, 80)
    ]
    total = sum(len(one.body) for one in strips)
    assert bands.recompress_heaviest(strips, total) == strips
    lighter = bands.recompress_heaviest(strips, total - 1)
    assert [old == new for old, new in zip(strips, lighter, strict=True)] == [True, False, True]
    assert sum(len(one.body) for one in lighter) < total
    assert encode.png_of_strips(lighter, palette.table(EMERALD)) != b""


def noise(height):
    """Return random pixels of eight colours, which a higher compression level makes smaller."""
    some = b"".join(hashlib.sha256(bytes((n % 256, n // 256))).digest() for n in range(height * 8))
    return Image.frombytes("P", (256, height), bytes(value & 7 for value in some))


def test_who_plays_alone_is_tagged_at_the_seat():
    (alone,) = [
        band.alone
        for band in table.bands_of(house_canasta.three(), COMPANY)
        if isinstance(band, SideHeader) and band.alone and band.alone.tag
    ]
    assert (alone.name, alone.tag) == ("BenTheBard", "alone")


def test_who_asks_for_leave_and_who_may_buy_stands_in_the_cockpit():
    asking = replace(house_canasta.two(), question=PublicQuestion(0, 1, None))
    assert "Marguerite asks BenTheBard: out?" in said(status_bar(asking, COMPANY))
    assert "You ask BenTheBard: out?" in said(status_bar(asking, COMPANY, 0))
    assert "Marguerite asks you: out?" in said(status_bar(asking, COMPANY, 1))
    buying = replace(contract_rummy.ten_pennies(), phase="offer", offer_to=(3, 4))
    assert "xX_Dragonfly_Xx and Løvenskiold" in said(status_bar(buying, COMPANY))


def said(seen):
    return [line.name for line in seen.lines]


def test_whoever_has_to_decide_is_told_so_and_no_other():
    view = contract_rummy.ten_pennies()
    mine = replace(view, viewer=1, pending=(Decision(1, "draw", None),))
    asked = replace(view, viewer=1, pending=(Decision(1, "offer", None),))
    assert status_bar(mine, COMPANY, 1).turn == "Your turn"
    assert status_bar(asked, COMPANY, 1).turn == "Your answer"
    assert status_bar(mine, COMPANY, 2).turn == "BenTheBard"
    assert status_bar(mine, COMPANY).turn == "BenTheBard"


@pytest.mark.parametrize("won,words", [(True, "Game over"), (False, "Round over")])
def test_nobody_is_on_turn_once_the_game_or_the_round_is_over(won, words):
    result = Result((0,), (5000, 0), FinalReason.TARGET) if won else None
    seen = status_bar(replace(house_canasta.two(), phase="over", result=result), COMPANY)
    assert (seen.turn, seen.ground, seen.lines) == (words, None, ())


def test_the_upcard_looks_different_on_offer_and_dead():
    view = contract_rummy.ten_pennies()
    dead = table.draw(replace(view, offered=False), COMPANY, EMERALD)
    outside = differences_outside(
        image("table ten pennies"), dead, [Box(PILE.x - 30, 0, PILE.width + 60, 400)]
    )
    assert dead != image("table ten pennies")
    assert outside.getbbox() is None


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_can_be_drawn_locked_and_looks_it(deck):
    for face in ALL_FACES:
        at = {"game": "house-canasta", "seats": 2, "phase": "play", "hands": [NAMES_OF[face], "4C"]}
        view = engine.view(engine.from_position(at), 0)
        free, locked = (
            table_with_hand.draw(replace(view, locked=cards), COMPANY, EMERALD, deck)
            for cards in (b"", view.hand)
        )
        assert locked != free, NAMES_OF[face]


# ---- which cards are wild


WILD = {"ten-pennies": "2S", "ten-pennies-online": "Jo", "house-canasta": "2S Jo"}


@pytest.mark.parametrize("game,wild", WILD.items())
def test_only_cards_that_are_wild_in_this_round_are_drawn_as_wild(game, wild):
    view = engine.view(engine.from_position({"game": game, "seats": 2}), 0)
    canvas = Canvas(EMERALD, 100, "four", view.values.wild_ranks)
    for face in read_cards("2S AS Jo"):
        is_wild = face in read_cards(wild)
        assert card_faces.card(canvas, face, 200) is card_faces.card_on(
            face, 200, "four", wild=is_wild, ground=None
        )


@pytest.mark.parametrize("card", ["2S", "AS", "Jo"])
def test_a_wild_card_looks_wild(card):
    (face,) = read_cards(card)
    plain, wild = (card_faces.card_on(face, 200, wild=is_wild).whole() for is_wild in (False, True))
    assert plain.tobytes() != wild.tobytes()


def test_the_faces_warmed_up_are_those_that_tables_show():
    card_faces.card_on.cache_clear()
    preload.preload_all(EMERALD, "four")
    caches = (card_faces.card_on, turned_cards.top_card)
    before = [cache.cache_info().misses for cache in caches]
    canvas = Canvas(EMERALD, 100, "four", house_canasta.two().values.wild_ranks)
    for face in read_cards("4C 2S Jo"):
        for width in hand.WIDTHS[:2]:
            card_faces.card(canvas, face, width)
        draw_pile(canvas, DiscardPile(1, face, None, blocked=False, rim="offered"))
    assert [cache.cache_info().misses for cache in caches] == before


@pytest.mark.parametrize(
    "game,seats,loss",
    [
        ("pennies-from-heaven", 6, True),
        ("ponytail-canasta", 4, False),
        ("classic-canasta", 4, True),
        ("house-canasta", 4, False),
    ],
)
def test_red_threes_are_written_as_a_loss_where_they_count_against_their_side(game, seats, loss):
    laid = {"game": game, "seats": seats, "red_threes": ["3H", *[""] * (seats - 1)]}
    view = engine.view(engine.from_position(laid), None)
    assert side_header(view, COMPANY, view.sides[0], None).threes_lost == loss


@pytest.mark.parametrize(
    "cards, edges",
    [
        ("8S 8H 2D", ["wild", "natural"]),
        ("KS KH KD 2D 2C Jo", ["joker", "wild", "wild", "natural", "natural"]),
        ("9S 9H 9D", ["natural", "natural"]),
    ],
)
def test_each_wild_card_of_a_meld_shows_as_an_edge_at_its_back(cards, edges):
    melds = [{"side": 0, "owner": 0, "cards": cards}]
    view = engine.view(
        engine.from_position({"game": "house-canasta", "seats": 4, "melds": melds}), None
    )
    (stack,) = stacks(view, view.melds, TableNames(()))
    assert list(stack.edges) == edges
