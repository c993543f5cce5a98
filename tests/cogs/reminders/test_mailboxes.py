"""How direct messages reach members: channels that are opened once, and pauses after failures."""

import pytest

from cogs.ops.maintenance import KEPT_MAILBOX
from cogs.reminders.mailboxes import OPENED_AT_MOST, PAUSES, Openings, pause_after
from data.models.members import ReminderPreferences
from tests.cogs.direct_messages.support import in_dm, on_turn, open_in_dm
from tests.cogs.reminders.test_reminders import chosen_by_all, fail_direct
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, timed

OPEN = "/users/@me/channels"


async def by_direct_message(simulator, **how):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    game = await timed(simulator, simulator.members[:2], seats=2, **how)
    await simulator.wait(1)
    return game, *await on_turn(game)


def posts_to(simulator, person):
    path = f"/channels/{person.dm}/messages"
    return [one for one in simulator.sent if (one.method, one.path) == ("POST", path)]


def in_thread(simulator, game, person):
    return [m for m in simulator.messages(game.thread) if person.id in m.pinged]


async def box_of(simulator, person):
    return await simulator.bot.database.members.mailbox(person.id)


# ---- channels


async def test_a_channel_is_opened_once_even_after_a_restart(simulator):
    _, turn, _ = await by_direct_message(simulator)
    assert (await box_of(simulator, turn)).channel_id == turn.dm
    await simulator.restart()
    before = [one for one in simulator.sent if one.path == OPEN]
    await after(simulator, 19 * HOUR)
    assert len(posts_to(simulator, turn)) == 2
    assert [one for one in simulator.sent if one.path == OPEN] == before


def test_a_process_opens_at_most_ten_channels_a_minute():
    openings = Openings()
    for second in range(OPENED_AT_MOST):
        assert openings.allowed_from(second) <= second
        openings.opened(second)
    assert openings.allowed_from(20) == 60
    assert openings.allowed_from(60) <= 60


def test_opening_too_fast_stops_openings_for_ten_minutes_and_then_for_twenty():
    openings = Openings()
    openings.stop(100)
    assert openings.allowed_from(100) == 700
    openings.stop(700)
    assert openings.allowed_from(700) == 1900
    openings.succeeded()
    openings.stop(2000)
    assert openings.allowed_from(2000) == 2600


async def test_opening_too_fast_keeps_no_open_channel_from_messages(simulator):
    _, turn, _ = await by_direct_message(simulator)
    simulator.bot.services.mailboxes._openings.stop(simulator.now())
    await after(simulator, 19 * HOUR)
    assert len(posts_to(simulator, turn)) == 2


async def test_while_no_channel_may_be_opened_members_are_told_in_the_thread(simulator):
    simulator.fail("POST", OPEN, status=403, code=40003, times=None)
    game, turn, _ = await by_direct_message(simulator)
    assert len(in_thread(simulator, game, turn)) == 1
    assert len([one for one in simulator.sent if one.path == OPEN]) == 1


# ---- failures


@pytest.mark.parametrize("code", [50007, 50278, 20026])
async def test_a_member_who_takes_no_messages_is_told_in_the_thread_and_tried_after_a_week(
    simulator, code
):
    for person in simulator.members:
        simulator.faults.closed.close(person.dm, code)
    game, turn, _ = await by_direct_message(simulator, pace="three_days")
    assert len(in_thread(simulator, game, turn)) == 1
    refused = simulator.faults.closed.refused
    assert refused[turn.dm] == 1
    assert (await box_of(simulator, turn)).not_before == pytest.approx(
        simulator.now() + 7 * DAY, abs=MINUTE
    )
    await after(simulator, 2.5 * DAY)
    assert len(in_thread(simulator, game, turn)) == 2
    assert refused[turn.dm] == 1
    simulator.faults.closed.open(turn.dm)
    await after(simulator, 5 * DAY)
    for _ in range(2):
        await default_turn(game)
    await simulator.wait(1)
    assert len(posts_to(simulator, turn)) == 1


async def test_a_press_in_direct_messages_ends_the_week(simulator):
    for person in simulator.members:
        simulator.faults.closed.close(person.dm)
    _, turn, _ = await by_direct_message(simulator)
    simulator.faults.closed.open(turn.dm)
    await turn.slash("tables", channel=turn.dm)
    box = await box_of(simulator, turn)
    assert (box.tries, box.not_before, box.channel_id) == (0, 0.0, turn.dm)
    before = len(posts_to(simulator, turn))
    await after(simulator, 19 * HOUR)
    assert len(posts_to(simulator, turn)) == before + 1


def test_pauses_double_up_to_six_hours_and_the_first_four_are_ten_minutes():
    assert sum(PAUSES) == 10 * MINUTE
    pauses = [pause_after(tries) for tries in range(1, 12)]
    assert pauses[:3] == [60, 120, 240]
    assert pauses[4:7] == [960, 1920, 3840]
    assert pauses[-1] == 6 * HOUR


async def test_a_restart_forgets_no_pause(simulator):
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    _, turn, _ = await by_direct_message(simulator)
    before = await box_of(simulator, turn)
    assert before.tries >= 1
    await simulator.restart()
    assert await box_of(simulator, turn) == before
    simulator.take_errors()


async def test_a_channel_that_is_gone_is_opened_again(simulator):
    game, turn, _ = await by_direct_message(simulator)
    fail_direct(simulator, 10003)
    await after(simulator, 19 * HOUR)
    assert (await box_of(simulator, turn)).channel_id is None
    assert len(in_thread(simulator, game, turn)) == 1


# ---- rows


async def test_a_mailbox_is_deleted_ninety_days_after_its_last_use(simulator):
    _, turn, _ = await by_direct_message(simulator)
    members = simulator.bot.database.members
    used = (await box_of(simulator, turn)).used
    await members.delete_unused_mailboxes(used + KEPT_MAILBOX - 1 - KEPT_MAILBOX)
    assert await members.has_mailbox(turn.id)
    cog = simulator.bot.get_cog("MaintenanceCog")
    simulator.env.backend.advance_clock(KEPT_MAILBOX + DAY)
    await cog._sweep()
    assert not await members.has_mailbox(turn.id)


async def test_a_person_of_whom_nothing_is_known_gets_no_mailbox(simulator):
    eve = simulator.invite("Eve")
    await eve.slash("help", channel=eve.dm)
    assert not await simulator.bot.database.members.has_mailbox(eve.id)


async def test_a_hand_in_direct_messages_opens_a_mailbox(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    turn, _ = await on_turn(game)
    await open_in_dm(turn)
    assert (await box_of(simulator, turn)).channel_id == turn.dm
    assert len(in_dm(simulator, turn)) == 1
