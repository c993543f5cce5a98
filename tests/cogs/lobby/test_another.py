"""Tests of `/play` with an open lobby: joining or a new table is offered, and one is opened at
most.
"""

import pytest

from data.models.tables import TableStatus
from tests.cogs.support.play import HOUSE, open_lobby
from tests.simulator import Member, Shown, Simulator


async def asked(simulator: Simulator) -> tuple[Member, Shown]:
    """Return a member who typed `/play` for a game with an open lobby, and the question to them."""
    ann, ben, *_ = simulator.members
    await open_lobby(simulator, ann)
    return ben, (await ben.slash("play", game=HOUSE)).message


async def is_one(simulator: Simulator) -> bool:
    """Whether exactly one lobby was opened in addition to the first."""
    find = simulator.bot.database.tables.find
    return await find(2) is not None and await find(3) is None


async def test_a_second_press_says_where_the_lobby_is_that_the_first_has_opened(
    simulator: Simulator,
) -> None:
    ben, question = await asked(simulator)
    lobby = (await ben.press(question, "Open another")).message
    await ben.press(question, "Open another")
    assert await is_one(simulator)
    assert "You have already opened a table" in question.text
    assert f"/{lobby.id}" in question.text
    assert question.labels == ()


async def test_of_two_presses_at_once_one_opens_a_lobby(simulator: Simulator) -> None:
    ben, question = await asked(simulator)
    press = ben.pressing(question, "Open another")
    await simulator.together(press, ben.pressing(question, "Open another"))
    assert await is_one(simulator)


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_lobby_whose_message_is_under_way_counts(
    simulator: Simulator, leaves: bool
) -> None:
    ben, question = await asked(simulator)
    simulator.disconnect("POST", "/interactions/*/*/callback")
    simulator.disconnect("POST", "/channels/*/messages", times=None)
    await ben.press(question, "Open another")
    if leaves:
        await simulator.bot.database.lobbies.leave(2, ben.id)
    await ben.press(question, "Open another")
    simulator.heal()
    assert await is_one(simulator)


async def test_a_question_that_is_asked_anew_opens_one_more(simulator: Simulator) -> None:
    ben, question = await asked(simulator)
    await ben.press(question, "Open another")
    anew = (await ben.slash("play", game=HOUSE)).message
    await ben.press(anew, "Open another")
    row = await simulator.bot.database.tables.find(3)
    assert row is not None
    assert (row.status, row.host_id) == (TableStatus.LOBBY, ben.id)
