"""Tests that a lobby's answer to a press is true at that moment."""

from tests.cogs.support.play import open_lobby
from tests.simulator import Shown, Simulator


async def test_for_fewer_seats_than_people_sit_on_the_host_is_told_to_free_seats_first(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    for guest in (ben, cleo):
        await guest.press(lobby, "Join")
    page = (await ann.press(lobby, "setup")).message
    await ann.set_terms(page, seats="2")
    assert "more than 2 players. First free some seats, under **Arrange seats**." in page.text
    assert "All seats are taken" not in page.text
    assert "Arrange seats" in page.labels


async def full_lobby(simulator: Simulator) -> Shown:
    """Ann's lobby for two, with Ben."""
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats="2")
    await ben.press(lobby, "Join")
    return lobby


async def begun_unseen(simulator: Simulator) -> Shown:
    """Ann's lobby after its start, before Discord shows the start."""
    lobby = await full_lobby(simulator)
    simulator.hang("PATCH", f"/channels/{simulator.channel.id}/messages/*")
    await simulator.members[0].press(lobby, "start")
    assert "Start" in lobby.labels
    return lobby


async def test_whoever_cannot_join_is_not_told_that_they_can(simulator):
    lobby, cleo = await full_lobby(simulator), simulator.members[2]
    answer = await cleo.press(lobby, "start")
    assert "Only the host can do that." in answer.text
    assert "join" not in answer.text
    assert "/play" in answer.text


async def test_a_guest_of_a_game_that_has_begun_is_not_told_to_wait_for_it(simulator):
    lobby = await begun_unseen(simulator)
    for guest in simulator.members[1:3]:
        assert (await guest.press(lobby, "start")).text == "This game has already started."
    simulator.heal()


async def test_nothing_is_set_up_once_the_game_has_begun(simulator):
    lobby = await begun_unseen(simulator)
    for person in simulator.members[:3]:
        assert (await person.press(lobby, "setup")).text == "This game has already started."
    simulator.heal()


async def test_a_guest_of_a_closed_table_is_told_that_it_was_closed(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    fill = lobby.find("fill", "button").custom_id
    await ann.cancel(lobby)
    assert "was cancelled" in (await ben.press_stale(lobby, fill)).text
