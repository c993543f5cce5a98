"""What a game says about the skill of its players: Weng and Lin's Plackett-Luce model.

This is the openskill package's arithmetic, operation by operation, so that a rating is the same
to the last bit; tests/data/test_skill.py compares them. Its own `rate` copies every player deeply
and gives each a random UUID, twice a game: a third of the time it took to make all ladders again.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import add
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
LUCK = MODEL.beta**2  # how far the play of one game varies
DRIFT = MODEL.tau * MODEL.tau  # how much less is known from one game to the next
LEAST = MODEL.kappa  # of a variance, what a single game leaves

Skill = tuple[float, float]  # mu, sigma


class Team(NamedTuple):
    """A side as the model sees it."""

    skills: list[Skill]
    mu: float
    variance: float


def learned(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """Everybody's skill after a game; the lowest rank is the best, equal ranks are a tie."""
    order, ties = _finish(tuple(ranks))
    teams = [_team(sides[number]) for number in order]
    after: list[list[Skill]] = [[]] * len(sides)
    for number, skills in zip(order, _moved(teams, ties), strict=True):
        after[number] = skills
    return after


@lru_cache(maxsize=1024)
def _finish(ranks: tuple[int, ...]) -> tuple[list[int], list[tuple[int, int]]]:
    """The sides in the order they came in; from where to where each of them is tied."""
    in_order = sorted(ranks)
    ties = [(bisect_left(in_order, rank), bisect_right(in_order, rank)) for rank in in_order]
    return sorted(range(len(ranks)), key=ranks.__getitem__), ties


def _team(players: Sequence[Skill]) -> Team:
    skills = [(mu, math.sqrt(sigma * sigma + DRIFT)) for mu, sigma in players]
    together = variance = 0.0
    for mu, sigma in sorted(skills, key=_ordinal, reverse=True):
        together += mu
        variance += sigma**2
    return Team(skills, together, variance)


def _ordinal(skill: Skill) -> float:
    return skill[0] - 3.0 * skill[1]


def _total(numbers: Sequence[float]) -> float:
    """From left to right; `sum` rounds in another way since Python 3.12."""
    return reduce(add, numbers, 0.0)


def _moved(teams: Sequence[Team], ties: Sequence[tuple[int, int]]) -> list[list[Skill]]:
    """The skills of each team after the game, best team first."""
    c = math.sqrt(_total([team.variance + LUCK for team in teams]))
    strengths = [math.exp(team.mu / c) for team in teams]
    places = [(_total(strengths[first:]), end - first) for first, end in ties]
    return [
        _skills(team, c, *_surprise(number, strengths[number], places[: ties[number][1]]))
        for number, team in enumerate(teams)
    ]


def _surprise(
    number: int, strength: float, places: Sequence[tuple[float, int]]
) -> tuple[float, float]:
    """How much better than expected a team has done, and how much that tells.

    A place is how strong all were together who had not come in before, and how many shared it.
    """
    omega = delta = 0.0
    for place, (contenders, sharing) in enumerate(places):
        chance = strength / contenders
        omega += ((1 - chance) if place == number else -chance) / sharing
        delta += chance * (1 - chance) / sharing
    return omega, delta


def _skills(team: Team, c: float, omega: float, delta: float) -> list[Skill]:
    skills, _, variance = team
    omega *= variance / c
    delta *= variance / c**2
    delta *= math.sqrt(variance) / c
    return [
        (
            mu + (share := sigma**2 / variance) * omega,
            sigma * math.sqrt(max(1 - share * delta, LEAST)),
        )
        for mu, sigma in skills
    ]
