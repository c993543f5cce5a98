"""The graph of a member's rating over time: a line.

The time axis is to scale. So many games in one evening are a steep line, and a break is a flat one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from render.drawing import fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import PILL, TEXT
from render.pictures.models import MemberCard
from render.pictures.score_graph import draw_path, tick_step
from render.text.catalogue import Catalogue, format_number

HEIGHT: Final = 540
HEAD: Final = 90
AXIS: Final = 142
RIGHT: Final = 52
FOOT: Final = 84
TYPE: Final = 42
LEAST_SPAN: Final = 40
"""Smallest range of the rating axis, in points. With less, tiny changes would look large."""
DOT: Final = 13
MOST_DOTS: Final = 30
DATES: Final = 3

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RatingScale:
    """Maps a time and a rating to pixels in the plot. `low` and `high` are ratings."""

    plot: Box
    begin: float
    end: float
    low: int
    high: int

    def point(self, at: float, rating: int) -> Point:
        """Return the pixel of a rating at a time in UTC epoch seconds."""
        along = (at - self.begin) / (self.end - self.begin) if self.end > self.begin else 1
        return self.plot.x + round(self.plot.width * along), self.y(rating)

    def y(self, rating: float) -> int:
        """Return the row of a rating."""
        share = (rating - self.low) / (self.high - self.low)
        return self.plot.bottom - round(self.plot.height * share)


def draw(canvas: Canvas, box: Box, member: MemberCard) -> None:
    """Draw the graph into a box. The member needs at least two ratings."""
    canvas.plate(box, 18, canvas.theme.panel)
    draw_heading(canvas, box)
    scale = rating_scale(box, member)
    step = tick_step(scale.low, scale.high)
    draw_lines(canvas, scale, step)
    draw_dates(canvas, scale)
    points = [scale.point(point.at, point.rating) for point in member.course]
    draw_path(canvas, scale.plot.grown(8), points, PILL)
    draw_points(canvas, points)


def draw_heading(canvas: Canvas, box: Box) -> None:
    canvas.text(box.x + 28, box.y + 42, Catalogue.load().words("member.course"), TYPE, 700, TEXT)


def rating_scale(box: Box, member: MemberCard) -> RatingScale:
    """Return the scale that fits every rating."""
    times = [point.at for point in member.course]
    low = min(point.rating for point in member.course)
    high = max(point.rating for point in member.course)
    spare = max(0, LEAST_SPAN - (high - low)) // 2
    plot = Box(box.x + AXIS, box.y + HEAD, box.width - AXIS - RIGHT, box.height - HEAD - FOOT)
    return RatingScale(plot, times[0], times[-1], low - spare, high + spare)


def draw_lines(canvas: Canvas, scale: RatingScale, step: int) -> None:
    """Draw a thin line at each multiple of `step`."""
    for rating in range(-(-scale.low // step) * step, scale.high + 1, step):
        y = scale.y(rating)
        canvas.rectangle(Box(scale.plot.x, y, scale.plot.width, 1), canvas.theme.line)
        canvas.text(
            scale.plot.x - 14, y, format_number(rating), TYPE, 600, canvas.theme.muted, "right"
        )


def draw_dates(canvas: Canvas, scale: RatingScale) -> None:
    """Draw some dates along the time axis, each of them only once."""
    last = ""
    for i in range(DATES):
        share = i / (DATES - 1)
        text = day(scale.begin + share * (scale.end - scale.begin))
        x = scale.plot.x + round(scale.plot.width * share)
        room = fonts.width(text, TYPE, 600) // 2
        # The last date would reach beyond the panel if it were centred on its day.
        x = min(x, scale.plot.right + RIGHT - 12 - room)
        if text != last:
            canvas.text(x, scale.plot.bottom + 46, text, TYPE, 600, canvas.theme.muted, "middle")
        last = text


def day(at: float) -> str:
    """Return a day in few characters, such as "3 Nov"."""
    when, words = datetime.fromtimestamp(at, UTC), Catalogue.load().words
    return words("member.day", day=when.day, month=words(f"month.{when.month}"))


def draw_points(canvas: Canvas, points: Sequence[Point]) -> None:
    """Draw a large dot for the newest game, and a small one for each other.

    If there are too many games, leave out the small dots.
    """
    # More dots than this would merge into a thick line.
    for x, y in points[:-1] if len(points) <= MOST_DOTS else ():
        canvas.shape("disc", centred(x, y, DOT, DOT), PILL)
    x, y = points[-1]
    canvas.shape("disc", centred(x, y, 30, 30), canvas.theme.panel)
    canvas.shape("disc", centred(x, y, 22, 22), PILL)


def alt_text(member: MemberCard) -> str:
    """Return the rating's history in words. "" if there are fewer than two ratings."""
    if len(member.course) < 2:
        return ""
    ratings = [point.rating for point in member.course]
    facts = {
        "begin": day(member.course[0].at),
        "first": format_number(ratings[0]),
        "last": format_number(ratings[-1]),
        "best": format_number(max(ratings)),
        "lowest": format_number(min(ratings)),
    }
    return Catalogue.load().words("alt.member.course", **facts)
