"""Signs as drawn shapes: suits, marks, icons. Never glyphs, never emoji, so never a tofu box.

A shape is a list of strokes in a unit square: polygons and discs that add ink, or take it away.
`mask` turns a shape into an anti-aliased stencil of any size; whoever draws chooses the colour.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

Point = tuple[float, float]
OVERSAMPLE: Final = 4


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polygon of the unit square, or with one point and a `radius` a disc."""

    points: tuple[Point, ...]
    radius: float = 0.0
    ink: bool = True


Shape = tuple[Stroke, ...]


def curve(*controls: Point, steps: int = 14) -> list[Point]:
    """Points of a chain of cubic Bézier arcs: a start, then three controls for each arc."""
    points = [controls[0]]
    for i in range(1, len(controls), 3):
        arc = (controls[i - 1], *controls[i : i + 3])
        points += [bezier(arc, step / steps) for step in range(1, steps + 1)]
    return points


def bezier(arc: tuple[Point, ...], t: float) -> Point:
    """The point `t` (0 to 1) along a cubic arc."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, arc, strict=True)) for axis in (0, 1))
    return (x, y)


def polygon(points: Iterable[Point], *, ink: bool = True) -> Stroke:
    """A filled outline."""
    return Stroke(tuple(points), ink=ink)


def disc(x: float, y: float, radius: float, *, ink: bool = True) -> Stroke:
    """A filled circle."""
    return Stroke(((x, y),), radius, ink)


def mirrored(points: list[Point]) -> list[Point]:
    """A left half, from top to bottom, closed by its mirror image."""
    return points + [(1 - x, y) for x, y in reversed(points)]


def bar(start: Point, end: Point, width: float) -> Stroke:
    """A straight line with width."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (y1 - y0) / length * width / 2, (x0 - x1) / length * width / 2
    return polygon([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)])


def regular(corners: int, radius: float, turn: float = 0.0, inner: float = 1.0) -> list[Point]:
    """Corners of a regular polygon around the middle; with `inner` below 1 a star."""
    steps = corners if inner == 1.0 else corners * 2
    radii = [radius if i % 2 == 0 else radius * inner for i in range(steps)]
    angles = [math.tau * i / steps + turn - math.tau / 4 for i in range(steps)]
    return [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)
    ]


def rounded(x0: float, y0: float, x1: float, y1: float, r: float, *, ink: bool = True) -> Shape:
    """A rectangle with round corners."""
    corners = [disc(x, y, r, ink=ink) for x in (x0 + r, x1 - r) for y in (y0 + r, y1 - r)]
    across = polygon([(x0, y0 + r), (x1, y0 + r), (x1, y1 - r), (x0, y1 - r)], ink=ink)
    down = polygon([(x0 + r, y0), (x1 - r, y0), (x1 - r, y1), (x0 + r, y1)], ink=ink)
    return (*corners, across, down)


STEM: Final = polygon(
    mirrored(
        curve(
            (0.5, 0.55),
            (0.48, 0.78),
            (0.42, 0.90),
            (0.27, 0.95),
            (0.27, 0.97),
            (0.27, 0.97),
            (0.27, 0.985),
        )
    )
)


def heart() -> Shape:
    half = curve(
        (0.5, 0.24), (0.46, 0.13), (0.38, 0.05), (0.27, 0.05), (0.12, 0.05), (0.02, 0.17), (0.02, 0.33),
        (0.02, 0.58), (0.30, 0.74), (0.5, 0.97),
    )  # fmt: skip
    return (polygon(mirrored(half)),)


def spade() -> Shape:
    half = curve(
        (0.5, 0.03), (0.36, 0.24), (0.05, 0.40), (0.05, 0.62), (0.05, 0.76), (0.15, 0.84), (0.27, 0.84),
        (0.37, 0.84), (0.46, 0.77), (0.5, 0.68),
    )  # fmt: skip
    return (polygon(mirrored(half)), STEM)


def diamond() -> Shape:
    half = curve(
        (0.5, 0.0), (0.42, 0.17), (0.26, 0.37), (0.10, 0.5), (0.26, 0.63), (0.42, 0.83), (0.5, 1.0)
    )
    return (polygon(mirrored(half)),)


def club() -> Shape:
    middle = polygon([(0.36, 0.40), (0.64, 0.40), (0.62, 0.68), (0.38, 0.68)])
    return (
        disc(0.5, 0.245, 0.225),
        disc(0.245, 0.60, 0.225),
        disc(0.755, 0.60, 0.225),
        middle,
        STEM,
    )


def star() -> Shape:
    return (polygon((x, y + 0.04) for x, y in regular(5, 0.52, inner=0.42)),)


