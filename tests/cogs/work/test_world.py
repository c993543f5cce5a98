"""The world outside: threads, channels, servers, permissions and messages that go and come back."""

from random import Random

import pytest
from simcord.backend import serializers

from cogs._messages.repaint import LOOK
from data.game.rows import Status
from data.people.rows import Preference
from tests.cogs.clocks import DAY, MINUTE, after, notified, timed
from tests.cogs.playing import default_move, first


async def status(game):
    row = await game.room.bot.store.tables.find(game.table_id)
    assert row is not None
    return row.status


async def reasons(game):
    return [hold.reason for hold in await game.room.bot.store.time.holds(game.table_id)]


async def deleted_thread(room):
    """A game whose thread a moderator deleted, and the message about it in the channel."""
    game = await timed(room, room.people)
    room.env.backend.delete_channel(game.thread)
    await room.wait(1)
    return game


def note(room):
    return next(m for m in room.messages(room.channel.id) if "Continue in a new thread" in m.labels)


async def test_a_deleted_thread_pauses_the_game_and_tells_each_player_once(room):
    game = await deleted_thread(room)
    for _ in range(3):
        await after(room, DAY)
    assert await reasons(game) == ["place"]
    assert await game.seq() == 0
    told = [m for m in room.messages() if m.channel_id in direct_channels(room)]
    assert len(told) == 4
    assert note(room).pinged == ()


def direct_channels(room):
    return {c.id for c in room.env.backend.channels.values() if c.guild_id is None}


async def test_each_player_is_told_in_their_own_language_and_the_channel_in_the_servers(room):
    for person in room.people:
        person.locale = "de"
        await person.slash("help")
    await deleted_thread(room)
    told = [m for m in room.messages() if m.channel_id in direct_channels(room)]
    assert len(told) == 4
    assert all("wurde gelöscht" in message.text for message in told)
    assert "was deleted" in note(room).text


async def test_whoever_wants_to_hear_nothing_is_not_told_that_a_thread_is_gone(room):
    await room.bot.store.people.prefer(room.people[0].id, lambda _: Preference(way="none"))
    await deleted_thread(room)
    assert len([m for m in room.messages() if m.channel_id in direct_channels(room)]) == 3


async def test_a_player_lets_the_game_go_on_in_a_new_thread(room):
    game = await deleted_thread(room)
    before = sum(notified(room).values())
    await room.people[1].press(note(room), "Continue in a new thread")
    assert len(room.threads()) == 1
    assert "House Canasta · round 1" in game.board.text
    assert sum(notified(room).values()) == before
    await game.take_turn()


async def test_a_stranger_opens_no_thread(room):
    await deleted_thread(room)
    answer = await room.invite("Eve").press(note(room), "Continue in a new thread")
    assert "You don't play" in answer.text
    assert room.threads() == ()


async def test_a_new_thread_is_opened_once(room):
    game = await deleted_thread(room)
    ann, ben, *_ = room.people
    button = "Continue in a new thread"
    answers = await room.together(
        ann.pressing(note(room), button), ben.pressing(note(room), button)
    )
    assert sum("already has a channel or thread" in answer.text for answer in answers) == 1
    assert await reasons(game) == []
    assert len(room.threads()) == 1


async def test_after_a_week_without_a_place_a_game_ends_without_result(room):
    game = await deleted_thread(room)
    await after(room, 6.9 * DAY)
    assert await status(game) is Status.PLAYING
    await after(room, DAY / 4)
    assert await status(game) is Status.CLOSED
    assert "This table is closed" in (await room.people[0].press(note(room), "reopen")).text


async def test_a_deleted_channel_pauses_what_was_played_in_it(room):
    game = await timed(room, room.people)
    room.env.backend.delete_channel(game.thread)
    room.env.backend.delete_channel(room.channel.id)
    await room.wait(MINUTE)
    assert await reasons(game) == ["place"]


