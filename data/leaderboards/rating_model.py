"""Rating updates: openskill's Plackett-Luce model without its copies.

The model deep-copies its input, and each copied rating draws a random id from the system. That took
three quarters of the time of a rebuild. Our input is a fixed set of rating objects that are
overwritten for each game. So it needs no copy, and deep-copying its lists returns the lists
themselves.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL: Final = PlackettLuce()
T = TypeVar("T")


class HasRating(Protocol):
    """An object with a rating: its mean and its deviation."""

    mu: float
    sigma: float


class UncopiedList(list[T]):
    """A list whose deep copy is the list itself."""

    def __deepcopy__(self, _: Any) -> "UncopiedList[T]":
        return self


class RatingModel:
    """Rating objects that are reused for one game after another. Not thread-safe."""

    def __init__(self) -> None:
        self._places: list[PlackettLuceRating] = []

    def rate(
        self, sides: Sequence[Sequence[HasRating]], ranks: Sequence[int], share: float
    ) -> None:
        """Move all ratings by a part of the change that the game implies.

        `share` is that part, 0 to 1.
        """
        after = MODEL.rate(self._sat_down(sides), ranks=[float(rank) for rank in ranks])
        for side, team in zip(sides, after, strict=True):
            for line, rating in zip(side, team, strict=True):
                line.mu += share * (rating.mu - line.mu)
                line.sigma += share * (rating.sigma - line.sigma)

    def _sat_down(self, sides: Sequence[Sequence[HasRating]]) -> list[list[PlackettLuceRating]]:
        while len(self._places) < sum(map(len, sides)):
            self._places.append(MODEL.rating())
        free = iter(self._places)
        teams: UncopiedList[list[PlackettLuceRating]] = UncopiedList()
        for side in sides:
            team: UncopiedList[PlackettLuceRating] = UncopiedList()
            for line, seat in zip(side, free, strict=False):
                seat.mu, seat.sigma = line.mu, line.sigma
                team.append(seat)
            teams.append(team)
        return teams
