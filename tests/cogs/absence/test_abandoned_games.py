"""Tests of games that the clock abandons or ends: the clock checks again at that moment."""

import asyncio

import pytest

from cogs.game.timekeeper import LAST_POLL_NOTE
from data.models.deadlines import WHOLE_TABLE, Pause
from data.models.tables import TableStatus
from tests.cogs.support.play import number_of, open_lobby
from tests.cogs.support.time import DAY, HOUR, after, away, hear_twice, looked, timed

WEEKS = 30 * DAY + HOUR


async def status(simulator, table_id):
    return (await simulator.bot.database.tables.find(table_id)).status


async def reasons(game):
    return [
        hold.reason for hold in await game.simulator.bot.database.pauses.of_table(game.table_id)
    ]


async def empty(simulator, members=2, pace="day"):
    """A game whose members are all away."""
    ann = simulator.members[0]
    game = await timed(simulator, simulator.members[:members], seats=2, pace=pace)
    while not await reasons(game):
        await after(simulator, DAY + HOUR)
    assert await reasons(game) == ["nobody"]
    return game, ann


async def test_who_is_back_has_a_members_time_though_the_process_is_killed_right_then(
    simulator, monkeypatch
):
    both = simulator.members[:2]
    game = await timed(simulator, both, seats=2)
    while "nobody" not in await reasons(game):
        await after(simulator, DAY + HOUR)
    live = await game.live()
    (seat,) = live.deciding()
    back = next(one for one in both if one.id == live.player(seat).user_id)
    await back_and_killed(simulator, monkeypatch, game, back)
    await looked(simulator)
    wait = (await game.live()).open_decision(seat)
    assert wait is not None
    assert wait.free == DAY


async def back_and_killed(simulator, monkeypatch, game, member):
    """Take the seat back in a process that is killed at that moment."""
    hand = (await member.press(game.board, "My hand")).message

    async def killed(*_):
        await simulator.env.external_wait(asyncio.Event().wait(), reason="killed here")

    monkeypatch.setattr(simulator.bot.services.seat_changes, "continue_game", killed)
    await member.press(hand, "I'm back")
    await simulator.restart()


async def meanwhile(simulator, monkeypatch, question, store, pressing):
    """Press after the clock has asked what is due, and before the clock acts."""
    ask = getattr(store, question)

    async def asked(*when):
        found = await ask(*when)
        if found:
            simulator.press_now(pressing)
            await asyncio.sleep(0.3)
        return found

    monkeypatch.setattr(store, question, asked)
    await simulator.bot.database.program_state.set(LAST_POLL_NOTE, str(simulator.now()))
    await looked(simulator)
    monkeypatch.undo()


async def test_where_nobody_else_plays_all_that_is_said_of_the_absence_says_so(simulator):
    game, ann = await empty(simulator, members=1, pace="live")
    said = [m for m in simulator.messages(game.thread) if "missed three turns" in m.text][-1]
    hand, tables = await ann.press(game.board, "My hand"), await ann.slash("tables")
    made_up = f"t1:quit:{game.table_id}:{await game.seq()}"
    quitting = await ann.press_stale(game.board, made_up)
    absence = await ann.slash("away", until="3")
    for told in (said.text, hand.text, tables.text, quitting.text, absence.text):
        assert "omeone else" not in told
        assert "computer player plays" not in told
    assert "The game waits until" in said.text
    assert "I'm back" in said.labels
    assert "The game waits for you until" in hand.text
    assert "Nobody else is playing, so the game ends without a result" in quitting.text
    assert "Nobody is playing here now; the game waits for you." in tables.text
    assert "nobody is playing there now" in absence.text


# ---- asked once more


async def test_whoever_is_back_at_the_last_moment_plays_on(simulator, monkeypatch):
    game, ann = await empty(simulator)
    hand = (await ann.press(game.board, "My hand")).message
    simulator.env.backend.advance_clock(WEEKS)
    back = ann.pressing(hand, "I'm back")
    await meanwhile(simulator, monkeypatch, "ended", simulator.bot.database.pauses, back)
    assert await status(simulator, game.table_id) is TableStatus.PLAYING
    assert (await game.live()).seat_of(ann.id) is not None


async def test_whoever_is_back_is_back_whenever_the_process_is_killed(simulator, monkeypatch):
    game, ann = await empty(simulator)
    await back_and_killed(simulator, monkeypatch, game, ann)
    assert (await game.live()).seat_of(ann.id) is not None
    assert await reasons(game) == []
    assert "plays for" not in game.board.text


