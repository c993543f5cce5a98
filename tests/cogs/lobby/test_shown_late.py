"""A lobby whose message came to show something old: it is shown as it is, soon and unasked."""

from cogs._lobby.computers import computer
from cogs._lobby.lobbies import changed
from data.game.rows import Driver
from tests.cogs.support.play import HOUSE, open_lobby

CALLBACK = "/interactions/*/*/callback"


async def forgotten(room, person):
    """Let a member be forgotten while another press at their lobby is under way."""
    await room.bot.store.people.forget(person.id, computer)
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        room.bot.parlour.show(await room.bot.store.tables.find(1))
    await room.env.settle()


async def test_a_name_that_comes_late_onto_a_lobby_does_not_stay_once_it_is_forgotten(room):
    ann, ben, cleo, _ = room.people
    lobby = await open_lobby(room, ann)
    await cleo.press(lobby, "Join")
    room.hang("POST", CALLBACK)
    room.press_now(ben.pressing(lobby, "Join"))
    await room.env.settle()
    await forgotten(room, cleo)
    assert "Cleo" not in lobby.text
    room.heal()
    await room.wait(1)
    assert "Cleo" not in lobby.text
    assert "Ben" in lobby.text


async def test_a_lobby_that_is_opened_while_its_host_is_forgotten_does_not_keep_the_name(room):
    ann = room.people[0]
    room.hang("POST", CALLBACK)
    await ann.slash("play", game=HOUSE)
    await forgotten(room, ann)
    room.heal()
    await room.wait(1)
    (lobby,) = room.messages(room.channel.id)
    assert "Ann" not in lobby.text


async def test_a_refused_press_lets_a_lobby_be_shown_as_it_is(room):
    ann, ben, cleo, _ = room.people
    lobby = await open_lobby(room, ann)
    changed(await room.bot.store.lobbies.sit(1, Driver("member", cleo.id, "Cleo")))
    await ben.press(lobby, "Leave")
    assert "Cleo" in lobby.text
