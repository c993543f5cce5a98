"""Somebody sets the machine's clock: nobody is locked out, hurried, kept waiting or told twice."""

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from cogs._process.answers_of_discord import listening
from cogs._process.timepiece import LEEWAY, Timepiece, counted
from cogs._traffic.pulse import Pulse
from cogs._traffic.storms import Storms
from tests.cogs.clocks import DAY, HOUR, MINUTE, after, hear_twice, looked, notified, timed
from tests.cogs.playing import default_turn, start
from tests.cogs.press.test_authority import forged
from tests.cogs.press.test_votes import ask

STEPS = [-HOUR, 30 * DAY]


def told_of_the_clock(room):
    """Take the record that our clock and Discord's differ."""
    assert "off Discord's" in room.take_faults()[0]


async def begun_an_hour_ahead(room, **rest):
    """A game that began while the machine's clock was an hour ahead of Discord's."""
    room.set_clock(HOUR)
    await room.restart()
    hear_twice(room)
    game = await timed(room, room.people, **rest)
    told_of_the_clock(room)
    return game


# ---- storms


async def test_a_clock_set_back_locks_nobody_out(room):
    game = await start(room, room.people)
    room.bot.storms.member = 2.0
    ann = room.people[0]
    *shown, refused = [(await ann.press(game.board, "Score")).text for _ in range(3)]
    assert all("First past" in text for text in shown)
    assert "First past" not in refused
    room.set_clock(-HOUR)
    await room.wait(2)
    assert "First past" in (await ann.press(game.board, "Score")).text


def test_storms_are_measured_by_a_clock_that_nobody_sets(room):
    assert room.bot.storms._now == room.bot.clock.elapsed
    assert Storms(counted).admits(1, 1)
    assert counted() <= counted()


# ---- deadlines


@pytest.mark.parametrize("by", STEPS)
async def test_a_clock_that_is_set_wrong_changes_no_deadline(room, by):
    game = await timed(room, room.people)
    before = await game.deadline()
    room.set_clock(by)
    await looked(room)
    assert (await game.seq(), await game.deadline()) == (0, before)
    await after(room, DAY - HOUR)
    assert await game.seq() == 0
    await after(room, 2 * HOUR)
    assert await game.seq() == 2


@pytest.mark.parametrize("by", STEPS)
async def test_a_clock_that_is_set_tells_nobody_twice(room, by):
    game = await timed(room, room.people)
    before = notified(room)
    room.set_clock(by)
    await looked(room)
    await after(room, 20 * HOUR)
    reminded = notified(room) - before
    room.set_clock(-by)
    await looked(room)
    await looked(room)
    assert reminded == {(await game.turn()).id: 1}
    assert notified(room) - before == reminded


async def test_a_clock_that_is_put_right_keeps_nobody_waiting_and_hurries_nobody(room):
    game = await begun_an_hour_ahead(room)
    before = await game.deadline()
    room.set_clock(-HOUR)
    await looked(room)
    assert await game.deadline() == before - HOUR == pytest.approx(room.now() + DAY, abs=LEEWAY)
    await after(room, DAY - HOUR)
    assert await game.seq() == 0
    await after(room, 2 * HOUR)
    assert await game.seq() == 2


async def test_a_clock_that_is_put_right_takes_nothing_from_anybodys_bank(room):
    game = await begun_an_hour_ahead(room, pace="live")
    room.set_clock(-HOUR)
    await looked(room)
    await game.take_turn()
    assert await room.bot.store.time.spent(game.table_id) == {}


async def test_a_clock_that_is_put_right_ends_a_pause_no_later(room):
    game = await begun_an_hour_ahead(room)
    with room.env._bot_scope():
        await room.bot.parlour.pauses.of_table(game.table_id, 1)
    room.set_clock(-HOUR)
    await looked(room)
    await after(room, DAY + MINUTE)
    assert await room.bot.store.time.holds(game.table_id) == ()


async def test_a_clock_that_is_put_right_ends_a_holiday_with_its_pauses(room):
    game = await begun_an_hour_ahead(room)
    ann = room.people[0]
    await ann.slash("away", until="3")
    room.set_clock(-HOUR)
    await looked(room)
    (pause,) = await room.bot.store.time.holds(game.table_id)
    assert pause.until == await room.bot.store.time.holiday(ann.id)


