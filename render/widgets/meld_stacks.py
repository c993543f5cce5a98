"""Melds as stacks: one front card with rank and count, the other cards behind it as edges.

The height of a stack shows its count, and so do the pips on its foot. A dark area above it ends in
a line where the seventh card will be. The line is gold when one card is missing. A canasta has the
colour and icon of its kind. A closed one is squared up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from engine.model.cards import JOKER, RANK
from engine.model.view import MeldView, View
from render.drawing import card_faces
from render.drawing.canvas import SCALE, Canvas, Sprite
from render.drawing.card_pen import CardPen
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    FACE,
    FACE_EDGE,
    GOLD,
    JOKER_GROUND,
    LILAC,
    PLATE,
    SEVENS_INK,
    SPADE,
    TURN_RING,
    VIOLET,
    WILD_FACE,
    Colour,
)
from render.text.catalogue import Catalogue, current_language
from render.widgets import meld_feet, meld_highlights
from render.widgets.canasta_icons import GROUNDS
from render.widgets.meld_feet import CANASTA
from render.widgets.seats import TableNames

RATIO: Final = 1.30
WIDTHS: Final = (118, 108, 95, 87, 78, 72, 66)
"""Widths in pixels. They are few, so that the sprites of all of them fit into the cache."""
READABLE_WIDTH: Final = WIDTHS[:5]
"""Widths that are easy to read on a phone. Narrower ones are for pictures that are too tall."""
GAP: Final = 6
LINE: Final = 6
SQUARED: Final = (4, 2)
"""Edges of a closed canasta: pixels between two edges, and their number."""
FOOT: Final = 0.42
"""Height of the band with the number, as a share of the card's width."""
MIN_FOOT: Final = 36
"""Least height of that band in pixels, for the smallest type."""
BACK_TO_FRONT: Final = ("joker", "wild", "natural")
"""Kinds of edges, in the order in which they are drawn."""
LEAST_TYPE: Final = 43
SHADOW: Final = 6
TAG_WIDTH: Final = 78
TAG_HEIGHT: Final = 48
PLUS_ASIDE: Final = 10
"""Pixels from a plus to the right edge of its stack, and from a tag beside it to the middle."""
PLUS_RISE: Final = 8
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
    made: bool = False
    """Whether the meld has become a canasta since the last picture."""
    fits: bool = False
    """Whether the viewer's hand has cards for the meld. Never True in a public picture."""

    @property
    def sure(self) -> bool:
        """Whether the meld is a canasta."""
        return self.kind in GROUNDS


def foot_of(width: int) -> int:
    """Return the height in pixels of the band with the number."""
    return max(MIN_FOOT, round(width * FOOT))


def stacks(view: View, melds: Iterable[MeldView], company: TableNames) -> tuple[MeldStack, ...]:
    """Return melds in rank order. Closed canastas of one kind and rank become one stack."""
    # A closed canasta cannot grow, and only the number of them matters. So they can share a stack.
    found: dict[tuple[int, str, int], list[MeldView]] = {}
    for meld in sorted(melds, key=lambda meld: (meld.rank, meld.number)):
        found.setdefault(stack_key(meld), []).append(meld)
    return tuple(make_stack(view, alike, company) for alike in found.values())


def stack_count(melds: Iterable[MeldView]) -> int:
    """Return how many stacks the melds form."""
    return len(set(map(stack_key, melds)))


def stack_key(meld: MeldView) -> tuple[int, str, int]:
    return (meld.rank, meld.kind, 0 if meld.closed else meld.number)


