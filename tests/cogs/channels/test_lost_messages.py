"""Tests of tables with a lost message: each is found, shown again, or closed from `/tables`."""

import pytest

from cogs.delivery.request import HUNG
from cogs.game.seat_changes import raise_if_refused
from data.models.tables import Player, TableStatus
from tests.cogs.support.play import HOUSE, default_turn, open_lobby, start
from tests.cogs.support.time import listen, timed

CALLBACK = "/interactions/*/*/callback"


async def row_of(simulator, table_id=1):
    row = await simulator.bot.database.tables.find(table_id)
    assert row is not None
    return row


def lobbies(simulator, channel=None):
    """Return the messages with a Join button."""
    shown = simulator.messages((channel or simulator.channel).id)
    return [m for m in shown if "Join" in m.labels or "Leave" in m.labels]


async def tables(person, **where):
    """Return the list of a member's tables."""
    answer = await person.slash("tables", **where)
    assert answer.private
    assert "None" not in answer.text
    return answer.message


async def ways(person, listed=None):
    """Return the labels of the ways out of a member's only table that cannot be reached."""
    page = (await person.press(listed or await tables(person), "Sort it out")).message
    return page.labels[:-1]


# ---- /play


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_lobby_whose_answer_is_lost_is_there_once_and_can_be_joined(simulator, carried_out):
    ann, ben, *_ = simulator.members
    simulator.disconnect("POST", CALLBACK, carried_out=carried_out)
    await ann.slash("play", game=HOUSE)
    (lobby,) = lobbies(simulator)
    assert (await row_of(simulator)).lobby_message_id == lobby.id
    await ben.press(lobby, "Join")
    assert "2 seats are open" in lobby.text


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_lobby_whose_answer_met_a_server_error_is_there_once(simulator, carried_out):
    simulator.fail("POST", CALLBACK, status=503, carried_out=carried_out)
    await simulator.members[0].slash("play", game=HOUSE)
    assert len(lobbies(simulator)) == 1


async def test_a_lobby_that_could_not_be_the_answer_is_posted_by_itself(simulator):
    simulator.fail("POST", CALLBACK, status=404, code=10062)
    await simulator.members[0].slash("play", game=HOUSE)
    assert len(lobbies(simulator)) == 1


async def test_a_lobby_opened_just_before_a_crash_is_shown_after_it(simulator):
    ann = simulator.members[0]
    simulator.disconnect("*", "*", times=None)
    await ann.slash("play", game=HOUSE)
    simulator.heal()
    await simulator.restart()
    (lobby,) = lobbies(simulator)
    assert str((await row_of(simulator)).lobby_message_id) in str((await tables(ann)).links)
    assert "Ann" in lobby.text


async def test_a_lobby_whose_answer_is_lost_and_never_found_is_listed_all_the_same(simulator):
    ann = simulator.members[0]
    simulator.disconnect("POST", CALLBACK)
    simulator.disconnect("POST", "/channels/*/messages", times=None)
    await ann.slash("play", game=HOUSE)
    listed = await tables(ann)
    assert "The bot has not sent the table's message yet." in listed.text
    assert "is gone" not in listed.text
    assert await ways(ann, listed) == ("Cancel this table",)
    await ann.cancel(listed)
    assert (await row_of(simulator)).status is TableStatus.CLOSED
    simulator.heal()
    await simulator.wait(60)
    assert lobbies(simulator) == []


async def looked_at_by_several(simulator):
    """Run the clock as if other processes could have changed tables."""
    simulator.bot.ownership.is_exclusive = False
    await simulator.bot.services.timer_loop._show_due(simulator.bot.clock())


async def joined_from_elsewhere(simulator):
    """Join a lobby that another member's `/play` has found."""
    ben = Player("member", simulator.members[1].id, "Ben")
    simulator.bot.services.activity.show(
        raise_if_refused(await simulator.bot.database.lobbies.seat_player(1, ben, press=77))
    )


@pytest.mark.parametrize("meanwhile", [looked_at_by_several, joined_from_elsewhere])
async def test_a_lobby_whose_answer_is_under_way_is_not_posted_beside_it(simulator, meanwhile):
    simulator.hang("POST", CALLBACK)
    await simulator.members[0].slash("play", game=HOUSE)
    with simulator.env._bot_scope():
        await meanwhile(simulator)
    await simulator.wait(0)
    assert lobbies(simulator) == []
    simulator.heal()
    await simulator.wait(0)
    (lobby,) = lobbies(simulator)
    row = await row_of(simulator)
    assert row.lobby_message_id == lobby.id
    assert f"{row.open_seat_count} seats are open" in lobby.text


