"""Tests that the current program continues the games of every release."""

import json
import re
from pathlib import Path

import pytest

import engine
from cogs.core.settings import VERSION
from cogs.history.receipt import receipt_of
from cogs.ops.databases import THIS_RELEASE
from cogs.ops.doctor import check_database
from data.database import Database
from data.models.tables import TablePurpose
from tests.cogs.support.finished_games import play, play_on
from tests.releases.sample_games import RELEASES, left, stands, stood
from tests.repository.test_documents import ROOT
from tests.simulator import open_simulator

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_release_of_today_is_kept():
    assert VERSION in RELEASES


def test_every_release_is_cut_in_the_changelog_and_the_newest_comes_first():
    cut = re.findall(r"(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", CHANGELOG)
    assert cut[0] == VERSION
    assert set(cut) == set(RELEASES)


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_has_left_every_game_at_its_smallest_and_its_largest_table(release):
    found = {(one["game"], len(one["position"]["hands"])) for one in stood(release).values()}
    for slug, game in engine.GAMES.items():
        assert {(slug, min(game.seats)), (slug, max(game.seats))} <= found


@pytest.mark.parametrize("release", RELEASES)
async def test_every_game_of_a_release_stands_where_it_stood(release, tmp_path):
    store = await Database.open(left(release, tmp_path / "t.db"), program=THIS_RELEASE)
    now = await stands(store)
    await store.close()
    was = stood(release)
    assert now.keys() == was.keys()
    for number, one in was.items():
        # A later release may know more about a position than an earlier one.
        said = json.loads(json.dumps(now[number]["position"]))
        assert said.items() >= one["position"].items(), number
        assert {**now[number], "position": None} == {**one, "position": None}


@pytest.mark.parametrize("release", RELEASES)
async def test_every_game_of_a_release_plays_on(release, tmp_path):
    async with open_simulator(tmp_path / "empty.db") as simulator:
        simulator.database = left(release, tmp_path / "t.db")
        await simulator.restart()
        for number, was in stood(release).items():
            row = await simulator.bot.database.tables.get(int(number))
            if row.purpose is TablePurpose.PLAY:
                live = await play_on(simulator, row.id, moves=10)
                assert live.row.seq >= was["seq"] + 10 or live.game.table.result, number


@pytest.mark.parametrize("release", RELEASES)
def test_the_doctor_finds_nothing_wrong_with_what_a_release_has_left(release, tmp_path):
    path: Path = left(release, tmp_path / "t.db")
    assert [line.words for line in check_database(path) if not line.well] == []


async def test_a_receipt_says_which_release_has_written_it(simulator):
    live = await play(simulator, list(simulator.members[:2]))
    assert (await receipt_of(simulator.bot.database.tables, live)).program == VERSION
