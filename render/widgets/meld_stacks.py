"""Melds as stacks: one front card with rank and count, and the edges of the other cards behind it.

The height of a stack shows its count. A dark area above the stack ends in a line at the place of
the seventh card; the line is gold if one card is missing. A canasta has the colour and icon of its
kind. The stack of a closed canasta is compact.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.model.cards import JOKER, RANK
from engine.model.view import MeldView, View
from render.drawing import card_faces, fonts
from render.drawing.canvas import SCALE, Canvas, Sprite
from render.drawing.card_pen import CardPen
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    FACE,
    FACE_EDGE,
    GOLD,
    INK,
    JOKER_GROUND,
    LILAC,
    SEVENS_INK,
    SIDE_BANDS,
    SPADE,
    TURN_RING,
    VIOLET,
    WILD_FACE,
    Colour,
)
from render.text.catalogue import Catalogue
from render.widgets.canasta_icons import GROUNDS, KIND_SIGNS

CANASTA: Final = 7
RATIO: Final = 1.30
WIDTHS: Final = (118, 108, 95, 87, 78, 72, 66)
"""Widths in pixels. They are few, so that the sprites of all of them fit into the cache."""
READABLE_WIDTH: Final = WIDTHS[:5]
"""Easy to read on a phone. Narrower ones are for pictures that would be too tall."""
GAP: Final = 6
LINE: Final = 6
SQUARED: Final = (4, 2)
"""Edges of a closed canasta: pixels from one to the next, and their number."""
FOOT: Final = 0.42
"""Height of the band with the number, as a share of the card's width."""
MIN_FOOT: Final = 36
"""Least height of that band in pixels, for the smallest type."""
BACK_TO_FRONT: Final = ("joker", "wild", "natural")
"""Kinds of edges, in the order in which they are drawn."""
LEAST_TYPE: Final = 42
TAG_WIDTH: Final = 78
TAG_HEIGHT: Final = 48
TAG_APART: Final = 4
"""Pixels between the tags of two narrow stacks, so that their dark rims do not touch."""


@dataclass(frozen=True, slots=True)
class StackSize:
    """Width of the cards in melds, and pixels from one edge to the next."""

    width: int
    step: int

    @property
    def card(self) -> int:
        """Height of a card in pixels."""
        return round(self.width * RATIO)

    @property
    def height(self) -> int:
        """Pixels from the goal line to the lower edge."""
        return self.card + self.step * (CANASTA - 1)

    @property
    def type(self) -> int:
        """Type size of the number on a stack."""
        return max(LEAST_TYPE, min(60, round(self.width * 0.5)))

    @property
    def foot(self) -> int:
        """Height in pixels of the band with the number."""
        return foot_of(self.width)

    def headroom(self, row: Iterable["MeldStack"]) -> int:
        """Return the pixels above the goal line for tags of new cards, to hide no rank."""
        above = self.step * (CANASTA - 1)
        return max(0, TAG_HEIGHT + 4 - above) if any(one.new for one in row) else 0


@dataclass(frozen=True, slots=True)
class MeldStack:
    """A meld as it is drawn, or several closed canastas of one kind and rank."""

    label: str
    """The rank. "" for a meld of wild cards, and for jokers that are a rank of their own."""
    star: str
    kind: str
    closed: bool
    edges: tuple[str, ...]
    """Kinds of the cards behind the front one, from the back: "joker", "wild" or "natural"."""
    count: int
    new: int
    """Number of new cards."""
    times: int = 1


def foot_of(width: int) -> int:
    """Return the height in pixels of the band with the number."""
    return max(MIN_FOOT, round(width * FOOT))


def stacks(
    view: View, melds: Iterable[MeldView], added: Mapping[int, int]
) -> tuple[MeldStack, ...]:
    """Return melds in rank order. Closed canastas of one kind and rank become one stack."""
    # A closed canasta cannot grow, and only the number of them matters. So they can share a stack.
    found: dict[tuple[int, str, int], list[MeldView]] = {}
    for meld in sorted(melds, key=lambda meld: (meld.rank, meld.number)):
        found.setdefault(stack_key(meld), []).append(meld)
    return tuple(make_stack(view, alike, added) for alike in found.values())


