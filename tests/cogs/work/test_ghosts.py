"""Tables whose message is lost or gone: each is found, shown again, or closed from `/tables`."""

from types import SimpleNamespace

import pytest

from cogs._lobby.lobbies import changed
from cogs._lobby.screen import empty
from cogs._messages.repaint import LOOK
from cogs._traffic.patience import HUNG
from data.game.rows import Driver, Status
from tests.cogs.clocks import listen, timed
from tests.cogs.finished import dealt, play_on
from tests.cogs.playing import HOUSE, default_turn, open_lobby, start

CALLBACK = "/interactions/*/*/callback"
DISCORD = "https://discord.com/channels"


async def row_of(room, table_id=1):
    row = await room.bot.store.tables.find(table_id)
    assert row is not None
    return row


def lobbies(room, channel=None):
    """The messages in which somebody can join."""
    shown = room.messages((channel or room.channel).id)
    return [m for m in shown if "Join" in m.labels or "Leave" in m.labels]


async def tables(person, **where):
    """The list of a member's tables."""
    answer = await person.slash("tables", **where)
    assert answer.private
    assert "None" not in answer.text
    return answer.message


# ---- /play


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_lobby_whose_answer_is_lost_is_there_once_and_can_be_joined(room, carried_out):
    ann, ben, *_ = room.people
    room.cut("POST", CALLBACK, carried_out=carried_out)
    await ann.slash("play", game=HOUSE)
    (lobby,) = lobbies(room)
    assert (await row_of(room)).lobby_message_id == lobby.id
    await ben.press(lobby, "Join")
    assert "2 seats are open" in lobby.text


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_lobby_whose_answer_met_a_server_error_is_there_once(room, carried_out):
    room.fail("POST", CALLBACK, status=503, carried_out=carried_out)
    await room.people[0].slash("play", game=HOUSE)
    assert len(lobbies(room)) == 1


async def test_a_lobby_that_could_not_be_the_answer_is_posted_by_itself(room):
    room.fail("POST", CALLBACK, status=404, code=10062)
    await room.people[0].slash("play", game=HOUSE)
    assert len(lobbies(room)) == 1


async def test_a_lobby_opened_just_before_a_crash_is_shown_after_it(room):
    ann = room.people[0]
    room.cut("*", "*", times=None)
    await ann.slash("play", game=HOUSE)
    room.heal()
    await room.restart()
    (lobby,) = lobbies(room)
    assert str((await row_of(room)).lobby_message_id) in (await tables(ann)).text
    assert "Ann" in lobby.text


async def test_a_lobby_whose_answer_is_lost_and_never_found_is_listed_all_the_same(room):
    ann = room.people[0]
    room.cut("POST", CALLBACK)
    room.cut("POST", "/channels/*/messages", times=None)
    await ann.slash("play", game=HOUSE)
    listed = await tables(ann)
    assert "Its message is still on its way." in listed.text
    assert "is gone" not in listed.text
    assert listed.labels == ("Cancel table",)
    await ann.press(listed, "Cancel table")
    assert (await row_of(room)).status is Status.CLOSED
    room.heal()
    await room.wait(60)
    assert lobbies(room) == []


async def looked_at_by_several(room):
    """The clock's look where other processes may have changed tables."""
    timekeeper = room.bot.parlour.timekeeper
    timekeeper._portion = SimpleNamespace(is_all=False)
    await timekeeper._ping(room.bot.clock())


async def joined_from_elsewhere(room):
    """Somebody else's /play has found the lobby, and they join it from there."""
    ben = Driver("member", room.people[1].id, "Ben")
    room.bot.parlour.show(changed(await room.bot.store.lobbies.sit(1, ben, press=77)))


@pytest.mark.parametrize("meanwhile", [looked_at_by_several, joined_from_elsewhere])
async def test_a_lobby_whose_answer_is_under_way_is_not_posted_beside_it(room, meanwhile):
    room.hang("POST", CALLBACK)
    await room.people[0].slash("play", game=HOUSE)
    with room.env._bot_scope():
        await meanwhile(room)
    await room.wait(0)
    assert lobbies(room) == []
    room.heal()
    await room.wait(0)
    (lobby,) = lobbies(room)
    row = await row_of(room)
    assert row.lobby_message_id == lobby.id
    assert f"{empty(row)} seats are open" in lobby.text


async def test_a_lobby_whose_answer_never_arrives_is_posted_by_itself(room):
    room.hang("POST", CALLBACK)
    await room.people[0].slash("play", game=HOUSE)
    assert lobbies(room) == []
    await room.wait(HUNG + 1)
    (lobby,) = lobbies(room)
    room.heal()
    await room.wait(0)
    assert lobbies(room) == [lobby]


