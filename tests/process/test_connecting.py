"""Tests of connecting to Discord during an outage: the real bot, and a Discord that fails at each
step.
"""

import asyncio
import gc
import logging
import socket
import sys
import threading
from collections import Counter
from contextlib import asynccontextmanager

import discord
import pytest
import pytest_asyncio
import yarl

from bot import Tuppence, serve
from cogs.core.settings import InvalidSettings, Settings
from cogs.gateway.connection import MAX_RETRY_DELAY, DiscordRetry
from cogs.gateway.identify import IDENTIFY_INTERVAL, IdentifyQueue
from cogs.gateway.ownership import SingleProcess
from data.database import Database
from tests.fake_discord import CLEAR, FakeDiscord, Fault
from tests.fake_discord.gateway import INVALID
from tests.fake_discord.rest import TOKEN

WITHIN = 30.0  # Seconds; it takes one second on an idle machine.
STEPS = {
    "login": ("GET", "/users/@me"),
    "application": ("GET", "/applications/@me"),
    "commands": ("PUT", "/commands"),
    "gateway": ("GET", "/gateway/bot"),
}
FAULTS = {
    "overloaded": Fault(status=503),
    "broken": Fault(status=500),  # discord.py repeats that request itself, for half a minute.
    "cloudflare": Fault(status=429, retry=-1),
    "limited": Fault(status=429, retry=30.0),
    "cut": Fault(status=0),
    "hanging": Fault(before=30.0),
}
HUNG = 0.3
"""Seconds after which the first try is given up. A busy machine may need longer, so each further
try has half as much time again.
"""


class Growing(DiscordRetry):
    """A backoff whose delays grow steadily."""

    def say(self, error):
        super().say(error)
        self._hung *= 1.5


async def briefly(_seconds):
    """Replace all sleeps by short ones."""
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def parlour():
    """A fake Discord on this machine."""
    async with FakeDiscord() as opened:
        yield opened


@pytest_asyncio.fixture
async def bot(parlour, tmp_path, monkeypatch):
    """The real bot, connected to the fake Discord, with short waits."""
    gateway = yarl.URL(parlour.address).with_scheme("ws")
    monkeypatch.setattr(discord.http.Route, "BASE", f"{parlour.address}/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    store = await Database.open(tmp_path / "t.db")
    bot = Tuppence(Settings(database=tmp_path / "t.db"), store)
    bot.discord_retry = Growing(bot, briefly, hung=HUNG)
    yield bot
    await store.close()


@asynccontextmanager
async def starting(bot, token=TOKEN):
    """Start the bot's connection to Discord in a task."""
    async with bot:
        start = asyncio.create_task(bot.start(token))
        try:
            yield start
        finally:
            start.cancel()
            await asyncio.wait([start])
            await hung_up()


async def hung_up():
    """Close the connections of shards that were still connecting at the end.

    discord.py forgets them. A minute later their heartbeat threads would find the loop closed, in
    some other test.
    """
    for thread in threading.enumerate():
        if isinstance(thread, discord.gateway.KeepAliveHandler):
            await thread.ws.close()


async def arrives(bot, parlour):
    """Wait until the bot is connected. Raises the error that ends it before."""
    async with starting(bot) as start:
        there = asyncio.create_task(parlour.gateway.listening.wait())
        await asyncio.wait([start, there], timeout=WITHIN, return_when=asyncio.FIRST_COMPLETED)
        there.cancel()
        if start.done():
            start.result()
        assert parlour.gateway.connected


def failing(fault, times, *steps):
    """Return faults by which each of these steps fails so many times, and their count."""
    seen: Counter[str] = Counter()

    def faults(method, path):
        for step in steps:
            if method == STEPS[step][0] and path.endswith(STEPS[step][1]):
                seen[step] += 1
                return fault if seen[step] <= times else CLEAR
        return CLEAR

    return faults, seen


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_discord_that_is_away_at_each_step_is_asked_again(fault, bot, parlour):
    parlour.rest.faults, seen = failing(FAULTS[fault], 1, *STEPS)
    await arrives(bot, parlour)
    assert all(seen[step] >= 2 for step in STEPS), seen


@pytest.mark.parametrize(
    "trouble", [{"away": 503}, {"away": 429}, {"refuse": 4000}, {"refuse": 1001}, {"silent": True}]
)
async def test_a_gateway_that_is_away_is_asked_again(trouble, bot, parlour, caplog):
    vars(parlour.gateway).update(trouble)
    async with starting(bot) as start:
        await asyncio.sleep(0.7)
        assert not start.done()
        vars(parlour.gateway).update(away=None, refuse=None, silent=False)
        await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("trouble", [{"refuse": 4000}, {"refuse": 1000}, {"away": 503}])
async def test_a_gateway_that_goes_away_later_is_asked_now_and_then(trouble, bot, parlour, caplog):
    ann = parlour.join("Ann")
    bot.discord_retry = DiscordRetry(bot)
    async with starting(bot):
        await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)
        await bot.wait_until_ready()
        vars(parlour.gateway).update(trouble)
        parlour.gateway.asked = 0
        parlour.gateway.session.connection.cut()
        await asyncio.sleep(1.5)
        assert 1 <= parlour.gateway.asked <= 3
        asked = asyncio.create_task(ann.slash("help"))
        vars(parlour.gateway).update(away=None, refuse=None)
        assert (await asked).text  # Missed events are delivered when the session is resumed.
    assert parlour.gateway.resumed == 1
    assert not [record for record in caplog.records if record.exc_info]


