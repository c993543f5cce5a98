"""Small faces: one for each card and the back, named by what they show."""

import io
import re

from PIL import Image, ImageChops

from engine.model.cards import ALL_FACES, NAMES
from render.small_faces import BACK, card_of, face_of, named, small_faces

EMOJI = re.compile(r"[A-Za-z0-9_]{2,32}")
MOST_BYTES = 256 * 1024


def small(name, size):
    """A face on white, as small as Discord shows it."""
    face = Image.open(io.BytesIO(small_faces()[name])).resize((size, size), Image.Resampling.BOX)
    ground = Image.new("RGB", face.size, (255, 255, 255))
    ground.paste(face, (0, 0), face)
    return ground


def test_there_is_one_of_every_card_and_one_of_the_back():
    assert sorted(map(card_of, small_faces())) == sorted([BACK, *(NAMES[f] for f in ALL_FACES)])


def test_each_is_what_discord_takes_as_an_emoji():
    for name, png in small_faces().items():
        assert EMOJI.fullmatch(name)
        assert len(png) < MOST_BYTES
        assert Image.open(io.BytesIO(png)).size == (96, 96)


def test_a_name_changes_with_the_picture_and_with_nothing_else():
    nine = face_of(NAMES.index("9C"))
    other = nine.copy()
    other.putpixel((48, 48), (1, 2, 3, 255))
    assert named("9C", nine) in small_faces()
    assert named("9C", nine.copy()) == named("9C", nine)
    assert named("9C", other) != named("9C", nine)


def test_no_two_look_alike_at_22_pixels():
    faces = {name: small(name, 22) for name in small_faces()}
    for name, one in faces.items():
        for other_name, other in faces.items():
            if name < other_name:
                far = ImageChops.difference(one, other).convert("L").point([0] * 40 + [1] * 216)
                assert sum(far.tobytes()) >= 8, f"{name} looks like {other_name}"
