"""Chooses which players play together, so that the sides are equally strong.

The game fixes which seats form a side. Eight seats can be divided into sides in at most 105 ways,
so all ways are tried. `lobbies` then changes the seats.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import pvariance
from typing import Final

from data.models.tables import Player
from engine.players import parse_level

AVERAGE: Final = 25.0
"""The skill of a player without a rating: OpenSkill's initial mu."""
LEVEL_RATINGS: Final = {"easy": 21.0, "hard": 28.0}
"""The assumed skill of computer players by level. A guess, used only here."""


def skill(player: Player | None, rated: float | None) -> float:
    """Return the skill of a player, in OpenSkill's mu.

    An open seat, and a member without a rating, count as average.

    Args:
        player: The player on the seat. None means an open seat.
        rated: The member's mu in this game. None means that the member has no rating.
    """
    if player is not None and player.kind == "computer":
        return LEVEL_RATINGS.get(parse_level(player.level)[0], AVERAGE)
    return AVERAGE if rated is None else rated


def balance(sides: Sequence[tuple[int, ...]], skills: Sequence[float]) -> tuple[int, ...]:
    """Return a permutation of the seats that makes the sides as equal as possible.

    Args:
        sides: The seats of each side. All sides have the same size.
        skills: The skill of each player, by current seat.

    Returns:
        For each seat, the current seat of the player who moves there.
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
    """Yield every division of `people` into groups of `size`, each division once."""
    if not people:
        yield ()
        return
    first, *others = people
    for chosen in combinations(others, size - 1):
        rest = tuple(one for one in others if one not in chosen)
        for more in partitions(rest, size):
            yield ((first, *chosen), *more)
