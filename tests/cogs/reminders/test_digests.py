"""Tests of digests: one message at a member's hour for all waiting tables."""

import pytest

from cogs.game.quiet_hours import next_digest
from cogs.ui.texts import channel_of_table, link_to_table
from data.models.members import ReminderPreferences
from tests.cogs.reminders.test_reminders import BEGIN, fail_direct
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, HEARD, HOUR, MINUTE, after, away, looked, timed

EIGHT = ReminderPreferences(digest=8 * 60)


async def gathered(simulator, wish=EIGHT, pace="three_days"):
    """Two tables that wait for Ann; Ann has chosen a digest."""
    ann, ben, cleo, _ = simulator.members
    await prefer(simulator, ann, wish)
    games = [await timed(simulator, (ann, other), seats=2, pace=pace) for other in (ben, cleo)]
    for game in games:
        while await game.turn() != ann:
            await default_turn(game)
    return ann, games


async def prefer(simulator, person, wish):
    due = next_digest(wish, simulator.now())
    await simulator.bot.database.members.change_reminder_preferences(
        person.id, lambda _: ReminderPreferences(**{**as_facts(wish), "digest_due": due})
    )


def as_facts(wish):
    return {name: getattr(wish, name) for name in wish.__slots__}


def heard_by(simulator, person):
    return [one for one in HEARD[simulator] if one.user_id == person.id]


async def test_one_message_at_ones_hour_tells_of_all_tables_that_wait(simulator):
    ann, games = await gathered(simulator)
    await after(simulator, 7.9 * HOUR)
    assert heard_by(simulator, ann) == []
    await after(simulator, 0.2 * HOUR)
    (told,) = heard_by(simulator, ann)
    assert told.text.count("House Canasta") == 2
    links = [link_to_table((await game.live()).row) for game in games]
    assert len(set(links)) == 2
    assert all(link in told.text for link in links)
    assert "these tables are waiting for you" in told.text


async def test_it_comes_every_day_while_something_waits_and_then_no_more(simulator):
    ann, games = await gathered(simulator, ReminderPreferences(digest=8 * 60, rhythm="none"))
    await after(simulator, 8.1 * HOUR)
    await after(simulator, DAY)
    assert [one.text.count("House Canasta") for one in heard_by(simulator, ann)] == [2, 2]
    for game in games:
        await default_turn(game)
    await after(simulator, DAY)
    assert len(heard_by(simulator, ann)) == 2


async def test_only_the_last_reminder_comes_beside_it(simulator):
    ann, _ = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, rhythm="twice"), pace="day"
    )
    await after(simulator, 12.5 * HOUR)
    assert ["these tables" in one.text for one in heard_by(simulator, ann)] == [True]
    await after(simulator, 6 * HOUR)
    assert ["is still waiting" in one.text for one in heard_by(simulator, ann)] == [
        False,
        True,
        True,
    ]


async def test_by_direct_message_it_comes_directly(simulator):
    ann, games = await gathered(simulator, ReminderPreferences(digest=8 * 60, way="direct"))
    await after(simulator, 8.1 * HOUR)
    (told,) = heard_by(simulator, ann)
    assert told.text.count("House Canasta") == 2
    assert not any(ann.id in m.pinged for game in games for m in simulator.messages(game.thread))


async def test_by_direct_message_it_is_the_list_of_tables_with_a_button_for_each(simulator):
    ann, _ = await gathered(simulator, ReminderPreferences(digest=8 * 60, way="direct"))
    await after(simulator, 8.1 * HOUR)
    (told,) = simulator.messages(ann.dm, ann)
    assert told.labels == ("Play", "Play")
    assert "these tables are waiting for you" in told.text
    await ann.press(told, told.controls[0].custom_id)
    hand = simulator.latest(ann.dm, ann)
    assert hand != told
    assert "cards" in hand.text


async def test_a_digest_whose_answer_is_lost_is_found_again_in_direct_messages(simulator):
    ann, _ = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, way="direct", rhythm="none")
    )
    path = f"/channels/{ann.dm}/messages"
    simulator.disconnect("POST", path, carried_out=True)
    simulator.hang("GET", path)
    await after(simulator, 8.1 * HOUR)
    await after(simulator, 10 * MINUTE)
    simulator.heal()
    await after(simulator, 10 * MINUTE)
    assert len(simulator.messages(ann.dm, ann)) == 1
    assert len(heard_by(simulator, ann)) == 1


async def test_who_takes_no_direct_messages_finds_it_in_a_thread(simulator):
    ann, _ = await gathered(simulator, ReminderPreferences(digest=8 * 60, way="direct"))
    fail_direct(simulator, 50007)
    await after(simulator, 8.1 * HOUR)
    await simulator.wait(1)
    (told,) = heard_by(simulator, ann)
    assert told.text.count("House Canasta") == 2