async def test_nobody_listens_at_first(bot, parlour):
    await parlour.__aexit__()
    async with starting(bot) as start:
        await asyncio.sleep(0.3)
        assert not start.done()
        await parlour.__aenter__()
        await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)


async def test_a_name_that_is_not_found_is_waited_for(bot, parlour, monkeypatch):
    def nowhere(*_where, **_how):
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    base = discord.http.Route.BASE
    monkeypatch.setattr(discord.http.Route, "BASE", base.replace("127.0.0.1", "discord.invalid"))
    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    async with starting(bot) as start:
        await asyncio.sleep(0.3)
        assert not start.done()
        monkeypatch.setattr(discord.http.Route, "BASE", base)
        await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)


@pytest.mark.parametrize("step", STEPS)
async def test_a_token_that_discord_does_not_know_is_tried_once(step, bot, parlour):
    parlour.rest.faults, seen = failing(Fault(status=401), 99, step)
    with pytest.raises(discord.LoginFailure):
        await arrives(bot, parlour)
    assert seen[step] == 1


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_gateway_that_will_not_have_us_is_not_asked_again(code, bot, parlour):
    parlour.gateway.refuse = code
    with pytest.raises(discord.ConnectionClosed) as caught:
        await arrives(bot, parlour)
    assert caught.value.code == code


async def test_a_home_server_without_the_bot_is_a_wrong_setting(bot, parlour):
    bot.settings = Settings(database=bot.settings.database, home_guild=4711)
    parlour.rest.faults, _ = failing(Fault(status=403, code=50001), 1, "commands")
    with pytest.raises(InvalidSettings, match="TUPPENCE_HOME_GUILD"):
        await arrives(bot, parlour)


async def test_a_stop_while_discord_is_away_waits_for_nothing(bot, parlour):
    async def for_ever(_seconds):
        waiting.set()
        await asyncio.Event().wait()

    parlour.rest.faults = lambda *_: Fault(status=503)
    bot.discord_retry = DiscordRetry(bot, for_ever)
    waiting, stop = asyncio.Event(), asyncio.Event()
    serving = asyncio.create_task(serve(bot, TOKEN, stop))
    await waiting.wait()
    stop.set()
    await asyncio.wait_for(serving, 5)


async def begun(parlour, sessions):
    """Wait until so many sessions were started."""
    async with asyncio.timeout(WITHIN):
        while parlour.gateway.identified < sessions:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.01)


def waits_of(bot):
    """Record the seconds that each IDENTIFY has to wait, without waiting; return the record."""
    waited = []

    async def sleep(seconds):
        waited.append(seconds)

    bot.ownership.identify_queue = IdentifyQueue(sleep)
    return waited


async def test_as_many_shards_identify_at_once_as_discord_grants(bot, parlour):
    parlour.rest.shards, parlour.rest.at_once = 8, 4
    waited = waits_of(bot)
    async with starting(bot):
        await begun(parlour, 8)
        assert sorted(shard for shard, _ in parlour.gateway.sessions) == list(range(8))
    first, later = sorted(waited)[:4], sorted(waited)[4:]
    assert max(first) == 0
    assert all(0 < seconds <= IDENTIFY_INTERVAL for seconds in later)


async def test_shards_whose_sessions_are_gone_all_at_once_wait_for_their_turns(bot, parlour):
    parlour.rest.shards = 3
    waited = waits_of(bot)
    async with starting(bot):
        await begun(parlour, 3)
        for session in list(parlour.gateway.sessions.values()):
            session.connection.say(INVALID, data=False)
        parlour.gateway.sessions.clear()
        await begun(parlour, 6)
        assert len(parlour.gateway.sessions) == 3
    assert [seconds > 0 for seconds in waited] == [False, True, True, True, True, True]


