"""Strokes: polygons and discs in a unit square, the parts of icons. (0, 0) is top left."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polygon; with one point and a `radius`, a disc. Without `ink` it is cut out."""

    points: tuple[Point, ...]
    radius: float = 0.0
    ink: bool = True


Shape = tuple[Stroke, ...]


def curve(*controls: Point, steps: int = 14) -> list[Point]:
    """Return points of a chain of cubic Bézier arcs: a start, then three control points per arc."""
    points = [controls[0]]
    for i in range(1, len(controls), 3):
        arc = (controls[i - 1], *controls[i : i + 3])
        points += [bezier(arc, step / steps) for step in range(1, steps + 1)]
    return points


def bezier(arc: tuple[Point, ...], t: float) -> Point:
    """Return the point `t` (0 to 1) along a cubic arc."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, arc, strict=True)) for axis in (0, 1))
    return (x, y)


def polygon(points: Iterable[Point], *, ink: bool = True) -> Stroke:
    return Stroke(tuple(points), ink=ink)


def disc(x: float, y: float, radius: float, *, ink: bool = True) -> Stroke:
    return Stroke(((x, y),), radius, ink)


def mirrored(points: list[Point]) -> list[Point]:
    """Close a left half, given from top to bottom, with its mirror image."""
    return points + [(1 - x, y) for x, y in reversed(points)]


def bar(start: Point, end: Point, width: float) -> Stroke:
    """Return a straight line `width` wide."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (y1 - y0) / length * width / 2, (x0 - x1) / length * width / 2
    return polygon([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)])


def regular(corners: int, radius: float, turn: float = 0.0, inner: float = 1.0) -> list[Point]:
    """Return the corners of a regular polygon around the middle; a star if `inner` is below 1."""
    steps = corners if inner == 1.0 else corners * 2
    radii = [radius if i % 2 == 0 else radius * inner for i in range(steps)]
    angles = [math.tau * i / steps + turn - math.tau / 4 for i in range(steps)]
    return [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)
    ]


def rounded(x0: float, y0: float, x1: float, y1: float, r: float, *, ink: bool = True) -> Shape:
    """Return a rectangle with round corners."""
    corners = [disc(x, y, r, ink=ink) for x in (x0 + r, x1 - r) for y in (y0 + r, y1 - r)]
    across = polygon([(x0, y0 + r), (x1, y0 + r), (x1, y1 - r), (x0, y1 - r)], ink=ink)
    down = polygon([(x0 + r, y0), (x1 - r, y0), (x1 - r, y1), (x0 + r, y1)], ink=ink)
    return (*corners, across, down)


def around(radius: float, angle: float) -> Point:
    """Return a point on a circle around the middle. Angle 0 is straight up."""
    return (0.5 + radius * math.sin(angle), 0.5 - radius * math.cos(angle))


def flipped(stroke: Stroke) -> Stroke:
    return Stroke(tuple((1 - x, y) for x, y in stroke.points), stroke.radius, stroke.ink)
