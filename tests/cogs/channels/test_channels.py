"""Tests of threads, channels, servers, permissions and messages that disappear and return."""

from random import Random

import pytest
from simcord.backend import serializers

from cogs.delivery.repaint_queue import PERMISSION_POLL_SECONDS
from data.models.members import ReminderPreferences
from data.models.tables import TableStatus
from tests.cogs.support.play import default_move, first
from tests.cogs.support.time import DAY, MINUTE, after, notified, timed


async def status(game):
    row = await game.simulator.bot.database.tables.find(game.table_id)
    assert row is not None
    return row.status


async def reasons(game):
    return [
        hold.reason for hold in await game.simulator.bot.database.pauses.of_table(game.table_id)
    ]


async def deleted_thread(simulator):
    """Return a game whose thread was deleted by a moderator. All its players have pressed something
    in the bot's direct messages before.
    """
    game = await timed(simulator, simulator.members)
    for person in simulator.members:
        await person.slash("help", channel=person.dm)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(1)
    return game


def note(simulator):
    return next(
        m
        for m in simulator.messages(simulator.channel.id)
        if "Continue in a new thread" in m.labels
    )


async def test_a_deleted_thread_pauses_the_game_and_tells_each_player_once(simulator):
    game = await deleted_thread(simulator)
    for _ in range(3):
        await after(simulator, DAY)
    assert await reasons(game) == ["place"]
    assert await game.seq() == 0
    told = [m for m in simulator.messages() if m.channel_id in direct_channels(simulator)]
    assert len(told) == 4
    assert note(simulator).pinged == ()


def direct_channels(simulator):
    return {c.id for c in simulator.env.backend.channels.values() if c.guild_id is None}


async def test_each_player_is_told_in_their_own_language_and_the_channel_in_the_servers(simulator):
    for person in simulator.members:
        person.locale = "de"
        await person.slash("help")
    await deleted_thread(simulator)
    told = [m for m in simulator.messages() if m.channel_id in direct_channels(simulator)]
    assert len(told) == 4
    assert all("wurde gelöscht" in message.text for message in told)
    assert "was deleted" in note(simulator).text


async def test_who_never_pressed_in_direct_messages_is_told_of_a_deleted_thread_in_the_channel(
    simulator,
):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(1)
    assert [m for m in simulator.messages() if m.channel_id in direct_channels(simulator)] == []
    assert "was deleted" in note(simulator).text


async def test_whoever_wants_to_hear_nothing_is_not_told_that_a_thread_is_gone(simulator):
    await simulator.bot.database.members.change_reminder_preferences(
        simulator.members[0].id, lambda _: ReminderPreferences(way="none")
    )
    await deleted_thread(simulator)
    assert len([m for m in simulator.messages() if m.channel_id in direct_channels(simulator)]) == 3


async def test_a_player_lets_the_game_go_on_in_a_new_thread(simulator):
    game = await deleted_thread(simulator)
    before = sum(notified(simulator).values())
    await simulator.members[1].press(note(simulator), "Continue in a new thread")
    assert len(simulator.threads()) == 1
    assert "House Canasta · round 1" in game.board.text
    assert sum(notified(simulator).values()) == before
    await game.take_turn()


async def test_a_stranger_opens_no_thread(simulator):
    await deleted_thread(simulator)
    answer = await simulator.invite("Eve").press(note(simulator), "Continue in a new thread")
    assert "You don't play" in answer.text
    assert simulator.threads() == ()


async def test_a_new_thread_is_opened_once(simulator):
    game = await deleted_thread(simulator)
    ann, ben, *_ = simulator.members
    button = "Continue in a new thread"
    answers = await simulator.together(
        ann.pressing(note(simulator), button), ben.pressing(note(simulator), button)
    )
    assert sum("already has a channel or thread" in answer.text for answer in answers) == 1
    assert await reasons(game) == []
    assert len(simulator.threads()) == 1


