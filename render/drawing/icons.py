"""Every icon as a shape: suits, marks of sides, symbols.

A shape is a list of strokes in a unit square. Its caller chooses size and colour.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from render.drawing.strokes import (
    Shape,
    around,
    bar,
    curve,
    disc,
    flipped,
    mirrored,
    polygon,
    regular,
    rounded,
)

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
    """One lobe and its mirror image."""
    half = curve(
        (0.5, 0.24),
        *((0.46, 0.13), (0.38, 0.05), (0.27, 0.05)),
        *((0.12, 0.05), (0.02, 0.17), (0.02, 0.33)),
        *((0.02, 0.58), (0.30, 0.74), (0.5, 0.97)),
    )
    return (polygon(mirrored(half)),)


def spade() -> Shape:
    """An inverted heart on a stem."""
    half = curve(
        (0.5, 0.03),
        *((0.36, 0.24), (0.05, 0.40), (0.05, 0.62)),
        *((0.05, 0.76), (0.15, 0.84), (0.27, 0.84)),
        *((0.37, 0.84), (0.46, 0.77), (0.5, 0.68)),
    )
    return (polygon(mirrored(half)), STEM)


def diamond() -> Shape:
    """A diamond whose sides curve inwards."""
    half = curve(
        (0.5, 0.0), (0.42, 0.17), (0.26, 0.37), (0.10, 0.5), (0.26, 0.63), (0.42, 0.83), (0.5, 1.0)
    )
    return (polygon(mirrored(half)),)


def club() -> Shape:
    """Three leaves on a stem."""
    middle = polygon([(0.36, 0.40), (0.64, 0.40), (0.62, 0.68), (0.38, 0.68)])
    return (
        disc(0.5, 0.245, 0.225),
        disc(0.245, 0.60, 0.225),
        disc(0.755, 0.60, 0.225),
        middle,
        STEM,
    )


def star() -> Shape:
    """A star with five points."""
    return (polygon((x, y + 0.04) for x, y in regular(5, 0.52, inner=0.42)),)


def snowflake() -> Shape:
    """Six arms, each forked once."""
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


def foot() -> Shape:
    """A sole and five toes."""
    sole = curve(
        (0.40, 0.30),
        *((0.20, 0.32), (0.18, 0.50), (0.29, 0.64)),
        *((0.36, 0.73), (0.27, 0.84), (0.36, 0.94)),
        *((0.44, 1.02), (0.62, 1.00), (0.66, 0.88)),
        *((0.70, 0.74), (0.80, 0.62), (0.78, 0.46)),
        *((0.76, 0.33), (0.60, 0.27), (0.40, 0.30)),
    )
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
        (0.46, 0.40),
        *((0.34, 0.22), (0.18, 0.12), (0.08, 0.16)),
        *((-0.01, 0.20), (-0.01, 0.60), (0.08, 0.64)),
        *((0.18, 0.68), (0.34, 0.58), (0.46, 0.42)),
    )
    hole = curve(
        (0.34, 0.40),
        *((0.26, 0.32), (0.19, 0.27), (0.14, 0.28)),
        *((0.11, 0.33), (0.11, 0.47), (0.14, 0.52)),
        *((0.19, 0.53), (0.26, 0.48), (0.34, 0.40)),
    )
    tail = [(0.46, 0.46), (0.20, 0.84), (0.31, 0.85), (0.36, 0.96), (0.56, 0.50)]
    halves = (polygon(loop), polygon(hole, ink=False), polygon(tail))
    knot = rounded(0.405, 0.29, 0.595, 0.53, 0.07)
    return (*halves, *(flipped(stroke) for stroke in halves), *knot)


def play() -> Shape:
    """An arrow to the right: whose turn it is."""
    return (polygon([(0.14, 0.06), (0.92, 0.5), (0.14, 0.94)]),)


def play_hollow() -> Shape:
    """A hollow arrow to the right: whose turn is next."""
    inner = polygon([(0.27, 0.28), (0.665, 0.5), (0.27, 0.72)], ink=False)
    return (*play(), inner)


def check() -> Shape:
    """A check mark."""
    return (
        polygon(
            [(0.04, 0.54), (0.17, 0.41), (0.38, 0.62), (0.83, 0.14), (0.96, 0.27), (0.38, 0.88)]
        ),
    )


def cross() -> Shape:
    """A cross: a lost game, and a mark of a side."""
    return (bar((0.12, 0.12), (0.88, 0.88), 0.27), bar((0.88, 0.12), (0.12, 0.88), 0.27))


def lock() -> Shape:
    """A closed padlock."""
    shackle = (disc(0.5, 0.33, 0.29), disc(0.5, 0.33, 0.165, ink=False))
    left = polygon([(0.21, 0.33), (0.335, 0.33), (0.335, 0.5), (0.21, 0.5)])
    legs = (left, flipped(left))
    under = polygon([(0.335, 0.33), (0.665, 0.33), (0.665, 0.5), (0.335, 0.5)], ink=False)
    body = rounded(0.10, 0.44, 0.90, 0.97, 0.10)
    slit = polygon([(0.465, 0.65), (0.535, 0.65), (0.56, 0.83), (0.44, 0.83)], ink=False)
    keyhole = (disc(0.5, 0.65, 0.085, ink=False), slit)
    return (*shackle, under, *legs, *body, *keyhole)


def cards_icon() -> Shape:
    """Two cards."""
    return (
        polygon([(0.06, 0.20), (0.36, 0.12), (0.40, 0.30), (0.40, 0.90), (0.20, 0.94)]),
        polygon([(0.40, 0.06), (0.98, 0.12), (0.90, 0.96), (0.33, 0.90)], ink=False),
        polygon([(0.46, 0.12), (0.92, 0.17), (0.84, 0.90), (0.38, 0.85)]),
    )


def bowl() -> Shape:
    """A bowl of pennies."""
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
    """A crown with three points."""
    points = [
        *((0.07, 0.30), (0.29, 0.52), (0.5, 0.12), (0.71, 0.52), (0.93, 0.30)),
        *((0.86, 0.76), (0.14, 0.76)),
    ]
    band = rounded(0.14, 0.80, 0.86, 0.94, 0.05)
    beads = (disc(0.07, 0.28, 0.07), disc(0.5, 0.10, 0.08), disc(0.93, 0.28, 0.07))
    return (polygon(points), *beads, *band)


def cap() -> Shape:
    """A fool's cap with three points, each with a bell."""
    horns = curve(
        (0.26, 0.78),
        *((0.30, 0.58), (0.22, 0.44), (0.08, 0.58)),
        *((0.00, 0.22), (0.30, 0.10), (0.39, 0.38)),
        *((0.41, 0.26), (0.45, 0.16), (0.5, 0.10)),
    )
    bells = (disc(0.085, 0.60, 0.085), disc(0.5, 0.10, 0.09), disc(0.915, 0.60, 0.085))
    return (polygon(mirrored(horns)), *bells, *rounded(0.22, 0.80, 0.78, 0.94, 0.05))


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
        "cap": cap,
        "disc": lambda: (disc(0.5, 0.5, 0.5),),
        "ring": lambda: (disc(0.5, 0.5, 0.5), disc(0.5, 0.5, 0.24, ink=False)),
        "square": lambda: (polygon([(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]),),
        "triangle": lambda: (polygon([(0.5, 0.04), (1.0, 0.94), (0.0, 0.94)]),),
        "wedge": lambda: (polygon([(0.5, 0.96), (1.0, 0.06), (0.0, 0.06)]),),
        "diamond_mark": lambda: (polygon([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),),
        "spark": lambda: (polygon(regular(4, 0.5, inner=0.28)),),
        "hexagon": lambda: (polygon(regular(6, 0.5)),),
    }
)
