"""Card faces, drawn by code at a few widths and cached.

Narrow cards show the table face (one large rank, one large suit). Wide ones show the full face
(rank and suit in the corners, a suit or an emblem below). A covered card of a meld shows a strip
with its suit, so that naturals and wilds can be told apart.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine.model.cards import JOKER, RANK
from render.drawing import stencils
from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.card_emblems import EMBLEMS, large_pip, pip, wild_pip
from render.drawing.card_pen import FULL_FROM, WIDTHS, CardPen
from render.drawing.themes import (
    BACK,
    COPPER,
    COPPER_DARK,
    COPPER_RIM,
    DECKS,
    FACE,
    FACE_EDGE,
    GOLD,
    INK,
    JOKER_GROUND,
    LILAC,
    LOCKED_FACE,
    TEXT,
    VIOLET,
    WHITE,
    WILD_FACE,
    Colour,
    DeckName,
    readable_ink,
)

LABELS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "")
"""The label on a card, by rank. It is "" for a joker, which shows a star.

All code takes labels from here, so no other place needs to know which cards have none.
"""


INDEX: Final = 0.205
"""Vertical middle of rank and suit, as a share of the width.

A covered card shows 0.37 of its width, and both must be visible there.
"""
LARGE_INDEX: Final = 0.265


def suit_of(face: int) -> int:
    """Return the suit of a face that is not a joker: 0 to 3 for spades, hearts, diamonds, clubs."""
    return face % 4


def card(canvas: Canvas, face: int, width: int, ground: Colour | None = None) -> Sprite:
    """Return a card in the deck of the canvas, drawn as wild if its rank is wild there.

    `width` is in pixels; `ground` replaces the colour of the card's body.
    """
    return card_on(face, width, canvas.deck, wild=canvas.is_wild(face), ground=ground)


# 54 faces in the few widths that hands use, plain and locked. Drawing a card takes milliseconds,
# pasting a cached one microseconds.
@lru_cache(maxsize=360)
def card_on(
    face: int,
    width: int,
    deck: DeckName = "four",
    *,
    wild: bool,
    ground: Colour | None = None,
) -> Sprite:
    """Return a card, face up. Takes the arguments of `drawn_card`."""
    return drawn_card(face, width, deck, wild=wild, ground=ground).sprite()


def drawn_card(
    face: int,
    width: int,
    deck: DeckName = "four",
    *,
    wild: bool,
    ground: Colour | None = None,
) -> CardPen:
    """Draw a card, face up, at several times its size.

    Args:
        face: The card.
        width: Width in pixels, one of `WIDTHS`.
        deck: Suit colours and size of the indices.
        wild: Whether the card is drawn as wild.
        ground: Colour of the card's body; None for the usual one.

    Raises:
        ValueError: `width` is not one of `WIDTHS`.
    """
    if width not in WIDTHS:
        raise ValueError(f"no card is {width} pixels wide")
    if face == JOKER:
        return joker(width, wild=wild, ground=ground)
    pen = CardPen(width, ground or (WILD_FACE if wild else FACE), VIOLET if wild else FACE_EDGE)
    if wild:
        pen.frame(0.035, 0.022, VIOLET)
    colour = readable_ink(DECKS[deck][suit_of(face)], ground or (WILD_FACE if wild else FACE))
    if width < FULL_FROM:
        table_face(pen, face, colour)
    elif deck == "large":
        large_face(pen, face, colour, wild=wild, locked=ground == LOCKED_FACE)
    else:
        full_face(pen, face, colour, wild=wild, locked=ground == LOCKED_FACE)
    return pen


def table_face(pen: CardPen, face: int, colour: Colour) -> None:
    """Draw one large rank over one large suit."""
    # All measures of faces are shares of the card's width, vertical ones too.
    pen.tight(LABELS[RANK[face]], 0.5, 0.37, 0.66, colour)
    pen.sign(stencils.SUIT_SHAPES[suit_of(face)], 0.5, 0.955, 0.52, colour)


def full_face(pen: CardPen, face: int, colour: Colour, *, wild: bool, locked: bool) -> None:
    """Draw rank left and suit right at the top, and a suit or an emblem below.

    On a locked card both leave room for a padlock between them.
    """
    rank, suit = RANK[face], stencils.SUIT_SHAPES[suit_of(face)]
    inset = 0.10 if wild else 0.08
    label = LABELS[rank]
    if label == "10":
        across, size = (0.17, 0.37) if locked else (0.22, 0.43)
        pen.tight(label, inset + across, INDEX, size, colour)
    else:
        pen.mark(label, inset, INDEX, 0.43, colour, "ls")
    pen.sign(suit, 0.83 if locked else 0.785, INDEX, 0.25 if locked else 0.285, colour)
    emblem = wild_pip if wild else EMBLEMS.get(rank, pip)
    emblem(pen, suit, colour)


def large_face(pen: CardPen, face: int, colour: Colour, *, wild: bool, locked: bool) -> None:
    """Draw rank and suit as large as both fit side by side, and the suit a second time below.

    On a locked card the suit leaves room for a padlock above it.
    """
    suit, label = stencils.SUIT_SHAPES[suit_of(face)], LABELS[RANK[face]]
    if label == "10":
        pen.tight(label, 0.335, LARGE_INDEX, 0.55, colour)
        across, size = 0.80, 0.34
    else:
        pen.tight(label, 0.31, LARGE_INDEX, 0.62, colour)
        across, size = 0.75, 0.39
    if locked:
        pen.sign(suit, 0.77, LARGE_INDEX + 0.135, 0.23, colour)
    else:
        pen.sign(suit, across, LARGE_INDEX, size, colour)
    (wild_pip if wild else large_pip)(pen, suit, colour)


def joker(width: int, *, wild: bool, ground: Colour | None = None) -> CardPen:
    """Draw the joker.

    A wild one is dark with stars; otherwise it is a fool's cap on a plain card.
    """
    sign, inks = ("star", (GOLD, WHITE)) if wild else ("cap", (VIOLET, VIOLET))
    body = ground or (JOKER_GROUND if wild else FACE)
    if ground and wild:
        inks = (VIOLET, VIOLET)
    pen = CardPen(width, body, VIOLET if wild else FACE_EDGE)
    if wild:
        pen.frame(0.055, 0.022, inks[0])
    if width < FULL_FROM:
        pen.sign(sign, 0.5, 0.66, 0.74, inks[0])
        return pen
    for x, size, ink in ((0.27, 0.32, inks[0]), (0.775, 0.25, inks[1])):
        pen.sign(sign, x, INDEX + 0.01, size, ink)
    pen.sign(sign, 0.5, 0.84, 0.66, inks[0])
    return pen


# Backs have few widths and no theme.
@lru_cache(maxsize=6)
def back(width: int) -> Sprite:
    """Return the back of a card: a copper lattice with a coin in the middle."""
    pen = CardPen(width, TEXT, FACE_EDGE)
    draw_lattice(pen)
    return pen.sprite()


def draw_lattice(pen: CardPen) -> None:
    """Draw the pattern on the back of a card."""
    d, w, h = round(pen.width * 0.06), pen.width, pen.height
    inner = Image.new("RGBA", (w - 2 * d, h - 2 * d), (*BACK, 255))
    lines, line = ImageDraw.Draw(inner), max(2, round(w * 0.012))
    # In whole pixels of the reduced card, the pattern repeats exactly every few rows. That saves an
    # eighth of a table's bytes.
    pitch = round(w * 0.105 / SCALE) * SCALE
    for offset in range(-h // pitch * pitch, w + h, pitch):
        lines.line((offset, 0, offset + h, h), fill=(*COPPER, 150), width=line)
        lines.line((offset, h, offset + h, 0), fill=(*COPPER, 150), width=line)
    stencil = Image.new("L", inner.size, 0)
    ImageDraw.Draw(stencil).rounded_rectangle((0, 0, *inner.size), w * 0.06, fill=255)
    pen.image.paste(
        Image.alpha_composite(Image.new("RGBA", inner.size, (*BACK, 255)), inner), (d, d), stencil
    )
    coin_on(pen, 0.5, h / w / 2, 0.50)


def coin_on(pen: CardPen, x: float, y: float, size: float, colours: "Metal | None" = None) -> None:
    """Draw a coin. (x, y) is its middle; measures are shares of the card's width."""
    body, rim, dark = colours or PENNY
    pen.sign("disc", x, y, size, dark)
    pen.sign("disc", x, y, size * 0.97, rim)
    pen.sign("disc", x, y, size * 0.84, body)
    pen.mark("¢", x, y, size * 0.58, TEXT, "ms")


