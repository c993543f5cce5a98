"""A line graph of scores by round. Each line ends at its side's names, so it needs no legend."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, MARKS, SIDE_INKS, SIDES, Colour
from render.pictures.models import ScoreSheet, side_name
from render.text import display_names
from render.text.catalogue import format_number

LINE: Final = 6
POINT: Final = 24
LAST_POINT: Final = 30
STEPS: Final = (1, 2, 5)
MAX_TICKS: Final = 5
LABEL_PITCH: Final = 52
NAMES_X: Final = 718
"""Pixels from the left edge of the graph to the marks before the names."""
NAME: Final = 27
AXIS_ROOM: Final = 158
PLOT_END: Final = 672
TOP: Final = 46
BOTTOM: Final = 97
"""Pixels from the edges of the graph to its highest and its lowest line."""
TYPE: Final = 44
MOST_ROUNDS: Final = 10
"""Most numbers of rounds on the axis."""


def draw_graph(canvas: Canvas, box: Box, sheet: ScoreSheet) -> None:
    """Draw the scores of all sides after each round into a box. Every line starts at 0."""
    values = [0, *(value for scores in sheet.history for value in scores)]
    low, high = min(values), max(*values, sheet.target, 1)
    axis = max(AXIS_ROOM, fonts.width(format_number(sheet.target), TYPE, 600) + 38)
    plot = Box(box.x + axis, box.y + TOP, PLOT_END - axis, box.height - TOP - BOTTOM)
    scale = ScoreScale(plot, low, high, len(sheet.history))
    draw_axes(canvas, scale, sheet.target)
    # The best side of the round is drawn last, on top of the others.
    for side in reversed(sheet.ranked):
        draw_line(canvas, scale, side.side, (0, *(scores[side.side] for scores in sheet.history)))
    draw_names(canvas, box, scale, sheet)


class ScoreScale(NamedTuple):
    """Maps a round and a score to pixels in the plot."""

    plot: Box
    low: int
    high: int
    rounds: int

    def x(self, after: int) -> int:
        """Return the column of a round."""
        return self.plot.x + round(self.plot.width * after / self.rounds)

    def y(self, score: int) -> int:
        """Return the row of a score."""
        share = (score - self.low) / (self.high - self.low)
        return self.plot.bottom - round(self.plot.height * share)


def tick_step(low: int, high: int) -> int:
    """Return a step, a round number, that gives at most `MAX_TICKS` lines between two scores."""
    step, power = 1, 1
    while (high - low) / step > MAX_TICKS:
        # The steps are 1, 2, 5, 10, 20, 50 and so on.
        index = STEPS.index(step // power)
        power = power * 10 if index == len(STEPS) - 1 else power
        step = STEPS[(index + 1) % len(STEPS)] * power
    return step


def draw_axes(canvas: Canvas, scale: ScoreScale, target: int) -> None:
    """Draw lines for zero and the target, and the numbers of the rounds."""
    plot = scale.plot
    lines = [
        (0, canvas.theme.line, canvas.theme.muted),
        *([(target, GOLD, GOLD)] if target else []),
    ]
    for score, colour, ink in lines:
        y = scale.y(score)
        canvas.rectangle(Box(plot.x, y - 1, plot.width, 3), colour)
        canvas.text(plot.x - 18, y, format_number(score), TYPE, 600, ink, "right")
    each = -(-scale.rounds // MOST_ROUNDS)
    for after in range(each, scale.rounds + 1, each):
        canvas.text(
            scale.x(after), plot.bottom + 60, str(after), TYPE, 600, canvas.theme.muted, "middle"
        )


def draw_line(canvas: Canvas, scale: ScoreScale, side: int, line: Sequence[int]) -> None:
    """Draw one side's line, with its mark after each round."""
    # In the side's own colour, not in the lighter one of its label: lines that cross must differ
    # for every type of colour vision.
    points = [(scale.x(after), scale.y(score)) for after, score in enumerate(line)]
    draw_path(canvas, scale.plot.grown(LINE), points, SIDES[side])
    for x, y in points[1:]:
        size = LAST_POINT if x == points[-1][0] else POINT
        canvas.shape(MARKS[side], centred(x, y, size + 10, size + 10), canvas.theme.panel)
        canvas.shape(MARKS[side], centred(x, y, size, size), SIDES[side])


def draw_path(canvas: Canvas, plot: Box, points: Sequence[tuple[int, int]], colour: Colour) -> None:
    """Draw a line with soft edges from point to point, inside the plot."""
    # Drawn at twice the size and reduced, because ImageDraw draws hard edges.
    stencil = Image.new("L", (plot.width * 2, plot.height * 2), 0)
    draw = ImageDraw.Draw(stencil)
    for ends in pairwise(points):
        draw.line([((x - plot.x) * 2, (y - plot.y) * 2) for x, y in ends], 255, LINE * 2)
    canvas.image.paste(colour, (plot.x, plot.y), stencil.reduce(2))


def draw_names(canvas: Canvas, box: Box, scale: ScoreScale, sheet: ScoreSheet) -> None:
    """Write each side's mark and names at the end of its line, without overlaps."""
    latest = sheet.history[-1]
    order = sorted(sheet.sides, key=lambda side: scale.y(latest[side.side]))
    wanted = [scale.y(latest[side.side]) for side in order]
    rows = spread_rows(wanted, box.y + 40, box.bottom - 34)
    for side, y in zip(order, rows, strict=True):
        x, ink = box.x + NAMES_X, SIDE_INKS[side.side]
        canvas.shape(MARKS[side.side], centred(x, y, 30, 30), ink)
        room = box.right - 12 - x - NAME
        words = display_names.left_to_right(side_name(side.members))
        canvas.text(x + NAME, y, display_names.fit_width(words, room, TYPE, 700), TYPE, 700, ink)


def spread_rows(rows: Sequence[int], top: int, bottom: int) -> list[int]:
    """Return rows in the same order, with room for a label between them.

    All rows are between `top` and `bottom` if possible.
    """
    placed: list[int] = []
    for row in rows:
        placed.append(max(row, placed[-1] + LABEL_PITCH if placed else top))
    # The first pass moves rows down. This pass moves rows up again that are below the lower edge.
    over = max(0, placed[-1] - bottom)
    for i in range(len(placed) - 1, -1, -1):
        limit = placed[i + 1] - LABEL_PITCH if i + 1 < len(placed) else placed[i] - over
        placed[i] = min(placed[i], limit)
    return placed
