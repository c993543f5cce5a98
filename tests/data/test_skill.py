"""The model's arithmetic against the package it is taken from."""

from hypothesis import given
from hypothesis import strategies as st

from data.skill import MODEL, Skill, learned

SKILLS = st.tuples(st.floats(-20, 80), st.floats(0.01, 12))
SIDES = st.lists(st.lists(SKILLS, min_size=1, max_size=4), min_size=2, max_size=8)


def openskills(sides: list[list[Skill]], ranks: list[int]) -> list[list[Skill]]:
    """The same by the package."""
    teams = [[MODEL.rating(mu, sigma) for mu, sigma in side] for side in sides]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[(rating.mu, rating.sigma) for rating in team] for team in after]


@given(SIDES, st.data())
def test_what_is_learned_is_what_openskill_learns_to_the_last_bit(
    sides: list[list[Skill]], data: st.DataObject
) -> None:
    ranks = data.draw(st.lists(st.integers(1, 8), min_size=len(sides), max_size=len(sides)))
    assert learned(sides, ranks) == openskills(sides, ranks)


def test_a_sigma_never_falls_to_nothing() -> None:
    weak, known, unknown = [(-20_000.0, 0.1)], [(0.0, 0.1)], [(0.0, 1000.0)]
    sides, ranks = [*[weak] * 6, known, unknown], list(range(1, 9))
    assert learned(sides, ranks) == openskills(sides, ranks)
