"""The picture of all hands at one moment of a finished game, for tables that agreed to show them.

A hand has a column for each rank; covered cards are strips with their suit. The caller decides who
may see the picture, and passes each seat's own view.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.model.view import View
from render.drawing import card_faces, fonts
from render.drawing.canvas import TALLEST, Canvas
from render.drawing.card_pen import height_of as card_height
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    INK,
    MARKS,
    PILL,
    SIDE_INKS,
    TEXT,
    TURN_RING,
    WIDTH,
    DeckName,
    Theme,
)
from render.text import display_names
from render.text.alt_text import LONGEST, rank_words, text
from render.text.catalogue import format_number
from render.text.hand_order import hand_groups

__all__ = ["alt_text", "draw"]

MARGIN: Final = 12
HEADER: Final = 76
GAP: Final = 6
FOOT: Final = 10
COLUMN_GAP: Final = 10
NAME_SIZES: Final = (46, 44, 42)


@dataclass(frozen=True, slots=True)
class FanSize:
    """Width of cards and step between strips, in pixels, and the most visible cards in a column."""

    width: int
    step: int
    most: int = 6

    @property
    def height(self) -> int:
        """Height of one card in pixels."""
        return card_height(self.width)


FANS: Final = (
    FanSize(76, 28),
    FanSize(76, 22),
    FanSize(64, 18),
    FanSize(64, 18, 4),
    FanSize(64, 14, 4),
)
"""Sizes of fans, roomy ones first. The last one fits eight seats."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat's hand as columns."""

    view: View
    columns: tuple[bytes, ...]

    def height(self, fan: FanSize) -> int:
        """Return the height of the seat's panel in pixels."""
        most = min(max(map(len, self.columns), default=1), fan.most)
        return HEADER + fan.height + fan.step * (most - 1) + FOOT


def draw(
    views: Sequence[View], given: Sequence[str], theme: Theme, deck: DeckName = "four"
) -> Image.Image:
    """Draw all hands. `views` has the view of each seat, in order; `given` has the names."""
    rows = [SeatRow(view, hand_groups(view)) for view in views]
    fan = next((one for one in FANS if height_of(rows, one) <= TALLEST), FANS[-1])
    canvas = Canvas(theme, height_of(rows, fan), deck, views[0].values.wild_ranks)
    top = MARGIN
    for row in rows:
        draw_row(canvas, Box(MARGIN, top, WIDTH - 2 * MARGIN, row.height(fan)), row, given, fan)
        top += row.height(fan) + GAP
    return canvas.image


def height_of(rows: Sequence[SeatRow], fan: FanSize) -> int:
    """Return the height of the picture with fans of this size."""
    return 2 * MARGIN + sum(row.height(fan) for row in rows) + GAP * (len(rows) - 1)


def draw_row(canvas: Canvas, box: Box, row: SeatRow, given: Sequence[str], fan: FanSize) -> None:
    """Draw one seat: its name, its numbers and its cards."""
    seat = row.view.seats[row.view.viewer or 0]
    canvas.plate(box, 16, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, SIDE_INKS[seat.side])
    draw_title(canvas, box, row, given)
    if not row.columns:
        words = text("hand.empty")
        canvas.text(
            box.middle,
            box.y + HEADER + fan.height // 2,
            words,
            42,
            700,
            canvas.theme.muted,
            "middle",
        )
        return
    spare = box.width - 40 - fan.width * len(row.columns)
    # Negative if not all columns fit side by side: they overlap then.
    gap = min(COLUMN_GAP, spare // max(1, len(row.columns) - 1))
    foot = box.bottom - FOOT
    for i, cards in enumerate(row.columns):
        draw_column(canvas, box.x + 26 + (fan.width + gap) * i, foot, cards, fan)


def draw_title(canvas: Canvas, box: Box, row: SeatRow, given: Sequence[str]) -> None:
    """Draw the side's mark and the name, highlighted when it is the seat's turn.

    On the right are cards and points.
    """
    view, y = row.view, box.y + HEADER // 2
    seat, count = view.seats[view.viewer or 0], len(view.hand)
    held = text("hand.held", n=count, points=format_number(view.values.in_hand(view.hand)))
    right = box.right - 22
    canvas.text(right, y, held, 42, 600, canvas.theme.muted, "right")
    room = right - fonts.width(held, 42, 600) - box.x - 106
    canvas.shape(MARKS[seat.side], centred(box.x + 44, y, 34, 34), SIDE_INKS[seat.side])
    known = display_names.display_names(given, len(view.seats))[seat.seat]
    name, size = display_names.fit_size(known, room, NAME_SIZES, 700)
    ink = PILL if view.turn == seat.seat and view.phase != "over" else TEXT
    canvas.text(box.x + 74, y, name, size, 700, ink)


def draw_column(canvas: Canvas, x: int, foot: int, cards: bytes, fan: FanSize) -> None:
    """Draw the cards of one rank. If not all of them show, also draw their number."""
    shown = cards[-fan.most :]
    y = foot - fan.height - fan.step * (len(shown) - 1)
    for face in shown[:-1]:
        wild = canvas.is_wild(face)
        canvas.sprite(card_faces.strip(face, fan.width, canvas.deck, wild=wild), x, y)
        y += fan.step
    canvas.sprite(card_faces.card(canvas, shown[-1], fan.width), x, y)
    if len(cards) > len(shown):
        tag = centred(x + fan.width // 2, foot - 26, fan.width, 48)
        canvas.plate(tag, 12, TURN_RING)
        canvas.text(tag.middle, tag.centre, str(len(cards)), 42, 800, INK, "middle")


def alt_text(views: Sequence[View], given: Sequence[str]) -> str:
    """Return the alt text of all hands, at most 1,024 characters."""
    told = (
        text("alt.open_hands.hand", name=name, cards=seat_cards_text(view))
        for name, view in zip(display_names.display_names(given, len(views)), views, strict=True)
    )
    return display_names.cut_end(" ".join((text("alt.open_hands.title"), *told)), LONGEST)


def seat_cards_text(view: View) -> str:
    """Return a seat's cards in words, rank by rank."""
    return " ".join(map(rank_words, hand_groups(view))) or text("alt.open_hands.none")
