"""Pings: one mention when a decision becomes yours, one reminder, at your hours, in your way."""

import pytest

from cogs._game.quiet_hours import audible, is_quiet, reminder
from data.people.rows import Preference
from tests.cogs.clocks import DAY, HEARD, HOUR, MINUTE, after, away, notified, thread_texts, timed
from tests.cogs.playing import default_turn

# 2026-01-01 00:00 UTC, when the simulated time begins: 01:00 in Berlin, 09:00 in Tokyo
BEGIN = 1767225600.0
BERLIN_NIGHT = Preference("Europe/Berlin", 22 * 60, 7 * 60)


async def test_a_decision_is_told_once_to_the_one_whose_it_is(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, HOUR)
    assert notified(room) == {who.id: 1}


async def test_one_reminder_comes_at_three_quarters_of_the_time(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await room.wait(17.4 * HOUR)
    assert notified(room) == {who.id: 1}
    await room.wait(6 * HOUR)
    assert notified(room) == {who.id: 2}


async def test_the_reminder_says_game_round_need_deadline_and_place(room):
    game = await timed(room, room.people)
    await after(room, 19 * HOUR)
    text = thread_texts(game)[-1]
    assert "House Canasta is still waiting for you, round 1" in text
    assert "draw, or take the pile" in text
    assert "<t:" in text
    assert str(game.board.id) in text


async def test_a_time_zone_that_the_machine_does_not_know_keeps_nobody_from_play(room):
    ann, ben, cleo, _ = room.people
    lost = Preference("Not/There", 0, 60, digest=90, digest_due=BEGIN)
    await room.bot.store.people.prefer(ann.id, lambda _: lost)
    game, other = [await timed(room, (one, cleo), seats=2) for one in (ann, ben)]
    for one in (game, other):
        while await one.turn() != cleo:
            await default_turn(one)
    await after(room, 19 * HOUR)
    assert notified(room)[cleo.id] == 4
    await default_turn(game)
    assert await game.turn() == ann
    for command in ("preferences", "away"):
        assert "**UTC**" in (await ann.slash(command)).text


async def test_whoever_has_moved_is_not_reminded(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 10 * HOUR)
    await game.take_turn()
    await after(room, 13 * HOUR)
    assert notified(room)[who.id] == 1


async def test_nobody_is_told_twice_whatever_restarts(room):
    game = await timed(room, room.people)
    who = await game.turn()
    for _ in range(3):
        await away(room, 10)
        await room.wait(MINUTE)
    assert notified(room) == {who.id: 1}
    await after(room, 19 * HOUR)
    await away(room, 10)
    await after(room, HOUR)
    assert notified(room)[who.id] == 2


async def test_by_direct_message_nothing_is_said_in_the_thread(room):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: Preference(way="direct"))
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 19 * HOUR)
    assert notified(room) == {who.id: 2}
    assert not any(message.pinged for message in room.messages(game.thread))


async def test_closed_direct_messages_fall_back_to_the_thread(room):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: Preference(way="direct"))
    fail_direct(room, 50007)
    game = await timed(room, room.people)
    who = await game.turn()
    await room.wait(MINUTE)
    assert sum(who.id in m.pinged for m in room.messages(game.thread)) == 1


async def test_what_falls_back_to_the_thread_is_said_in_the_language_of_the_server(room):
    await chosen_by_all(room, Preference(way="direct"))
    await german_for_all(room)
    fail_direct(room, 50007)
    game = await timed(room, room.people)
    await room.wait(MINUTE)
    (called,) = (m.text for m in room.messages(game.thread) if m.pinged)
    assert "Your turn" in called


async def test_by_direct_message_it_is_said_in_ones_own(room):
    await chosen_by_all(room, Preference(way="direct"))
    await german_for_all(room)
    await timed(room, room.people)
    await room.wait(MINUTE)
    assert "Du bist dran" in HEARD[room][-1].text


async def german_for_all(room):
    for person in room.people:
        person.locale = "de"
        await person.slash("help")