async def test_after_a_clock_is_put_right_who_was_nudged_can_be_nudged_when_it_is_time(room):
    game = await begun_an_hour_ahead(room, pace="none")
    ann, ben, *_ = room.people
    while await game.turn() != ann:
        await default_turn(game)
    assert "Nudged:" in (await nudged(ben, game)).text
    room.set_clock(-HOUR)
    await looked(room)
    await after(room, DAY - MINUTE)
    assert "Nudged:" not in (await nudged(ben, game)).text
    await after(room, 2 * MINUTE)
    assert "Nudged:" in (await nudged(ben, game)).text


async def nudged(who, game):
    """The answer to a nudge."""
    more = await who.press(game.board, "More")
    return await who.press(more.message, "Nudge")


async def test_after_a_clock_is_put_right_the_same_can_be_asked_when_it_is_time(room):
    game = await begun_an_hour_ahead(room)
    ann, ben, *_ = room.people
    await ben.press(await ask(game, ann, "end"), "No")
    room.set_clock(-HOUR)
    await looked(room)
    await after(room, DAY + MINUTE)
    assert "a while ago" not in (await forged(ann, game, "stop:1")).text


async def test_a_press_in_time_is_never_too_late_by_a_clock_that_is_slow(room):
    room.set_clock(-HOUR)
    await room.restart()
    game = await timed(room, room.people, pace="live")
    told_of_the_clock(room)
    who = await game.take_turn()
    assert await game.turn() != who


async def test_a_clock_set_back_while_the_bot_was_away_leaves_everybody_the_time_they_had(room):
    game = await timed(room, room.people)
    await after(room, 12 * HOUR)
    room.set_clock(-3 * HOUR)
    await room.restart()
    await looked(room)
    assert await game.deadline() == pytest.approx(room.wall() + 12 * HOUR, abs=MINUTE)
    await looked(room)
    assert await game.deadline() == pytest.approx(room.wall() + 12 * HOUR, abs=MINUTE)


@pytest.mark.parametrize("by", [DAY, 30 * DAY, -DAY])
async def test_a_process_that_starts_under_a_wrong_clock_goes_by_discords(room, by):
    game = await timed(room, room.people, pace="three_days")
    before = await game.deadline()
    await after(room, 12 * HOUR)
    room.dates = True
    room.set_clock(by)
    await room.restart()
    await looked(room)
    assert await game.deadline() == before
    await default_turn(game)
    begun = await game.deadline()
    assert begun == pytest.approx(room.now() + 3 * DAY, abs=MINUTE)
    room.set_clock(-by)
    await looked(room)
    assert await game.deadline() == begun
    entries = await room.bot.store.tables.log(game.table_id)
    assert all(abs(entry.at - room.now()) < MINUTE for entry in entries)


async def test_the_time_is_taken_from_the_first_answer_of_discord_alone(room):
    room.bot.dated(room.now() + HOUR)
    room.bot.dated(room.now() - HOUR)
    assert room.bot.clock() == pytest.approx(room.now() + HOUR, abs=1)


async def test_every_answer_of_discord_says_whether_it_was_too_much_and_what_time_it_is():
    async def refused(_):
        return web.Response(status=429, headers={"Date": "Thu, 01 Jan 2026 00:00:07 GMT"})

    app, heard, many = web.Application(), list[float](), list[int]()
    app.router.add_get("/", refused)
    trace = listening(lambda: many.append(1), heard.append)
    async with TestServer(app) as server, ClientSession(trace_configs=[trace]) as session:
        await (await session.get(server.make_url("/"))).read()
    assert (heard, len(many)) == ([1767225607.0], 1)


# ---- the timepiece


class Machine:
    """A machine with a clock that can be set."""

    wall = 1_000.0
    ticks = 7.0

    def piece(self):
        return Timepiece(lambda: self.wall, lambda: self.ticks)


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
    pulse = Pulse(lambda: 10_000.0)
    if heard is not None:
        pulse.heard(10_000.0 + heard)
    assert pulse.welcomes(by) == welcome