def snowflake() -> Shape:
    strokes = []
    for arm in range(6):
        angle = math.tau * arm / 6
        far = around(0.47, angle)
        strokes.append(bar((0.5, 0.5), far, 0.085))
        strokes.append(disc(*far, 0.0425))
        fork = around(0.27, angle)
        for side in (-0.95, 0.95):
            tip = (fork[0] + 0.17 * math.sin(angle + side), fork[1] - 0.17 * math.cos(angle + side))
            strokes.append(bar(fork, tip, 0.075))
    return tuple(strokes)


def around(radius: float, angle: float) -> Point:
    """A point on a circle around the middle; angle 0 is straight up."""
    return (0.5 + radius * math.sin(angle), 0.5 - radius * math.cos(angle))


def foot() -> Shape:
    sole = curve(
        (0.40, 0.30), (0.20, 0.32), (0.18, 0.50), (0.29, 0.64), (0.36, 0.73), (0.27, 0.84), (0.36, 0.94),
        (0.44, 1.02), (0.62, 1.00), (0.66, 0.88), (0.70, 0.74), (0.80, 0.62), (0.78, 0.46),
        (0.76, 0.33), (0.60, 0.27), (0.40, 0.30),
    )  # fmt: skip
    toes = (
        (0.22, 0.24, 0.105),
        (0.385, 0.135, 0.085),
        (0.535, 0.115, 0.072),
        (0.67, 0.155, 0.065),
        (0.785, 0.235, 0.058),
    )
    return (polygon(sole), *(disc(*toe) for toe in toes))


def bow() -> Shape:
    """The ribbon of a ponytail."""
    loop = curve(
        (0.46, 0.40), (0.34, 0.22), (0.18, 0.12), (0.08, 0.16), (-0.01, 0.20), (-0.01, 0.60), (0.08, 0.64),
        (0.18, 0.68), (0.34, 0.58), (0.46, 0.42),
    )  # fmt: skip
    hole = curve((0.34, 0.40), (0.26, 0.32), (0.19, 0.27), (0.14, 0.28), (0.11, 0.33), (0.11, 0.47), (0.14, 0.52),
                 (0.19, 0.53), (0.26, 0.48), (0.34, 0.40))  # fmt: skip
    tail = [(0.46, 0.46), (0.20, 0.84), (0.31, 0.85), (0.36, 0.96), (0.56, 0.50)]
    halves = (polygon(loop), polygon(hole, ink=False), polygon(tail))
    knot = rounded(0.405, 0.29, 0.595, 0.53, 0.07)
    return (*halves, *(flipped(stroke) for stroke in halves), *knot)


def flipped(stroke: Stroke) -> Stroke:
    """The mirror image of a stroke."""
    return Stroke(tuple((1 - x, y) for x, y in stroke.points), stroke.radius, stroke.ink)


def play() -> Shape:
    return (polygon([(0.14, 0.06), (0.92, 0.5), (0.14, 0.94)]),)


def play_hollow() -> Shape:
    inner = polygon([(0.27, 0.28), (0.665, 0.5), (0.27, 0.72)], ink=False)
    return (*play(), inner)


def check() -> Shape:
    return (
        polygon(
            [(0.04, 0.54), (0.17, 0.41), (0.38, 0.62), (0.83, 0.14), (0.96, 0.27), (0.38, 0.88)]
        ),
    )


def cross() -> Shape:
    return (bar((0.12, 0.12), (0.88, 0.88), 0.27), bar((0.88, 0.12), (0.12, 0.88), 0.27))


def lock() -> Shape:
    shackle = (disc(0.5, 0.33, 0.29), disc(0.5, 0.33, 0.165, ink=False))
    legs = (polygon([(0.21, 0.33), (0.335, 0.33), (0.335, 0.5), (0.21, 0.5)]),
            polygon([(0.665, 0.33), (0.79, 0.33), (0.79, 0.5), (0.665, 0.5)]))  # fmt: skip
    under = polygon([(0.335, 0.33), (0.665, 0.33), (0.665, 0.5), (0.335, 0.5)], ink=False)
    body = rounded(0.10, 0.44, 0.90, 0.97, 0.10)
    keyhole = (disc(0.5, 0.65, 0.085, ink=False),
               polygon([(0.465, 0.65), (0.535, 0.65), (0.56, 0.83), (0.44, 0.83)], ink=False))  # fmt: skip
    return (*shackle, under, *legs, *body, *keyhole)


