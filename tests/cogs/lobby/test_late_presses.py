"""Tests of late presses in a lobby: what a member has not seen never takes effect."""

from dataclasses import replace

import pytest

from data.models.tables import TableStatus
from tests.cogs.lobby.test_lobby import row_of
from tests.cogs.support.play import number_of, open_lobby


async def seen_before(simulator, how):
    """Return a lobby as the host saw it before somebody changed it."""
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    if how == "start":
        await ann.set_terms(lobby, seats="2")
        await ann.press(lobby, "addbot")
    pressed = lobby.find(how, "button").custom_id
    if how == "start":
        await simulator.bot.database.lobbies.set_options(
            1, {}, (await row_of(simulator, lobby)).revision
        )
    else:
        await ben.press(lobby, "Join")
    return lobby, pressed


@pytest.mark.parametrize("how", ["start", "fill"])
async def test_a_start_of_what_the_host_has_not_seen_is_refused_and_changes_nothing(simulator, how):
    lobby, pressed = await seen_before(simulator, how)
    before = await row_of(simulator, lobby)
    answer = await simulator.members[0].press_stale(lobby, pressed)
    assert "Look again, then choose" in answer.text
    assert await row_of(simulator, lobby) == replace(before, lobby_due=False)  # It can be opened.


async def test_who_joins_in_the_moment_of_the_start_is_in_or_the_host_looks_again(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    _, started = await simulator.together(ben.pressing(lobby, "Join"), ann.pressing(lobby, "fill"))
    assert "Look again" in started.text
    assert "Ben" in lobby.text
    assert (await row_of(simulator, lobby)).status is TableStatus.LOBBY


async def test_a_page_of_set_up_that_comes_too_late_shows_the_lobby_as_it_is(simulator):
    ann, ben, cleo, dan = simulator.members
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    for guest in (ben, cleo, dan):
        await guest.press(lobby, "Join")
    assert "3 seats are open" in page.text
    await ann.press(page, "Add computer player")
    assert "All seats are taken." in page.text
    assert "Add computer player" not in page.labels


async def test_a_made_up_control_of_another_lobby_leaves_the_message_that_was_pressed(simulator):
    ann, ben, *_ = simulator.members
    mine, other = (
        await open_lobby(simulator, ann),
        await open_lobby(simulator, ben, "classic-canasta"),
    )
    await ann.press(other, "Join")
    before = mine.text
    answer = await ann.press_stale(mine, f"t1:leave:{number_of(other)}:0")
    await simulator.wait(0)
    assert answer.private
    assert mine.text == before
    assert "Ann" not in other.text


async def test_a_refusal_shows_nobody_a_lobby_that_stands_elsewhere(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    page = (await ben.press(lobby, "setup")).message
    other = simulator.guild.create_text_channel("elsewhere").id
    for channel_id, told in ((other, "played somewhere else"), (1, "This table is closed")):
        away = await simulator.bot.database.lobbies.create(
            guild_id=simulator.guild.id, channel_id=channel_id, host_id=1, game="ponytail-canasta",
            rules_version=1, options={}, seat_count=4, pace="none", seed=bytes(32),
        )  # fmt: skip
        for verb in ("leave", "fill", "start"):
            answer = await ben.press_stale(page, f"t1:{verb}:{away.id}:0")
            assert told in answer.text
        assert "Ponytail" not in page.text


async def test_a_page_of_set_up_says_that_the_game_has_begun(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    await ann.press(page, "Add computer player")
    assert "2 seats are open" in page.text
    await ann.press(lobby, "Fill and start")
    await ann.press(page, "Remove computer player")
    assert page.text == "This game has already started."
    assert not page.controls
