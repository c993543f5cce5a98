"""Small faces: every card, and the back, as a picture to stand in a line of text.

Discord shows them 22 pixels high beside words and 44 alone: one large rank over one large suit,
and nothing else. They are the same for every game, so none is drawn as wild.
"""

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Final

from PIL import Image

from engine.model.cards import ALL_FACES, JOKER, NAMES, RANK
from render.canvas import faces, shapes
from render.canvas.canvas import SCALE
from render.canvas.pens import Pen
from render.canvas.theme import DECKS, FACE, FACE_EDGE, GOLD, JOKER_GROUND, LILAC

SIZE: Final = 96
WIDTH: Final = 84
BACK: Final = "back"
PREFIX: Final = "card"
DIGITS: Final = 8


@lru_cache(maxsize=1)
def small_faces() -> dict[str, bytes]:
    """Every small face as a PNG by its name, 96 pixels square.

    The name is `card_<card>_<fingerprint>`: the card as in the notation, or `back`, and what the
    picture shows, so that one drawn otherwise has another name.
    """
    pictures = {BACK: back(), **{NAMES[face]: face_of(face) for face in ALL_FACES}}
    return {named(card, picture): png(picture) for card, picture in pictures.items()}


def card_of(name: str) -> str:
    """The card that a small face shows, by its name: as in the notation, or `back`."""
    return name.split("_")[1]


def named(card: str, picture: Image.Image) -> str:
    """What a picture is called."""
    return f"{PREFIX}_{card}_{sha256(picture.tobytes()).hexdigest()[:DIGITS]}"


def face_of(face: int) -> Image.Image:
    """A card: rank over suit."""
    if face == JOKER:
        pen = Pen(WIDTH, JOKER_GROUND, LILAC, SIZE, clear=True)
        pen.sign("cap", 0.5, 0.57, 0.86, GOLD)
        return centred(pen)
    pen = Pen(WIDTH, FACE, FACE_EDGE, SIZE, clear=True)
    colour = DECKS["four"][faces.suit_of(face)]
    pen.tight(faces.LABELS[RANK[face]], 0.5, 0.315, 0.67, colour)
    pen.sign(shapes.SUIT_SHAPES[faces.suit_of(face)], 0.5, 0.855, 0.48, colour)
    return centred(pen)


def centred(pen: Pen) -> Image.Image:
    """What a pen has drawn, in the middle of a square."""
    whole = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    whole.paste(pen.image.reduce(SCALE), ((SIZE - WIDTH) // 2, 0))
    return whole


def back() -> Image.Image:
    """The back of a card."""
    pen = Pen(WIDTH, FACE, FACE_EDGE, SIZE, clear=True)
    faces.draw_lattice(pen)
    return centred(pen)


def png(picture: Image.Image) -> bytes:
    """A picture as a file."""
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
