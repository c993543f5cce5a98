"""Digests: one message at a member's hour for all tables that wait, and no other but the last."""

import pytest

from cogs._game.links import home, link_to
from cogs._game.quiet_hours import next_digest
from data.people.rows import Preference
from tests.cogs.clocks import DAY, HEARD, HOUR, MINUTE, after, away, looked, timed
from tests.cogs.playing import default_turn
from tests.cogs.work.test_pings import BEGIN, fail_direct

EIGHT = Preference(digest=8 * 60)


async def gathered(room, wish=EIGHT, pace="three_days"):
    """Two tables of Ann's where it is her turn, who has chosen a digest."""
    ann, ben, cleo, _ = room.people
    await prefer(room, ann, wish)
    games = [await timed(room, (ann, other), seats=2, pace=pace) for other in (ben, cleo)]
    for game in games:
        while await game.turn() != ann:
            await default_turn(game)
    return ann, games


async def prefer(room, person, wish):
    due = next_digest(wish, room.now())
    await room.bot.store.people.prefer(
        person.id, lambda _: Preference(**{**as_facts(wish), "digest_due": due})
    )


def as_facts(wish):
    return {name: getattr(wish, name) for name in wish.__slots__}


def heard_by(room, person):
    return [one for one in HEARD[room] if one.user_id == person.id]


async def test_one_message_at_ones_hour_tells_of_all_tables_that_wait(room):
    ann, games = await gathered(room)
    await after(room, 7.9 * HOUR)
    assert heard_by(room, ann) == []
    await after(room, 0.2 * HOUR)
    (told,) = heard_by(room, ann)
    assert told.text.count("House Canasta") == 2
    links = [link_to((await game.live()).row) for game in games]
    assert len(set(links)) == 2
    assert all(link in told.text for link in links)
    assert "these tables are waiting for you" in told.text


async def test_it_comes_every_day_while_something_waits_and_then_no_more(room):
    ann, games = await gathered(room, Preference(digest=8 * 60, rhythm="none"))
    await after(room, 8.1 * HOUR)
    await after(room, DAY)
    assert [one.text.count("House Canasta") for one in heard_by(room, ann)] == [2, 2]
    for game in games:
        await default_turn(game)
    await after(room, DAY)
    assert len(heard_by(room, ann)) == 2


async def test_only_the_last_reminder_comes_beside_it(room):
    ann, _ = await gathered(room, Preference(digest=8 * 60, rhythm="twice"), pace="day")
    await after(room, 12.5 * HOUR)
    assert ["these tables" in one.text for one in heard_by(room, ann)] == [True]
    await after(room, 6 * HOUR)
    assert ["is still waiting" in one.text for one in heard_by(room, ann)] == [False, True, True]


async def test_by_direct_message_it_comes_directly(room):
    ann, games = await gathered(room, Preference(digest=8 * 60, way="direct"))
    await after(room, 8.1 * HOUR)
    (told,) = heard_by(room, ann)
    assert told.text.count("House Canasta") == 2
    assert not any(ann.id in m.pinged for game in games for m in room.messages(game.thread))


async def test_who_takes_no_direct_messages_finds_it_in_a_thread(room):
    ann, _ = await gathered(room, Preference(digest=8 * 60, way="direct"))
    fail_direct(room, 50007)
    await after(room, 8.1 * HOUR)
    await room.wait(1)
    (told,) = heard_by(room, ann)
    assert told.text.count("House Canasta") == 2


async def test_who_takes_no_direct_messages_is_told_once_on_each_server(room):
    ann, (one, other) = await gathered(room, Preference(digest=8 * 60, way="direct"), pace="none")
    await on_another_server(room, ann, other)
    fail_direct(room, 50007)
    room.deny("send_messages_in_threads")  # that of the table that has waited longest refuses, too
    await after(room, 8.1 * HOUR)
    for _ in range(6):
        await after(room, 10 * MINUTE)
        await room.wait(MINUTE)
    (told,) = heard_by(room, ann)
    assert link_to((await other.live()).row) in told.text
    room.allow()
    await room.wait(10 * MINUTE)
    _, later = heard_by(room, ann)
    assert link_to((await one.live()).row) in later.text
    assert [one.text.count("House Canasta") for one in (told, later)] == [1, 1]


