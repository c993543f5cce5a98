"""Tests of a changed system clock: nobody is locked out, hurried, delayed or notified twice."""

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from cogs.core.clock import LEEWAY, Clock, ClockSkew, monotonic
from cogs.gateway.connection import http_trace
from cogs.ui.rate_limit import RateLimiter
from tests.cogs.game.test_authority import forged
from tests.cogs.support.play import default_turn, start
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, hear_twice, looked, notified, timed
from tests.cogs.votes.test_votes import ask

STEPS = [-HOUR, 30 * DAY]


def told_of_the_clock(simulator):
    """Remove the expected warning about a difference between our clock and Discord's."""
    assert "off Discord's" in simulator.take_errors()[0]


async def begun_an_hour_ahead(simulator, **rest):
    """A game that started while the machine's clock was an hour ahead of Discord's."""
    simulator.set_clock(HOUR)
    await simulator.restart()
    hear_twice(simulator)
    game = await timed(simulator, simulator.members, **rest)
    told_of_the_clock(simulator)
    return game


# ---- storms


async def test_a_clock_set_back_locks_nobody_out(simulator):
    game = await start(simulator, simulator.members)
    simulator.bot.rate_limiter.member = 2.0
    ann = simulator.members[0]
    *shown, refused = [(await ann.press(game.board, "Score")).text for _ in range(3)]
    assert all("First past" in text for text in shown)
    assert "First past" not in refused
    simulator.set_clock(-HOUR)
    await simulator.wait(2)
    assert "First past" in (await ann.press(game.board, "Score")).text


def test_storms_are_measured_by_a_clock_that_nobody_sets(simulator):
    assert simulator.bot.rate_limiter._now == simulator.bot.clock.elapsed
    assert RateLimiter(monotonic).admits(1, 1)
    assert monotonic() <= monotonic()


# ---- deadlines


@pytest.mark.parametrize("by", STEPS)
async def test_a_clock_that_is_set_wrong_changes_no_deadline(simulator, by):
    game = await timed(simulator, simulator.members)
    before = await game.deadline()
    simulator.set_clock(by)
    await looked(simulator)
    assert (await game.seq(), await game.deadline()) == (0, before)
    await after(simulator, DAY - HOUR)
    assert await game.seq() == 0
    await after(simulator, 2 * HOUR)
    assert await game.seq() == 2


@pytest.mark.parametrize("by", STEPS)
async def test_a_clock_that_is_set_tells_nobody_twice(simulator, by):
    game = await timed(simulator, simulator.members)
    before = notified(simulator)
    simulator.set_clock(by)
    await looked(simulator)
    await after(simulator, 20 * HOUR)
    reminded = notified(simulator) - before
    simulator.set_clock(-by)
    await looked(simulator)
    await looked(simulator)
    assert reminded == {(await game.turn()).id: 1}
    assert notified(simulator) - before == reminded


async def test_a_clock_that_is_put_right_keeps_nobody_waiting_and_hurries_nobody(simulator):
    game = await begun_an_hour_ahead(simulator)
    before = await game.deadline()
    simulator.set_clock(-HOUR)
    await looked(simulator)
    assert (
        await game.deadline() == before - HOUR == pytest.approx(simulator.now() + DAY, abs=LEEWAY)
    )
    await after(simulator, DAY - HOUR)
    assert await game.seq() == 0
    await after(simulator, 2 * HOUR)
    assert await game.seq() == 2


async def test_a_clock_that_is_put_right_takes_nothing_from_anybodys_bank(simulator):
    game = await begun_an_hour_ahead(simulator, pace="live")
    simulator.set_clock(-HOUR)
    await looked(simulator)
    await game.take_turn()
    assert await simulator.bot.database.deadlines.time_used(game.table_id) == {}


async def test_a_clock_that_is_put_right_ends_a_pause_no_later(simulator):
    game = await begun_an_hour_ahead(simulator)
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.pause_table(game.table_id, 1)
    simulator.set_clock(-HOUR)
    await looked(simulator)
    await after(simulator, DAY + MINUTE)
    assert await simulator.bot.database.pauses.of_table(game.table_id) == ()


async def test_a_clock_that_is_put_right_ends_a_holiday_with_its_pauses(simulator):
    game = await begun_an_hour_ahead(simulator)
    ann = simulator.members[0]
    await ann.slash("away", until="3")
    simulator.set_clock(-HOUR)
    await looked(simulator)
    (pause,) = await simulator.bot.database.pauses.of_table(game.table_id)
    assert pause.until == await simulator.bot.database.pauses.holiday_until(ann.id)


async def test_after_a_clock_is_put_right_who_was_nudged_can_be_nudged_when_it_is_time(simulator):
    game = await begun_an_hour_ahead(simulator, pace="none")
    ann, ben, *_ = simulator.members
    while await game.turn() != ann:
        await default_turn(game)
    assert "You nudged" in (await nudged(ben, game)).text
    simulator.set_clock(-HOUR)
    await looked(simulator)
    await after(simulator, DAY - MINUTE)
    assert "You nudged" not in (await nudged(ben, game)).text
    await after(simulator, 2 * MINUTE)
    assert "You nudged" in (await nudged(ben, game)).text


