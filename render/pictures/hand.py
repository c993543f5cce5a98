"""The picture of a player's own hand: a line of numbers, then columns by rank or by suit.

The columns are behind a rack. They are few and large, so that a phone shows them well. New cards
have a white ring and a light, and are in front of their column, which is higher than others. Cards
that came with the pile and cannot be melded yet have a grey ground and a padlock. A plus on a
column means that the hand can add cards of this rank to a meld.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.model.cards import JOKER, RANK
from engine.model.view import View
from render.drawing import card_faces, halo
from render.drawing.bands import MARGIN, Band
from render.drawing.canvas import Canvas, flat_background
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    COPPER_DARK,
    LOCKED_FACE,
    TEXT,
    VIOLET,
    WHITE,
    WIDTH,
    DeckName,
)
from render.text import hand_words
from render.text.catalogue import Catalogue
from render.text.hand_order import Order, hand_groups, open_ranks
from render.widgets import meld_highlights
from render.widgets.hand_summary import hand_summary
from render.widgets.meld_feet import times

RACK: Final = 60
ROW_TOP: Final = 12
ROW_BOTTOM: Final = 12
COLUMN_GAP: Final = 12
RING: Final = 9
OUTSIDE: Final = 6
"""Pixels of the white ring outside the card. The rest of the ring covers the card's edge."""
LINE: Final = 3
"""Pixels of the line around the ring, which separates it from white cards."""
LIFT: Final = 18
"""Pixels by which columns with new cards are higher."""
LIGHT: Final = 24
"""Fewest pixels of the light above a new card. Its outermost steps may be cut off."""
PLUS_ASIDE: Final = 17
PLUS_RISE: Final = 21
"""Pixels from the middle of a plus to the right edge of its column, and to the rack."""
VISIBLE_SHARES: Final[Mapping[DeckName, float]] = MappingProxyType(
    {"four": 0.37, "two": 0.37, "large": 0.50}
)
"""Smallest visible part of a covered card, as a share of its width: rank and suit must show."""
OVERLAPS: Final = ((1.32, 0.07), (1.2, 0.05), (1.1, 0.03), (1.0, 0.0))
"""Visible height of front cards, and additional visible part of covered cards.

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
MOST_LIT: Final = 40
"""Most cards of a hand on a lit background."""
LONG_PICTURE: Final = 0.0003
"""How much one pixel of height lowers the score of an arrangement."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in a column. `new`: drawn or taken this turn; `locked`: cannot be melded yet."""

    face: int
    new: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class HandColumn:
    """Overlapping cards, the last in front. They have one rank, or one suit."""

    cards: tuple[HandCard, ...]
    growing: bool
    """Whether a meld on the table takes more cards of the rank."""

    @property
    def lift(self) -> int:
        """Pixels by which the column is higher than others."""
        return LIFT if self.new else 0

    @property
    def new(self) -> int:
        """Number of new cards."""
        return sum(card.new for card in self.cards)

    def above(self, plan: "CardSize") -> int:
        """Pixels above the rack, including the room for the light around new cards."""
        cards = plan.front + plan.step * (len(self.cards) - 1)
        if not (new := self.new):
            return ROW_TOP + cards
        return LIFT + max(ROW_TOP + cards, plan.front + plan.step * (new - 1) + LIGHT)


@dataclass(frozen=True, slots=True)
class CardSize:
    """Sizes in pixels: width of cards, visible height of front cards and of covered cards."""

    width: int
    front: int
    step: int


@dataclass(frozen=True, slots=True)
class CardOverlap:
    """How much of front cards and of covered cards shows, as shares of their width.

    `flat` chooses the rows that take the fewest pixels, even if the cards could be wider.
    """

    front: float
    step: float
    flat: bool = False