def cards_icon() -> Shape:
    """Two cards: what a player holds."""
    return (
        polygon([(0.06, 0.20), (0.36, 0.12), (0.40, 0.30), (0.40, 0.90), (0.20, 0.94)]),
        polygon([(0.40, 0.06), (0.98, 0.12), (0.90, 0.96), (0.33, 0.90)], ink=False),
        polygon([(0.46, 0.12), (0.92, 0.17), (0.84, 0.90), (0.38, 0.85)]),
    )


def bowl() -> Shape:
    lip = rounded(0.02, 0.36, 0.98, 0.48, 0.06)
    body = curve(
        (0.08, 0.46),
        (0.10, 0.74),
        (0.26, 0.92),
        (0.5, 0.92),
        (0.74, 0.92),
        (0.90, 0.74),
        (0.92, 0.46),
    )
    coins = (disc(0.34, 0.24, 0.105), disc(0.62, 0.20, 0.115), disc(0.5, 0.30, 0.09))
    return (
        *coins,
        polygon([(0.0, 0.31), (1.0, 0.31), (1.0, 0.36), (0.0, 0.36)], ink=False),
        *lip,
        polygon(body),
    )


def crown() -> Shape:
    points = [
        (0.02, 0.28),
        (0.27, 0.52),
        (0.5, 0.10),
        (0.73, 0.52),
        (0.98, 0.28),
        (0.88, 0.76),
        (0.12, 0.76),
    ]
    band = rounded(0.12, 0.80, 0.88, 0.94, 0.05)
    return (
        polygon(points),
        disc(0.03, 0.26, 0.07),
        disc(0.5, 0.10, 0.08),
        disc(0.97, 0.26, 0.07),
        *band,
    )


def heart_card() -> Shape:
    return (*rounded(0.10, 0.0, 0.90, 1.0, 0.12), *inset(heart(), ink=False))


def spade_card() -> Shape:
    return (*rounded(0.10, 0.0, 0.90, 1.0, 0.12), *inset(spade(), ink=False))


def inset(shape: Shape, *, ink: bool) -> Shape:
    """A shape at 56 % of its size in the middle, cut out of what lies below."""
    return tuple(
        Stroke(tuple((0.22 + 0.56 * x, 0.24 + 0.52 * y) for x, y in s.points), s.radius * 0.54, ink)
        for s in shape
    )


SHAPES: Final[Mapping[str, Callable[[], Shape]]] = MappingProxyType(
    {
        "spade": spade,
        "heart": heart,
        "diamond": diamond,
        "club": club,
        "star": star,
        "snowflake": snowflake,
        "foot": foot,
        "bow": bow,
        "play": play,
        "play_hollow": play_hollow,
        "check": check,
        "cross": cross,
        "lock": lock,
        "cards": cards_icon,
        "bowl": bowl,
        "crown": crown,
        "heart_card": heart_card,
        "spade_card": spade_card,
        "disc": lambda: (disc(0.5, 0.5, 0.5),),
        "ring": lambda: (disc(0.5, 0.5, 0.5), disc(0.5, 0.5, 0.24, ink=False)),
        "square": lambda: (polygon([(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]),),
        "triangle": lambda: (polygon([(0.5, 0.04), (1.0, 0.94), (0.0, 0.94)]),),
        "wedge": lambda: (polygon([(0.5, 0.96), (1.0, 0.06), (0.0, 0.06)]),),
        "diamond_mark": lambda: (polygon([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),),
        "hexagon": lambda: (polygon(regular(6, 0.5)),),
    }
)
SUIT_SHAPES: Final = ("spade", "heart", "diamond", "club")


@cache
def strokes(name: str) -> Shape:
    """The strokes of a named shape. Raises `KeyError` for a name that is not in `SHAPES`."""
    return SHAPES[name]()


@lru_cache(maxsize=512)
def mask(name: str, width: int, height: int) -> Image.Image:
    """The stencil of a shape: mode L, 255 where it is inked."""
    big = Image.new("L", (width * OVERSAMPLE, height * OVERSAMPLE), 0)
    draw = ImageDraw.Draw(big)
    for stroke in strokes(name):
        ink_stroke(draw, stroke, big.width, big.height, (0, 0), 255 if stroke.ink else 0)
    return big.reduce(OVERSAMPLE)


def ink_stroke(
    draw: ImageDraw.ImageDraw,
    stroke: Stroke,
    width: float,
    height: float,
    at: Point,
    fill: int | tuple[int, ...],
) -> None:
    """Ink one stroke, scaled to a box at `at`."""
    scaled = [(at[0] + x * width, at[1] + y * height) for x, y in stroke.points]
    if not stroke.radius:
        draw.polygon(scaled, fill=fill)
        return
    (x, y), rx, ry = scaled[0], stroke.radius * width, stroke.radius * height
    draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=fill)
