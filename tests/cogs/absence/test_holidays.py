"""Tests of `/away`: a member's clock is paused at all tables, and everybody there sees for how
long.
"""

import pytest

from cogs.absence.dates import parse_until
from data.models.members import ReminderPreferences
from tests.cogs.absence.test_absence import paused
from tests.cogs.reminders.test_reminders import BEGIN
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, looked, notified, timed
from tests.data.builders import days_paused


def boards(simulator):
    """Return the table messages, newest last."""
    return [message for message in simulator.messages() if "My hand" in message.labels]


async def holds(game):
    return await game.simulator.bot.database.pauses.of_table(game.table_id)


async def test_away_until_a_day_stops_ones_clock_at_every_table_until_then(simulator):
    ann, ben, cleo, _ = simulator.members
    one = await timed(simulator, (ann, ben), seats=2)
    two = await timed(simulator, (ann, cleo), seats=2)
    answer = await ann.slash("away", until="Sunday")
    assert answer.private
    assert answer.text.count("your clock is paused until then") == 2
    at = round(BEGIN + 4 * DAY - 60)
    assert f"<t:{at}:F>" in answer.text
    for game in (one, two):
        assert [(hold.seat, round(hold.until)) for hold in await holds(game)] == [(0, at)]
    await simulator.wait(1)
    shown = [message for message in boards(simulator) if "Ann" in message.text]
    assert all(f"is away until <t:{at}:f>" in message.text for message in shown)
    assert len(shown) == 2


