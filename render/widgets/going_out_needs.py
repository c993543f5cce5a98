"""Needs of a side: its first meld in words, and the canastas to go out."""

from typing import Final

from engine.model.view import Need
from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, INK, TEXT, WHITE, Colour
from render.text.catalogue import Catalogue
from render.widgets import canasta_icons
from render.widgets.canasta_icons import GROUNDS, KIND_SIGNS

TOKEN: Final = 62
PITCH: Final = 70
ANY_TYPE: Final = 43
PILL_SIZE: Final = 42
PILL_HEIGHT: Final = 64


def initial_meld_text(points: int) -> str:
    """Return in words what a first meld needs."""
    return Catalogue.load().words("table.opens", points=points)


def pill_width(text: str) -> int:
    """Return the width in pixels of a word on a plate."""
    return fonts.width(text, PILL_SIZE, 700) + 40


def draw_pill(
    canvas: Canvas, left: int, y: int, text: str, colour: Colour, *, filled: bool
) -> None:
    """Draw a word on a filled or outlined plate, with its middle at `y`."""
    box = Box(left, y - PILL_HEIGHT // 2, pill_width(text), PILL_HEIGHT)
    if filled:
        canvas.plate(box, 18, colour)
    else:
        canvas.frame(box, 18, 4, colour)
    ink = INK if filled else colour
    canvas.text(box.middle, y, text, PILL_SIZE, 700, ink, "middle")


def draw_needs(canvas: Canvas, right: int, y: int, asked: tuple[Need, ...], text: Colour) -> int:
    """Draw all needs, right-aligned. Return the left edge in pixels.

    `text` is the colour of text on this ground, which the icons also have.
    """
    for need in reversed(asked):
        if need.kind == "any":
            right = draw_any(canvas, right, y, need, text) + 4
        else:
            draw_token(canvas, centred(right - TOKEN // 2, y, TOKEN, TOKEN), need, text)
            right -= PITCH
    return right - 4


def draw_token(canvas: Canvas, box: Box, need: Need, text: Colour) -> None:
    """Draw one kind of canasta: filled if the side has it, outlined if not."""
    ground, ink, _ = GROUNDS[need.kind]
    line = canvas.theme.line if text == TEXT else INK
    if need.have:
        canvas.plate(box, 15, WHITE)
        canvas.plate(box.grown(-3), 12, ground)
    else:
        canvas.frame(box, 15, 3, line)
        ink = canvas.theme.muted if text == TEXT else INK
    if need.kind == "sevens":
        canvas.text(box.middle, box.centre, "7", 46, 800, ink, "middle")
    else:
        canvas.shape(KIND_SIGNS[need.kind], centred(box.middle, box.centre, 42, 42), ink)


def draw_any(canvas: Canvas, right: int, y: int, need: Need, text: Colour) -> int:
    """Draw canastas of any kind: their icon, and how many of the needed ones the side has.

    The number is gold once there are enough. Return the left edge in pixels.
    """
    ink = GOLD if need.have >= need.need and text == TEXT else text
    right -= canvas.text(right, y, f"{need.have}/{need.need}", ANY_TYPE, 800, ink, "right") + 4
    wide, tall = canasta_icons.ANY_SIZE
    canvas.sprite(canasta_icons.any_icon(), right - wide, y - tall // 2 - 2)
    return right - wide - 4