async def test_a_game_that_somebody_plays_is_not_given_up_for_a_pause_that_was_left(simulator):
    """The process was killed after the seat was taken back and before the pause had ended."""
    game = await timed(simulator, simulator.members)
    now = simulator.now()
    pause = Pause(WHOLE_TABLE, "nobody", now, now + DAY)
    await simulator.bot.database.pauses.begin(game.table_id, pause)
    await after(simulator, DAY + HOUR)
    assert await status(simulator, game.table_id) is TableStatus.PLAYING
    assert await reasons(game) == []


async def test_whoever_prolongs_their_pause_at_the_last_moment_has_it(simulator, monkeypatch):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    more = await who.press(game.board, "More")
    page = (await who.press(more.message, "Pause")).message
    await who.press(page, "For me: 1 day")
    simulator.env.backend.advance_clock(DAY + 60)
    longer = who.pressing(page, "For me: 3 days")
    await meanwhile(simulator, monkeypatch, "ended", simulator.bot.database.pauses, longer)
    assert await reasons(game) == ["member"]


async def test_whoever_joins_at_the_last_moment_keeps_the_lobby(simulator, monkeypatch):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    table_id = number_of(lobby)
    simulator.env.backend.advance_clock(DAY + HOUR)
    await meanwhile(
        simulator, monkeypatch, "idle", simulator.bot.database.lobbies, ben.pressing(lobby, "Join")
    )
    assert await status(simulator, table_id) is TableStatus.LOBBY
    assert "cancelled" not in lobby.text
    await after(simulator, DAY + HOUR)
    assert await status(simulator, table_id) is TableStatus.CLOSED


# ---- said


async def test_a_game_that_nobody_came_back_to_says_so_and_loses_its_controls(simulator):
    game, _ = await empty(simulator)
    board = game.board
    await after(simulator, WEEKS)
    await simulator.wait(5)
    assert await status(simulator, game.table_id) is TableStatus.CLOSED
    assert board.labels == ()
    assert "waited a month, and nobody came back" in board.text


async def test_a_game_whose_thread_stayed_locked_says_why_it_is_over(simulator):
    game = await timed(simulator, simulator.members)
    now = simulator.now()
    pause = Pause(WHOLE_TABLE, "place", now, now + 7 * DAY)
    await simulator.bot.database.pauses.begin(game.table_id, pause)
    board = game.board
    await after(simulator, 7 * DAY + HOUR)
    await simulator.wait(5)
    assert "had no channel for a week" in board.text


# ---- after an absence


async def test_who_could_ask_for_no_new_thread_while_the_bot_was_away_may_after_it(simulator):
    game = await timed(simulator, simulator.members)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(30)
    await away(simulator, 7 * DAY + HOUR)
    await simulator.wait(5)
    (gone,) = [
        m
        for m in simulator.messages(simulator.channel.id)
        if "Continue in a new thread" in m.labels
    ]
    await simulator.members[0].press(gone, "Continue in a new thread")
    assert await reasons(game) == []
    assert await status(simulator, game.table_id) is TableStatus.PLAYING


async def test_a_lobby_is_not_given_up_for_what_nobody_could_press(simulator):
    table_id = number_of(await open_lobby(simulator, simulator.members[0]))
    await away(simulator, 3 * DAY)
    await simulator.wait(5)
    assert await status(simulator, table_id) is TableStatus.LOBBY
    await after(simulator, 13 * HOUR)
    assert await status(simulator, table_id) is TableStatus.CLOSED


# ---- by a wrong clock


@pytest.mark.parametrize("reason", ["nobody", "table"])
async def test_by_a_clock_that_is_wrong_nothing_is_given_up_and_no_pause_is_over(simulator, reason):
    game = await timed(simulator, simulator.members)
    table_id = number_of(await open_lobby(simulator, simulator.members[0]))
    now = simulator.now()
    await simulator.bot.database.pauses.begin(
        game.table_id, Pause(WHOLE_TABLE, reason, now, now + DAY)
    )
    hear_twice(simulator, ahead=-DAY)
    await after(simulator, 2 * DAY)
    assert await reasons(game) == [reason]
    assert await status(simulator, table_id) is TableStatus.LOBBY
    assert "off Discord's" in simulator.take_errors()[0]
    simulator.bot.clock_skew.heard(simulator.now())
    await after(simulator, 0)
    assert await reasons(game) == []
    assert await status(simulator, table_id) is TableStatus.CLOSED
