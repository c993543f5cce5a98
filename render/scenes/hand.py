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
from engine.model.view import SeatView, View
from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.pens import WIDTHS, height_of
from render.canvas.theme import (
    COPPER_DARK,
    GOLD,
    INK,
    JOKER_GROUND,
    LILAC,
    LOCKED_FACE,
    MUTED,
    NEW_RING,
    PILL,
    SIDES,
    TEXT,
    WIDTH,
    DeckName,
    Theme,
)
from render.felt.centre import PACKET_SIGNS
from render.text.catalogue import Catalogue, number
from render.text.sorting import Order, groups, melded_ranks

MARGIN: Final = 12
HEADER: Final = 62
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
class Plan:
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
        return 2 * MARGIN + HEADER + 10 + sum(self.heights) + ROW_GAP * (len(self.rows) - 1)

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
    draw_header(canvas, view, view.seats[view.viewer])
    if not view.hand:
        text = Catalogue.load().words("hand.empty")
        canvas.text(WIDTH // 2, 130, text, 32, 700, MUTED, "middle")
    top = MARGIN + HEADER + 10
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
    each = -(-len(group) // -(-len(group) // TALLEST))
    return [group[i : i + each] for i in range(0, len(group), each)]


def planned(columns: Sequence[Column], shown: float) -> Plan:
    """The plan of one, two or three rows that can be read best."""
    if not columns:
        return Plan((), WIDTHS[0], 0)
    counts = range(1, min(3, len(columns)) + 1)
    plans = [plan for count in counts for plan in plans_of(columns, count, shown)]
    return max(plans, key=lambda plan: plan.legibility)


def plans_of(columns: Sequence[Column], count: int, shown: float) -> list[Plan]:
    """Plans of so many rows, with every card width that fits."""
    per_row = -(-len(columns) // count)
    rows = tuple(tuple(columns[i : i + per_row]) for i in range(0, len(columns), per_row))
    room = (WIDTH - 4 * MARGIN + COLUMN_GAP) // per_row - COLUMN_GAP
    fitting = [width for width in WIDTHS if width <= room] or [WIDTHS[0]]
    tallest = max(len(column.cards) for column in columns)
    share = shown * min(1.0, max(LEAST_SHOWN / shown, TALLEST / tallest))
    return [Plan(rows, width, round(width * share)) for width in fitting]


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


def draw_header(canvas: Canvas, view: View, seat: SeatView) -> None:
    """What one holds, in numbers; at the right whose turn it is, and the foot."""
    words, box = Catalogue.load().words, Box(MARGIN, 10, WIDTH - 2 * MARGIN, HEADER)
    canvas.plate(box, 16, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, SIDES[seat.side])
    y, hand = box.centre, view.hand
    canvas.shape("cards", centred(56, y, 28, 28), TEXT)
    x = figure(canvas, 82, y, len(hand), words("hand.cards", n=len(hand)))
    x = figure(canvas, x, y, view.values.in_hand(hand), words("hand.points"))
    wild = sum(map(view.values.is_wild, hand))
    canvas.shape("star", centred(x + 15, y - 2, 30, 30), LILAC)
    figure(canvas, x + 40, y, wild, words("hand.wild"))
    right = draw_packet(canvas, box.right - 22, y, view, seat)
    draw_call(canvas, right, y, view, seat)


def figure(canvas: Canvas, x: int, y: int, value: int, unit: str) -> int:
    """A number and its unit. Returns where they end."""
    x += canvas.text(x, y, number(value), 34, 800, TEXT) + 9
    return x + canvas.text(x, y + 2, unit, 30, 600, MUTED) + 26


def draw_packet(canvas: Canvas, right: int, y: int, view: View, seat: SeatView) -> int:
    """The foot or pony that still waits. Returns where it begins."""
    if not view.packet or not seat.foot_count:
        return right
    wide = canvas.text(right, y, str(seat.foot_count), 34, 800, TEXT, "right")
    canvas.shape(PACKET_SIGNS[view.packet], centred(right - wide - 28, y, 40, 40), MUTED)
    return right - wide - 66


def draw_call(canvas: Canvas, right: int, y: int, view: View, seat: SeatView) -> None:
    """What to do: whose turn it is, and what an initial meld needs."""
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


def draw_row(
    canvas: Canvas,
    top: int,
    height: int,
    row: Sequence[Column],
    plan: Plan,
    marks: Marks,
    melded: frozenset[int],
) -> None:
    """A row of columns, standing on one line."""
    spare = WIDTH - 4 * MARGIN - plan.width * len(row)
    gap = min(COLUMN_GAP, spare // max(1, len(row) - 1))
    left = (WIDTH - plan.width * len(row) - gap * (len(row) - 1)) // 2
    foot = top + height - COUNT_LINE
    for i, column in enumerate(row):
        x = left + (plan.width + gap) * i
        draw_column(canvas, x, foot, column, plan, marks)
        draw_count(canvas, x + plan.width // 2, foot + 23, column, melded=column.rank in melded)


def draw_column(
    canvas: Canvas, x: int, foot: int, column: Column, plan: Plan, marks: Marks
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
