"""Melds on the table: columns of cards, fanned, wilds on top, the last natural in front.

A column holds all melds of one rank that one side (or one player) has. The higher the fan, the
nearer the canasta. A closed canasta is a squared pile in the colour of its kind; one that may
still grow keeps its fan and shows its kind on the front card.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.cards import JOKER, JOKER_RANK
from engine.model.view import MeldView
from render.canvas import faces
from render.canvas.canvas import Canvas, Sprite
from render.canvas.geometry import Box, centred
from render.canvas.pens import height_of
from render.canvas.theme import INK, TURN_RING, Colour
from render.felt import canastas
from render.text.catalogue import Catalogue

BADGE: Final = 34
TAB_HEIGHT: Final = 25
LEAST_STRIP: Final = 12
"""The lowest step at which a suit fits on a strip."""
DROP: Final = 12
"""How much lower than on a fan the badge of a canasta sits: it must not cover its name."""


@dataclass(frozen=True, slots=True)
class Fan:
    """How fans are laid: the card width, the step from strip to strip, the most strips."""

    width: int
    step: int
    most: int = 6

    @property
    def height(self) -> int:
        """The height of one card."""
        return height_of(self.width)


@dataclass(frozen=True, slots=True)
class Mark:
    """What is written on a column, once all columns lie: at its left edge and lower end."""

    x: int
    y: int
    count: int = 0
    times: int = 0
    new: int = 0


def column_height(melds: Sequence[MeldView], fan: Fan) -> int:
    """How tall a column is, badges left out."""
    tab = TAB_HEIGHT if shows_tab(melds) else 0
    return tab + max((fan_height(meld, fan) for meld in melds), default=0)


def fan_height(meld: MeldView, fan: Fan) -> int:
    """How tall one meld is."""
    drop = DROP if meld.bonus and not meld.closed else 0
    return fan.height + fan.step * strips_of(meld, fan) + drop


def strips_of(meld: MeldView, fan: Fan) -> int:
    """How many covered cards a meld shows above its front card."""
    return 0 if meld.closed else min(len(meld.cards), fan.most) - 1


def shows_tab(melds: Sequence[MeldView]) -> bool:
    """Whether a closed canasta shares its column with an open meld."""
    return any(meld.closed for meld in melds) and not all(meld.closed for meld in melds)


def draw_column(
    canvas: Canvas,
    at: tuple[int, int],
    melds: Sequence[MeldView],
    fan: Fan,
    added: Mapping[int, int],
) -> list[Mark]:
    """Draw the melds of one rank, the top left corner at a point. Returns what to write on them.

    The marks come last, when all columns lie: crowded columns overlap.
    """
    x, y = at
    closed = [meld for meld in melds if meld.closed]
    still_open = [meld for meld in melds if not meld.closed]
    marks = []
    if closed and not still_open:
        canvas.sprite(front_of(closed[-1], fan.width, edges=canastas.EDGES), x, y)
        marks.append(pile_mark(closed, x, y + fan.height, added))
    elif closed:
        canvas.sprite(tab_of(closed, fan), x, y)
        y += TAB_HEIGHT
    below = (x, y)
    return marks + [
        draw_fan(canvas, below, meld, fan, added.get(meld.number, 0)) for meld in still_open
    ]


def pile_mark(closed: Sequence[MeldView], x: int, bottom: int, added: Mapping[int, int]) -> Mark:
    """What to write on closed canastas of one rank: how many, if there are several."""
    new = sum(added.get(meld.number, 0) for meld in closed)
    return Mark(x, bottom + 2, times=len(closed) if len(closed) > 1 else 0, new=new)


def draw_fan(canvas: Canvas, at: tuple[int, int], meld: MeldView, fan: Fan, new: int) -> Mark:
    """An open meld: strips and the front card. Returns what to write on it."""
    (x, y), cards = at, fanned(canvas, meld)
    covered = cards[: strips_of(meld, fan)]
    for i, face in enumerate(covered):
        canvas.sprite(covered_card(canvas, face, fan), x, y + fan.step * i)
    y += fan.step * len(covered)
    if meld.kind in canastas.GROUNDS:
        canvas.sprite(front_of(meld, fan.width, edges=0), x, y)
        return Mark(x, y + fan.height + DROP - 7, count=len(cards), new=new)
    canvas.sprite(faces.shown(canvas, cards[-1], fan.width), x, y)
    return Mark(x, y + fan.height - 7, count=len(cards), new=new)


def draw_mark(canvas: Canvas, mark: Mark, fan: Fan, ink: Colour) -> None:
    """The number of cards on a disc, several canastas as a tag, new cards as another."""
    words = Catalogue.load().words
    if mark.count:
        badge(canvas, mark.x + fan.width - 8, mark.y, str(mark.count), ink)
    if mark.times:
        tag(canvas, mark.x + fan.width - 14, mark.y, words("table.times", n=mark.times))
    if mark.new:
        tag(canvas, mark.x + 16, mark.y + 4, words("table.more", n=mark.new))


def covered_card(canvas: Canvas, face: int, fan: Fan) -> Sprite:
    """What shows of a covered card: its strip, or in a low fan its edge only."""
    wild = canvas.is_wild(face)
    if fan.step >= LEAST_STRIP:
        return faces.strip(face, fan.width, canvas.deck, wild=wild)
    return faces.edge(fan.width, wild=wild, joker=face == JOKER)


def fanned(canvas: Canvas, meld: MeldView) -> list[int]:
    """The cards of a meld from top to front: jokers, twos, then naturals by suit."""
    # The sign turned: jokers come before twos, and both before every natural card.
    return sorted(meld.cards, key=lambda face: -face if canvas.is_wild(face) else face)


def front_of(meld: MeldView, width: int, edges: int) -> Sprite:
    """The front of a canasta."""
    label = faces.LABELS[meld.rank]
    return canastas.front(meld.kind, label, short_name(meld.kind), width, edges)


def tab_of(closed: Sequence[MeldView], fan: Fan) -> Sprite:
    """The tab of closed canastas above an open meld."""
    words = Catalogue.load().words
    kind = closed[-1].kind
    times = words("table.times", n=len(closed)) if len(closed) > 1 else ""
    return canastas.band(kind, short_name(kind) + times, fan.width)


def short_name(kind: str) -> str:
    """NAT, MIX, WILD or 7s."""
    return Catalogue.load().words(f"canasta.short.{kind}")


def badge(canvas: Canvas, x: int, y: int, text: str, ink: Colour) -> None:
    """A number on a disc in the side's colour, with its middle at a point."""
    canvas.shape("disc", centred(x, y, BADGE + 4, BADGE + 4), canvas.theme.panel)
    canvas.shape("disc", centred(x, y, BADGE, BADGE), ink)
    canvas.text(x, y, text, 22, 800, INK, "middle")


