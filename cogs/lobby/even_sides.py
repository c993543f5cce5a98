"""Who sits where: pairs of even strength.

Sides are the game's; only their members are chosen. With eight seats there are at most 105 ways
to make the sides, so that all of them are tried and the most even one is taken.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import pvariance
from typing import Final

from data.models.tables import Player
from engine.players import parse_level

AVERAGE: Final = 25.0
"""The skill that a rating begins with (OpenSkill's mu)."""
LEVEL_RATINGS: Final = {"easy": 21.0, "hard": 28.0}
"""Skill that a computer player counts for: guesses beside the average, for a seat plan only."""


def skill(driver: Player | None, rated: float | None) -> float:
    """What somebody counts for; an open seat or a member without a rating is average."""
    if driver is not None and driver.kind == "computer":
        return LEVEL_RATINGS.get(parse_level(driver.level)[0], AVERAGE)
    return AVERAGE if rated is None else rated


def balanced(sides: Sequence[tuple[int, ...]], skills: Sequence[float]) -> tuple[int, ...]:
    """For each seat, who of the present order shall sit there, so that the sides are even.

    `sides` are the seats of each side, all of one size; `skills` go by seat.
    """
    best = min(
        partitions(tuple(range(len(skills))), len(sides[0])),
        key=lambda groups: pvariance([sum(skills[one] for one in group) for group in groups]),
    )
    seats: list[int] = [0] * len(skills)
    for side, group in zip(sides, best, strict=True):
        for seat, one in zip(side, group, strict=True):
            seats[seat] = one
    return tuple(seats)


def partitions(people: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to make groups of one size, each once."""
    if not people:
        yield ()
        return
    first, *others = people
    for chosen in combinations(others, size - 1):
        rest = tuple(one for one in others if one not in chosen)
        for more in partitions(rest, size):
            yield ((first, *chosen), *more)
