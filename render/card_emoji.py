"""Card emoji: every card, and the back, as a picture for a line of text.

Discord shows emoji 22 pixels high in text and 44 alone, so a card has only one large rank and one
large suit. All games share them, so no card is drawn as wild. Uploading them is the bot's task.
"""

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Final

from PIL import Image

from engine.model.cards import ALL_FACES, JOKER, NAMES, RANK
from render.drawing import card_faces, stencils
from render.drawing.canvas import SCALE
from render.drawing.card_pen import CardPen
from render.drawing.themes import DECKS, FACE, FACE_EDGE, GOLD, JOKER_GROUND, LILAC

SIZE: Final = 96
WIDTH: Final = 84
BACK: Final = "back"
PREFIX: Final = "card"
DIGITS: Final = 8


# Every start of the bot needs all of them; drawing them takes most of a second.
@lru_cache(maxsize=1)
def card_emoji() -> dict[str, bytes]:
    """Return every card emoji as a PNG of 96 by 96 pixels, by its name.

    The name is `card_<card>_<fingerprint>`: the card in notation or `back`, and a hash of the
    pixels. A changed drawing therefore gets a new name, and the bot uploads it.
    """
    pictures = {BACK: back(), **{NAMES[face]: draw_card(face) for face in ALL_FACES}}
    return {emoji_name(card, picture): png(picture) for card, picture in pictures.items()}


def card_of(name: str) -> str:
    """Return the card of an emoji name, in notation, or `back`."""
    return name.split("_")[1]


def emoji_name(card: str, picture: Image.Image) -> str:
    """Return the name of a card's emoji."""
    return f"{PREFIX}_{card}_{sha256(picture.tobytes()).hexdigest()[:DIGITS]}"


def draw_card(face: int) -> Image.Image:
    """Draw a card: rank above suit."""
    if face == JOKER:
        pen = CardPen(WIDTH, JOKER_GROUND, LILAC, SIZE, clear=True)
        pen.sign("cap", 0.5, 0.57, 0.86, GOLD)
        return centred(pen)
    pen = CardPen(WIDTH, FACE, FACE_EDGE, SIZE, clear=True)
    colour = DECKS["four"][card_faces.suit_of(face)]
    pen.tight(card_faces.LABELS[RANK[face]], 0.5, 0.315, 0.67, colour)
    pen.sign(stencils.SUIT_SHAPES[card_faces.suit_of(face)], 0.5, 0.855, 0.48, colour)
    return centred(pen)


def centred(pen: CardPen) -> Image.Image:
    """Return the drawing of a pen, reduced and centred in a square."""
    whole = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    whole.paste(pen.image.reduce(SCALE), ((SIZE - WIDTH) // 2, 0))
    return whole


def back() -> Image.Image:
    """Draw the back of a card."""
    pen = CardPen(WIDTH, FACE, FACE_EDGE, SIZE, clear=True)
    card_faces.draw_lattice(pen)
    return centred(pen)


def png(picture: Image.Image) -> bytes:
    """Return a picture as PNG bytes."""
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
