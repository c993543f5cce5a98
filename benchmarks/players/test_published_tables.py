"""Tests that the published tables agree with the kept rows."""

import pytest

from benchmarks.players.duel import Row, Tally
from benchmarks.players.published_tables import MARK, NONE, Published, rows, share, tables
from benchmarks.players.results_files import TREE
from benchmarks.players.strength import ENOUGH

HARD = Row("house-canasta:4", "hard-normal")


def won(wins: int, deals: int) -> Tally:
    return Tally([1.0] * wins + [-1.0] * (deals - wins))


@pytest.mark.parametrize(
    "page, which", [("benchmarks/README.md", (0, 1, 2)), ("docs/computer-players.md", (3,))]
)
def test_every_line_of_a_table_is_what_lies_in_the_tree(page: str, which: tuple[int, ...]):
    text = (TREE / page).read_text(encoding="utf-8").replace(f" {MARK}", "")
    found = list(tables(rows()))
    missing = [line for number in which for line in found[number] if line not in text]
    assert not missing


def test_a_row_of_few_deals_says_how_few():
    assert share(Published(HARD, won(8, 16))) == "50 % (28–72), 16 deals"
    assert share(Published(HARD, won(400, ENOUGH))) == "80 % (76–83)"
    assert share(None) == NONE


def test_what_misses_its_bar_is_bold_and_what_others_played_is_marked():
    assert share(Published(HARD, won(300, ENOUGH))) == "**60 % (56–64)**"
    assert share(Published(HARD, won(400, ENOUGH), is_todays=False)).endswith(f"(76–83) {MARK}")
