"""Tests of notifications: one ping for a new decision and one reminder, by the member's
preferences.
"""

import pytest

from cogs.game.quiet_hours import end_of_quiet_hours, is_quiet, reminder_time
from cogs.narration.table_words import decision_in_words
from data.models.members import ReminderPreferences
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import (
    DAY,
    HEARD,
    HOUR,
    MINUTE,
    after,
    away,
    notified,
    thread_texts,
    timed,
)

# 2026-01-01 00:00 UTC, the start of simulated time: 01:00 in Berlin, 09:00 in Tokyo.
BEGIN = 1767225600.0
BERLIN_NIGHT = ReminderPreferences("Europe/Berlin", 22 * 60, 7 * 60)


async def test_a_decision_is_told_once_to_the_one_whose_it_is(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, HOUR)
    assert notified(simulator) == {who.id: 1}


async def test_one_reminder_comes_at_three_quarters_of_the_time(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await simulator.wait(17.4 * HOUR)
    assert notified(simulator) == {who.id: 1}
    await simulator.wait(6 * HOUR)
    assert notified(simulator) == {who.id: 2}


async def test_the_reminder_says_game_round_need_deadline_and_place(simulator):
    game = await timed(simulator, simulator.members)
    await after(simulator, 19 * HOUR)
    text = thread_texts(game)[-1]
    assert "House Canasta is still waiting for you, round 1" in text
    live = await game.live()
    assert decision_in_words(live, live.game.table.turn) in text
    assert "<t:" in text
    assert str(game.board.id) in text


async def test_a_time_zone_that_the_machine_does_not_know_keeps_nobody_from_play(simulator):
    ann, ben, cleo, _ = simulator.members
    lost = ReminderPreferences("Not/There", 0, 60, digest=90, digest_due=BEGIN)
    await simulator.bot.database.members.change_reminder_preferences(ann.id, lambda _: lost)
    game, other = [await timed(simulator, (one, cleo), seats=2) for one in (ann, ben)]
    for one in (game, other):
        while await one.turn() != cleo:
            await default_turn(one)
    await after(simulator, 19 * HOUR)
    assert notified(simulator)[cleo.id] == 4
    await default_turn(game)
    assert await game.turn() == ann
    for command in ("preferences", "away"):
        assert "**UTC**" in (await ann.slash(command)).text


async def test_whoever_has_moved_is_not_reminded(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 10 * HOUR)
    await game.take_turn()
    await after(simulator, 13 * HOUR)
    assert notified(simulator)[who.id] == 1


async def test_nobody_is_told_twice_whatever_restarts(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    for _ in range(3):
        await away(simulator, 10)
        await simulator.wait(MINUTE)
    assert notified(simulator) == {who.id: 1}
    await after(simulator, 19 * HOUR)
    await away(simulator, 10)
    await after(simulator, HOUR)
    assert notified(simulator)[who.id] == 2


async def test_by_direct_message_nothing_is_said_in_the_thread(simulator):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: ReminderPreferences(way="direct")
        )
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 19 * HOUR)
    assert notified(simulator) == {who.id: 2}
    assert not any(message.pinged for message in simulator.messages(game.thread))


async def test_closed_direct_messages_fall_back_to_the_thread(simulator):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: ReminderPreferences(way="direct")
        )
    fail_direct(simulator, 50007)
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await simulator.wait(MINUTE)
    assert sum(who.id in m.pinged for m in simulator.messages(game.thread)) == 1


async def test_what_falls_back_to_the_thread_is_said_in_the_language_of_the_server(simulator):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    await german_for_all(simulator)
    fail_direct(simulator, 50007)
    game = await timed(simulator, simulator.members)
    await simulator.wait(MINUTE)
    (called,) = (m.text for m in simulator.messages(game.thread) if m.pinged)
    assert "Your turn" in called


async def test_by_direct_message_it_is_said_in_ones_own(simulator):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    await german_for_all(simulator)
    await timed(simulator, simulator.members)
    await simulator.wait(MINUTE)
    assert "Du bist dran" in HEARD[simulator][-1].text


async def german_for_all(simulator):
    for person in simulator.members:
        person.locale = "de"
        await person.slash("help")


def fail_direct(simulator, code):
    """Let all direct messages fail."""
    for person in simulator.members:
        channel = simulator.env.backend.get_dm_channel(person.id)
        simulator.fail(
            "POST", f"/channels/{channel.id}/messages", status=403, code=code, times=None
        )


async def test_whoever_wants_no_reminders_gets_none(simulator):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: ReminderPreferences(way="none")
        )
    await timed(simulator, simulator.members)
    for _ in range(3):
        await after(simulator, 7 * HOUR)
    assert notified(simulator) == {}


async def test_whoever_wants_no_more_reminders_hears_no_more_of_what_is_open(simulator):
    await chosen_by_all(simulator, ReminderPreferences(way="thread"))
    game = await timed(simulator, simulator.members)
    await no_more_of_it(simulator, game)