async def drawn_at_a_place_that_fails(room, *, status, code):
    """A game in which somebody drew, and Discord would not show it."""
    game = await timed(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    room.fail("*", f"/channels/{game.thread}/messages*", status=status, code=code, times=1)
    await person.press(panel, "say")
    return game


async def test_a_gone_thread_that_only_a_request_tells_of_is_noticed(room):
    game = await drawn_at_a_place_that_fails(room, status=404, code=10003)
    assert await reasons(game) == ["place"]


async def test_a_thread_deleted_while_the_bot_was_off_is_noticed_when_it_starts(room):
    game = await timed(room, room.people)
    thread, backend = game.thread, room.env.backend
    del backend.channels[thread]  # without a word to anybody
    backend.get_guild(room.guild.id).thread_ids.remove(thread)
    await arrived(room)
    assert await reasons(game) == ["place"]
    assert "Continue in a new thread" in note(room).labels


async def test_a_thread_that_sleeps_when_the_bot_starts_is_not_taken_for_a_deleted_one(room):
    game = await timed(room, room.people)
    room.env.backend.channels[game.thread].archived = True
    await arrived(room)
    assert await reasons(game) == []


async def arrived(room):
    """The bot starts, and is told of the server, which SimCord keeps to itself at a start."""
    await room.restart()
    await told_of_the_server(room)


async def told_of_the_server(room):
    backend = room.env.backend
    there = serializers.guild_create_payload(backend, backend.get_guild(room.guild.id))
    backend.emit("GUILD_CREATE", dict(there))
    await room.wait(1)


async def test_a_locked_thread_pauses_the_game_until_it_is_open_again(room):
    game = await timed(room, room.people)
    first_, panel = await game.turn(), await game.hand(await game.turn())
    room.lock(game.thread)
    await first_.press(panel, "say")
    await first_.choose(panel, "drop", [first(panel, "drop")])
    assert await reasons(game) == ["place"]
    before = len(room.sent)
    await room.wait(9 * MINUTE)
    assert asked(room, game, before) == []
    room.lock(game.thread, locked=False)
    await room.wait(LOOK)
    assert await reasons(game) == []
    assert game.board.pinged == ((await game.turn()).id,)


def asked(room, game, before):
    """The requests since then that were about the game's messages."""
    path = f"/channels/{game.thread}/messages"
    return [one for one in room.sent[before:] if path in one.path]


async def test_a_thread_that_sleeps_is_woken_by_a_new_message(room):
    game = await timed(room, room.people)
    person, old = await game.turn(), game.board
    panel = await game.hand(person)
    room.fail("PATCH", f"/channels/{game.thread}/messages/*", status=400, code=50083, times=1)
    await person.press(panel, "say")
    assert game.board != old
    assert await reasons(game) == []


async def test_a_server_that_removes_the_bot_keeps_its_games_paused(room):
    game = await timed(room, room.people)
    await gone(room)
    await after(room, 3 * DAY)
    assert await reasons(game) == ["server"]
    assert await game.seq() == 0


async def test_invited_again_the_games_go_on_with_their_time(room):
    game = await timed(room, room.people)
    before = await game.deadline()
    await gone(room)
    await after(room, 10 * DAY)
    await told_of_the_server(room)
    assert await reasons(game) == []
    assert await game.deadline() - before == pytest.approx(10 * DAY, abs=60)


async def test_an_outage_of_discord_pauses_nothing(room):
    game = await timed(room, room.people)
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id), "unavailable": True})
    await room.wait(1)
    assert await reasons(game) == []


async def gone(room):
    """The bot is removed from the server."""
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.wait(1)


async def test_after_a_month_without_its_server_a_game_ends_without_result(room):
    await timed(room, room.people)
    await gone(room)
    await after(room, 29 * DAY)
    assert len(await room.bot.store.tables.playing()) == 1
    await after(room, 2.5 * DAY)
    assert await room.bot.store.tables.playing() == ()


async def played_without_rights(room, take):
    """A game in which somebody moves on after our rights were taken."""
    game = await timed(room, room.people, look=15)
    person = await game.turn()
    panel = await game.hand(person)
    take()
    before = len(room.sent)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return game, before


@pytest.mark.parametrize("right", ["view_channel", "send_messages_in_threads"])
async def test_a_right_that_is_given_back_shows_the_table_and_tells_its_member_in_seconds(
    room, right
):
    game, before = await played_without_rights(room, lambda: room.deny(right))
    await room.wait(9 * MINUTE)
    assert len(asked(room, game, before)) <= 2  # an edit, and the message it could not send
    room.allow()
    await room.wait(LOOK)
    assert "discarded" in game.board.text
    assert game.board.pinged == ((await game.turn()).id,)
    await room.wait(2 * MINUTE)
    assert notified(room)[(await game.turn()).id] == 1


async def test_a_right_that_comes_with_a_role_is_seen_as_soon(room):
    guild, me = room.guild.id, room.env.backend.bot_user.id
    role = room.env.backend.create_role(guild, "Cards", permissions=0)
    room.env.backend.add_member_role(guild, me, role.id)
    game, _ = await played_without_rights(room, lambda: room.deny("view_channel", target=role.id))
    room.env.backend.remove_member_role(guild, me, role.id)
    await room.wait(LOOK)
    assert game.board.pinged == ((await game.turn()).id,)


@pytest.mark.parametrize("code", [50013, 50001])
async def test_a_refusal_that_nothing_known_explains_is_not_waited_out_for_ten_minutes(room, code):
    path = "/channels/*/messages*"

    def take():
        room.fail("*", path, status=403, code=code, times=None)

    game, before = await played_without_rights(room, take)
    await room.wait(9 * MINUTE)
    assert len(asked(room, game, before)) <= 30
    room.heal()
    await room.wait(MINUTE + LOOK)
    assert "discarded" in game.board.text


class Half(list[dict[str, object]]):
    """Every second call to Discord fails, by chance."""

    def __init__(self):
        super().__init__()
        self.chance = Random(7)

    def __iter__(self):
        fault = {"method": "*", "path": "*", "status": 500, "code": 0, "message": ""}
        return iter([fault | {"times": None}] if self.chance.random() < 0.5 else [])


async def test_discord_failing_half_of_all_calls_for_an_hour_loses_and_doubles_nothing(room):
    game = await timed(room, room.people, look=60)
    room.env.backend.faults = Half()
    for number in range(12):
        await default_move(game)
        await room.wait(5 * MINUTE if number % 2 else 1)
    room.env.backend.faults = []
    await room.wait(10 * MINUTE)
    row = (await game.live()).row
    assert (row.seq, row.rendered_seq) == (12, 12)
    assert (await game.live()).view(None).pile[-1:] != b""
    assert f"<@{(await game.turn()).id}>" in game.board.text
    assert max(notified(room).values()) <= 2
    assert sum(notified(room).values()) == 7
