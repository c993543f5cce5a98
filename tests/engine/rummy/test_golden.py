"""Whole games of both Ten Pennies, told line by line: an old log replays as it did."""

from pathlib import Path

import pytest

from tests.engine.rummy.golden import FOLDER, parsed, told

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_told_again_word_for_word(path: Path) -> None:
    golden = parsed(path.read_text())
    assert told(golden) == golden.text


@pytest.mark.parametrize(
    "game,seats",
    [("ten-pennies", 2), ("ten-pennies", 8), ("ten-pennies-online", 2), ("ten-pennies-online", 4)],
)
def test_the_fewest_and_the_most_players_have_three_games_each(game: str, seats: int) -> None:
    games = [parsed(path.read_text()) for path in FILES]
    assert sum((golden.game, golden.seats) == (game, seats) for golden in games) >= 3