def tag(canvas: Canvas, x: int, y: int, text: str) -> None:
    """A cream tag: something is new."""
    box = centred(x, y, 48 if len(text) < 3 else 60, 31)
    canvas.plate(box.grown(2), 10, canvas.theme.panel)
    canvas.plate(box, 8, TURN_RING)
    canvas.text(x, y, text, 23, 800, INK, "middle")


def slot(canvas: Canvas, x: int, y: int, rank: int, fan: Fan) -> None:
    """The place of a rank that is not melded yet."""
    box = Box(x, y, fan.width, fan.height)
    canvas.frame(box, 8, 2, canvas.theme.line)
    if rank == JOKER_RANK:
        canvas.shape("star", centred(box.middle, box.centre, 34, 34), canvas.theme.line)
    else:
        canvas.text(
            box.middle, box.centre, faces.LABELS[rank], 36, 700, canvas.theme.line, "middle"
        )


def columns_of(melds: Iterable[MeldView]) -> dict[int, list[MeldView]]:
    """Melds by rank, in the order of the ranks."""
    columns: dict[int, list[MeldView]] = {}
    for meld in sorted(melds, key=lambda meld: (meld.rank, meld.number)):
        columns.setdefault(meld.rank, []).append(meld)
    return columns


def kinds_of(melds: Iterable[MeldView]) -> Counter[str]:
    """How many canastas of each kind there are."""
    return Counter(meld.kind for meld in melds if meld.bonus)