def fail_direct(room, code):
    """Nobody takes direct messages."""
    for person in room.people:
        channel = room.env.backend.get_dm_channel(person.id)
        room.fail("POST", f"/channels/{channel.id}/messages", status=403, code=code, times=None)


async def test_whoever_wants_no_reminders_gets_none(room):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: Preference(way="none"))
    await timed(room, room.people)
    for _ in range(3):
        await after(room, 7 * HOUR)
    assert notified(room) == {}


async def test_whoever_wants_no_more_reminders_hears_no_more_of_what_is_open(room):
    await chosen_by_all(room, Preference(way="thread"))
    game = await timed(room, room.people)
    await no_more_of_it(room, game)


async def test_nor_are_direct_messages_then_told_in_public(room):
    await chosen_by_all(room, Preference(way="direct"))
    game = await timed(room, room.people)
    await no_more_of_it(room, game)
    assert not any(message.pinged for message in room.messages(game.thread))


async def chosen_by_all(room, wish):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: wish)


async def no_more_of_it(room, game):
    """Whoever's turn it is presses "Not at all", and is told nothing more until it is over."""
    who = await game.turn()
    shown = (await who.slash("preferences")).message
    await who.choose(shown, "remindby", ["Not at all"])
    before = notified(room)[who.id]
    await after(room, 19 * HOUR)
    assert notified(room)[who.id] == before


async def test_in_quiet_hours_nobody_is_disturbed_and_told_afterwards(room):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: BERLIN_NIGHT)
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 5.9 * HOUR)
    assert notified(room) == {}
    await after(room, 0.2 * HOUR)
    assert notified(room) == {who.id: 1}


async def test_whoever_moves_in_the_night_is_not_told_in_the_morning(room):
    for person in room.people:
        await room.bot.store.people.prefer(person.id, lambda _: BERLIN_NIGHT)
    game = await timed(room, room.people)
    for _ in room.people:
        await game.take_turn()
    who = await game.turn()
    await after(room, 8 * HOUR)
    assert notified(room) == {who.id: 1}


async def test_a_mention_that_discord_refused_is_made_when_the_table_is_shown(room):
    room.fail("POST", "/channels/*/messages", status=500, times=1)
    game = await timed(room, room.people)
    await room.wait(MINUTE)
    assert notified(room) == {(await game.turn()).id: 1}


async def test_a_reminder_that_discord_refused_comes_later_and_once(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 17.9 * HOUR)
    room.fail("POST", f"/channels/{game.thread}/messages", status=500, times=2)
    for _ in range(4):
        await after(room, HOUR / 2)
    assert notified(room) == {who.id: 2}


# ---- hours


@pytest.mark.parametrize(
    "hour,quiet", [(20.9, False), (21, True), (0, True), (5.99, True), (6, False), (12, False)]
)
def test_quiet_hours_go_past_midnight_in_the_members_own_zone(hour, quiet):
    assert is_quiet(BERLIN_NIGHT, BEGIN + hour * HOUR) is quiet


def test_the_first_moment_outside_is_the_end_of_the_night():
    assert audible(BERLIN_NIGHT, BEGIN) == BEGIN + 6 * HOUR
    assert audible(BERLIN_NIGHT, BEGIN + 22 * HOUR) == BEGIN + 30 * HOUR
    assert audible(BERLIN_NIGHT, BEGIN + 8 * HOUR) == BEGIN + 8 * HOUR


def test_a_night_in_which_the_clocks_change_ends_at_the_hour_chosen():
    midnight = 1774738800.0  # 2026-03-29 00:00 in Berlin, the night that has no 02:30
    assert audible(BERLIN_NIGHT, midnight) == midnight + 6 * HOUR


def test_a_reminder_waits_for_the_morning_unless_that_is_too_late():
    assert reminder(BERLIN_NIGHT, BEGIN, BEGIN + DAY) == BEGIN + 6 * HOUR
    assert reminder(BERLIN_NIGHT, BEGIN, BEGIN + 5 * HOUR) is None
