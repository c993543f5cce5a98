"""A line graph of scores by round. Labels are at the line ends, so it needs no legend."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import MARKS, MUTED, PILL, SIDE_INKS, SIDES, Colour
from render.text.catalogue import MINUS, Catalogue, format_number

LINE: Final = 6
POINT: Final = 24
STEPS: Final = (1, 2, 5)
MAX_TICKS: Final = 5
MIN_ROUNDS: Final = 4
LABEL_PITCH: Final = 46
LABEL_ROOM: Final = 150
AXIS_ROOM: Final = 124
TYPE: Final = 42


def draw_graph(canvas: Canvas, box: Box, history: Sequence[Sequence[int]], target: int) -> None:
    """Draw the scores of all sides after each round into a box. Every line starts at 0."""
    series = [(0, *(scores[side] for scores in history)) for side in range(len(history[0]))]
    values = [value for line in series for value in line]
    step = tick_step(min(values), max(*values, target, 1))
    low = min(values)
    high = max(-(-max(*values, 1) // step) * step, target)
    plot = Box(box.x + AXIS_ROOM, box.y, box.width - AXIS_ROOM - LABEL_ROOM, box.height - 66)
    scale = ScoreScale(plot, low, high, max(MIN_ROUNDS, len(history)))
    draw_axes(canvas, scale, step, target)
    for side, line in enumerate(series):
        draw_line(canvas, scale, side, line)
    draw_labels(canvas, scale, series)


class ScoreScale:
    """Maps a round and a score to pixels in the plot."""

    def __init__(self, plot: Box, low: int, high: int, rounds: int) -> None:
        self.plot, self.low, self.high, self.rounds = plot, low, high, rounds

    def x(self, after: int) -> int:
        """Return the column of a round."""
        return self.plot.x + round(self.plot.width * after / self.rounds)

    def y(self, score: int) -> int:
        """Return the row of a score."""
        share = (score - self.low) / (self.high - self.low)
        return self.plot.bottom - round(self.plot.height * share)


def tick_step(low: int, high: int) -> int:
    """Return a round step that gives at most `MAX_TICKS` lines between two scores."""
    step, power = 1, 1
    while (high - low) / step > MAX_TICKS:
        # The steps are 1, 2, 5, 10, 20, 50 and so on.
        index = STEPS.index(step // power)
        power = power * 10 if index == len(STEPS) - 1 else power
        step = STEPS[(index + 1) % len(STEPS)] * power
    return step


def draw_axes(canvas: Canvas, scale: ScoreScale, step: int, target: int) -> None:
    """Draw lines for round scores, the target, and the numbers of the rounds."""
    plot = scale.plot
    for score in range(-(-scale.low // step) * step, scale.high + 1, step):
        y = scale.y(score)
        canvas.rectangle(Box(plot.x, y, plot.width, 1), canvas.theme.line)
        # Leave out a number that would overlap that of the target.
        if abs(scale.y(target) - y) > LABEL_PITCH or not target:
            canvas.text(plot.x - 12, y, short_score(score), TYPE, 600, MUTED, "right")
    if target:
        y = scale.y(target)
        canvas.rectangle(Box(plot.x, y - 1, plot.width, 3), PILL)
        canvas.text(plot.x - 12, y, short_score(target), TYPE, 700, PILL, "right")
    each = -(-scale.rounds // 10)
    for after in range(0, scale.rounds + 1, each):
        canvas.text(scale.x(after), plot.bottom + 44, str(after), TYPE, 600, MUTED, "middle")


def short_score(score: int) -> str:
    """Return a round score in few characters: "7.5k"."""
    if abs(score) < 1000:
        return format_number(score)
    return Catalogue.load().words("score.thousands", n=score / 1000).replace("-", MINUS)


def end_label(score: int) -> str:
    """Return the score at a line's end: "13.8k"."""
    if abs(score) < 10000:
        return format_number(score)
    return Catalogue.load().words("score.label", n=score / 1000).replace("-", MINUS)


def draw_line(canvas: Canvas, scale: ScoreScale, side: int, line: Sequence[int]) -> None:
    """Draw one side's line, with its mark after each round."""
    # Use the side's own colour, not the lighter one of its label: crossing lines must differ in
    # every type of colour vision.
    points = [(scale.x(after), scale.y(score)) for after, score in enumerate(line)]
    draw_path(canvas, scale.plot.grown(LINE), points, SIDES[side])
    for x, y in points[1:]:
        canvas.shape(MARKS[side], centred(x, y, POINT + 10, POINT + 10), canvas.theme.panel)
        canvas.shape(MARKS[side], centred(x, y, POINT, POINT), SIDES[side])


def draw_path(canvas: Canvas, plot: Box, points: Sequence[tuple[int, int]], colour: Colour) -> None:
    """Draw a line with soft edges from point to point, inside the plot."""
    # Drawn at twice the size and reduced, because ImageDraw draws hard edges.
    stencil = Image.new("L", (plot.width * 2, plot.height * 2), 0)
    draw = ImageDraw.Draw(stencil)
    for ends in pairwise(points):
        draw.line([((x - plot.x) * 2, (y - plot.y) * 2) for x, y in ends], 255, LINE * 2)
    canvas.image.paste(colour, (plot.x, plot.y), stencil.reduce(2))


def draw_labels(canvas: Canvas, scale: ScoreScale, series: Sequence[Sequence[int]]) -> None:
    """Write the latest scores at the line ends, moved apart where they would overlap."""
    x = scale.x(len(series[0]) - 1) + 26
    order = sorted(range(len(series)), key=lambda side: scale.y(series[side][-1]))
    rows = spread_rows(
        [scale.y(series[side][-1]) for side in order], scale.plot.y + 4, scale.plot.bottom
    )
    for side, y in zip(order, rows, strict=True):
        text = end_label(series[side][-1])
        # Labels may lie on lines of other sides. The ground keeps them readable.
        behind = Box(x - 6, y - 20, fonts.width(text, TYPE, 800) + 12, 40)
        canvas.rectangle(behind, canvas.theme.panel)
        canvas.text(x, y, text, TYPE, 800, SIDE_INKS[side])


def spread_rows(rows: Sequence[int], top: int, bottom: int) -> list[int]:
    """Return rows in the same order, at least a label apart, within the bounds if possible."""
    placed: list[int] = []
    for row in rows:
        placed.append(max(row, placed[-1] + LABEL_PITCH if placed else top))
    # The first pass moves rows down. This one moves back up what is below the lower edge.
    over = max(0, placed[-1] - bottom)
    for i in range(len(placed) - 1, -1, -1):
        limit = placed[i + 1] - LABEL_PITCH if i + 1 < len(placed) else placed[i] - over
        placed[i] = min(placed[i], limit)
    return placed
