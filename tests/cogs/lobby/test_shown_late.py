"""Tests of lobby messages that show an old state: they are updated soon, without a press."""

from cogs.game.computer_players import make_computer_player
from cogs.game.seat_changes import raise_if_refused
from data.models.tables import Player
from tests.cogs.support.play import HOUSE, open_lobby

CALLBACK = "/interactions/*/*/callback"


async def forgotten(simulator, person):
    """Erase a member while another press at that member's lobby is under way."""
    await simulator.bot.database.erasure.erase_member(person.id, make_computer_player)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(await simulator.bot.database.tables.find(1))
    await simulator.env.settle()


async def test_a_name_that_comes_late_onto_a_lobby_does_not_stay_once_it_is_forgotten(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await cleo.press(lobby, "Join")
    simulator.hang("POST", CALLBACK)
    simulator.press_now(ben.pressing(lobby, "Join"))
    await simulator.env.settle()
    await forgotten(simulator, cleo)
    assert "Cleo" not in lobby.text
    simulator.heal()
    await simulator.wait(1)
    assert "Cleo" not in lobby.text
    assert "Ben" in lobby.text


async def test_a_lobby_that_is_opened_while_its_host_is_forgotten_does_not_keep_the_name(simulator):
    ann = simulator.members[0]
    simulator.hang("POST", CALLBACK)
    await ann.slash("play", game=HOUSE)
    await forgotten(simulator, ann)
    simulator.heal()
    await simulator.wait(1)
    (lobby,) = simulator.messages(simulator.channel.id)
    assert "Ann" not in lobby.text


async def test_a_refused_press_lets_a_lobby_be_shown_as_it_is(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    raise_if_refused(
        await simulator.bot.database.lobbies.seat_player(1, Player("member", cleo.id, "Cleo"))
    )
    await ben.press(lobby, "Leave")
    assert "Cleo" in lobby.text
