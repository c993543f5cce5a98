"""How far a game moves the ratings of those who played it: openskill's model, without its copies.

The model copies all that it is given before it changes it, and every copy draws a number of its
own from the system's chance: three quarters of the time of a ladder that is made again. What it is
given here are seats that nobody else has, written anew for every game; they say of themselves that
they need no copy.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL: Final = PlackettLuce()
T = TypeVar("T")


class Rated(Protocol):
    """Whoever has a rating."""

    mu: float
    sigma: float


class Uncopied(list[T]):
    """A list that is changed where it lies."""

    def __deepcopy__(self, _: Any) -> "Uncopied[T]":
        return self


class Bench:
    """Where those sit whom one game after another is about; for one thread."""

    def __init__(self) -> None:
        self._places: list[PlackettLuceRating] = []

    def rate(self, sides: Sequence[Sequence[Rated]], ranks: Sequence[int], share: float) -> None:
        """Move everybody's rating by `share` of what the game says."""
        after = MODEL.rate(self._sat_down(sides), ranks=[float(rank) for rank in ranks])
        for side, team in zip(sides, after, strict=True):
            for line, rating in zip(side, team, strict=True):
                line.mu += share * (rating.mu - line.mu)
                line.sigma += share * (rating.sigma - line.sigma)

    def _sat_down(self, sides: Sequence[Sequence[Rated]]) -> list[list[PlackettLuceRating]]:
        while len(self._places) < sum(map(len, sides)):
            self._places.append(MODEL.rating())
        free = iter(self._places)
        teams: Uncopied[list[PlackettLuceRating]] = Uncopied()
        for side in sides:
            team: Uncopied[PlackettLuceRating] = Uncopied()
            for line, seat in zip(side, free, strict=False):
                seat.mu, seat.sigma = line.mu, line.sigma
                team.append(seat)
            teams.append(team)
        return teams