async def test_a_shard_identifies_in_a_window_of_its_own():
    now, at = [0.0], []

    async def sleep(seconds):
        now[0] += seconds

    turns = IdentifyQueue(sleep, lambda: now[0])
    turns.granted(2)
    for shard in (0, 1, 2, 3, 5, 4):
        await turns.wait(shard)
        at.append(now[0])
    assert at == [
        0,
        0,
        IDENTIFY_INTERVAL,
        IDENTIFY_INTERVAL,
        2 * IDENTIFY_INTERVAL,
        2 * IDENTIFY_INTERVAL,
    ]


async def test_discord_refuses_nobody_who_identifies_in_their_own_window(bot, parlour):
    async def quickly(seconds):
        await asyncio.sleep(seconds * parlour.gateway.window / 5)

    parlour.rest.shards, parlour.gateway.groups, parlour.gateway.window = 4, 1, 0.5
    bot.ownership.identify_queue = IdentifyQueue(quickly)
    async with starting(bot):
        await begun(parlour, 4)
    assert parlour.gateway.refused == []


async def test_who_was_refused_for_coming_too_early_comes_in_later(bot, parlour):
    parlour.rest.shards, parlour.gateway.groups, parlour.gateway.window = 2, 1, 0.5
    bot.ownership.identify_queue = IdentifyQueue(briefly)
    async with starting(bot):
        await begun(parlour, 2)
        async with asyncio.timeout(WITHIN):
            while len(parlour.gateway.sessions) < 2:  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(0.01)
    assert parlour.gateway.refused


async def test_a_process_connects_the_shards_that_are_its_own(parlour, bot):
    parlour.rest.shards = 7
    alone = SingleProcess(IdentifyQueue(briefly))
    mine = Tuppence(bot.settings, bot.database, ownership=alone, shards=[1, 3], of=4)
    mine.discord_retry = bot.discord_retry
    async with starting(mine):
        await begun(parlour, 2)
        assert sorted(parlour.gateway.sessions) == [(1, 4), (3, 4)]
        await mine.wait_until_ready()


async def test_no_session_is_begun_that_discord_does_not_grant_today(bot, parlour, caplog):
    parlour.rest.remaining = 0
    async with starting(bot):
        await asyncio.sleep(0.5)
        assert not parlour.gateway.asked
        parlour.rest.remaining = 1
        await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)
    assert "no new sessions" in caplog.text


@pytest.fixture
def switch_interval():
    """Set Python's own switch interval before a test, and after it what was there."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield 0.005
    sys.setswitchinterval(before)


async def test_a_thread_that_draws_gives_way_to_the_event_loop_soon(bot, parlour, switch_interval):
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(bot, TOKEN, stop))
    await asyncio.wait_for(parlour.gateway.listening.wait(), WITHIN)
    assert sys.getswitchinterval() < switch_interval / 5
    stop.set()
    await serving


async def test_what_is_loaded_before_the_first_press_is_never_looked_through_again(bot, parlour):
    stop = asyncio.Event()
    before = gc.get_freeze_count()
    serving = asyncio.create_task(serve(bot, TOKEN, stop))
    try:
        async with asyncio.timeout(WITHIN):
            while gc.get_freeze_count() == before:  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(0.01)
    finally:
        gc.unfreeze()
        stop.set()
        await serving


async def test_an_outage_of_ten_minutes_is_one_line_a_minute(caplog):
    now, tries = [0.0], []

    async def sleep(seconds):
        now[0] += seconds

    async def work():
        now[0] += 0.2
        tries.append(now[0])
        if now[0] < 600:
            raise ConnectionRefusedError("nobody listens")
        return "there"

    caplog.set_level(logging.INFO)
    client = discord.Client(intents=discord.Intents.none())
    assert await DiscordRetry(client, sleep, lambda: now[0]).until_done(work) == "there"
    assert now[0] - 600 < MAX_RETRY_DELAY
    lines = [record for record in caplog.records if record.name == DiscordRetry.__module__]
    assert 9 <= len(lines) <= 11
    assert tries[:4] == pytest.approx([0.2, 1.2, 3.2, 7.2], abs=0.5)
    assert all("nobody listens" in line.getMessage() for line in lines)
    assert not any("\n" in line.getMessage() or line.exc_info for line in lines)