async def test_who_takes_no_direct_messages_is_told_once_on_each_server(simulator):
    ann, (one, other) = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, way="direct"), pace="none"
    )
    await on_another_server(simulator, ann, other)
    fail_direct(simulator, 50007)
    # The table that has waited longest refuses its digest, too.
    simulator.deny("send_messages_in_threads")
    await after(simulator, 8.1 * HOUR)
    for _ in range(6):
        await after(simulator, 10 * MINUTE)
        await simulator.wait(MINUTE)
    (told,) = heard_by(simulator, ann)
    assert link_to_table((await other.live()).row) in told.text
    simulator.allow()
    await simulator.wait(10 * MINUTE)
    _, later = heard_by(simulator, ann)
    assert link_to_table((await one.live()).row) in later.text
    assert [one.text.count("House Canasta") for one in (told, later)] == [1, 1]


async def on_another_server(simulator, person, game):
    """Move a game to another server, where it is in a channel. Return the server."""
    server = simulator.env.create_guild("Other")
    channel = server.create_text_channel("cards")
    server.add_member(person.actor.user)
    await simulator.env.settle()
    place = "UPDATE card_table SET guild_id = ?, channel_id = ?, thread_id = ?, message_id = NULL"
    ids = (server.id, channel.id, channel.id, game.table_id)
    await simulator.bot.database.members.backend.transaction(
        lambda c, _: c.execute(f"{place} WHERE id = ?", ids)
    )
    simulator.bot.services.sessions.changed(game.table_id)
    return server


async def test_where_one_thread_refuses_another_of_the_server_tells_of_all(simulator):
    ann, (one, other) = await gathered(simulator, ReminderPreferences(digest=8 * 60, rhythm="none"))
    await refuse(simulator, one)
    for day in (1, 2):
        await after(simulator, 8.1 * HOUR if day == 1 else DAY)
        await after(simulator, MINUTE)
        assert [told.text.count("House Canasta") for told in heard_by(simulator, ann)] == [2] * day
    assert not await posts_of(one)
    assert not await posts_of(other)


async def test_where_all_threads_refuse_it_comes_once_one_may_be_written_in_again(simulator):
    ann, games = await gathered(simulator, ReminderPreferences(digest=8 * 60, rhythm="none"))
    for game in games:
        await refuse(simulator, game)
    await after(simulator, 8.1 * HOUR)
    await after(simulator, MINUTE)
    await after(simulator, MINUTE)
    assert heard_by(simulator, ann) == []
    simulator.heal()
    await simulator.wait(11 * MINUTE)
    assert len(heard_by(simulator, ann)) == 1


async def test_a_digest_that_may_be_there_is_said_by_no_other_thread(simulator):
    ann, (one, _) = await gathered(simulator, ReminderPreferences(digest=8 * 60, rhythm="none"))
    messages = f"/channels/{channel_of_table((await one.live()).row)}/messages"
    simulator.fail("POST", messages, status=500, times=None, carried_out=True)
    await after(simulator, 8.1 * HOUR)
    simulator.heal()
    await refuse(simulator, one)
    simulator.fail("GET", f"{messages}*", status=403, code=50013, times=None)
    await away(simulator, 10 * MINUTE)  # By now Discord has forgotten the nonce.
    await simulator.wait(5 * MINUTE)
    assert len(heard_by(simulator, ann)) == 1


async def refuse(simulator, game):
    """Refuse messages in a game's thread, although the permissions allow them."""
    at = f"/channels/{channel_of_table((await game.live()).row)}/messages"
    simulator.fail("POST", at, status=403, code=50013, times=None)


async def posts_of(game):
    return await game.simulator.bot.database.messages.pending(game.table_id)


async def test_no_restart_tells_it_twice(simulator):
    ann, _ = await gathered(simulator)
    await after(simulator, 8.1 * HOUR)
    for _ in range(2):
        await away(simulator, 10)
        await simulator.wait(MINUTE)
    assert len(heard_by(simulator, ann)) == 1


async def test_a_digest_whose_answer_was_lost_is_told_once(simulator):
    ann, games = await gathered(simulator)
    simulator.fail("POST", "/channels/*/messages", status=500, times=1, carried_out=True)
    await after(simulator, 8.1 * HOUR)
    await default_turn(games[1])  # The content has changed since.
    await simulator.wait(MINUTE)
    assert len(heard_by(simulator, ann)) == 1
    assert not await simulator.bot.database.messages.pending(games[0].table_id)


async def test_a_digest_that_discord_refused_comes_later(simulator):
    ann, _ = await gathered(simulator)
    simulator.fail("POST", "/channels/*/messages", status=500, times=2)
    await after(simulator, 8.1 * HOUR)
    await simulator.wait(MINUTE)
    assert len(heard_by(simulator, ann)) == 1


async def test_a_digest_under_way_goes_with_the_game_it_would_be_sent_from(simulator):
    _, games = await gathered(simulator)
    posts, table_id = simulator.bot.database.messages.pending, games[0].table_id
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await after(simulator, 8.1 * HOUR)
    assert [post.what for post in await posts(table_id)] == ["digest.0"]
    simulator.heal()
    await simulator.bot.database.tables.void(table_id)
    with simulator.env._bot_scope():
        await simulator.bot.services.reminders.send(table_id)
    assert await posts(table_id) == ()