@dataclass(frozen=True, slots=True)
class HandRow:
    """Columns side by side behind a rack."""

    columns: tuple[HandColumn, ...]
    plan: CardSize
    side: int = 0
    light: bool = True
    """Whether new cards are in a light. In a large hand it would take too many bytes."""

    lit: bool = True

    @property
    def above(self) -> int:
        """Pixels above the rack."""
        return max(column.above(self.plan) for column in self.columns)

    @property
    def height(self) -> int:
        """Height in pixels, including the rack."""
        return self.above + RACK + ROW_BOTTOM

    def draw(self, canvas: Canvas) -> None:
        """Draw lights, columns, the rack in front of them, and the signs on both."""
        rack = Box(MARGIN, self.above, WIDTH - 2 * MARGIN, RACK)
        lefts = column_lefts(len(self.columns), self.plan.width)
        placed = tuple(zip(lefts, self.columns, strict=True))
        # A light reaches under the next columns, so all lights are drawn before them.
        for x, column in placed if self.light else ():
            draw_lights(canvas, x, self.above, column, self.plan)
        for x, column in placed:
            draw_column(canvas, x, self.above, column, self.plan)
        canvas.rectangle(Box(rack.x, rack.y, rack.width, RACK // 2), canvas.theme.panel)
        canvas.plate(rack, 18, canvas.theme.panel)
        canvas.rectangle(Box(rack.x, rack.y, rack.width, 4), canvas.theme.line)
        for x, column in placed:
            draw_signs(canvas, x, rack, column, self)


def column_lefts(count: int, width: int) -> list[int]:
    """Return the left edges of centred columns."""
    pitch = width + COLUMN_GAP
    left = (WIDTH - width - pitch * (count - 1)) // 2
    return [left + pitch * place for place in range(count)]


def card_tops(foot: int, column: HandColumn, plan: CardSize) -> list[tuple[int, int, HandCard]]:
    """Return the upper edge and the visible height of each card, from the back.

    `foot` is the upper edge of the rack.
    """
    last, top = len(column.cards) - 1, foot - column.lift - plan.front
    # Some pixels more than are visible: otherwise the round corners of the card in front leave
    # gaps.
    covered, front = plan.step + plan.width // 8, plan.front + column.lift
    return [
        (top - plan.step * (last - place), front if place == last else covered, card)
        for place, card in enumerate(column.cards)
    ]


def draw_lights(canvas: Canvas, x: int, foot: int, column: HandColumn, plan: CardSize) -> None:
    """Draw one light behind all new cards of a column."""
    tops = [top for top, _, card in card_tops(foot, column, plan) if card.new]
    if tops:
        light = halo.halo(plan.width, foot - tops[0], flat_background(canvas.theme))
        light.draw(canvas, x - halo.REACH, tops[0] - halo.REACH)


def draw_column(canvas: Canvas, x: int, foot: int, column: HandColumn, plan: CardSize) -> None:
    """Draw a column from the back."""
    for y, tall, card in card_tops(foot, column, plan):
        draw_card(canvas, x, y, card, plan.width, tall)


def draw_card(canvas: Canvas, x: int, y: int, card: HandCard, width: int, tall: int) -> None:
    """Draw the upper `tall` pixels of a card."""
    ground = LOCKED_FACE if card.locked else None
    if card.new:
        # A lifted card may end just above the rack. Its ring must close below it.
        canvas.rectangle(Box(x, y + tall - width // 4, width, width // 4), WHITE)
    canvas.sprite(card_faces.card(canvas, card.face, width, ground), x, y, tall)
    if card.new:
        # The rack is only as wide as the picture's margins allow, so a ring could show below it. It
        # therefore ends above the rack.
        for outside, line, ink in (
            (OUTSIDE + LINE, LINE, canvas.theme.line),
            (OUTSIDE, RING, WHITE),
        ):
            ring = Box(x - outside, y - outside, width + 2 * outside, tall + outside)
            canvas.arch(ring, width // 9 + outside, line, ink)
    if card.locked:
        draw_lock(canvas, x, y, width, card.face)


def draw_lock(canvas: Canvas, x: int, y: int, width: int, face: int) -> None:
    """Draw a small padlock where the card has room."""
    across, down = lock_place(canvas.deck, face)
    size, at = max(26, round(width * 0.21)), (x + round(width * across), y + round(width * down))
    canvas.shape("lock", centred(*at, size, size), VIOLET if face == JOKER else COPPER_DARK)


def lock_place(deck: DeckName, face: int) -> tuple[float, float]:
    """Return the centre of the padlock from the card's top left corner, in card widths.

    The padlock is between rank and suit. On a deck with large indexes it is in the corner, above
    the suit.
    """
    if face == JOKER:
        return 0.52, card_faces.INDEX
    return (0.82, 0.17) if deck == "large" else (0.58, card_faces.INDEX)


def draw_signs(canvas: Canvas, x: int, rack: Box, column: HandColumn, row: HandRow) -> None:
    """Draw the number of a column's cards on the rack, if there are several.

    Draw a plus if the hand can add these cards to a meld.
    """
    ink = TEXT if column.growing else canvas.theme.muted
    if len(column.cards) > 1:
        middle = x + row.plan.width // 2
        canvas.text(middle, rack.centre + 3, times(len(column.cards)), 43, 800, ink, "middle")
    if column.growing:
        aside, rise = x + row.plan.width - PLUS_ASIDE, rack.y - PLUS_RISE
        meld_highlights.draw_plus(canvas, aside, rise, row.side)


@dataclass(frozen=True, slots=True)
class EmptyHand:
    """The text for an empty hand."""

    height: int = 120
    lit: bool = True

    def draw(self, canvas: Canvas) -> None:
        text = Catalogue.load().words("hand.empty")
        canvas.text(WIDTH // 2, 60, text, 46, 700, canvas.theme.muted, "middle")


def hand_columns(view: View, order: Order) -> tuple[HandColumn, ...]:
    """Return the sorted hand as columns. A suit of many cards takes several columns."""
    # Copies of a face are equal, so it does not matter which of them are marked.
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
    """Return the next copy of a face, and reduce its counts in `new` and `locked`."""
    card = HandCard(face, new[face] > 0, locked[face] > 0)
    new[face] -= card.new
    locked[face] -= card.locked
    return card


def split_column(group: bytes) -> list[bytes]:
    """Split a suit into parts of nearly equal size, each with at most `PARTED` cards."""
    # Rounded up twice: as few parts as possible, then as equal as possible.
    each = -(-len(group) // -(-len(group) // PARTED))
    return [group[i : i + each] for i in range(0, len(group), each)]


def hand_rows(columns: tuple[HandColumn, ...], tuck: CardOverlap, side: int) -> tuple[Band, ...]:
    """Arrange the columns in one, two or three rows, so that they are easiest to read."""
    if not columns:
        return (EmptyHand(),)
    counts = range(1, min(MAX_ROWS, len(columns)) + 1)
    plans = [rows for count in counts if (rows := try_rows(columns, count, tuck, side))]
    best: tuple[HandRow, ...] = max(plans, key=flatness if tuck.flat else legibility_score)
    return best


def try_rows(
    columns: tuple[HandColumn, ...], count: int, tuck: CardOverlap, side: int = 0
) -> tuple[HandRow, ...]:
    """Arrange the columns in `count` rows. () if the columns would overlap."""
    each = -(-len(columns) // count)
    fit = (WIDTH - 2 * MARGIN + COLUMN_GAP) // each - COLUMN_GAP
    width = next((one for one in WIDTHS if one <= fit), None)
    if width is None:
        return ()
    plan = CardSize(width, round(width * tuck.front), round(width * tuck.step))
    # Shades behind many cards would take bytes, and so patient compression.
    lit = sum(len(column.cards) for column in columns) <= MOST_LIT
    return tuple(
        HandRow(columns[i : i + each], plan, side, not tuck.flat, lit)
        for i in range(0, len(columns), each)
    )


def height_of_rows(rows: Sequence[HandRow]) -> int:
    return sum(row.height for row in rows)


def flatness(rows: Sequence[HandRow]) -> float:
    """Score of an arrangement. Fewer pixels are better."""
    return -height_of_rows(rows)


def legibility_score(rows: Sequence[HandRow]) -> float:
    """Score of an arrangement. Wider cards are better, tall pictures are a little worse."""
    return rows[0].plan.width * (1 - LONG_PICTURE * height_of_rows(rows))


def overlaps(deck: DeckName) -> list[CardOverlap]:
    """Return the overlaps to try, roomy ones first."""
    least, (low, _) = VISIBLE_SHARES[deck], OVERLAPS[-1]
    roomy = [CardOverlap(front, least + more) for front, more in OVERLAPS]
    return [*roomy, *(CardOverlap(low, share, flat=True) for share in (least, *CROWDED))]


def bands(view: View, columns: tuple[HandColumn, ...], tuck: CardOverlap) -> tuple[Band, ...]:
    """Return the bands of the viewer's hand, whose columns `hand_columns` returns.

    Raises `ValueError` for a view without a viewer.
    """
    if view.viewer is None:
        raise ValueError("the public has no hand")
    rows = hand_rows(columns, tuck, view.side_of(view.viewer))
    return (hand_summary(view, view.viewer), *rows)