async def nudged(who, game):
    """Press nudge and return the answer."""
    more = await who.press(game.board, "More")
    return await who.press(more.message, "Nudge")


async def test_after_a_clock_is_put_right_the_same_can_be_asked_when_it_is_time(simulator):
    game = await begun_an_hour_ahead(simulator)
    ann, ben, *_ = simulator.members
    await ben.press(await ask(game, ann, "end"), "No")
    simulator.set_clock(-HOUR)
    await looked(simulator)
    await after(simulator, DAY + MINUTE)
    assert "a while ago" not in (await forged(ann, game, "stop:1")).text


async def test_a_press_in_time_is_never_too_late_by_a_clock_that_is_slow(simulator):
    simulator.set_clock(-HOUR)
    await simulator.restart()
    game = await timed(simulator, simulator.members, pace="live")
    told_of_the_clock(simulator)
    who = await game.take_turn()
    assert await game.turn() != who


async def test_a_clock_set_back_while_the_bot_was_away_leaves_everybody_the_time_they_had(
    simulator,
):
    game = await timed(simulator, simulator.members)
    await after(simulator, 12 * HOUR)
    simulator.set_clock(-3 * HOUR)
    await simulator.restart()
    await looked(simulator)
    assert await game.deadline() == pytest.approx(simulator.wall() + 12 * HOUR, abs=MINUTE)
    await looked(simulator)
    assert await game.deadline() == pytest.approx(simulator.wall() + 12 * HOUR, abs=MINUTE)


@pytest.mark.parametrize("by", [DAY, 30 * DAY, -DAY])
async def test_a_process_that_starts_under_a_wrong_clock_goes_by_discords(simulator, by):
    game = await timed(simulator, simulator.members, pace="three_days")
    before = await game.deadline()
    await after(simulator, 12 * HOUR)
    simulator.dates = True
    simulator.set_clock(by)
    await simulator.restart()
    await looked(simulator)
    assert await game.deadline() == before
    await default_turn(game)
    begun = await game.deadline()
    assert begun == pytest.approx(simulator.now() + 3 * DAY, abs=MINUTE)
    simulator.set_clock(-by)
    await looked(simulator)
    assert await game.deadline() == begun
    entries = await simulator.bot.database.tables.move_log(game.table_id)
    assert all(abs(entry.at - simulator.now()) < MINUTE for entry in entries)


async def test_the_time_is_taken_from_the_first_answer_of_discord_alone(simulator):
    simulator.bot.check_clock(simulator.now() + HOUR)
    simulator.bot.check_clock(simulator.now() - HOUR)
    assert simulator.bot.clock() == pytest.approx(simulator.now() + HOUR, abs=1)


async def test_every_answer_of_discord_says_whether_it_was_too_much_and_what_time_it_is():
    async def refused(_):
        return web.Response(status=429, headers={"Date": "Thu, 01 Jan 2026 00:00:07 GMT"})

    app, heard, many = web.Application(), list[float](), list[int]()
    app.router.add_get("/", refused)
    trace = http_trace(lambda: many.append(1), heard.append)
    async with TestServer(app) as server, ClientSession(trace_configs=[trace]) as session:
        await (await session.get(server.make_url("/"))).read()
    assert (heard, len(many)) == ([1767225607.0], 1)


# ---- the timepiece


class Machine:
    """A machine with a clock that can be set."""

    wall = 1_000.0
    ticks = 7.0

    def piece(self):
        return Clock(lambda: self.wall, lambda: self.ticks)


def test_the_time_goes_on_evenly_whatever_is_done_to_the_clock():
    machine = Machine()
    piece = machine.piece()
    machine.ticks += 10
    machine.wall -= 500
    assert piece() == 1_010.0


def test_a_clock_that_was_set_is_followed_only_when_told_to():
    machine = Machine()
    piece = machine.piece()
    machine.wall -= 500
    assert (piece.off(), piece()) == (-500.0, 1_000.0)
    piece.follow(piece.off())
    assert (piece.off(), piece()) == (0.0, 500.0)


def test_a_clock_that_is_hardly_off_was_not_set():
    machine = Machine()
    piece = machine.piece()
    machine.wall += LEEWAY
    assert piece.off() == 0.0


@pytest.mark.parametrize(
    "heard, by, welcome", [(None, -60, True), (0, -60, False), (-3600, -3600, True)]
)
def test_only_a_way_to_discords_clock_is_followed(caplog, heard, by, welcome):
    pulse = ClockSkew(lambda: 10_000.0)
    if heard is not None:
        pulse.heard(10_000.0 + heard)
    assert pulse.is_improved_by(by) == welcome