async def test_whoever_is_away_is_not_called_and_misses_nothing(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    await ann.slash("away", until="3")
    while await game.turn() != ann:
        await default_turn(game)
    heard = notified(simulator)[ann.id]
    await after(simulator, 2.9 * DAY)
    assert notified(simulator)[ann.id] == heard
    assert await game.turn() == ann
    await after(simulator, 0.2 * DAY)
    assert "is away" not in boards(simulator)[-1].text
    assert await game.turn() == ann
    assert await simulator.bot.database.pauses.holiday_until(ann.id) is None


async def on_turn_at_night(simulator):
    """Give the turn to a member at night, so that the notification comes in the morning."""
    ann, ben, *_ = simulator.members
    night = ReminderPreferences(quiet_from=22 * 60, quiet_to=7 * 60)
    await simulator.bot.database.members.change_reminder_preferences(ann.id, lambda _: night)
    game = await timed(simulator, (ann, ben), seats=2)
    while await game.turn() != ann:
        await default_turn(game)
    return ann


async def test_whoever_goes_away_in_the_night_is_called_after_the_holiday_not_in_the_morning(
    simulator,
):
    ann = await on_turn_at_night(simulator)
    await ann.slash("away", until="3")
    for hours in (7.2, 24, 24):
        await after(simulator, hours * HOUR)
        await simulator.wait(2 * MINUTE)
    assert notified(simulator)[ann.id] == 0
    await after(simulator, 24 * HOUR)
    await simulator.wait(2 * MINUTE)
    assert notified(simulator)[ann.id] == 1


async def test_whoever_is_back_early_is_called_once(simulator):
    ann = await on_turn_at_night(simulator)
    shown = await ann.slash("away", until="5")
    await after(simulator, 8 * HOUR)
    await simulator.wait(2 * MINUTE)
    await ann.press(shown.message, "I'm back")
    await after(simulator, HOUR)
    await simulator.wait(2 * MINUTE)
    assert notified(simulator)[ann.id] == 1


async def test_who_wants_to_be_back_earlier_is_back_then_at_their_tables(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    await ann.slash("away", until="10")
    answer = await ann.slash("away", until="2")
    (hold,) = await holds(game)
    assert f"<t:{round(hold.until)}:F>" in answer.text
    assert hold.until < simulator.now() + 3 * DAY
    await after(simulator, 3 * DAY)
    await simulator.wait(1)
    assert await holds(game) == ()
    assert "is away" not in boards(simulator)[-1].text


async def test_away_shows_how_long_and_one_press_ends_it(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    await ann.slash("away", until="5 days")
    shown = await ann.slash("away")
    assert "You're away until" in shown.text
    assert "where your clock runs" not in shown.text
    assert "Welcome back" in (await ann.press(shown.message, "I'm back")).text
    assert await holds(game) == ()
    await simulator.wait(1)
    assert "is away" not in boards(simulator)[-1].text
    assert "You're not away" in (await ann.press_stale(shown.message, "t1:home:0:0")).text


async def test_without_a_day_away_asks_and_a_choice_is_enough(simulator):
    ann = simulator.members[0]
    await ann.slash("preferences", zone="Asia/Tokyo")
    asked = await ann.slash("away")
    assert "Asia/Tokyo" in asked.text
    first = next(iter(asked.message.find("holiday", "select").options))
    assert first == "Friday, 2026-01-02 (one day)"
    answer = await ann.choose(asked.message, "holiday", [first])
    assert "You're away until" in answer.text
    assert "You're not at any table now" in answer.text


async def test_a_day_that_is_none_changes_nothing(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    assert "I don't understand that day" in (await ann.slash("away", until="soon")).text
    assert "That day is over" in (await ann.slash("away", until="2025-12-24")).text
    assert "at most 60 days" in (await ann.slash("away", until="2026-12-24")).text
    made_up = await ann.press_stale((await ann.slash("away")).message, "t1:home:0:0")
    assert "You're not away" in made_up.text
    assert await holds(game) == ()


async def test_days_are_offered_while_one_types(simulator):
    ann = simulator.members[0]
    assert len(await ann.complete("away", "until", "")) == 7
    assert await ann.complete("away", "until", "sunday") == ["Sunday, 2026-01-04 (3 days)"]


async def test_a_game_that_begins_meanwhile_waits_for_the_one_who_is_away(simulator):
    ann, ben, *_ = simulator.members
    await ann.slash("away", until="3")
    game = await timed(simulator, (ann, ben), seats=2)
    assert [hold.seat for hold in await holds(game)] == [0]
    await looked(simulator)
    assert "is away until" in boards(simulator)[-1].text


async def test_where_no_day_of_pause_is_left_that_is_said_and_the_clock_runs(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.pause_member(game.table_id, ann.id, 13)
    short = await ann.slash("away", until="30")
    assert "You have no more days of pause" in short.text
    assert "for turns where your clock runs" in short.text
    simulator.env.backend.advance_clock(14 * DAY)
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.end_holiday(ann.id)
    assert await days_paused(simulator.bot.database, game.table_id, 0) == 14
    answer = await ann.slash("away", until="3")
    assert "You have no days of pause left in this game" in answer.text
    assert "for turns where your clock runs" in answer.text
    await simulator.wait(1)
    assert "but the clock is running here" in boards(simulator)[-1].text


async def test_who_lets_a_clock_run_on_holiday_is_not_told_that_no_day_is_left(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    await ann.slash("away", until="5")
    await paused(game, ann, "Resume")
    await simulator.wait(1)
    shown = await ann.slash("away")
    assert "your clock is running. Pause it there with **More**, **Pause**" in shown.text
    assert "but the clock is running here" in boards(simulator)[-1].text
    await paused(game, ann, "For me: 1 day")
    shorter = await ann.slash("away")
    assert "press **More**, **Pause** there" in shorter.text
    for text in (shown.text, boards(simulator)[-1].text, shorter.text):
        assert "of pause left" not in text
        assert "days of pause" not in text


async def test_nobody_nudges_a_member_who_is_away(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    while await game.turn() != ann:
        await default_turn(game)
    await ann.slash("away", until="3")
    more = await ben.press(game.board, "More")
    assert "is away until" in (await ben.press(more.message, "Nudge")).text


async def test_who_is_forgotten_is_not_away_any_more(simulator):
    ann = simulator.members[0]
    await ann.slash("away", until="3")
    assert "Until when you are away" in (await ann.slash("privacy show")).text
    asked = await ann.slash("privacy forget")
    await ann.press(asked.message, "forgetme")
    assert await simulator.bot.database.pauses.holiday_until(ann.id) is None


# ---- how often one is reminded


async def rhythmic(simulator, rhythm, **more):
    for person in simulator.members:
        wish = ReminderPreferences(rhythm=rhythm, **more)
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _, wish=wish: wish
        )
    game = await timed(simulator, simulator.members)
    return game, await game.turn()


async def heard_at(simulator, who, hours):
    """Return how often a member had been notified at each of these hours."""
    counts, now = [], 0.0
    for hour in hours:
        await after(simulator, (hour - now) * HOUR)
        now = hour
        counts.append(notified(simulator)[who.id])
    return counts


async def test_twice_means_at_half_of_the_time_and_when_a_quarter_is_left(simulator):
    _, who = await rhythmic(simulator, "twice")
    assert await heard_at(simulator, who, (11.9, 12.1, 17.9, 18.1, 23.5)) == [1, 2, 2, 3, 3]


async def test_in_the_last_hour_means_just_that(simulator):
    _, who = await rhythmic(simulator, "hour")
    assert await heard_at(simulator, who, (22.9, 23.1, 23.8)) == [1, 2, 2]


async def test_whoever_wants_no_reminder_is_told_once(simulator):
    _, who = await rhythmic(simulator, "none")
    assert await heard_at(simulator, who, (12.1, 18.1, 23.8)) == [1, 1, 1]


async def test_reminders_that_fall_into_the_night_are_one_in_the_morning(simulator):
    # The vote starts at midnight; the members sleep at 12 and at 18 o'clock.
    _, who = await rhythmic(simulator, "twice", quiet_from=11 * 60, quiet_to=20 * 60)
    assert await heard_at(simulator, who, (12.1, 18.1, 20.1, 23.8)) == [1, 1, 2, 2]


async def test_two_reminders_that_come_due_while_the_bot_is_away_are_one(simulator):
    game, who = await rhythmic(simulator, "twice")
    await after(simulator, HOUR)
    await after(simulator, 18 * HOUR)
    await after(simulator, HOUR)
    assert notified(simulator)[who.id] == 2
    assert (await game.live()).circumstances.open_decisions[0].again is None


async def test_a_pause_moves_both_reminders_along(simulator):
    game, who = await rhythmic(simulator, "twice")
    await who.slash("away", until="2")
    (wait,) = (await game.live()).circumstances.open_decisions
    assert (wait.remind, wait.again) == (BEGIN + 60 * HOUR, BEGIN + 66 * HOUR)


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("typed", ["", "12", "2026-02-20"])
async def test_every_suggested_day_is_accepted_by_its_label(simulator, locale, typed):
    ann = simulator.members[0]
    ann.locale = locale
    offered = await ann.choices("away", "until", typed)
    assert offered
    for label, value in offered.items():
        now = simulator.bot.clock()
        assert parse_until(label, "UTC", now) == parse_until(value, "UTC", now)


async def test_the_label_of_a_day_is_accepted_after_midnight(simulator):
    offered = await simulator.members[0].choices("away", "until", "")
    label, value = list(offered.items())[1]
    tomorrow = simulator.bot.clock() + DAY
    assert parse_until(label, "UTC", tomorrow) == parse_until(value, "UTC", tomorrow)