async def test_one_members_digest_that_fails_keeps_nobody_elses(simulator, monkeypatch):
    ann, games = await gathered(simulator)
    ben = games[0].people[1]
    await prefer(simulator, ben, EIGHT)
    await default_turn(games[0])  # Ben is asked there, and Ann at the other table.
    digests = simulator.bot.services.reminders._digests
    begin = digests.begin

    async def failing(user_id, now):
        if user_id == ann.id:
            raise ZeroDivisionError
        await begin(user_id, now)

    monkeypatch.setattr(digests, "begin", failing)
    await after(simulator, 8.1 * HOUR)
    assert "these tables are waiting for you" in heard_by(simulator, ben)[-1].text
    assert heard_by(simulator, ann) == []
    assert "digest could not begin" in simulator.take_errors()[0]
    monkeypatch.undo()
    await looked(simulator)
    assert len(heard_by(simulator, ann)) == 1


async def test_a_digest_under_way_is_not_sent_to_who_wants_no_more_reminders(simulator):
    ann, games = await gathered(simulator)
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await after(simulator, 8.1 * HOUR)
    await simulator.bot.database.members.change_reminder_preferences(
        ann.id, lambda _: ReminderPreferences(way="none")
    )
    simulator.heal()
    await simulator.wait(MINUTE)
    assert heard_by(simulator, ann) == []
    assert await simulator.bot.database.messages.pending(games[0].table_id) == ()


async def test_in_quiet_hours_it_waits_for_their_end(simulator):
    ann, _ = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60)
    )
    await after(simulator, 8.1 * HOUR)
    assert heard_by(simulator, ann) == []
    await after(simulator, 2 * HOUR)
    assert len(heard_by(simulator, ann)) == 1


@pytest.mark.parametrize(
    "options", [{}, {"deck": "large"}, {"reminders": "direct"}, {"quiet": "none"}]
)
async def test_one_that_waits_for_their_end_is_lost_by_nothing_but_another_hour(simulator, options):
    ann, _ = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60)
    )
    await after(simulator, 9 * HOUR)
    shown = (await ann.slash("preferences", **options)).message
    await ann.remind_me(shown, rhythm="One reminder, in the last hour")
    await after(simulator, 1.1 * HOUR)
    assert len(heard_by(simulator, ann)) == 1


async def test_who_chooses_another_hour_meanwhile_is_told_at_that_one_alone(simulator):
    ann, _ = await gathered(
        simulator, ReminderPreferences(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60)
    )
    await after(simulator, 9 * HOUR)
    shown = (await ann.slash("preferences")).message
    await ann.remind_me(shown, digest="One digest a day, at 12:00")
    await after(simulator, 2 * HOUR)
    assert heard_by(simulator, ann) == []
    await after(simulator, 2 * HOUR)
    assert len(heard_by(simulator, ann)) == 1


async def test_who_is_away_is_told_of_no_table(simulator):
    ann, _ = await gathered(simulator)
    await ann.slash("away", until="5")
    await after(simulator, 8.1 * HOUR)
    assert heard_by(simulator, ann) == []


async def test_a_live_game_is_told_at_once(simulator):
    ann, games = await gathered(simulator, ReminderPreferences(digest=1), pace="live")
    assert len({one.text for one in heard_by(simulator, ann)}) == len(games)
    await simulator.wait(2 * MINUTE)
    assert not any("these tables" in one.text for one in heard_by(simulator, ann))


async def test_preferences_have_controls_for_how_and_how_often_one_is_told(simulator):
    ann = simulator.members[0]
    shown = (await ann.slash("preferences")).message
    await ann.remind_me(shown, rhythm="Two reminders: at half of the time, and at a quarter")
    await ann.remind_me(shown, way="By direct message")
    answer = await ann.remind_me(shown, digest="One digest a day, at 08:00")
    assert "by direct message" in answer.text
    assert "Two reminders" in answer.text
    assert "At 08:00 you get one message a day" in answer.text
    assert await simulator.bot.database.members.reminder_preferences(ann.id) == ReminderPreferences(
        way="direct", rhythm="twice", digest=480, digest_due=BEGIN + 8 * HOUR
    )


async def test_another_time_zone_is_another_hour(simulator):
    ann = simulator.members[0]
    shown = (await ann.slash("preferences", zone="Asia/Tokyo")).message
    await ann.remind_me(shown, digest="One digest a day, at 10:00")
    wish = await simulator.bot.database.members.reminder_preferences(ann.id)
    assert wish.digest_due == BEGIN + HOUR  # It is nine o'clock there.
    await ann.slash("preferences", zone="UTC")
    wish = await simulator.bot.database.members.reminder_preferences(ann.id)
    assert wish.digest_due == BEGIN + 10 * HOUR


async def test_a_made_up_choice_changes_nothing(simulator):
    ann = simulator.members[0]
    shown = (await ann.slash("preferences")).message
    for verb in ("rhythm", "remindby", "digest"):
        answer = await ann.press_stale(shown, f"t1:{verb}:0:0", ["77"])
        assert answer.text
    assert (
        await simulator.bot.database.members.reminder_preferences(ann.id) == ReminderPreferences()
    )