async def test_a_lobby_whose_answer_never_arrives_is_posted_by_itself(simulator):
    simulator.hang("POST", CALLBACK)
    await simulator.members[0].slash("play", game=HOUSE)
    assert lobbies(simulator) == []
    await simulator.wait(HUNG + 1)
    (lobby,) = lobbies(simulator)
    simulator.heal()
    await simulator.wait(0)
    assert lobbies(simulator) == [lobby]


async def test_two_lobbies_that_were_lost_can_be_given_up_for_a_third(simulator):
    ann = simulator.members[0]
    for _ in range(2):
        lobby = await open_lobby(simulator, ann)
        simulator.env.backend.delete_message(simulator.channel.id, lobby.id)
    assert "already have 2" in (await ann.slash("play", game=HOUSE)).text
    listed = await tables(ann)
    for _ in range(2):
        listed = await tables(ann)
        lost = next(c.custom_id for c in listed.controls if c.verb == "sortout")
        page = (await ann.press(listed, lost)).message
        await ann.press((await ann.press(page, "close")).message, "Yes, cancel it")
    listed = await tables(ann)
    assert "You have no tables" in listed.text
    assert lobbies(simulator) == []
    await open_lobby(simulator, ann)


# ---- a lobby whose message a moderator deletes


async def deleted(simulator):
    """Open a lobby for Ann and Ben, and delete its message as a moderator does."""
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    simulator.env.backend.delete_message(simulator.channel.id, lobby.id)


async def test_a_lobby_without_message_is_listed_with_what_can_be_done(simulator):
    ann, ben, cleo, _ = simulator.members
    await deleted(simulator)
    assert await ways(ann) == ("Show it again", "Cancel this table")
    assert await ways(ben) == ("Show it again", "Leave")
    assert "You have no tables" in (await tables(cleo)).text


@pytest.mark.parametrize("who", [0, 1])
async def test_whoever_sits_in_a_lobby_shows_it_again(simulator, who):
    await deleted(simulator)
    person = simulator.members[who]
    listed = await tables(person)
    await person.press(listed, "Show it again")
    assert "Here is the table again." in listed.text
    (lobby,) = lobbies(simulator)
    assert f"/{simulator.channel.id}/{lobby.id}" in str(listed.links)
    assert listed.controls == ()
    await simulator.members[2].press(lobby, "Join")
    assert "One seat is open" in lobby.text


async def test_a_lobby_is_shown_again_once(simulator):
    ann, ben, *_ = simulator.members
    await deleted(simulator)
    first, second = await tables(ann), await tables(ben)
    await ways(ann, first)
    await ways(ben, second)
    await simulator.together(
        ann.pressing(first, "Show it again"), ben.pressing(second, "Show it again")
    )
    assert len(lobbies(simulator)) == 1


async def test_a_lobby_that_discord_does_not_take_yet_is_not_said_to_be_shown_again(simulator):
    await deleted(simulator)
    ann = simulator.members[0]
    listed = await tables(ann)
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await ann.press(listed, "Show it again")
    simulator.heal()
    assert "The bot has not sent the table's message yet." in listed.text
    assert "Here is the table again." not in listed.text


async def test_a_lobby_whose_message_is_there_is_not_posted_a_second_time(simulator):
    ann = simulator.members[0]
    await open_lobby(simulator, ann)
    listed = await tables(ann)
    await ann.press_stale(listed, "t1:showagain:1:1")
    assert len(lobbies(simulator)) == 1


@pytest.mark.parametrize(
    "verb,said",
    [
        ("showagain", "not at this table"),
        ("giveup", "Only the host"),
        ("standup", "not at this table"),
    ],
)
async def test_a_stranger_does_nothing_with_somebody_elses_lobby(simulator, verb, said):
    await deleted(simulator)
    before = await row_of(simulator)
    cleo = simulator.members[2]
    answer = await cleo.press_stale(await tables(cleo), f"t1:{verb}:1:1")
    assert said in answer.text
    assert await row_of(simulator) == before
    assert lobbies(simulator) == []


async def test_a_guest_does_not_give_a_lobby_up_but_leaves_it(simulator):
    ben = simulator.members[1]
    await deleted(simulator)
    listed = await tables(ben)
    assert "Only the host" in (await ben.press_stale(listed, "t1:giveup:1:1")).text
    await ben.press(listed, "Leave")
    assert "You have no tables" in listed.text
    assert (await row_of(simulator)).seats[1].player is None