def stack_count(melds: Iterable[MeldView]) -> int:
    """Return how many stacks the melds become."""
    return len(set(map(stack_key, melds)))


def stack_key(meld: MeldView) -> tuple[int, str, int]:
    return (meld.rank, meld.kind, 0 if meld.closed else meld.number)


def make_stack(view: View, alike: Sequence[MeldView], added: Mapping[int, int]) -> MeldStack:
    """Return the stack of one meld, or of closed melds of the same kind and rank."""
    meld = alike[-1]
    # Wild cards are at the back. The last of the list is the front card, which looks like a
    # natural.
    kinds = sorted((card_kind(view, meld, face) for face in meld.cards), key=BACK_TO_FRONT.index)
    new = sum(added.get(one.number, 0) for one in alike)
    label = card_faces.LABELS[meld.rank]
    only_wild = meld.kind == "wild" or (meld.kind == "open" and meld.wilds == len(meld.cards))
    return MeldStack(
        "" if only_wild else label,
        "" if label and not only_wild else "star" if only_wild else "cap",
        meld.kind,
        meld.closed,
        () if meld.closed else tuple(kinds[: min(len(kinds), CANASTA) - 1]),
        len(meld.cards),
        new,
        len(alike),
    )


def card_kind(view: View, meld: MeldView, face: int) -> str:
    """Return the kind of a card's edge.

    In a set of twos a two is "natural", although it is wild.
    """
    if not view.values.is_wild(face) or (meld.kind == "set" and RANK[face] == meld.rank):
        return "natural"
    return "joker" if face == JOKER else "wild"


def columns_that_fit(room: int, width: int) -> int:
    """Return how many stacks fit side by side."""
    return (room + GAP) // (width + GAP)


def draw_row(
    canvas: Canvas,
    x: int,
    top: int,
    row: Sequence[MeldStack],
    lay: StackSize,
    side: int,
    *,
    goal: bool,
) -> None:
    """Draw stacks side by side. With `goal`, draw the room up to the seventh card as well."""
    for place, one in enumerate(row):
        left = x + place * (lay.width + GAP)
        if goal and one.kind == "open":
            draw_well(canvas, Box(left, top, lay.width, lay.height), one.count)
        draw_stack(canvas, left, top + lay.height - lay.card, one, lay, side)


