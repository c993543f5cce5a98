"""Golden games: whole games as text, played again to the same scores."""

import pytest

import engine
from tests.engine.golden import FOLDER, named_games, read, replayed

NAMES = [name for name, *_ in named_games()]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_replayed_to_the_same_scores(name: str) -> None:
    golden = read(FOLDER / name)
    assert replayed(golden) == golden.scores
    assert golden.scores[-1].startswith("over ")


def test_there_are_three_games_for_the_fewest_and_the_most_players() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(NAMES)
    assert len(NAMES) == sum(3 * len({min(g.seats), max(g.seats)}) for g in engine.GAMES.values())