async def on_another_server(room, person, game):
    """Let a game be one of another server, where it stands in a channel."""
    server = room.env.create_guild("Other")
    channel = server.create_text_channel("cards")
    server.add_member(person.actor.user)
    await room.env.settle()
    place = "UPDATE card_table SET guild_id = ?, channel_id = ?, thread_id = ?, message_id = NULL"
    ids = (server.id, channel.id, channel.id, game.table_id)
    await room.bot.store.people._submit(lambda c, _: c.execute(f"{place} WHERE id = ?", ids))
    room.bot.parlour.tables.changed(game.table_id)


async def test_where_one_thread_refuses_another_of_the_server_tells_of_all(room):
    ann, (one, other) = await gathered(room, Preference(digest=8 * 60, rhythm="none"))
    await refuse(room, one)
    for day in (1, 2):
        await after(room, 8.1 * HOUR if day == 1 else DAY)
        await after(room, MINUTE)
        assert [told.text.count("House Canasta") for told in heard_by(room, ann)] == [2] * day
    assert not await posts_of(one)
    assert not await posts_of(other)


async def test_where_all_threads_refuse_it_comes_once_one_may_be_written_in_again(room):
    ann, games = await gathered(room, Preference(digest=8 * 60, rhythm="none"))
    for game in games:
        await refuse(room, game)
    await after(room, 8.1 * HOUR)
    await after(room, MINUTE)
    await after(room, MINUTE)
    assert heard_by(room, ann) == []
    room.heal()
    await room.wait(11 * MINUTE)
    assert len(heard_by(room, ann)) == 1


async def test_a_digest_that_may_be_there_is_said_by_no_other_thread(room):
    ann, (one, _) = await gathered(room, Preference(digest=8 * 60, rhythm="none"))
    messages = f"/channels/{home((await one.live()).row)}/messages"
    room.fail("POST", messages, status=500, times=None, carried_out=True)
    await after(room, 8.1 * HOUR)
    room.heal()
    await refuse(room, one)
    room.fail("GET", f"{messages}*", status=403, code=50013, times=None)
    await away(room, 10 * MINUTE)  # by now Discord knows no nonce again
    await room.wait(5 * MINUTE)
    assert len(heard_by(room, ann)) == 1


async def refuse(room, game):
    """The bot may not write in a game's thread, though its permissions say that it may."""
    at = f"/channels/{home((await game.live()).row)}/messages"
    room.fail("POST", at, status=403, code=50013, times=None)


async def posts_of(game):
    return await game.room.bot.store.messages.posts(game.table_id)


async def test_no_restart_tells_it_twice(room):
    ann, _ = await gathered(room)
    await after(room, 8.1 * HOUR)
    for _ in range(2):
        await away(room, 10)
        await room.wait(MINUTE)
    assert len(heard_by(room, ann)) == 1


async def test_a_digest_whose_answer_was_lost_is_told_once(room):
    ann, games = await gathered(room)
    room.fail("POST", "/channels/*/messages", status=500, times=1, carried_out=True)
    await after(room, 8.1 * HOUR)
    await default_turn(games[1])  # what it tells has changed since
    await room.wait(MINUTE)
    assert len(heard_by(room, ann)) == 1
    assert not await room.bot.store.messages.posts(games[0].table_id)


async def test_a_digest_that_discord_refused_comes_later(room):
    ann, _ = await gathered(room)
    room.fail("POST", "/channels/*/messages", status=500, times=2)
    await after(room, 8.1 * HOUR)
    await room.wait(MINUTE)
    assert len(heard_by(room, ann)) == 1


async def test_a_digest_under_way_goes_with_the_game_it_would_be_sent_from(room):
    _, games = await gathered(room)
    posts, table_id = room.bot.store.messages.posts, games[0].table_id
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    await after(room, 8.1 * HOUR)
    assert [post.what for post in await posts(table_id)] == ["digest.0"]
    room.heal()
    await room.bot.store.tables.void(table_id)
    with room.env._bot_scope():
        await room.bot.parlour.pings.send(table_id)
    assert await posts(table_id) == ()


async def test_one_members_digest_that_fails_keeps_nobody_elses(room, monkeypatch):
    ann, games = await gathered(room)
    ben = games[0].people[1]
    await prefer(room, ben, EIGHT)
    await default_turn(games[0])  # Ben is asked there, and Ann at the other table
    digests = room.bot.parlour.pings._digests
    begin = digests.begin

    async def failing(user_id, now):
        if user_id == ann.id:
            raise ZeroDivisionError
        await begin(user_id, now)

    monkeypatch.setattr(digests, "begin", failing)
    await after(room, 8.1 * HOUR)
    assert "these tables are waiting for you" in heard_by(room, ben)[-1].text
    assert heard_by(room, ann) == []
    assert "digest could not begin" in room.take_faults()[0]
    monkeypatch.undo()
    await looked(room)
    assert len(heard_by(room, ann)) == 1


