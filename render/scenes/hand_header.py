"""The line above a hand: what it holds in numbers, whose turn it is, and the packet that waits."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.model.view import SeatView, View
from render.canvas import fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import INK, LILAC, MUTED, PILL, SIDES, TEXT, WIDTH, Colour
from render.felt.centre import PACKET_SIGNS
from render.text.catalogue import Catalogue, number

MARGIN: Final = 12
HEIGHT: Final = 62
FIGURES_LEFT: Final = 41
FIGURE_GAP: Final = 26
SIGN_ROOM: Final = 40
SIGNS: Final[Mapping[str, tuple[int, Colour, int]]] = MappingProxyType(
    {"cards": (28, TEXT, 0), "star": (30, LILAC, 2)}
)
"""Size and colour of a sign in the header, and how far above the middle it stands."""


def draw(canvas: Canvas, view: View, seat: SeatView) -> None:
    """What one holds, in numbers; at the right whose turn it is, and the foot."""
    box = Box(MARGIN, 10, WIDTH - 2 * MARGIN, HEIGHT)
    canvas.plate(box, 16, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, SIDES[seat.side])
    right = draw_packet(canvas, box.right - 22, box.centre, view, seat)
    draw_figures(canvas, box.centre, view, draw_call(canvas, right, box.centre, view, seat))


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit, behind a sign if there is one."""

    sign: str
    value: int
    unit: str

    @property
    def width(self) -> int:
        """All its room, with the gap behind it."""
        figures = fonts.width(number(self.value), 34, 800) + fonts.width(self.unit, 30, 600)
        return figures + 9 + FIGURE_GAP + (SIGN_ROOM if self.sign else 0)


def figures_of(view: View) -> tuple[Figure, ...]:
    """How many cards a hand has, what they are worth, and how many are wild."""
    words, hand = Catalogue.load().words, view.hand
    wild = sum(map(view.values.is_wild, hand))
    return (
        Figure("cards", len(hand), words("hand.cards", n=len(hand))),
        Figure("", view.values.in_hand(hand), words("hand.points")),
        Figure("star", wild, words("hand.wild")),
    )


def draw_figures(canvas: Canvas, y: int, view: View, right: int) -> None:
    """The numbers; where room is short the signs speak for the words beside them."""
    figures, x = figures_of(view), FIGURES_LEFT
    if x + sum(figure.width for figure in figures) > right:
        figures = tuple(replace(one, unit="" if one.sign else one.unit) for one in figures)
    for figure in figures:
        draw_figure(canvas, x, y, figure)
        x += figure.width


def draw_figure(canvas: Canvas, x: int, y: int, figure: Figure) -> None:
    """One number, its sign before it and its unit behind it."""
    if figure.sign:
        size, ink, lift = SIGNS[figure.sign]
        canvas.shape(figure.sign, centred(x + 15, y - lift, size, size), ink)
        x += SIGN_ROOM
    x += canvas.text(x, y, number(figure.value), 34, 800, TEXT) + 9
    canvas.text(x, y + 2, figure.unit, 30, 600, MUTED)


def draw_packet(canvas: Canvas, right: int, y: int, view: View, seat: SeatView) -> int:
    """The foot or pony that still waits. Returns where it begins."""
    if not view.packet or not seat.foot_count:
        return right
    wide = canvas.text(right, y, str(seat.foot_count), 34, 800, TEXT, "right")
    canvas.shape(PACKET_SIGNS[view.packet], centred(right - wide - 28, y, 40, 40), MUTED)
    return right - wide - 66


def draw_call(canvas: Canvas, right: int, y: int, view: View, seat: SeatView) -> int:
    """Whose turn it is, and what an initial meld needs. Returns where that begins."""
    words = Catalogue.load().words
    calls = []
    if seat.minimum is not None:
        calls.append(words("table.opens", points=seat.minimum))
    if view.turn == seat.seat and view.phase != "over":
        calls.append(words("hand.your_turn"))
    for text in calls:
        wide = fonts.width(text, 28, 800) + 32
        canvas.plate(Box(right - wide, y - 23, wide, 46), 14, PILL)
        canvas.text(right - wide // 2, y, text, 28, 800, INK, "middle")
        right -= wide + 12
    return right
