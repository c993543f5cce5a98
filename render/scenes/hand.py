"""A player's own hand: columns by rank or by suit, few and large, so that a phone will do.

New cards wear an orange ring, cards that came with the pile and may not be melded yet a closed
lock. A coin under a column says that one's side already has a meld of that rank.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PIL import Image

from engine.model.cards import JOKER, RANK
from engine.model.view import View
from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.pens import WIDTHS, height_of
from render.canvas.theme import (
    COPPER_DARK,
    GOLD,
    JOKER_GROUND,
    LOCKED_FACE,
    MUTED,
    NEW_RING,
    TEXT,
    WIDTH,
    DeckName,
    Theme,
)
from render.scenes import hand_header
from render.text.catalogue import Catalogue
from render.text.sorting import Order, groups, melded_ranks

MARGIN: Final = 12
ROW_GAP: Final = 10
COUNT_LINE: Final = 44
COLUMN_GAP: Final = 14
SHOWN: Final[Mapping[DeckName, float]] = MappingProxyType(
    {"four": 0.44, "two": 0.44, "large": 0.56}
)
"""How much of a covered card shows, of its width: rank and suit."""
TALLEST: Final = 8
"""So many cards of a column show all of that."""
LEAST_SHOWN: Final = 0.24
DESKTOP_SCALE: Final = 0.375
DESKTOP_HEIGHT: Final = 402
"""The box in which Discord shows a tall picture: scale by width, and most rows of pixels."""


@dataclass(frozen=True, slots=True)
class Column:
    """Cards that lie one on the other: those of one rank, or some of one suit."""

    cards: tuple[int, ...]
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class HandLayout:
    """Columns in rows at one card width, and how much of a covered card shows."""

    rows: tuple[tuple[Column, ...], ...]
    width: int
    step: int

    @property
    def heights(self) -> tuple[int, ...]:
        """The height of each row, counts included."""
        card = height_of(self.width)
        return tuple(
            card + self.step * (max(len(column.cards) for column in row) - 1) + COUNT_LINE
            for row in self.rows
        )

    @property
    def height(self) -> int:
        """The height of the picture."""
        return (
            2 * MARGIN
            + hand_header.HEIGHT
            + 10
            + sum(self.heights)
            + ROW_GAP * (len(self.rows) - 1)
        )

    @property
    def legibility(self) -> float:
        """How large the cards come out on a screen, less a little for a long picture."""
        tall = self.height
        scale = min(DESKTOP_SCALE, DESKTOP_HEIGHT / tall)
        return self.width * scale * (1 - 0.00022 * tall)


def draw(
    view: View,
    theme: Theme,
    deck: DeckName = "four",
    fresh: bytes | None = None,
    order: Order = "rank",
) -> Image.Image:
    """The picture of the viewer's hand. `fresh` overrides which cards count as newly drawn.

    Raises `ValueError` for a view of nobody in particular.
    """
    if view.viewer is None:
        raise ValueError("the public has no hand")
    plan = planned(columns_of(view, order), SHOWN[deck])
    canvas = Canvas(theme, max(plan.height, 200), deck, view.values.wild_ranks)
    hand_header.draw(canvas, view, view.seats[view.viewer])
    if not view.hand:
        text = Catalogue.load().words("hand.empty")
        canvas.text(WIDTH // 2, 130, text, 32, 700, MUTED, "middle")
    top = MARGIN + hand_header.HEIGHT + 10
    marks = Marks(Counter(view.fresh if fresh is None else fresh), Counter(view.locked))
    melded = melded_ranks(view)
    for row, height in zip(plan.rows, plan.heights, strict=True):
        draw_row(canvas, top, height, row, plan, marks, melded)
        top += height + ROW_GAP
    return canvas.image


def columns_of(view: View, order: Order) -> tuple[Column, ...]:
    """The hand as it is sorted; a suit of many cards takes several columns."""
    cards = groups(view, order)
    if order != "suit":
        return tuple(Column(tuple(group), RANK[group[0]]) for group in cards)
    return tuple(Column(tuple(part)) for group in cards for part in parted(group))


def parted(group: bytes) -> list[bytes]:
    """A group in parts of much the same size, none taller than can be read."""
    # Rounded up twice: as few parts as can be read, and then as equal as they can be.
    each = -(-len(group) // -(-len(group) // TALLEST))
    return [group[i : i + each] for i in range(0, len(group), each)]


def planned(columns: Sequence[Column], shown: float) -> HandLayout:
    """The plan of one, two or three rows that can be read best."""
    if not columns:
        return HandLayout((), WIDTHS[0], 0)
    counts = range(1, min(3, len(columns)) + 1)
    plans = [plan for count in counts for plan in plans_of(columns, count, shown)]
    return max(plans, key=lambda plan: plan.legibility)


def plans_of(columns: Sequence[Column], count: int, shown: float) -> list[HandLayout]:
    """Plans of so many rows, with every card width that fits."""
    per_row = -(-len(columns) // count)
    rows = tuple(tuple(columns[i : i + per_row]) for i in range(0, len(columns), per_row))
    room = (WIDTH - 4 * MARGIN + COLUMN_GAP) // per_row - COLUMN_GAP
    fitting = [width for width in WIDTHS if width <= room] or [WIDTHS[0]]
    tallest = max(len(column.cards) for column in columns)
    share = shown * min(1.0, max(LEAST_SHOWN / shown, TALLEST / tallest))
    return [HandLayout(rows, width, round(width * share)) for width in fitting]


@dataclass(slots=True)
class Marks:
    """The copies still to be marked: each new or locked copy once."""

    fresh: Counter[int]
    locked: Counter[int]

    def take(self, face: int) -> tuple[bool, bool]:
        """Whether the next copy of a face is new, and whether it is locked."""
        new, shut = self.fresh[face] > 0, self.locked[face] > 0
        self.fresh[face] -= new
        self.locked[face] -= shut
        return new, shut


def draw_row(
    canvas: Canvas,
    top: int,
    height: int,
    row: Sequence[Column],
    plan: HandLayout,
    marks: Marks,
    melded: frozenset[int],
) -> None:
    """A row of columns, standing on one line."""
    spare = WIDTH - 4 * MARGIN - plan.width * len(row)
    # Below nought where there is no room for all: columns then overlap.
    gap = min(COLUMN_GAP, spare // max(1, len(row) - 1))
    left = (WIDTH - plan.width * len(row) - gap * (len(row) - 1)) // 2
    foot = top + height - COUNT_LINE
    for i, column in enumerate(row):
        x = left + (plan.width + gap) * i
        draw_column(canvas, x, foot, column, plan, marks)
        draw_count(canvas, x + plan.width // 2, foot + 23, column, melded=column.rank in melded)


def draw_column(
    canvas: Canvas, x: int, foot: int, column: Column, plan: HandLayout, marks: Marks
) -> None:
    """A column; marks are put on as the cards come, for covered cards too."""
    y = foot - height_of(plan.width) - plan.step * (len(column.cards) - 1)
    below = plan.step + plan.width // 8
    for left, face in zip(range(len(column.cards) - 1, -1, -1), column.cards, strict=True):
        new, locked = marks.take(face)
        ground = LOCKED_FACE if locked else None
        card = (
            faces.shown_top(canvas, face, plan.width, below, ground)
            if left
            else faces.shown(canvas, face, plan.width, ground)
        )
        canvas.sprite(card, x, y)
        if new:
            canvas.frame(
                Box(x, y, plan.width, height_of(plan.width)), plan.width // 10, 6, NEW_RING
            )
        if locked:
            draw_lock(canvas, x, y, plan.width, face)
        y += plan.step


def draw_lock(canvas: Canvas, x: int, y: int, width: int, face: int) -> None:
    """A small closed lock where the card leaves room for it."""
    across, down = lock_place(canvas.deck, face)
    size, at = max(18, width // 6), (x + round(width * across), y + round(width * down))
    if face == JOKER:
        canvas.shape("disc", centred(*at, size * 4 // 3, size * 4 // 3), JOKER_GROUND)
    canvas.shape("lock", centred(*at, size, size), GOLD if face == JOKER else COPPER_DARK)


def lock_place(deck: DeckName, face: int) -> tuple[float, float]:
    """The middle of a lock, in widths of the card.

    Between rank and suit; a ten is wide and pushes it aside, large indices leave room only in the
    corner, a joker on its frame.
    """
    if face == JOKER:
        return 0.5, 0.09
    if deck == "large":
        return 0.91, 0.10
    return (0.57 if faces.LABELS[RANK[face]] == "10" else 0.5), 0.25


def draw_count(canvas: Canvas, x: int, y: int, column: Column, *, melded: bool) -> None:
    """How many cards a column has; a coin where one's side has melded that rank."""
    text = Catalogue.load().words("table.times", n=len(column.cards))
    if melded:
        wide = fonts.width(text, 27, 800)
        left = x - (wide + 36) // 2
        canvas.sprite(faces.coin(28), left, y - 14)
        canvas.text(left + 36, y, text, 27, 800, TEXT)
    else:
        canvas.text(x, y, text, 27, 700, MUTED, "middle")
