"""The picture of a player's own hand: a line of numbers, then columns by rank or by suit.

The columns are behind a rack, few and large, to be readable on a phone. New cards have an orange
ring and are in front of their column. Cards that came with the pile and cannot be melded yet have a
grey ground and a padlock. A coin on the rack means that cards of this rank fit a meld.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.model.cards import JOKER, RANK
from engine.model.view import View
from render.drawing import card_faces, fonts
from render.drawing.bands import MARGIN, Band
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    COPPER_DARK,
    LOCKED_FACE,
    MUTED,
    NEW_RING,
    TEXT,
    VIOLET,
    WIDTH,
    DeckName,
)
from render.text import hand_words
from render.text.catalogue import Catalogue
from render.text.hand_order import Order, hand_groups, open_ranks
from render.widgets.hand_summary import hand_summary

RACK: Final = 60
ROW_TOP: Final = 12
ROW_BOTTOM: Final = 12
COLUMN_GAP: Final = 12
RING: Final = 11
OUTSIDE: Final = 7
"""Pixels of the ring outside the card. The rest of it covers the card's edge."""
VISIBLE_SHARES: Final[Mapping[DeckName, float]] = MappingProxyType(
    {"four": 0.37, "two": 0.37, "large": 0.50}
)
"""Least visible part of a covered card, as a share of its width: rank and suit must show."""
OVERLAPS: Final = ((1.32, 0.07), (1.2, 0.05), (1.1, 0.03), (1.0, 0.0))
"""Visible height of front cards, and by how much covered cards exceed their least part.

Both are shares of the card's width, from roomy to crowded.
"""
CROWDED: Final = (0.30, 0.22, 0.15, 0.10)
"""Visible parts for columns that are still too tall.

Then only the number on the rack tells how many cards there are.
"""
WIDTHS: Final = (200, 168, 142, 123)
PARTED: Final = 8
"""Most cards of one suit in one column."""
MAX_ROWS: Final = 3
LONG_PICTURE: Final = 0.0003
"""By how much one pixel of height reduces the score of wider cards."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in a column. `new`: drawn or taken this turn; `locked`: cannot be melded yet."""

    face: int
    new: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class HandColumn:
    """Overlapping cards, the last in front: all of one rank, or some of one suit."""

    cards: tuple[HandCard, ...]
    growing: bool
    """Whether a meld on the table takes more cards of the rank."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """Pixels: width of cards, visible height of front cards and of covered cards."""

    width: int
    front: int
    step: int


@dataclass(frozen=True, slots=True)
class CardOverlap:
    """How much of front cards and of covered cards shows, as shares of their width.

    `flat`: choose the rows that take the fewest pixels, although the cards could be wider.
    """

    front: float
    step: float
    flat: bool = False


@dataclass(frozen=True, slots=True)
class HandRow:
    """Columns side by side behind a rack."""

    columns: tuple[HandColumn, ...]
    plan: CardSize

    lit: bool = True

    @property
    def above(self) -> int:
        """Pixels above the rack."""
        tallest = max(len(column.cards) for column in self.columns)
        return ROW_TOP + self.plan.front + self.plan.step * (tallest - 1)

    @property
    def height(self) -> int:
        """Height in pixels, including the rack."""
        return self.above + RACK + ROW_BOTTOM

    def draw(self, canvas: Canvas) -> None:
        """Draw the columns, then the rack in front of them."""
        rack = Box(MARGIN, self.above, WIDTH - 2 * MARGIN, RACK)
        places = column_lefts(len(self.columns), self.plan.width)
        for x, column in zip(places, self.columns, strict=True):
            draw_column(canvas, x, self.above, column, self.plan)
        canvas.rectangle(Box(rack.x, rack.y, rack.width, RACK // 2), canvas.theme.panel)
        canvas.plate(rack, 18, canvas.theme.panel)
        canvas.rectangle(Box(rack.x, rack.y, rack.width, 4), canvas.theme.line)
        for x, column in zip(places, self.columns, strict=True):
            draw_count(canvas, x + self.plan.width // 2, rack.centre + 3, column)


def column_lefts(count: int, width: int) -> list[int]:
    """Return the left edges of centred columns."""
    pitch = width + COLUMN_GAP
    left = (WIDTH - width - pitch * (count - 1)) // 2
    return [left + pitch * place for place in range(count)]


def draw_column(canvas: Canvas, x: int, foot: int, column: HandColumn, plan: CardSize) -> None:
    """Draw a column from the back. `foot` is the upper edge of the rack."""
    last = len(column.cards) - 1
    for place, card in enumerate(column.cards):
        y = foot - plan.front - plan.step * (last - place)
        # Some pixels more than show: the round corners of the card in front would leave gaps
        # otherwise.
        tall = plan.front if place == last else plan.step + plan.width // 8
        draw_card(canvas, x, y, card, plan.width, tall)


def draw_card(canvas: Canvas, x: int, y: int, card: HandCard, width: int, tall: int) -> None:
    """Draw the upper `tall` pixels of a card."""
    ground = LOCKED_FACE if card.locked else None
    canvas.sprite(card_faces.card_top(canvas, card.face, width, tall, ground), x, y)
    if card.new:
        # The rack is only as wide as the picture's margins allow, so a ring would show below it.
        # The ring therefore ends above the rack.
        ring = Box(x - OUTSIDE, y - OUTSIDE, width + 2 * OUTSIDE, tall + OUTSIDE)
        canvas.arch(ring, width // 9, RING, NEW_RING)
    if card.locked:
        draw_lock(canvas, x, y, width, card.face)


def draw_lock(canvas: Canvas, x: int, y: int, width: int, face: int) -> None:
    """Draw a small padlock where the card has room for it."""
    across, down = lock_place(canvas.deck, face)
    size, at = max(29, round(width * 0.21)), (x + round(width * across), y + round(width * down))
    canvas.shape("lock", centred(*at, size, size), VIOLET if face == JOKER else COPPER_DARK)


def lock_place(deck: DeckName, face: int) -> tuple[float, float]:
    """Return the middle of the padlock, in widths of the card.

    It is between rank and suit, further right on a wide ten. Large indices leave room in the corner
    only.
    """
    if deck == "large" and face != JOKER:
        return 0.90, 0.10
    return (0.585 if card_faces.LABELS[RANK[face]] == "10" else 0.52), card_faces.INDEX


def draw_count(canvas: Canvas, x: int, y: int, column: HandColumn) -> None:
    """Draw the number of cards in a column, with a coin if they fit a meld."""
    text = Catalogue.load().words("table.times", n=len(column.cards))
    if column.growing:
        left = x - (fonts.width(text, 42, 800) + 50) // 2
        canvas.sprite(card_faces.coin(40), left, y - 20)
        canvas.text(left + 50, y, text, 42, 800, TEXT)
    else:
        canvas.text(x, y, text, 42, 700, MUTED, "middle")


@dataclass(frozen=True, slots=True)
class EmptyHand:
    """The text for an empty hand."""

    height: int = 120
    lit: bool = True

    def draw(self, canvas: Canvas) -> None:
        text = Catalogue.load().words("hand.empty")
        canvas.text(WIDTH // 2, 60, text, 46, 700, MUTED, "middle")


def hand_columns(view: View, order: Order) -> tuple[HandColumn, ...]:
    """Return the sorted hand as columns. A suit of many cards takes several columns."""
    # Copies of a face are equal, so it does not matter which copies are marked, only how many.
    new, locked = Counter(hand_words.new_cards_text(view)), Counter(view.locked)
    growing = open_ranks(view)
    found = []
    for group in hand_groups(view, order):
        for part in split_column(group) if order == "suit" else [group]:
            cards = sorted(
                (take_mark(face, new, locked) for face in part), key=lambda card: card.new
            )
            found.append(HandColumn(tuple(cards), order != "suit" and RANK[part[0]] in growing))
    return tuple(found)


def take_mark(face: int, new: Counter[int], locked: Counter[int]) -> HandCard:
    """Return the next copy of a face, and count its marks down in `new` and `locked`."""
    card = HandCard(face, new[face] > 0, locked[face] > 0)
    new[face] -= card.new
    locked[face] -= card.locked
    return card


def split_column(group: bytes) -> list[bytes]:
    """Split a suit into parts of nearly equal size, each with at most `PARTED` cards."""
    # Rounded up twice: as few parts as possible, then as equal as possible.
    each = -(-len(group) // -(-len(group) // PARTED))
    return [group[i : i + each] for i in range(0, len(group), each)]


def hand_rows(columns: tuple[HandColumn, ...], tuck: CardOverlap) -> tuple[Band, ...]:
    """Arrange the columns in one, two or three rows: the most readable arrangement."""
    if not columns:
        return (EmptyHand(),)
    counts = range(1, min(MAX_ROWS, len(columns)) + 1)
    plans = [rows for count in counts if (rows := try_rows(columns, count, tuck))]
    best: tuple[HandRow, ...] = max(plans, key=flatness if tuck.flat else legibility_score)
    return best


def try_rows(columns: tuple[HandColumn, ...], count: int, tuck: CardOverlap) -> tuple[HandRow, ...]:
    """Arrange the columns in `count` rows. () if the columns would overlap."""
    each = -(-len(columns) // count)
    fit = (WIDTH - 2 * MARGIN + COLUMN_GAP) // each - COLUMN_GAP
    width = next((one for one in WIDTHS if one <= fit), None)
    if width is None:
        return ()
    plan = CardSize(width, round(width * tuck.front), round(width * tuck.step))
    return tuple(HandRow(columns[i : i + each], plan) for i in range(0, len(columns), each))


def height_of_rows(rows: Sequence[HandRow]) -> int:
    return sum(row.height for row in rows)


def flatness(rows: Sequence[HandRow]) -> float:
    """Score of an arrangement: fewer pixels are better."""
    return -height_of_rows(rows)


def legibility_score(rows: Sequence[HandRow]) -> float:
    """Score of an arrangement: wider cards are better, tall pictures a little worse."""
    return rows[0].plan.width * (1 - LONG_PICTURE * height_of_rows(rows))


def overlaps(deck: DeckName) -> list[CardOverlap]:
    """Return the overlaps to try, roomy ones first."""
    least, (low, _) = VISIBLE_SHARES[deck], OVERLAPS[-1]
    roomy = [CardOverlap(front, least + more) for front, more in OVERLAPS]
    return [*roomy, *(CardOverlap(low, share, flat=True) for share in (least, *CROWDED))]


def bands(view: View, order: Order, tuck: CardOverlap) -> tuple[Band, ...]:
    """Return the bands of the viewer's hand. Raises `ValueError` for a view without a viewer."""
    if view.viewer is None:
        raise ValueError("the public has no hand")
    return (hand_summary(view, view.viewer), *hand_rows(hand_columns(view, order), tuck))