async def test_two_lobbies_that_were_lost_can_be_given_up_for_a_third(room):
    ann = room.people[0]
    for _ in range(2):
        lobby = await open_lobby(room, ann)
        room.env.backend.delete_message(room.channel.id, lobby.id)
    assert "already have 2" in (await ann.slash("play", game=HOUSE)).text
    listed = await tables(ann)
    for _ in range(2):
        give_up = next(c.custom_id for c in listed.controls if c.verb == "giveup")
        await ann.press(listed, give_up)
    assert "You're not in a game here" in listed.text
    assert lobbies(room) == []
    await open_lobby(room, ann)


# ---- a lobby whose message a moderator deletes


async def deleted(room):
    """A lobby of Ann's where Ben sits, and whose message a moderator deleted."""
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ann)
    await ben.press(lobby, "Join")
    room.env.backend.delete_message(room.channel.id, lobby.id)


async def test_a_lobby_without_message_is_listed_with_what_can_be_done(room):
    ann, ben, cleo, _ = room.people
    await deleted(room)
    assert (await tables(ann)).labels == ("Show it again", "Cancel table")
    assert (await tables(ben)).labels == ("Show it again", "Leave")
    assert "You're not in a game here" in (await tables(cleo)).text


@pytest.mark.parametrize("who", [0, 1])
async def test_whoever_sits_in_a_lobby_shows_it_again(room, who):
    await deleted(room)
    person = room.people[who]
    listed = await tables(person)
    await person.press(listed, "Show it again")
    assert "Here is the table again." in listed.text
    (lobby,) = lobbies(room)
    assert f"/{room.channel.id}/{lobby.id}" in listed.text
    assert listed.labels == ()
    await room.people[2].press(lobby, "Join")
    assert "One seat is open" in lobby.text


async def test_a_lobby_is_shown_again_once(room):
    ann, ben, *_ = room.people
    await deleted(room)
    first, second = await tables(ann), await tables(ben)
    await room.together(ann.pressing(first, "Show it again"), ben.pressing(second, "Show it again"))
    assert len(lobbies(room)) == 1


async def test_a_lobby_that_discord_does_not_take_yet_is_not_said_to_be_shown_again(room):
    await deleted(room)
    ann = room.people[0]
    listed = await tables(ann)
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    await ann.press(listed, "Show it again")
    room.heal()
    assert "Its message is still on its way." in listed.text
    assert "Here is the table again." not in listed.text


async def test_a_lobby_whose_message_is_there_is_not_posted_a_second_time(room):
    ann = room.people[0]
    await open_lobby(room, ann)
    listed = await tables(ann)
    await ann.press_stale(listed, "t1:showagain:1:1")
    assert len(lobbies(room)) == 1


@pytest.mark.parametrize(
    "verb,said",
    [
        ("showagain", "not at this table"),
        ("giveup", "Only the host"),
        ("standup", "not at this table"),
    ],
)
async def test_a_stranger_does_nothing_with_somebody_elses_lobby(room, verb, said):
    await deleted(room)
    before = await row_of(room)
    cleo = room.people[2]
    answer = await cleo.press_stale(await tables(cleo), f"t1:{verb}:1:1")
    assert said in answer.text
    assert await row_of(room) == before
    assert lobbies(room) == []


async def test_a_guest_does_not_give_a_lobby_up_but_leaves_it(room):
    ben = room.people[1]
    await deleted(room)
    listed = await tables(ben)
    assert "Only the host" in (await ben.press_stale(listed, "t1:giveup:1:1")).text
    await ben.press(listed, "Leave")
    assert "You're not in a game here" in listed.text
    assert (await row_of(room)).seats[1].driver is None


async def test_a_host_who_stood_up_still_finds_the_lobby(room):
    ann = room.people[0]
    lobby = await open_lobby(room, ann)
    await ann.press(lobby, "Leave")
    assert f"/{lobby.id}" in (await tables(ann)).text
    room.env.backend.delete_message(room.channel.id, lobby.id)
    assert (await tables(ann)).labels == ("Show it again", "Cancel table")


async def test_where_discord_does_not_answer_the_way_is_believed(room):
    ann = room.people[0]
    lobby = await open_lobby(room, ann)
    room.cut("GET", "/channels/*/messages/*", times=None)
    listed = await tables(ann)
    assert f"/{lobby.id}" in listed.text
    assert listed.labels == ()


# ---- starting without a message


async def test_a_game_begins_on_a_new_message_when_its_lobbys_was_deleted(room):
    game = await begun_without_message(room)
    assert "House Canasta · round 1" in game.board.text
    row = await row_of(room)
    link = next(m for m in room.messages(room.channel.id) if "The cards are dealt" in m.text)
    assert (row.lobby_message_id, row.thread_id) == (link.id, link.id)
    assert f"<#{row.thread_id}>" in link.text
    await game.take_turn()


async def begun_without_message(room):
    """A game whose lobby's message vanished while the host pressed Start."""
    listen(room)
    backend = room.env.backend

    def vanish():
        lobby = next(m for m in room.messages(room.channel.id) if "Leave" in m.labels)
        backend.delete_message(room.channel.id, lobby.id)

    room.meanwhile("POST", "/channels/*/messages/*/threads", vanish)
    return await start(room, room.people)


