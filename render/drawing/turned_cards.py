"""Cards that lie askew on the discard pile, with their rims and shadows.

The angles never change. A pile that turned with every picture would flicker, and every angle would
be another sprite.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.drawing import card_faces
from render.drawing.canvas import SCALE
from render.drawing.card_pen import ROUND, CardPen, body
from render.drawing.cut_sprites import CutSprite, in_parts, opaque_middle
from render.drawing.geometry import Box, centred
from render.drawing.themes import FACE, FACE_EDGE, PLATE, Colour, DeckName

TOP_ANGLE: Final = -4.5
"""Degrees by which the top card is turned, to the left."""
LOWER_ANGLES: Final = (7.5, 2.5, -10.0)
"""Degrees of the cards below it, the upper one first."""
RIM: Final = 8
"""Width of a rim in pixels."""
SHADOW: Final = (-3, 7)
"""Offset of a shadow in pixels, to the right and down."""
SHADE: Final = 0.5
TURNING: Final = 2
"""Scale at which cards are turned: at `SCALE` it would take four times as long, and look alike."""


# 54 faces in two decks. Entries have 250 kB each.
@lru_cache(maxsize=108)
def top_card(
    face: int, width: int, deck: DeckName, *, wild: bool, ground: Colour | None
) -> CutSprite:
    """Return the top card of a pile, without its rim and its shadow.

    Args:
        face: The card.
        width: Width in pixels before it is turned, one of the widths of cards.
        deck: Suit colours and size of the indices.
        wild: Whether the card is drawn as wild.
        ground: Colour of the card's body; None for the usual one.
    """
    pen = card_faces.drawn_card(face, width, deck, wild=wild, ground=ground)
    card = turned(cut_out(pen), TOP_ANGLE)
    return in_parts(card, opaque_middle(card), hollow=False)


@lru_cache(maxsize=4)
def rim_of_top_card(width: int, rim: Colour | None) -> CutSprite:
    """Return the shadow of the top card, and the line around the card unless `rim` is None.

    A sprite of its own, because turning a card for each colour would take ten times as long. Its
    middle is left out, because the card hides it.
    """
    blank = cut_out(CardPen(width, FACE, FACE_EDGE))
    lying = shadowed(turned(rimmed(blank, width, rim), TOP_ANGLE))
    return in_parts(lying, hidden_middle(lying, blank), hollow=True)


# Up to three cards, in the one width of the pile.
@lru_cache(maxsize=4)
def lower_cards(count: int, width: int) -> CutSprite:
    """Return the blank cards below the top card, at most one for each angle.

    Their middle is left out, because the top card hides it.
    """
    card = cut_out(CardPen(width, FACE, FACE_EDGE))
    cards = [shadowed(turned(card, angle)) for angle in reversed(LOWER_ANGLES[:count])]
    size = (max(one.width for one in cards), max(one.height for one in cards))
    pile = Image.new("RGBA", size, (*PLATE, 0))
    for one in cards:
        pile.alpha_composite(one, ((size[0] - one.width) // 2, (size[1] - one.height) // 2))
    return in_parts(pile, hidden_middle(pile, card), hollow=True)


def hidden_middle(below: Image.Image, card: Image.Image) -> Box:
    """Return the part of a picture that the top card hides. `card` is not turned yet."""
    top = opaque_middle(turned(card, TOP_ANGLE))
    return centred(below.width // 2, below.height // 2, top.width - 4, top.height - 4)


def cut_out(pen: CardPen) -> Image.Image:
    """Return a drawn card with clear corners, at the scale at which it is turned."""
    image = pen.image.reduce(SCALE // TURNING).convert("RGBA")
    image.putalpha(body(*pen.image.size).resize(image.size))
    return image


def rimmed(card: Image.Image, width: int, rim: Colour | None) -> Image.Image:
    """Return a card with a line around it."""
    if rim is None:
        return card
    line = RIM * TURNING
    grown = Image.new("RGBA", (card.width + 2 * line, card.height + 2 * line), (*rim, 0))
    box = (0, 0, grown.width - 1, grown.height - 1)
    ImageDraw.Draw(grown).rounded_rectangle(box, width * ROUND * TURNING + line, (*rim, 255))
    grown.alpha_composite(card, (line, line))
    return grown


def turned(card: Image.Image, angle: float) -> Image.Image:
    """Turn a card around its middle, and reduce the card to the size that pictures need."""
    # Bicubic takes twice as long, and looks the same after the reduction.
    whole = card.rotate(angle, Image.Resampling.BILINEAR, expand=True)
    even = (0, 0, whole.width // TURNING * TURNING, whole.height // TURNING * TURNING)
    return whole.crop(even).reduce(TURNING)


def shadowed(card: Image.Image) -> Image.Image:
    """Return a card on its shadow. The card's middle stays the middle of the picture."""
    across, down = abs(SHADOW[0]), abs(SHADOW[1])
    size = (card.width + 2 * across, card.height + 2 * down)
    shade = Image.new("L", size, 0)
    shade.paste(card.getchannel("A").point(lambda alpha: round(alpha * SHADE)), (across, down))
    whole = Image.new("RGBA", size, (*PLATE, 0))
    whole.putalpha(ImageChops.offset(shade, *SHADOW))
    whole.alpha_composite(card, (across, down))
    return whole
