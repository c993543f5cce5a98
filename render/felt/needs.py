"""What is still needed: pills for the initial meld, and for each canasta before going out."""

from typing import Final

from engine.model.view import Need
from render.canvas import fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import GOLD, INK, MUTED, PILL, WHITE, Colour
from render.felt.canastas import GROUNDS
from render.text.catalogue import Catalogue

WIDTH: Final = 100
PITCH: Final = 106
SIGNS: Final = {"natural": "heart_card", "mixed": "spade_card", "wild": "star"}


def opening_pill(canvas: Canvas, right: int, y: int, points: int, size: int) -> int:
    """A yellow pill, right-aligned: the points an initial meld needs. Returns where it begins."""
    left = right - fonts.width(opening(points), size, 800) - 32
    opening_pill_at(canvas, left, y, points, size)
    return left - 10


def opening_pill_at(canvas: Canvas, left: int, y: int, points: int, size: int) -> None:
    """The same pill, left-aligned."""
    wide = fonts.width(opening(points), size, 800) + 32
    box = Box(left, y - size + 7, wide, 2 * size - 14)
    canvas.plate(box, 14, PILL)
    canvas.text(box.middle, y, opening(points), size, 800, INK, "middle")


def opening(points: int) -> str:
    """What an initial meld needs, in words."""
    return Catalogue.load().words("table.opens", points=points)


def draw_need(canvas: Canvas, box: Box, need: Need) -> None:
    """One thing needed to go out: filled when there, an outline while missing."""
    words = Catalogue.load().words
    if need.kind == "any":
        draw_need_of_any(canvas, box, need)
        return
    ground, ink, _ = GROUNDS[need.kind]
    if not need.have:
        canvas.frame(box, 14, 2, canvas.theme.line)
        draw_need_sign(canvas, box, need.kind, MUTED)
        canvas.text(box.right - 24, box.centre, words("table.none_yet"), 28, 800, MUTED, "middle")
        return
    canvas.plate(box, 14, ground)
    if need.kind == "mixed":
        canvas.frame(box, 14, 2, WHITE)
    draw_need_sign(canvas, box, need.kind, ink)
    canvas.text(
        box.right - 14,
        box.centre,
        words("table.times", n=need.have),
        28,
        800,
        INK if need.kind == "sevens" else WHITE,
        "right",
    )


def draw_need_sign(canvas: Canvas, box: Box, kind: str, ink: Colour) -> None:
    """The sign of a kind of canasta."""
    if kind == "sevens":
        canvas.text(box.x + 27, box.centre, "7", 34, 800, ink, "middle")
    else:
        canvas.shape(SIGNS[kind], centred(box.x + 27, box.centre, 30, 30), ink)


def draw_need_of_any(canvas: Canvas, box: Box, need: Need) -> None:
    """Canastas of whatever kind: one small card for each that is needed, filled when there."""
    step = 26
    left = box.middle - step * need.need // 2 + 2
    done = need.have >= need.need
    canvas.frame(box, 14, 2, GOLD if done else canvas.theme.line)
    for i in range(need.need):
        card = Box(left + step * i, box.centre - 15, 22, 30)
        if i < need.have:
            canvas.plate(card, 4, GOLD)
            canvas.shape("check", centred(card.middle, card.centre, 16, 16), INK)
        else:
            canvas.frame(card, 4, 2, MUTED)
