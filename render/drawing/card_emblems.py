"""The lower part of a full card face: one large suit, or the emblem of a court card."""

from collections.abc import Callable
from typing import Final

from engine.model.cards import ACE, RANK_NAMES
from render.drawing.card_pen import CardPen
from render.drawing.strokes import curve, mirrored
from render.drawing.themes import GOLD, VIOLET, Colour

JACK: Final = RANK_NAMES.index("J")
QUEEN: Final = RANK_NAMES.index("Q")
KING: Final = RANK_NAMES.index("K")


def pip(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw one large suit."""
    pen.sign(suit, 0.5, 0.90, 0.66, colour)


def large_pip(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw a suit low enough to leave room for large indices."""
    pen.sign(suit, 0.5, 0.98, 0.62, colour)


def wild_pip(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw the suit of a two, with the star that marks wild cards."""
    pen.sign(suit, 0.42, 0.87, 0.46, colour)
    pen.sign("star", 0.79, 1.18, 0.27, VIOLET)


def ace(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw a suit larger than on any other card."""
    pen.sign(suit, 0.5, 0.89, 0.74, colour)


def king(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw a closed crown with a cross."""
    crown = [
        (0.16, 0.60),
        (0.32, 0.74),
        (0.5, 0.56),
        (0.68, 0.74),
        (0.84, 0.60),
        (0.77, 0.92),
        (0.23, 0.92),
    ]
    outlined(pen, crown, colour)
    for x, y in ((0.16, 0.58), (0.84, 0.58)):
        bead(pen, x, y, 0.042, colour)
    box(pen, (0.475, 0.44, 0.525, 0.58), colour)
    box(pen, (0.43, 0.475, 0.57, 0.515), colour)
    box(pen, (0.215, 0.82, 0.785, 0.925), colour)
    for x in (0.31, 0.435, 0.565, 0.69):
        bead(pen, x, 0.872, 0.030, None)
    pen.sign(suit, 0.5, 1.14, 0.34, colour)


def queen(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw a coronet with five points."""
    peaks = [(0.17, 0.60), (0.335, 0.53), (0.5, 0.50), (0.665, 0.53), (0.83, 0.60)]
    valleys = [(0.29, 0.73), (0.43, 0.71), (0.57, 0.71), (0.71, 0.73)]
    top = [point for pair in zip(peaks, [*valleys, None], strict=True) for point in pair if point]
    outlined(pen, [*top, (0.77, 0.91), (0.23, 0.91)], colour)
    for x, y in peaks:
        bead(pen, x, y - 0.015, 0.045, colour)
    box(pen, (0.215, 0.83, 0.785, 0.915), colour)
    pen.sign("diamond_mark", 0.5, 0.872, 0.085, GOLD)
    pen.sign(suit, 0.5, 1.14, 0.34, colour)


def jack(pen: CardPen, suit: str, colour: Colour) -> None:
    """Draw a shield with a chevron."""
    half = curve(
        (0.5, 0.50),
        (0.42, 0.555),
        (0.34, 0.555),
        (0.285, 0.54),
        (0.27, 0.76),
        (0.36, 0.89),
        (0.5, 0.955),
    )
    outlined(pen, mirrored(half), colour)
    chevron = [
        (0.5, 0.64),
        (0.70, 0.775),
        (0.665, 0.845),
        (0.5, 0.74),
        (0.335, 0.845),
        (0.30, 0.775),
    ]
    pen.draw.polygon([(x * pen.width, y * pen.width) for x, y in chevron], fill=colour)
    pen.sign(suit, 0.5, 1.15, 0.33, colour)


EMBLEMS: Final[dict[int, Callable[[CardPen, str, Colour], None]]] = {
    JACK: jack,
    QUEEN: queen,
    KING: king,
    ACE: ace,
}


def outlined(pen: CardPen, points: list[tuple[float, float]], colour: Colour) -> None:
    """Draw a gold polygon with an outline in the suit's colour.

    Points are shares of the card's width.
    """
    scaled = [(x * pen.width, y * pen.width) for x, y in points]
    pen.draw.polygon(scaled, fill=GOLD)
    pen.draw.line(
        [*scaled, *scaled[:2]], fill=colour, width=round(pen.width * 0.028), joint="curve"
    )


def bead(pen: CardPen, x: float, y: float, radius: float, rim: Colour | None) -> None:
    """Draw a gold bead; no outline if `rim` is None. Measures are shares of the card's width."""
    x, y, r = x * pen.width, y * pen.width, radius * pen.width
    pen.draw.ellipse(
        (x - r, y - r, x + r, y + r), GOLD, rim, round(pen.width * 0.022) if rim else 0
    )


def box(pen: CardPen, corners: tuple[float, float, float, float], colour: Colour) -> None:
    """Fill a box. Corners are shares of the card's width."""
    pen.draw.rectangle([part * pen.width for part in corners], colour)
