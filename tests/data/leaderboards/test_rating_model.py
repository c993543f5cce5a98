"""Tests that ratings equal openskill's, although the code copies nothing from it."""

import random

import pytest
from openskill.models import PlackettLuce

from data.leaderboards.rating_model import RatingModel
from data.leaderboards.totals import LeaderboardLine


def rated_by_openskill(
    sides: list[list[LeaderboardLine]], ranks: list[int], share: float
) -> list[list[tuple[float, float]]]:
    model = PlackettLuce()
    teams = [[model.rating(line.mu, line.sigma) for line in side] for side in sides]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        [
            (line.mu + share * (new.mu - line.mu), line.sigma + share * (new.sigma - line.sigma))
            for line, new in zip(side, team, strict=True)
        ]
        for side, team in zip(sides, after, strict=True)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_every_rating_is_openskills_to_the_last_bit(seed: int) -> None:
    chance, bench = random.Random(seed), RatingModel()
    members = [LeaderboardLine() for _ in range(12)]
    for _ in range(100):
        sizes = chance.choice(((1, 1), (2, 2), (1, 2, 3), (1, 1, 1, 1), (3, 3), (2, 2, 2, 2)))
        playing = iter(chance.sample(members, sum(sizes)))
        sides = [[next(playing) for _ in range(size)] for size in sizes]
        ranks = [chance.randint(1, len(sizes)) for _ in sizes]
        share = chance.choice((1.0, 0.9, 0.3))
        wanted = rated_by_openskill(sides, ranks, share)
        bench.rate(sides, ranks, share)
        assert [[(line.mu, line.sigma) for line in side] for side in sides] == wanted


def test_who_is_rated_again_sits_down_as_they_are_by_then() -> None:
    bench, ann, ben, cat = RatingModel(), LeaderboardLine(), LeaderboardLine(), LeaderboardLine()
    bench.rate([[ann], [ben]], [1, 2], 1.0)
    before = ann.mu
    bench.rate([[cat], [ben]], [1, 2], 1.0)
    assert ann.mu == before
    assert cat.mu > 25 > ben.mu
