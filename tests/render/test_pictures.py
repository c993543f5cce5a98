"""Every kind of picture: its size, its weight, and what the palette does to it."""

import hashlib
import io
import zlib
from dataclasses import replace

import pytest
from isal import isal_zlib
from PIL import Image

import engine
from engine.model.cards import ALL_FACES, read_cards
from engine.model.cards import NAMES as NAMES_OF
from engine.model.view import PublicQuestion
from render import warm
from render.canvas import encode, faces, fonts, palette
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box
from render.canvas.theme import DECKS, LOSS, TEXT, THEMES, WIDTH
from render.felt import centre, fans, zones
from render.samples import NAMES, house, rummy
from render.scenes import hand, table
from render.text.catalogue import LANGUAGES, Catalogue, speaking
from tests.render.pictures import (
    DRAWERS,
    EMERALD,
    HANDS,
    TABLES,
    differences_outside,
    image,
    likeness,
    png,
)


@pytest.mark.parametrize("name", DRAWERS)
def test_every_picture_is_as_wide_as_discord_shows_it_best(name):
    assert image(name).width == WIDTH
    assert image(name).height <= 1400


@pytest.mark.parametrize("name", DRAWERS)
def test_the_bytes_are_a_palette_png_of_the_picture(name):
    sent = Image.open(io.BytesIO(png(name)))
    assert (sent.format, sent.mode, sent.size) == ("PNG", "P", image(name).size)


@pytest.mark.parametrize("name", DRAWERS)
def test_the_palette_stays_within_forty_decibels_of_the_drawing(name):
    sent = Image.open(io.BytesIO(png(name))).convert("RGB")
    assert likeness(sent, image(name)) >= 40


@pytest.mark.parametrize("name", TABLES)
def test_a_table_weighs_at_most_100_kilobytes(name):
    assert len(png(f"table {name}")) <= 100_000


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_weighs_at_most_130_kilobytes(name):
    assert len(png(f"hand {name}")) <= 130_000


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_theme_draws_in_its_own_colours(theme):
    picture = table.draw(house.four(), NAMES, theme)
    sent = Image.open(io.BytesIO(encode.png(picture, theme))).convert("RGB")
    assert sent.getpixel((700, 40)) == theme.panel
    assert likeness(sent, picture) >= 40


def test_the_two_colour_deck_is_another_picture():
    assert table.draw(house.four(), NAMES, EMERALD, "two") != image("table house four")


def test_drawing_twice_gives_the_same_bytes():
    again = table.draw(house.four(), NAMES, EMERALD)
    assert encode.png(again, EMERALD) == png("table house four")


def test_a_picture_survives_the_palette_twice():
    once = palette.indexed(image("hand 24"), EMERALD).convert("RGB")
    assert likeness(palette.indexed(once, EMERALD).convert("RGB"), once) >= 60


def test_a_picture_that_comes_out_heavy_is_compressed_with_patience():
    noise = b"".join(hashlib.sha256(bytes((n % 256, n // 256))).digest() for n in range(4000))
    assert len(isal_zlib.compress(noise, encode.LEVEL)) > encode.HEAVY
    assert encode.compressed(noise) == zlib.compress(noise, encode.PATIENT_LEVEL)
    assert encode.compressed(noise[:1000]) == isal_zlib.compress(noise[:1000], encode.LEVEL)


def test_who_plays_alone_and_who_asks_is_noted_at_the_seats():
    asking = replace(house.two(), question=PublicQuestion(0, 1, None))
    assert table.noted_seats(house.three(), ("bot",)) == ("bot", "alone", "")
    assert table.noted_seats(asking, ("", "bot")) == ("out?", "yes?")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("note", ["alone", "asks", "asked", "bot", "away"])
def test_a_note_leaves_room_for_the_number_of_cards_at_six_seats(language, note):
    view = engine.view(engine.deal("pennies-from-heaven", 6, bytes(32)), None)
    narrowest = min(box.width for box in centre.seat_boxes(view, 0))
    with speaking(language):
        wide = fonts.width(Catalogue.load().words(f"seat.{note}"), 25, 600)
    assert wide + 14 <= narrowest - 50 - fonts.width("88", 29, 800)


def test_the_upcard_looks_different_on_offer_and_dead():
    view = rummy.ten_pennies()
    dead = table.draw(replace(view, offered=False), NAMES, EMERALD)
    outside = differences_outside(image("table ten pennies"), dead, [Box(150, 16, 110, 140)])
    assert dead != image("table ten pennies")
    assert outside.getbbox() is None


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_can_be_drawn_locked_and_looks_it(deck):
    for face in ALL_FACES:
        at = {"game": "house-canasta", "seats": 2, "phase": "play", "hands": [NAMES_OF[face], "4C"]}
        view = engine.view(engine.from_position(at), 0)
        free, locked = (
            hand.draw(replace(view, locked=cards), EMERALD, deck) for cards in (b"", view.hand)
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
        assert faces.shown(canvas, face, 144) is faces.card(
            face, 144, "four", wild=is_wild, ground=None
        )
        strip = fans.covered_card(canvas, face, fans.Fan(76, 17))
        assert strip is faces.strip(face, 76, "four", wild=is_wild)


@pytest.mark.parametrize("card", ["2S", "AS", "Jo"])
def test_a_wild_card_looks_wild(card):
    (face,) = read_cards(card)
    plain, wild = (faces.card(face, 144, wild=is_wild).image for is_wild in (False, True))
    assert plain.tobytes() != wild.tobytes()


def test_the_faces_warmed_up_are_those_that_tables_show():
    faces.card.cache_clear()
    warm.cards(EMERALD, "four")
    before = faces.card.cache_info().misses
    canvas = Canvas(EMERALD, 100, "four", house.two().values.wild_ranks)
    for face in read_cards("4C 2S Jo"):
        faces.shown(canvas, face, warm.HAND_WIDTH)
    assert faces.card.cache_info().misses == before


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
    zone = zones.zones_of(view, NAMES)[0]
    assert zones.three_ink(zone) == (LOSS if loss else TEXT)
