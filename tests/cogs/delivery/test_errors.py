"""Tests of failed deliveries: Discord's errors are distinguished from our own."""

import asyncio
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from cogs.delivery.request import (
    AlreadyResponded,
    InteractionExpired,
    MessageGone,
    TransientError,
    attempt_request,
)
from tests.cogs.support.play import open_lobby
from tests.simulator import Pressing


def refused(status, code, **headers):
    answer = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(answer, {"code": code, "message": "the queen of spades"})


async def raising(error):
    raise error


@pytest.mark.parametrize(
    "error, meaning",
    [
        (refused(429, 0), TransientError),
        (refused(500, 0), TransientError),
        (refused(502, 0), TransientError),
        (refused(404, 10008), MessageGone),
        (refused(404, 10015), InteractionExpired),
        (refused(404, 10062), InteractionExpired),
        (refused(401, 50027), InteractionExpired),
        (refused(403, 50001), InteractionExpired),
        (refused(400, 50083), InteractionExpired),
        (refused(400, 40060), AlreadyResponded),
        (aiohttp.ServerDisconnectedError(), TransientError),
        (ConnectionResetError(104, "reset"), TransientError),
        (TimeoutError(), TransientError),
        (RuntimeError("Session is closed"), InteractionExpired),
    ],
)
async def test_trouble_of_discord_is_named_and_nothing_it_said_is_kept(error, meaning):
    with pytest.raises(meaning) as caught:
        await attempt_request(raising(error))
    assert "queen" not in str(caught.value)


@pytest.mark.parametrize("error", [refused(400, 50035), KeyError("x"), RuntimeError("no loop")])
async def test_what_is_our_fault_stays_one(error):
    with pytest.raises(type(error)) as caught:
        await attempt_request(raising(error))
    assert caught.value is error


@pytest.mark.parametrize("header, seconds", [("0.4", 0.4), ("60", 60.0), ("Sat, 1 Jan 2028", 0.0)])
async def test_how_long_discord_asks_us_to_wait_is_read(header, seconds):
    with pytest.raises(TransientError) as caught:
        await attempt_request(raising(refused(429, 0, **{"Retry-After": header})))
    assert caught.value.after == seconds


async def test_an_attempt_that_hangs_is_given_up():
    with pytest.raises(TransientError):
        await attempt_request(asyncio.sleep(60), 0.01)


async def test_a_form_that_cannot_be_opened_is_no_fault(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    page = (await simulator.members[0].press(lobby, "House rules")).message
    await simulator.members[0].choose(page, "rule", ["Last round"])
    simulator.disconnect("POST", "/interactions/*", times=None)
    number = next(one for one in page.controls if one.verb == "number")
    answer = await simulator.members[0].press(page, number.custom_id)
    assert answer.modal is None


@pytest.mark.parametrize("status, code", [(404, 10062), (500, 0)])
async def test_what_cannot_be_completed_in_time_is_no_fault(simulator, status, code):
    simulator.fail("POST", "/interactions/*", status=status, code=code)
    ann = simulator.members[0]
    data = {
        "name": "play",
        "type": 1,
        "options": [{"name": "game", "type": 3, "value": "can", "focused": True}],
    }
    await simulator.together(Pressing(ann, simulator.channel.id, 4, data))
    assert "House Canasta (2–6 players)" in await ann.complete("play", "game", "house")
