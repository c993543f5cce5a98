"""Who is asked whether to join a lobby or to open another opens one, however often they press."""

import pytest

from data.game.rows import Status
from tests.cogs.playing import HOUSE, open_lobby
from tests.simulated import Person, Room, Shown


async def asked(room: Room) -> tuple[Person, Shown]:
    """Who has called for a game of which a lobby waits already, and the question to them."""
    ann, ben, *_ = room.people
    await open_lobby(room, ann)
    return ben, (await ben.slash("play", game=HOUSE)).message


async def is_one(room: Room) -> bool:
    """Whether one was opened beside the first."""
    find = room.bot.store.tables.find
    return await find(2) is not None and await find(3) is None


async def test_a_second_press_says_where_the_lobby_is_that_the_first_has_opened(room: Room) -> None:
    ben, question = await asked(room)
    lobby = (await ben.press(question, "Open another")).message
    await ben.press(question, "Open another")
    assert await is_one(room)
    assert "You have already opened one" in question.text
    assert f"/{lobby.id}" in question.text
    assert question.labels == ()


async def test_of_two_presses_at_once_one_opens_a_lobby(room: Room) -> None:
    ben, question = await asked(room)
    press = ben.pressing(question, "Open another")
    await room.together(press, ben.pressing(question, "Open another"))
    assert await is_one(room)


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_lobby_whose_message_is_under_way_counts(room: Room, leaves: bool) -> None:
    ben, question = await asked(room)
    room.cut("POST", "/interactions/*/*/callback")
    room.cut("POST", "/channels/*/messages", times=None)
    await ben.press(question, "Open another")
    if leaves:
        await room.bot.store.lobbies.leave(2, ben.id)
    await ben.press(question, "Open another")
    room.heal()
    assert await is_one(room)


async def test_a_question_that_is_asked_anew_opens_one_more(room: Room) -> None:
    ben, question = await asked(room)
    await ben.press(question, "Open another")
    anew = (await ben.slash("play", game=HOUSE)).message
    await ben.press(anew, "Open another")
    row = await room.bot.store.tables.find(3)
    assert row is not None
    assert (row.status, row.host_id) == (Status.LOBBY, ben.id)
