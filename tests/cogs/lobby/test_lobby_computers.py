"""Tests of computer players in a lobby: their levels, their names, and a start with them."""

import pytest

from cogs.game.computer_players import make_computer_player
from data.models.tables import TableStatus
from engine.players import LEVELS
from tests.cogs.support.play import number_of, open_lobby, start


async def levels(simulator, table):
    """Return the level of each computer player at a table, in seat order."""
    drivers = [seat.player for seat in (await simulator.bot.database.tables.find(table)).seats]
    return [driver.level for driver in drivers if driver and driver.kind == "computer"]


@pytest.mark.parametrize("level", LEVELS)
async def test_opponents_of_a_level_cost_four_taps_with_the_start(simulator, level):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    table = number_of(lobby)
    page = (await ann.press(lobby, "Set up")).message  # One tap.
    await ann.choose(page, "addlevel", [level])  # and two: a select is opened first
    await simulator.restart()
    await ann.press(lobby, "Fill and start")
    assert await levels(simulator, table) == [level] * 3


async def test_who_is_added_next_is_of_the_level_of_the_last_one_and_the_page_says_so(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    assert "players are **normal** strength" in page.text
    await ann.choose(page, "addlevel", ["hard"])
    assert "players are **hard** strength" in page.text
    assert "** strength" not in (await ben.press(lobby, "Set up")).text
    await ann.press(page, "Add computer player")
    await ann.choose(page, "addlevel", ["easy"])
    assert await levels(simulator, number_of(lobby)) == ["hard", "hard", "easy"]
    assert "addlevel" not in {control.verb for control in page.controls}
    assert "** strength" not in page.text


async def test_only_the_host_adds_a_computer_player_of_a_level(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    added = f"t1:addlevel:{number_of(lobby)}:1"
    assert "Only the host" in (await ben.press_stale(lobby, added, ["2"])).text
    assert "Look again" in (await ann.press_stale(lobby, added, ["9"])).text
    assert await levels(simulator, number_of(lobby)) == []


async def test_a_computer_player_never_shares_a_name_with_anybody(simulator):
    basil = simulator.invite("Basil")
    lobby = await open_lobby(simulator, basil)
    await basil.press(lobby, "addbot")
    assert "Dill" in lobby.text


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_seven_computer_players_have_seven_names(level):
    names: list[str] = []
    for _ in range(7):
        names.append(make_computer_player(names, level).name)
    assert len(set(names)) == 7


async def test_a_lone_member_starts_at_once_with_computer_players(simulator):
    game = await start(simulator, simulator.members[:1])
    row = (await game.live()).row
    assert row.status is TableStatus.PLAYING
    assert [seat.player and seat.player.kind for seat in row.seats] == ["member", *["computer"] * 3]


async def test_joining_a_lobby_that_has_just_been_closed_is_a_sentence(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    question = (await ann.press(lobby, "Cancel this table")).message
    _, late = await simulator.together(
        ann.pressing(question, "Yes, cancel it"), ben.pressing(lobby, "Join")
    )
    assert "was cancelled" in late.text
    assert late.private
    assert "cancelled" in lobby.text
