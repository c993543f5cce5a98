"""Tests of the number of worker processes when several bots share a machine."""

import pytest

from cogs import wiring
from cogs.computers import worker_pool


@pytest.mark.parametrize(
    "cores, bots, think, draw",
    [
        (1, 1, 1, 0),
        (2, 1, 1, 1),
        (2, 2, 1, 0),
        (4, 1, 3, 1),
        (4, 4, 1, 0),
        (8, 1, 7, 2),
        (16, 1, 8, 4),
        (16, 2, 7, 2),
        (16, 4, 3, 1),
        (16, 16, 1, 0),
    ],
)
def test_bots_that_share_a_machine_divide_its_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int, bots: int, think: int, draw: int
) -> None:
    for module in (worker_pool, wiring):
        monkeypatch.setattr(module, "cores", lambda: cores)
    assert (worker_pool.search_worker_count(bots), wiring.render_worker_count(bots)) == (
        think,
        draw,
    )