async def test_after_a_week_without_a_place_a_game_ends_without_result(simulator):
    game = await deleted_thread(simulator)
    await after(simulator, 6.9 * DAY)
    assert await status(game) is TableStatus.PLAYING
    await after(simulator, DAY / 4)
    assert await status(game) is TableStatus.CLOSED
    assert (
        "This table is closed" in (await simulator.members[0].press(note(simulator), "reopen")).text
    )


async def test_a_deleted_channel_pauses_what_was_played_in_it(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.delete_channel(game.thread)
    simulator.env.backend.delete_channel(simulator.channel.id)
    await simulator.wait(MINUTE)
    assert await reasons(game) == ["place"]


async def drawn_at_a_place_that_fails(simulator, *, status, code):
    """Return a game with a move that Discord failed to show."""
    game = await timed(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    simulator.fail("*", f"/channels/{game.thread}/messages*", status=status, code=code, times=1)
    await person.press(panel, "say")
    return game


async def test_a_gone_thread_that_only_a_request_tells_of_is_noticed(simulator):
    game = await drawn_at_a_place_that_fails(simulator, status=404, code=10003)
    assert await reasons(game) == ["place"]


async def test_a_thread_deleted_while_the_bot_was_off_is_noticed_when_it_starts(simulator):
    game = await timed(simulator, simulator.members)
    thread, backend = game.thread, simulator.env.backend
    del backend.channels[thread]  # Nobody is notified.
    backend.get_guild(simulator.guild.id).thread_ids.remove(thread)
    await arrived(simulator)
    assert await reasons(game) == ["place"]
    assert "Continue in a new thread" in note(simulator).labels


async def test_a_thread_that_sleeps_when_the_bot_starts_is_not_taken_for_a_deleted_one(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.channels[game.thread].archived = True
    await arrived(simulator)
    assert await reasons(game) == []


async def arrived(simulator):
    """Start the bot, then send it the server, because SimCord does not."""
    await simulator.restart()
    await told_of_the_server(simulator)


async def told_of_the_server(simulator):
    backend = simulator.env.backend
    there = serializers.guild_create_payload(backend, backend.get_guild(simulator.guild.id))
    backend.emit("GUILD_CREATE", dict(there))
    await simulator.wait(1)


async def test_a_locked_thread_pauses_the_game_until_it_is_open_again(simulator):
    game = await timed(simulator, simulator.members)
    first_, panel = await game.turn(), await game.hand(await game.turn())
    simulator.lock(game.thread)
    await first_.press(panel, "say")
    await first_.choose(panel, "drop", [first(panel, "drop")])
    assert await reasons(game) == ["place"]
    before = len(simulator.sent)
    await simulator.wait(9 * MINUTE)
    assert asked(simulator, game, before) == []
    simulator.lock(game.thread, locked=False)
    await simulator.wait(PERMISSION_POLL_SECONDS)
    assert await reasons(game) == []
    assert game.board.pinged == ((await game.turn()).id,)


def asked(simulator, game, before):
    """Return the later requests that concern the game's messages."""
    path = f"/channels/{game.thread}/messages"
    return [one for one in simulator.sent[before:] if path in one.path]


async def test_a_thread_that_sleeps_is_woken_by_a_new_message(simulator):
    game = await timed(simulator, simulator.members)
    person, old = await game.turn(), game.board
    panel = await game.hand(person)
    simulator.fail("PATCH", f"/channels/{game.thread}/messages/*", status=400, code=50083, times=1)
    await person.press(panel, "say")
    assert game.board != old
    assert await reasons(game) == []


async def test_a_server_that_removes_the_bot_keeps_its_games_paused(simulator):
    game = await timed(simulator, simulator.members)
    await gone(simulator)
    await after(simulator, 3 * DAY)
    assert await reasons(game) == ["server"]
    assert await game.seq() == 0


async def test_invited_again_the_games_go_on_with_their_time(simulator):
    game = await timed(simulator, simulator.members)
    before = await game.deadline()
    await gone(simulator)
    await after(simulator, 10 * DAY)
    await told_of_the_server(simulator)
    assert await reasons(game) == []
    assert await game.deadline() - before == pytest.approx(10 * DAY, abs=60)


async def test_an_outage_of_discord_pauses_nothing(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.emit("GUILD_DELETE", {"id": str(simulator.guild.id), "unavailable": True})
    await simulator.wait(1)
    assert await reasons(game) == []


async def gone(simulator):
    """Remove the bot from the server."""
    simulator.env.backend.emit("GUILD_DELETE", {"id": str(simulator.guild.id)})
    await simulator.wait(1)


async def test_after_a_month_without_its_server_a_game_ends_without_result(simulator):
    await timed(simulator, simulator.members)
    await gone(simulator)
    await after(simulator, 29 * DAY)
    assert len(await simulator.bot.database.tables.playing_ids()) == 1
    await after(simulator, 2.5 * DAY)
    assert await simulator.bot.database.tables.playing_ids() == ()


async def played_without_rights(simulator, take):
    """Return a game in which somebody moves after the bot has lost its permissions."""
    game = await timed(simulator, simulator.members, look=15)
    person = await game.turn()
    panel = await game.hand(person)
    take()
    before = len(simulator.sent)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return game, before


@pytest.mark.parametrize("right", ["view_channel", "send_messages_in_threads"])
async def test_a_right_that_is_given_back_shows_the_table_and_tells_its_member_in_seconds(
    simulator, right
):
    game, before = await played_without_rights(simulator, lambda: simulator.deny(right))
    await simulator.wait(9 * MINUTE)
    assert len(asked(simulator, game, before)) <= 2  # An edit, and the message that failed.
    simulator.allow()
    await simulator.wait(PERMISSION_POLL_SECONDS)
    assert "discarded" in game.board.text
    assert game.board.pinged == ((await game.turn()).id,)
    await simulator.wait(2 * MINUTE)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_a_right_that_comes_with_a_role_is_seen_as_soon(simulator):
    guild, me = simulator.guild.id, simulator.env.backend.bot_user.id
    role = simulator.env.backend.create_role(guild, "Cards", permissions=0)
    simulator.env.backend.add_member_role(guild, me, role.id)
    game, _ = await played_without_rights(
        simulator, lambda: simulator.deny("view_channel", target=role.id)
    )
    simulator.env.backend.remove_member_role(guild, me, role.id)
    await simulator.wait(PERMISSION_POLL_SECONDS)
    assert game.board.pinged == ((await game.turn()).id,)


@pytest.mark.parametrize("code", [50013, 50001])
async def test_a_refusal_that_nothing_known_explains_is_not_waited_out_for_ten_minutes(
    simulator, code
):
    path = "/channels/*/messages*"

    def take():
        simulator.fail("*", path, status=403, code=code, times=None)

    game, before = await played_without_rights(simulator, take)
    await simulator.wait(9 * MINUTE)
    assert len(asked(simulator, game, before)) <= 30
    simulator.heal()
    await simulator.wait(MINUTE + PERMISSION_POLL_SECONDS)
    assert "discarded" in game.board.text


class Half(list[dict[str, object]]):
    """A random fault that hits every second request to Discord."""

    def __init__(self):
        super().__init__()
        self.chance = Random(7)

    def __iter__(self):
        fault = {"method": "*", "path": "*", "status": 500, "code": 0, "message": ""}
        return iter([fault | {"times": None}] if self.chance.random() < 0.5 else [])


async def test_discord_failing_half_of_all_calls_for_an_hour_loses_and_doubles_nothing(simulator):
    game = await timed(simulator, simulator.members, look=60)
    simulator.env.backend.faults = Half()
    for number in range(12):
        await default_move(game)
        await simulator.wait(5 * MINUTE if number % 2 else 1)
    simulator.env.backend.faults = []
    await simulator.wait(10 * MINUTE)
    row = (await game.live()).row
    assert (row.seq, row.rendered_seq) == (12, 12)
    assert (await game.live()).view(None).pile[-1:] != b""
    assert f"<@{(await game.turn()).id}>" in game.board.text
    assert max(notified(simulator).values()) <= 2
    assert sum(notified(simulator).values()) == 7