def draw_well(canvas: Canvas, box: Box, count: int) -> None:
    """Draw the dark area up to the seventh card."""
    canvas.rectangle(box, canvas.theme.seat)
    line = GOLD if count == CANASTA - 1 else canvas.theme.line
    canvas.plate(Box(box.x, box.y, box.width, LINE), LINE // 2, line)


def draw_stack(canvas: Canvas, x: int, y: int, one: MeldStack, lay: StackSize, side: int) -> None:
    """Draw a stack. (x, y) is the upper left corner of its front card."""
    if one.closed:
        draw_closed_canasta(canvas, x, y, one, lay)
    for place, kind in enumerate(one.edges):
        behind = lay.step * (len(one.edges) - place)
        canvas.sprite(card_edge(kind, lay.width), x, y - behind)
    canvas.sprite(front_card(one.label, one.star, one.kind, lay.width), x, y)
    draw_foot(canvas, x, y, one, lay, SIDE_BANDS[side])
    if one.new:
        above = max(lay.step * (CANASTA - 1), TAG_HEIGHT + 4)
        wide = min(TAG_WIDTH, lay.width + GAP - TAG_APART)
        draw_new_count(
            canvas,
            centred(x + lay.width // 2, y - above + TAG_HEIGHT // 2, wide, TAG_HEIGHT),
            one.new,
        )


def draw_closed_canasta(canvas: Canvas, x: int, y: int, one: MeldStack, lay: StackSize) -> None:
    """Draw the cards of a closed canasta, and others of its kind behind it."""
    step, count = SQUARED
    if one.times > 1:
        rise = lay.width // 4
        canvas.sprite(
            front_card(one.label, one.star, one.kind, lay.width), x, y - step * count - rise
        )
    for place in range(count, 0, -1):
        canvas.sprite(card_edge("natural", lay.width), x, y - step * place)


@lru_cache(maxsize=24)  # Three kinds in each of eight widths.
def card_edge(kind: str, width: int) -> Sprite:
    """Return the upper edge of a covered card."""
    grounds: dict[str, tuple[Colour, Colour]] = {
        "joker": (JOKER_GROUND, LILAC),
        "wild": (WILD_FACE, VIOLET),
        "natural": (FACE, FACE_EDGE),
    }
    return CardPen(width, *grounds[kind], round(width * 0.36)).sprite()


# Fourteen ranks, a few kinds and seven widths. The common ones are preloaded.
@lru_cache(maxsize=160)
def front_card(label: str, star: str, kind: str, width: int) -> Sprite:
    """Return the front card of a stack, without the count and icon at its lower edge."""
    pen = CardPen(width, FACE, FACE_EDGE, round(width * RATIO))
    ground, ink, foot = GROUNDS.get(kind, (FACE, VIOLET if star else SPADE, FACE))
    # All drawing is at four times the size, so the height of the lower band is enlarged as well.
    d, tall = round(pen.width * 0.045), foot_of(width) * SCALE
    # The lower band of a narrow card is taller than its share, so the rank moves up.
    rise = (tall / pen.width - FOOT) / 2
    if kind in GROUNDS:
        box = (d, d, pen.width - 1 - d, pen.height - 1 - d)
        pen.draw.rounded_rectangle(box, pen.width * 0.07, ground)
        lower = (d, pen.height - 1 - d - tall, pen.width - 1 - d, pen.height - 1 - d)
        pen.draw.rounded_rectangle(lower, pen.width * 0.07, foot)
    if star:
        pen.sign(star, 0.5, 0.455 - rise, 0.62, ink)
    else:
        pen.tight(label, 0.5, 0.45 - rise, 0.72, ink)
    return pen.sprite()


def draw_foot(canvas: Canvas, x: int, y: int, one: MeldStack, lay: StackSize, band: Colour) -> None:
    """Draw the count on the side's colour, or the icon of a canasta with its count."""
    d = round(lay.width * 0.045)
    foot = Box(x + d, y + lay.card - d - lay.foot, lay.width - 2 * d, lay.foot)
    if one.kind in GROUNDS:
        draw_kind(canvas, foot, one, lay)
        return
    canvas.plate(foot, round(lay.width * 0.09), band)
    canvas.text(foot.middle, foot.centre, str(one.count), lay.type, 800, INK, "middle")


def draw_kind(canvas: Canvas, foot: Box, one: MeldStack, lay: StackSize) -> None:
    """Draw the icon of a canasta and a count: of cards if it can grow, else of such canastas."""
    size = min(round(lay.width * 0.36), lay.type)
    number = str(one.count) if not one.closed else str(one.times) if one.times > 1 else ""
    if one.kind == "sevens":
        sevens = Catalogue.load().words("canasta.short.sevens")
        words = fit_label(foot.grown(-2), lay.type, sevens, one.label)
        canvas.text(foot.middle, foot.centre, number or words, lay.type, 800, GOLD, "middle")
        return
    ink = GROUNDS[one.kind][0]
    if not number:
        canvas.shape(KIND_SIGNS[one.kind], centred(foot.middle, foot.centre, size, size), ink)
        return
    at = foot.x + round(foot.width * (0.28 if len(number) == 1 else 0.22))
    canvas.shape(KIND_SIGNS[one.kind], centred(at, foot.centre, size, size), ink)
    right = foot.right - round(foot.width * 0.06)
    canvas.text(right, foot.centre, number, max(LEAST_TYPE, lay.type - 6), 800, ink, "right")


def draw_new_count(canvas: Canvas, box: Box, count: int) -> None:
    """Draw a cream tag with the number of new cards. A narrow tag has no room for the plus sign."""
    canvas.plate(box.grown(2), 14, canvas.theme.panel)
    canvas.plate(box, 12, TURN_RING)
    words = fit_label(box, LEAST_TYPE, Catalogue.load().words("table.more", n=count), str(count))
    canvas.text(box.middle, box.centre, words, LEAST_TYPE, 800, SEVENS_INK, "middle")


def fit_label(box: Box, size: int, words: str, shorter: str) -> str:
    """Return `words` if they fit into the box, else `shorter`."""
    return words if fonts.width(words, size, 800) <= box.width else shorter
