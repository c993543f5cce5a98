"""Golden games: whole games as text, replayed to the same scores by the rules of their time."""

from dataclasses import replace
from pathlib import Path

import pytest

import engine
from tests.engine.golden import FOLDER, Golden, named_games, read, replayed

FILES = sorted(FOLDER.glob("*/*.txt"))
CORRECTED = sorted(FOLDER.glob("*/*-corrected-*.txt"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_golden_game_is_replayed_to_the_same_scores(path: Path) -> None:
    golden = read(path)
    assert replayed(golden) == golden.scores


@pytest.mark.parametrize("path", CORRECTED, ids=name_of)
def test_a_game_begun_before_a_correction_keeps_the_rules_it_began_with(path: Path) -> None:
    golden = read(path)
    assert replayed(golden) == golden.scores
    assert not plays_the_same(replace(golden, version=engine.GAMES[golden.game].version))


def plays_the_same(golden: Golden) -> bool:
    """Whether the newest rules allow a game's moves and score it as its file says."""
    try:
        return replayed(golden) == golden.scores
    except engine.Refused:
        return False


def test_there_are_three_games_for_the_fewest_and_the_most_players() -> None:
    newest = [path for path, *_ in named_games()]
    assert set(newest) <= set(FILES)
    assert len(newest) == sum(3 * len({min(g.seats), max(g.seats)}) for g in engine.GAMES.values())
    assert all(read(path).scores[-1].startswith("over ") for path in newest)
