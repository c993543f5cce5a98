"""Where the boxes of a plan stand: floors that fill the width, and shafts for long arrows.

An arrow past a floor goes through a shaft between its boxes. Boxes and shafts are ordered so that
arrows run as straight down as they can.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from random import Random

from tests.house.rooms import Arrow, Plan

GAP = 16
SHAFT = 14
NARROWEST = 165
FEW = 4
"""So many on a floor are tried in every order."""
SWEEPS = 6
CROSSING = 120
STARTS = 24
"""Orders to begin with, of which the best end is kept: a floor alone may stick in a bad one."""

Item = str | tuple[Arrow, int]
"""A box, or the shaft of an arrow on a floor."""
Floors = list[list[Item]]


@dataclass(frozen=True, slots=True)
class Span:
    """From left to right."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Half way."""
        return (self.left + self.right) / 2


def standing(plan: Plan, width: float) -> tuple[Floors, list[tuple[Item, ...]]]:
    """The floors from the top down, and the ways of the arrows over them."""
    rows = [row for level in reversed(plan.floors()) for row in cut(level, width)]
    at = {key: number for number, row in enumerate(rows) for key in row}
    floors: Floors = [list(row) for row in rows]
    ways = []
    for arrow in sorted(plan.drawn()):
        first, last = at[arrow[0]], at[arrow[1]]
        shafts: list[Item] = [(arrow, number) for number in range(first + 1, last)]
        for number, shaft in enumerate(shafts, first + 1):
            floors[number].append(shaft)
        ways.append((arrow[0], *shafts, arrow[1]))
    return best(floors, ways, width), ways


def cut(level: Sequence[str], width: float) -> Iterator[list[str]]:
    """A floor in rows of what has room side by side, each about as long as the others."""
    rows = -(-len(level) // max(1, int(width // NARROWEST)))
    each = -(-len(level) // rows)
    for start in range(0, len(level), each):
        yield list(level[start : start + each])


def spans(row: Sequence[Item], width: float) -> Mapping[Item, Span]:
    """Boxes of one width that fill the floor, with shafts between them."""
    boxes = sum(isinstance(item, str) for item in row)
    free = width - GAP * (len(row) - 1) - SHAFT * (len(row) - boxes)
    found, left = {}, 0.0
    for item in row:
        wide = free / boxes if isinstance(item, str) else SHAFT
        found[item] = Span(left, left + wide)
        left += wide + GAP
    return found


def best(floors: Floors, ways: Sequence[tuple[Item, ...]], width: float) -> Floors:
    """The floors in the order that makes arrows short; the same for the same plan."""
    steps = [step for way in ways for step in pairwise(way)]
    random, found = Random(1), list[Floors]()
    for _ in range(STARTS):
        shuffled = [random.sample(row, len(row)) for row in floors]
        found.append(ordered(shuffled, steps, width))
    return min(found, key=lambda order: lengths(order, steps, width))


def lengths(floors: Floors, steps: Sequence[tuple[Item, Item]], width: float) -> float:
    """How far all arrows have to lean, and a floor's height or so for each two that cross."""
    place = {item: span for row in floors for item, span in spans(row, width).items()}
    number = {item: floor for floor, row in enumerate(floors) for item in row}
    found = sum(apart(place[a], place[b]) for a, b in steps)
    for (a, b), (c, d) in combinations(steps, 2):
        if number[a] == number[c]:
            found += CROSSING * (crosses(place[a], place[c], place[b], place[d]))
    return found


def crosses(one: Span, other: Span, one_end: Span, other_end: Span) -> bool:
    """Whether two arrows change sides on their way down."""
    return (one.left - other.left) * (one_end.left - other_end.left) < 0


def ordered(floors: Floors, steps: Sequence[tuple[Item, Item]], width: float) -> Floors:
    """The floors, each in the best order against those beside it, down and up again."""
    for sweep in range(SWEEPS):
        numbers = range(len(floors))
        for number in numbers if sweep % 2 == 0 else reversed(numbers):
            others = dict[Item, Span]()
            for near in (number - 1, number + 1):
                if 0 <= near < len(floors):
                    others |= spans(floors[near], width)
            floors[number] = straightest(floors[number], steps, others, width)
    return floors


def straightest(
    row: Sequence[Item],
    steps: Sequence[tuple[Item, Item]],
    others: Mapping[Item, Span],
    width: float,
) -> list[Item]:
    """One floor in the best order against the floors beside it."""
    ends = [(a, b) if a in row else (b, a) for a, b in steps if (a in row) != (b in row)]
    ends = [(own, other) for own, other in ends if other in others]

    def away(order: Iterable[Item]) -> float:
        place = spans(tuple(order), width)
        return sum(apart(place[own], others[other]) for own, other in ends)

    if len(row) <= FEW:
        return list(min(permutations(row), key=away))
    pulls = {item: [others[b].middle for a, b in ends if a == item] for item in row}
    place = spans(row, width)
    middles = {i: sum(p) / len(p) if p else place[i].middle for i, p in pulls.items()}
    return sorted(row, key=middles.__getitem__)


def apart(one: Span, other: Span) -> float:
    """How far an arrow has to lean, and a little of how far its ends' middles are apart."""
    lean = max(0.0, one.left - other.right, other.left - one.right)
    return lean + abs(one.middle - other.middle) / 20