async def test_a_game_begins_once_though_the_answer_about_its_thread_is_lost(room):
    room.cut("POST", "/channels/*/messages/*/threads", carried_out=True)
    game = await start(room, room.people)
    await room.wait(2)
    assert len(room.threads()) == 1
    assert "House Canasta · round 1" in game.board.text


async def test_where_no_more_threads_may_be_the_table_stands_in_the_channel_and_says_so(room):
    room.weather.no_more_threads = True
    game = await start(room, room.people)
    row = await row_of(room)
    assert row.thread_id == room.channel.id
    board = next(m for m in room.messages(room.channel.id) if "My hand" in m.labels)
    more = await room.people[0].press(board, "More")
    assert "so the table stays in this channel" in more.text
    lobby = next(m for m in room.messages(room.channel.id) if "The cards are dealt" in m.text)
    assert "The table is here in the channel" in lobby.text
    assert game.table_id == 1


async def test_a_thread_that_sleeps_and_may_not_be_woken_is_left_for_the_channel(room):
    game = await timed(room, room.people)
    room.lock(game.thread, locked=False, archived=True)
    room.weather.no_more_threads = True
    await default_turn(game)
    board = next(m for m in room.messages(room.channel.id) if "My hand" in m.labels)
    assert board.pinged == ((await game.turn()).id,)
    assert f"/{room.channel.id}/{board.id}" in (await tables(await game.turn())).text


# ---- rematches


async def finished(room):
    """The last message of a game that is over, with its Rematch button."""
    ann, ben, *_ = room.people
    live = await play_on(room, await dealt(room, [ann, ben]))
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        room.bot.parlour.show(live.row)
    await room.env.settle()
    return next(m for m in room.messages(room.channel.id) if "Rematch" in m.labels)


async def test_a_rematch_whose_answer_is_lost_is_one_lobby_with_one_link(room):
    ann, ben, *_ = room.people
    final = await finished(room)
    room.cut("POST", "/channels/*/messages", carried_out=True)
    await ann.press(final, "Rematch")
    (lobby,) = lobbies(room)
    assert f"/{lobby.id})" in final.text
    assert (await tables(ann)).text.count(f"/{lobby.id}") == 1
    await ben.press(final, "Rematch, I'm in")
    assert (await tables(ben)).text.count(f"/{lobby.id}") == 1


async def test_a_rematch_that_cannot_be_posted_has_the_way_to_its_channel_and_comes_later(room):
    ann = room.people[0]
    final = await finished(room)
    room.deny("send_messages")
    await ann.press(final, "Rematch")
    assert f"{DISCORD}/{room.guild.id}/{room.channel.id})" in final.text
    assert "None" not in final.text
    room.allow()
    await room.wait(LOOK)
    (lobby,) = lobbies(room)
    assert f"/{lobby.id}" in (await tables(ann)).text


async def test_a_rematch_that_was_given_up_can_be_opened_again(room):
    ann = room.people[0]
    final = await finished(room)
    press = ann.pressing(final, "Rematch")
    await room.together(press)
    (lobby,) = lobbies(room)
    await ann.press(lobby, "Cancel table")
    await room.together(press)
    assert len(lobbies(room)) == 1


async def test_two_presses_on_rematch_open_one_lobby(room):
    ann, ben, *_ = room.people
    final = await finished(room)
    await room.together(ann.pressing(final, "Rematch"), ben.pressing(final, "Rematch"))
    assert len(lobbies(room)) == 1


# ---- a lobby that is not as it shows


async def test_a_lobby_that_changes_while_discord_fails_is_shown_as_it_is_soon(room):
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ann)
    room.cut("*", "/interactions/*", times=None)
    room.cut("*", "/webhooks/*", times=None)
    room.cut("PATCH", "/channels/*/messages/*", times=2)
    await ben.press(lobby, "Join")
    assert "Ben" not in lobby.text
    await room.wait(5)
    assert "Ben" in lobby.text


async def test_a_lobby_given_up_while_discord_fails_loses_its_controls_soon(room):
    ann = room.people[0]
    lobby = await open_lobby(room, ann)
    page = await ann.page_with(lobby, "Cancel table")
    room.cut("*", "*", times=6)
    await ann.press(page, "Cancel table")
    await room.wait(10)
    assert lobby.labels == ()


async def test_a_game_that_was_ended_loses_its_controls_also_when_that_failed_at_first(room):
    game = await timed(room, room.people)
    keeper, board = room.invite("Mo", manages=True), game.board
    more = await keeper.press(board, "More")
    page = (await keeper.press(more.message, "run")).message
    await keeper.press(page, "stop")
    room.fail("PATCH", f"/channels/{game.thread}/messages/*", status=500, times=2)
    await keeper.choose(page, "stopfor", ["0"])
    await room.wait(5)
    assert board.labels == ()
    assert room.bot.parlour.repaint.is_busy(1) is False