async def test_nor_are_direct_messages_then_told_in_public(simulator):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    game = await timed(simulator, simulator.members)
    await no_more_of_it(simulator, game)
    assert not any(message.pinged for message in simulator.messages(game.thread))


async def chosen_by_all(simulator, wish):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(person.id, lambda _: wish)


async def no_more_of_it(simulator, game):
    """Let the member to act press "Not at all", and check that no notification follows."""
    who = await game.turn()
    shown = (await who.slash("preferences")).message
    await who.remind_me(shown, way="Not at all")
    before = notified(simulator)[who.id]
    await after(simulator, 19 * HOUR)
    assert notified(simulator)[who.id] == before


async def test_in_quiet_hours_nobody_is_disturbed_and_told_afterwards(simulator):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: BERLIN_NIGHT
        )
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 5.9 * HOUR)
    assert notified(simulator) == {}
    await after(simulator, 0.2 * HOUR)
    assert notified(simulator) == {who.id: 1}


async def test_whoever_moves_in_the_night_is_not_told_in_the_morning(simulator):
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: BERLIN_NIGHT
        )
    game = await timed(simulator, simulator.members)
    for _ in simulator.members:
        await game.take_turn()
    who = await game.turn()
    await after(simulator, 8 * HOUR)
    assert notified(simulator) == {who.id: 1}


async def test_a_mention_that_discord_refused_is_made_when_the_table_is_shown(simulator):
    simulator.fail("POST", "/channels/*/messages", status=500, times=1)
    game = await timed(simulator, simulator.members)
    await simulator.wait(MINUTE)
    assert notified(simulator) == {(await game.turn()).id: 1}


async def test_a_reminder_that_discord_refused_comes_later_and_once(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 17.9 * HOUR)
    simulator.fail("POST", f"/channels/{game.thread}/messages", status=500, times=2)
    for _ in range(4):
        await after(simulator, HOUR / 2)
    assert notified(simulator) == {who.id: 2}


# ---- hours


@pytest.mark.parametrize(
    "hour,quiet", [(20.9, False), (21, True), (0, True), (5.99, True), (6, False), (12, False)]
)
def test_quiet_hours_go_past_midnight_in_the_members_own_zone(hour, quiet):
    assert is_quiet(BERLIN_NIGHT, BEGIN + hour * HOUR) is quiet


def test_the_first_moment_outside_is_the_end_of_the_night():
    assert end_of_quiet_hours(BERLIN_NIGHT, BEGIN) == BEGIN + 6 * HOUR
    assert end_of_quiet_hours(BERLIN_NIGHT, BEGIN + 22 * HOUR) == BEGIN + 30 * HOUR
    assert end_of_quiet_hours(BERLIN_NIGHT, BEGIN + 8 * HOUR) == BEGIN + 8 * HOUR


def test_a_night_in_which_the_clocks_change_ends_at_the_hour_chosen():
    midnight = 1774738800.0  # 2026-03-29 00:00 in Berlin, the night without 02:30.
    assert end_of_quiet_hours(BERLIN_NIGHT, midnight) == midnight + 6 * HOUR


def test_a_reminder_waits_for_the_morning_unless_that_is_too_late():
    assert reminder_time(BERLIN_NIGHT, BEGIN, BEGIN + DAY) == BEGIN + 6 * HOUR
    assert reminder_time(BERLIN_NIGHT, BEGIN, BEGIN + 5 * HOUR) is None


@pytest.mark.parametrize("status,code", [(429, 0), (500, 0), (403, 50001), (403, 40003)])
async def test_direct_messages_that_fail_are_tried_ever_later_and_then_told_in_the_thread(
    simulator, status, code
):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    simulator.fail("POST", "/users/@me/channels", status=status, code=code, times=None)
    game = await timed(simulator, simulator.members, look=30)
    who, tries = await game.turn(), []
    for _ in range(30):
        before = len([one for one in simulator.sent if one.path == "/users/@me/channels"])
        await simulator.wait(MINUTE)
        sent = len([one for one in simulator.sent if one.path == "/users/@me/channels"])
        tries.append(sent - before)
    assert sum(tries) <= 6
    assert max(tries) <= 2
    in_thread = [m for m in simulator.messages(game.thread) if who.id in m.pinged]
    assert len(in_thread) == 1


async def test_direct_messages_that_work_again_within_ten_minutes_say_nothing_in_the_thread(
    simulator,
):
    await chosen_by_all(simulator, ReminderPreferences(way="direct"))
    simulator.fail("POST", "/users/@me/channels", status=500, times=None)
    game = await timed(simulator, simulator.members, look=30)
    who = await game.turn()
    await simulator.wait(2 * MINUTE)
    simulator.heal()
    await simulator.wait(10 * MINUTE)
    assert notified(simulator)[who.id] == 1
    assert not any(message.pinged for message in simulator.messages(game.thread))