async def test_a_host_who_stood_up_still_finds_the_lobby(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    await ann.press(lobby, "Leave")
    assert f"/{lobby.id}" in str((await tables(ann)).links)
    simulator.env.backend.delete_message(simulator.channel.id, lobby.id)
    assert await ways(ann) == ("Show it again", "Cancel this table")


async def test_where_discord_does_not_answer_the_way_is_believed(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    simulator.disconnect("GET", "/channels/*/messages/*", times=None)
    listed = await tables(ann)
    assert f"/{lobby.id}" in str(listed.links)
    assert listed.controls == ()


# ---- starting without a message


async def test_a_game_begins_on_a_new_message_when_its_lobbys_was_deleted(simulator):
    game = await begun_without_message(simulator)
    assert "House Canasta · round 1" in game.board.text
    row = await row_of(simulator)
    link = next(
        m for m in simulator.messages(simulator.channel.id) if "The cards are dealt" in m.text
    )
    assert (row.lobby_message_id, row.thread_id) == (link.id, link.id)
    assert f"<#{row.thread_id}>" in link.text
    await game.take_turn()


async def begun_without_message(simulator):
    """Return a game whose lobby message vanished while the host pressed Start."""
    listen(simulator)
    backend = simulator.env.backend

    def vanish():
        lobby = next(m for m in simulator.messages(simulator.channel.id) if "Leave" in m.labels)
        backend.delete_message(simulator.channel.id, lobby.id)

    simulator.meanwhile("POST", "/channels/*/messages/*/threads", vanish)
    return await start(simulator, simulator.members)


async def test_a_game_begins_once_though_the_answer_about_its_thread_is_lost(simulator):
    simulator.disconnect("POST", "/channels/*/messages/*/threads", carried_out=True)
    game = await start(simulator, simulator.members)
    await simulator.wait(2)
    assert len(simulator.threads()) == 1
    assert "House Canasta · round 1" in game.board.text


async def test_where_no_more_threads_may_be_the_table_stands_in_the_channel_and_says_so(simulator):
    simulator.faults.no_more_threads = True
    game = await start(simulator, simulator.members)
    row = await row_of(simulator)
    assert row.thread_id == simulator.channel.id
    board = next(m for m in simulator.messages(simulator.channel.id) if "My hand" in m.labels)
    more = await simulator.members[0].press(board, "More")
    assert "so it stays in its channel" in more.text
    lobby = next(
        m for m in simulator.messages(simulator.channel.id) if "The cards are dealt" in m.text
    )
    assert "The table is here in the channel" in lobby.text
    assert game.table_id == 1


async def test_a_thread_that_sleeps_and_may_not_be_woken_is_left_for_the_channel(simulator):
    game = await timed(simulator, simulator.members)
    simulator.lock(game.thread, locked=False, archived=True)
    simulator.faults.no_more_threads = True
    await default_turn(game)
    board = next(m for m in simulator.messages(simulator.channel.id) if "My hand" in m.labels)
    assert board.pinged == ((await game.turn()).id,)
    assert "Play" in (await tables(await game.turn())).labels


# ---- a lobby that is not as it shows


async def test_a_lobby_that_changes_while_discord_fails_is_shown_as_it_is_soon(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    simulator.disconnect("*", "/interactions/*", times=None)
    simulator.disconnect("*", "/webhooks/*", times=None)
    simulator.disconnect("PATCH", "/channels/*/messages/*", times=2)
    await ben.press(lobby, "Join")
    assert "Ben" not in lobby.text
    await simulator.wait(5)
    assert "Ben" in lobby.text


async def test_a_lobby_given_up_while_discord_fails_loses_its_controls_soon(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    question = (await ann.press(lobby, "Cancel this table")).message
    simulator.disconnect("*", "*", times=6)
    await ann.press(question, "Yes, cancel it")
    await simulator.wait(10)
    assert lobby.labels == ()


async def test_a_game_that_was_ended_loses_its_controls_also_when_that_failed_at_first(simulator):
    game = await timed(simulator, simulator.members)
    keeper, board = simulator.invite("Mo", manages=True), game.board
    more = await keeper.press(board, "More")
    page = (await keeper.press(more.message, "run")).message
    await keeper.press(page, "stop")
    simulator.fail("PATCH", f"/channels/{game.thread}/messages/*", status=500, times=2)
    await keeper.choose(page, "stopfor", ["0"])
    await simulator.wait(5)
    assert board.labels == ()
    assert simulator.bot.services.repaint_queue.is_busy(1) is False