async def test_a_digest_under_way_is_not_sent_to_who_wants_no_more_reminders(room):
    ann, games = await gathered(room)
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    await after(room, 8.1 * HOUR)
    await room.bot.store.people.prefer(ann.id, lambda _: Preference(way="none"))
    room.heal()
    await room.wait(MINUTE)
    assert heard_by(room, ann) == []
    assert await room.bot.store.messages.posts(games[0].table_id) == ()


async def test_in_quiet_hours_it_waits_for_their_end(room):
    ann, _ = await gathered(room, Preference(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60))
    await after(room, 8.1 * HOUR)
    assert heard_by(room, ann) == []
    await after(room, 2 * HOUR)
    assert len(heard_by(room, ann)) == 1


@pytest.mark.parametrize(
    "options", [{}, {"deck": "large"}, {"reminders": "direct"}, {"quiet": "none"}]
)
async def test_one_that_waits_for_their_end_is_lost_by_nothing_but_another_hour(room, options):
    ann, _ = await gathered(room, Preference(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60))
    await after(room, 9 * HOUR)
    shown = (await ann.slash("preferences", **options)).message
    await ann.choose(shown, "rhythm", ["One reminder, in the last hour"])
    await after(room, 1.1 * HOUR)
    assert len(heard_by(room, ann)) == 1


async def test_who_chooses_another_hour_meanwhile_is_told_at_that_one_alone(room):
    ann, _ = await gathered(room, Preference(digest=8 * 60, quiet_from=7 * 60, quiet_to=10 * 60))
    await after(room, 9 * HOUR)
    shown = (await ann.slash("preferences")).message
    await ann.choose(shown, "digest", ["One digest a day, at 12:00"])
    await after(room, 2 * HOUR)
    assert heard_by(room, ann) == []
    await after(room, 2 * HOUR)
    assert len(heard_by(room, ann)) == 1


async def test_who_is_away_is_told_of_no_table(room):
    ann, _ = await gathered(room)
    await ann.slash("away", until="5")
    await after(room, 8.1 * HOUR)
    assert heard_by(room, ann) == []


async def test_a_live_game_is_told_at_once(room):
    ann, games = await gathered(room, Preference(digest=1), pace="live")
    assert len({one.text for one in heard_by(room, ann)}) == len(games)
    await room.wait(2 * MINUTE)
    assert not any("these tables" in one.text for one in heard_by(room, ann))


async def test_preferences_have_controls_for_how_and_how_often_one_is_told(room):
    ann = room.people[0]
    shown = (await ann.slash("preferences")).message
    await ann.choose(shown, "rhythm", ["Two reminders: at half of the time, and at a quarter"])
    await ann.choose(shown, "remindby", ["By direct message"])
    answer = await ann.choose(shown, "digest", ["One digest a day, at 08:00"])
    assert "by direct message" in answer.text
    assert "Two reminders" in answer.text
    assert "At 08:00 you get one message a day" in answer.text
    assert await room.bot.store.people.preference(ann.id) == Preference(
        way="direct", rhythm="twice", digest=480, digest_due=BEGIN + 8 * HOUR
    )


async def test_another_time_zone_is_another_hour(room):
    ann = room.people[0]
    shown = (await ann.slash("preferences", zone="Asia/Tokyo")).message
    await ann.choose(shown, "digest", ["One digest a day, at 10:00"])
    wish = await room.bot.store.people.preference(ann.id)
    assert wish.digest_due == BEGIN + HOUR  # it is nine o'clock there
    await ann.slash("preferences", zone="UTC")
    wish = await room.bot.store.people.preference(ann.id)
    assert wish.digest_due == BEGIN + 10 * HOUR


async def test_a_made_up_choice_changes_nothing(room):
    ann = room.people[0]
    shown = (await ann.slash("preferences")).message
    for verb in ("rhythm", "remindby", "digest"):
        answer = await ann.press_stale(shown, f"t1:{verb}:0:0", ["77"])
        assert answer.text
    assert await room.bot.store.people.preference(ann.id) == Preference()
