"""The pictures of the house: all of it, each package, each room."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Final

from tests import test_imports as imports
from tests.house import rooms
from tests.house.drawing import PAPER, SOFT, WALL, Drawn, draw_plan, framed, label, moved, picture
from tests.house.rooms import Arrow, Plan

PUBLISHED: Final = Path(__file__).parents[2] / ".github" / "pictures" / "house.svg"
WIDTH: Final = 1320.0
COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "cogs": ("#dbe6f3", "#f3f8fd"),
    "data": ("#e7dff1", "#f8f4fc"),
    "render": ("#f6e3c8", "#fdf6ea"),
    "engine": ("#d7ead8", "#f1f9f1"),
}
PROGRAMS: Final = ("bot", "browser")
BETWEEN: Final = 42
ROOF: Final = "#f2d3cd"
LEGEND: Final = (
    "An arrow runs from whoever imports to what",
    "is imported, and always down. Left out are",
    "arrows that a longer way implies.",
    "A room stands above all the rooms it imports.",
    "",
    "Made from the imports by python -m tests.house,",
    "which draws each package and each room too.",
)


def house() -> str:
    """All rooms of all packages under one roof."""
    above = rooms.packages()
    gable = roof(above, WIDTH)
    cogs = wing("cogs", WIDTH)
    data = wing("data", WIDTH * 0.32)
    side = data.width + BETWEEN
    render, engine = (wing(name, WIDTH - side) for name in ("render", "engine"))
    below = gable.height + cogs.height + BETWEEN
    under = below + render.height + BETWEEN
    middle = side + render.width / 2
    # An arrow between packages that has no place here is a KeyError: the picture would be wrong.
    feet = {
        ("bot", "cogs"): (WIDTH / 2, gable.height),
        ("cogs", "data"): (data.width / 2, below),
        ("cogs", "render"): (middle, below),
        ("render", "engine"): (middle, under),
    }
    lines = [*moved(gable, 0, 0), *moved(cogs, 0, gable.height), *moved(data, 0, below)]
    lines += [*moved(render, side, below), *moved(engine, side, under)]
    lines += [down(*feet[arrow]) for arrow in sorted(above.drawn() - within(PROGRAMS))]
    legend = below + data.height + 60
    lines += [label(6, legend + 24 * n, said, 15, colour=SOFT) for n, said in enumerate(LEGEND)]
    return picture(Drawn(lines, WIDTH, under + engine.height))


def wing(package: str, width: float) -> Drawn:
    """A package with its rooms, their files left out."""
    return framed_plan(package, without_files(rooms.rooms(package)), width)


def framed_plan(package: str, plan: Plan, width: float, title: str = "") -> Drawn:
    """A plan in the walls and colours of its package."""
    wall, floor = COLOURS[package]
    part = draw_plan(plan, width - 40, floor)
    name = title or package
    return framed(part, name.replace(".", "/"), rooms.summary(name), wall)


def without_files(plan: Plan) -> Plan:
    """The same with what each room is; of a package's own files, which have a room to no name."""
    boxes = {
        key: replace(box, files=()) if key else replace(box, words="")
        for key, box in plan.boxes.items()
    }
    return replace(plan, boxes=boxes)


def roof(above: Plan, width: float) -> Drawn:
    """The gable with the programs in it."""
    height, middle, wide = 336.0, width / 2, 360
    gable = (
        f'<path d="M-14 {height:.0f}L{middle:.0f} 0L{width + 14:.0f} {height:.0f}z" fill="{ROOF}"'
        f' stroke="{WALL}" stroke-width="4" stroke-linejoin="round"/>'
    )
    boxes = {name: above.boxes[name] for name in PROGRAMS}
    part = draw_plan(Plan(boxes, above.arrows & within(PROGRAMS)), wide, PAPER)
    title = label(middle, 78, "Tuppence", 28, 800, anchor="middle")
    inside = moved(part, middle - wide / 2, height - part.height - BETWEEN)
    return Drawn([gable, title, *inside], width, height)


def within(names: Collection[str]) -> frozenset[Arrow]:
    """All arrows that there could be among these."""
    return frozenset(permutations(names, 2))


def down(x: float, y: float) -> str:
    """An arrow that ends at a point, from the package above it."""
    return f'<path d="M{x:.0f} {y - BETWEEN + 2:.0f}V{y - 3:.0f}" class="way" stroke-width="3"/>'


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture by the name of its file."""
    yield "house", house()
    for package, order in imports.ROOMS.items():
        yield package, picture(framed_plan(package, rooms.rooms(package), WIDTH))
        for room in order:
            name = f"{package}.{room or 'own'}"
            plan = rooms.files(package, room)
            part = framed_plan(package, plan, WIDTH, f"{package}.{room}".rstrip("."))
            yield name, picture(part)
