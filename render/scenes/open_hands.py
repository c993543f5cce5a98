"""All hands of a finished game at one moment, a row for each seat, for tables that agreed to it.

A hand is laid out as melds are: a column for each rank, covered cards as strips with their suit.
Who may see it is decided before: what comes in here are the views of the seats themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.model.view import View
from render.canvas import faces, fonts
from render.canvas.canvas import TALLEST, Canvas
from render.canvas.geometry import Box, centred
from render.canvas.pens import height_of as card_height
from render.canvas.theme import (
    INK,
    MARKS,
    MUTED,
    PILL,
    SIDE_INKS,
    TEXT,
    TURN_RING,
    WIDTH,
    DeckName,
    Theme,
)
from render.text import names, words
from render.text.catalogue import number
from render.text.sorting import groups

__all__ = ["alt", "draw"]

MARGIN: Final = 12
HEADER: Final = 76
GAP: Final = 6
FOOT: Final = 10
COLUMN_GAP: Final = 10
NAME_SIZES: Final = (46, 44, 42)


@dataclass(frozen=True, slots=True)
class Fan:
    """How cards of a rank lie: their width, the step from strip to strip, the most that show."""

    width: int
    step: int
    most: int = 6

    @property
    def height(self) -> int:
        """The height of one card."""
        return card_height(self.width)


FANS: Final = (Fan(76, 28), Fan(76, 22), Fan(64, 18), Fan(64, 18, 4), Fan(64, 14, 4))
"""Roomy first; the last fits eight seats."""


@dataclass(frozen=True, slots=True)
class Row:
    """One seat's hand as columns, and how tall they are."""

    view: View
    columns: tuple[bytes, ...]

    def height(self, fan: Fan) -> int:
        """The height of the plate."""
        most = min(max(map(len, self.columns), default=1), fan.most)
        return HEADER + fan.height + fan.step * (most - 1) + FOOT


def draw(
    views: Sequence[View], given: Sequence[str], theme: Theme, deck: DeckName = "four"
) -> Image.Image:
    """The picture of all hands. `views` are those of the seats, in order; `given` their names."""
    rows = [Row(view, groups(view)) for view in views]
    fan = next((one for one in FANS if height_of(rows, one) <= TALLEST), FANS[-1])
    canvas = Canvas(theme, height_of(rows, fan), deck, views[0].values.wild_ranks)
    top = MARGIN
    for row in rows:
        draw_row(canvas, Box(MARGIN, top, WIDTH - 2 * MARGIN, row.height(fan)), row, given, fan)
        top += row.height(fan) + GAP
    return canvas.image


def height_of(rows: Sequence[Row], fan: Fan) -> int:
    """How tall the picture is with cards laid so."""
    return 2 * MARGIN + sum(row.height(fan) for row in rows) + GAP * (len(rows) - 1)


def draw_row(canvas: Canvas, box: Box, row: Row, given: Sequence[str], fan: Fan) -> None:
    """One seat: its name, what it holds in numbers, and its cards."""
    seat = row.view.seats[row.view.viewer or 0]
    canvas.plate(box, 16, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, SIDE_INKS[seat.side])
    draw_title(canvas, box, row, given)
    if not row.columns:
        text = words.say("hand.empty")
        canvas.text(box.middle, box.y + HEADER + fan.height // 2, text, 42, 700, MUTED, "middle")
        return
    spare = box.width - 40 - fan.width * len(row.columns)
    # Below nought where there is no room for all: columns then overlap.
    gap = min(COLUMN_GAP, spare // max(1, len(row.columns) - 1))
    foot = box.bottom - FOOT
    for i, cards in enumerate(row.columns):
        draw_column(canvas, box.x + 26 + (fan.width + gap) * i, foot, cards, fan)


def draw_title(canvas: Canvas, box: Box, row: Row, given: Sequence[str]) -> None:
    """The side's mark and the name; at the right cards and points, and whose turn it is."""
    view, y = row.view, box.y + HEADER // 2
    seat, count = view.seats[view.viewer or 0], len(view.hand)
    held = words.say("hand.held", n=count, points=number(view.values.in_hand(view.hand)))
    right = box.right - 22
    canvas.text(right, y, held, 42, 600, MUTED, "right")
    room = right - fonts.width(held, 42, 600) - box.x - 106
    canvas.shape(MARKS[seat.side], centred(box.x + 44, y, 34, 34), SIDE_INKS[seat.side])
    known = names.shown(given, len(view.seats))[seat.seat]
    name, size = names.sized(known, room, NAME_SIZES, 700)
    ink = PILL if view.turn == seat.seat and view.phase != "over" else TEXT
    canvas.text(box.x + 74, y, name, size, 700, ink)


def draw_column(canvas: Canvas, x: int, foot: int, cards: bytes, fan: Fan) -> None:
    """The cards of one rank; a number where not all of them show."""
    shown = cards[-fan.most :]
    y = foot - fan.height - fan.step * (len(shown) - 1)
    for face in shown[:-1]:
        wild = canvas.is_wild(face)
        canvas.sprite(faces.strip(face, fan.width, canvas.deck, wild=wild), x, y)
        y += fan.step
    canvas.sprite(faces.shown(canvas, shown[-1], fan.width), x, y)
    if len(cards) > len(shown):
        tag = centred(x + fan.width // 2, foot - 26, fan.width, 48)
        canvas.plate(tag, 12, TURN_RING)
        canvas.text(tag.middle, tag.centre, str(len(cards)), 42, 800, INK, "middle")


def alt(views: Sequence[View], given: Sequence[str]) -> str:
    """All hands in words."""
    told = (
        words.say("alt.open_hands.hand", name=name, cards=said(view))
        for name, view in zip(names.shown(given, len(views)), views, strict=True)
    )
    return names.shortened(" ".join((words.say("alt.open_hands.title"), *told)), words.LONGEST)


def said(view: View) -> str:
    """A seat's cards, rank by rank."""
    return " ".join(map(words.rank_words, groups(view))) or words.say("alt.open_hands.none")
