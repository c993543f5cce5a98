"""Tests of card emojis: one for each card and the back, named after the card."""

import io
import re

from PIL import Image, ImageChops

from engine.model.cards import ALL_FACES, NAMES
from render.card_emoji import BACK, card_emoji, card_of, draw_card, emoji_name

EMOJI = re.compile(r"[A-Za-z0-9_]{2,32}")
MOST_BYTES = 256 * 1024


def small(name, size):
    """Return an emoji on white, in the size that Discord uses."""
    face = Image.open(io.BytesIO(card_emoji()[name])).resize((size, size), Image.Resampling.BOX)
    ground = Image.new("RGB", face.size, (255, 255, 255))
    ground.paste(face, (0, 0), face)
    return ground


def test_there_is_one_of_every_card_and_one_of_the_back():
    assert sorted(map(card_of, card_emoji())) == sorted([BACK, *(NAMES[f] for f in ALL_FACES)])


def test_each_is_what_discord_takes_as_an_emoji():
    for name, png in card_emoji().items():
        assert EMOJI.fullmatch(name)
        assert len(png) < MOST_BYTES
        assert Image.open(io.BytesIO(png)).size == (96, 96)


def test_a_name_changes_with_the_picture_and_with_nothing_else():
    nine = draw_card(NAMES.index("9C"))
    other = nine.copy()
    other.putpixel((48, 48), (1, 2, 3, 255))
    assert emoji_name("9C", nine) in card_emoji()
    assert emoji_name("9C", nine.copy()) == emoji_name("9C", nine)
    assert emoji_name("9C", other) != emoji_name("9C", nine)


def test_no_two_look_alike_at_22_pixels():
    faces = {name: small(name, 22) for name in card_emoji()}
    for name, one in faces.items():
        for other_name, other in faces.items():
            if name < other_name:
                far = ImageChops.difference(one, other).convert("L").point([0] * 40 + [1] * 216)
                assert sum(far.tobytes()) >= 8, f"{name} looks like {other_name}"