Metal = tuple[Colour, Colour, Colour]
PENNY: Final[Metal] = (COPPER, COPPER_RIM, COPPER_DARK)


# Three metals with the numbers of the first places, in a few sizes.
@lru_cache(maxsize=32)
def coin(size: int, metal: Metal = PENNY, label: str = "¢") -> Sprite:
    """Return a coin `size` pixels wide."""
    pen = CardPen(size, COPPER, COPPER, size, clear=True)
    pen.image.paste((0, 0, 0, 0), (0, 0, *pen.image.size))
    body, rim, dark = metal
    for part, colour in ((0.98, dark), (0.93, rim), (0.76, body)):
        pen.sign("disc", 0.5, 0.5, part, colour)
    pen.mark(label, 0.5, 0.5, 0.52, TEXT if metal == PENNY else INK, "ms")
    return pen.sprite()


# The cards that freeze piles now: almost always twos and jokers.
@lru_cache(maxsize=16)
def sideways_card(face: int, width: int, deck: DeckName = "four", *, wild: bool) -> Sprite:
    """Return a card that lies on its side, with its suit at the lower right."""
    upright = card_on(face, width, deck, wild=wild).whole()
    return sprite_of(upright.transpose(Image.Transpose.ROTATE_270))


# 54 faces in two widths for the open hands of a finished game.
@lru_cache(maxsize=160)
def strip(face: int, width: int, deck: DeckName = "four", *, wild: bool) -> Sprite:
    """Return the upper part of a covered card in a meld: a small suit, and a star if wild."""
    if face == JOKER:
        pen = CardPen(width, JOKER_GROUND, LILAC, strip_height(width))
        pen.sign("star" if wild else "cap", 0.16, 0.16, 0.26, GOLD)
        return pen.sprite()
    colour = DECKS[deck][suit_of(face)]
    ground, edge = (WILD_FACE, VIOLET) if wild else (FACE, FACE_EDGE)
    pen = CardPen(width, ground, edge, strip_height(width))
    pen.sign(stencils.SUIT_SHAPES[suit_of(face)], 0.17, 0.17, 0.26, colour)
    if wild:
        pen.sign("star", 0.82, 0.17, 0.26, VIOLET)
    return pen.sprite()


def strip_height(width: int) -> int:
    """Height in pixels of the drawn part.

    The drawn part exceeds the visible part, so that no round corner shows.
    """
    return round(width * 0.36)