def make_stack(view: View, alike: Sequence[MeldView], company: TableNames) -> MeldStack:
    """Return the stack of one meld, or of closed melds of the same kind and rank."""
    meld = alike[-1]
    # Wild cards are at the back. The last one of the list is the front card, which looks natural.
    kinds = sorted((card_kind(view, meld, face) for face in meld.cards), key=BACK_TO_FRONT.index)
    numbers = {one.number for one in alike}
    label = card_faces.LABELS[meld.rank]
    only_wild = meld.kind == "wild" or (meld.kind == "open" and meld.wilds == len(meld.cards))
    return MeldStack(
        "" if only_wild else label,
        "" if label and not only_wild else "star" if only_wild else "cap",
        meld.kind,
        meld.closed,
        () if meld.closed else tuple(kinds[: min(len(kinds), CANASTA) - 1]),
        len(meld.cards),
        sum(company.added.get(number, 0) for number in numbers),
        len(alike),
        bool(meld.bonus) and not company.made.isdisjoint(numbers),
        not company.fitting.isdisjoint(numbers),
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
    """Draw stacks side by side. With `goal`, also draw the room up to the seventh card."""
    lefts = [x + place * (lay.width + GAP) for place in range(len(row))]
    y = top + lay.height - lay.card
    is_lit = any(one.made for one in row)  # The light reaches under the next stack.
    for left, one in zip(lefts, row, strict=True):
        draw = partial(draw_column, x=left, top=top, one=one, lay=lay, side=side, goal=goal)
        if is_lit or one.times > 1:  # Several canastas are higher than the box of others.
            draw(canvas)
            continue
        # Signs are drawn later. Without them most stacks are those of the last picture.
        plain = (replace(one, new=0, fits=False), lay, side, goal, current_language())
        canvas.shared(plain, Box(left, top, lay.width + SHADOW, lay.height + SHADOW), draw)
    # Signs overlap the next stack, so all stacks are drawn before the signs.
    for left, one in zip(lefts, row, strict=True):
        draw_signs(canvas, left, y, one, lay, side)


def draw_column(
    canvas: Canvas, x: int, top: int, one: MeldStack, lay: StackSize, side: int, *, goal: bool
) -> None:
    """Draw a stack and, with `goal`, the room above it. (x, top) is the left end of the goal."""
    if goal and one.kind == "open":
        draw_well(canvas, Box(x, top, lay.width, lay.height), one.count)
    draw_stack(canvas, x, top + lay.height - lay.card, one, lay, side)


def draw_well(canvas: Canvas, box: Box, count: int) -> None:
    """Draw the dark area up to the seventh card."""
    canvas.rectangle(box, canvas.theme.seat)
    line = GOLD if count == CANASTA - 1 else canvas.theme.line
    canvas.plate(Box(box.x, box.y, box.width, LINE), LINE // 2, line)


def draw_stack(canvas: Canvas, x: int, y: int, one: MeldStack, lay: StackSize, side: int) -> None:
    """Draw a stack. (x, y) is the upper left corner of its front card."""
    whole = stack_box(x, y, one, lay)
    if one.made:
        meld_highlights.draw_gold(canvas, whole)
    else:
        draw_shadow(canvas, x, y, lay)
    if one.closed:
        draw_closed_canasta(canvas, x, y, one, lay)
    for place, kind in enumerate(one.edges):
        behind = lay.step * (len(one.edges) - place)
        canvas.sprite(card_edge(kind, lay.width), x, y - behind)
    canvas.sprite(front_card(one.label, one.star, one.kind, lay.width), x, y)
    draw_foot(canvas, foot_box(x, y, lay), one, lay, side)


def draw_shadow(canvas: Canvas, x: int, y: int, lay: StackSize) -> None:
    """Draw the shadow of the lower half of a front card."""
    half = lay.card // 2
    canvas.plate(Box(x + SHADOW, y + half, lay.width, lay.card - half + SHADOW), 10, PLATE)


def draw_signs(canvas: Canvas, x: int, y: int, one: MeldStack, lay: StackSize, side: int) -> None:
    """Draw what is new about a stack, and whether the viewer's hand fits it."""
    if one.made:
        d = round(lay.width * 0.045)
        field = Box(x + d, y + d, lay.width - 2 * d, lay.card - 2 * d - lay.foot)
        meld_highlights.draw_sparks(canvas, stack_box(x, y, one, lay), field)
    if one.new:
        above = max(lay.step * (CANASTA - 1), TAG_HEIGHT + 4)
        wide = min(TAG_WIDTH, lay.width + GAP - TAG_APART)
        middle = x + lay.width // 2 - (PLUS_ASIDE if one.fits else 0)
        box = centred(middle, y - above + TAG_HEIGHT // 2, wide, TAG_HEIGHT)
        draw_new_count(canvas, box, one.new)
    if one.fits:
        meld_highlights.draw_plus(canvas, x + lay.width - PLUS_ASIDE, y - PLUS_RISE, side)


def stack_box(x: int, y: int, one: MeldStack, lay: StackSize) -> Box:
    """Return the box of all cards of a stack."""
    step, count = (lay.step, len(one.edges)) if not one.closed else SQUARED
    return Box(x, y - step * count, lay.width, lay.card + step * count)


def foot_box(x: int, y: int, lay: StackSize) -> Box:
    """Return the box of the foot of a stack."""
    d = round(lay.width * 0.045)
    return Box(x + d, y + lay.card - d - lay.foot, lay.width - 2 * d, lay.foot)


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


@lru_cache(maxsize=24)  # three kinds in each of eight widths
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


def draw_foot(canvas: Canvas, foot: Box, one: MeldStack, lay: StackSize, side: int) -> None:
    """Draw the count, or the icon of a canasta.

    A canasta that can grow shows its number of cards. A closed one shows the number of such
    canastas.
    """
    if not one.sure:
        pips = one.kind == "open" and lay.width >= meld_feet.PIPS_FROM
        meld_feet.draw_count(canvas, foot, one.count, side, pips=pips)
        return
    number = one.times if one.closed else one.count
    words = "" if one.closed and one.times == 1 else meld_feet.times(number)
    meld_feet.draw_kind(canvas, foot, one.kind, one.label, words, lay.type)


def draw_new_count(canvas: Canvas, box: Box, count: int) -> None:
    """Draw a cream tag with the number of new cards. A narrow tag has no room for the plus sign."""
    canvas.plate(box.grown(2), 14, canvas.theme.panel)
    canvas.plate(box, 12, TURN_RING)
    words = meld_feet.fit_label(
        box, LEAST_TYPE, Catalogue.load().words("table.more", n=count), str(count)
    )
    canvas.text(box.middle, box.centre, words, LEAST_TYPE, 800, SEVENS_INK, "middle")
