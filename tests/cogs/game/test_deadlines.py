"""Tests of deadlines: they survive restarts, default moves do no harm, late presses are refused."""

import pytest

from cogs.delivery.repaint_queue import MAX_RETRY_DELAY
from cogs.game.deadlines import CLOCK_TOLERANCE, PACES
from data.models.tables import TableStatus
from tests.cogs.support.play import first, number_of, open_lobby
from tests.cogs.support.time import (
    DAY,
    HOUR,
    MINUTE,
    after,
    away,
    clock_of,
    hear_twice,
    looked,
    thread_texts,
    timed,
)


async def test_a_turn_nobody_makes_is_made_at_its_deadline(simulator):
    game = await timed(simulator, simulator.members)
    before = await game.turn()
    await simulator.wait(DAY - HOUR)
    assert await game.seq() == 0
    await simulator.wait(2 * HOUR)
    assert await game.turn() != before


async def test_the_default_is_harmless_draw_and_the_cheapest_card(simulator):
    game = await timed(simulator, simulator.members)
    await after(simulator, DAY + HOUR)
    draw, discard = await simulator.bot.database.tables.move_log(game.table_id)
    assert draw.body == "draw"
    assert discard.body.startswith("discard")


async def test_the_table_says_that_the_time_was_up(simulator):
    game = await timed(simulator, simulator.members)
    await after(simulator, DAY + HOUR)
    assert "time was up" in game.board.text


async def test_the_seat_stays_with_its_member(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, DAY + HOUR)
    assert next(one for one in await game.drivers() if one.user_id == who.id).kind == "member"


async def test_the_table_shows_its_deadline_in_everybodys_own_time(simulator):
    game = await timed(simulator, simulator.members)
    deadline = await game.deadline()
    assert f"<t:{round(deadline)}:R>" in game.board.text


async def test_whoever_drew_and_went_away_has_no_second_day_for_the_discard(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    panel = await game.hand(who)
    await after(simulator, 23 * HOUR)
    await who.press(panel, "say")
    await after(simulator, 2 * HOUR)
    assert await game.turn() != who


async def test_a_deadline_survives_a_restart(simulator):
    game = await timed(simulator, simulator.members)
    await after(simulator, 12 * HOUR)
    await simulator.restart()
    await after(simulator, 11 * HOUR)
    assert await game.seq() == 0
    await after(simulator, 2 * HOUR)
    assert await game.seq() == 2


async def test_nobody_loses_a_turn_because_the_bot_was_away(simulator):
    game = await timed(simulator, simulator.members)
    await away(simulator, 3 * DAY)
    await looked(simulator)
    assert await game.seq() == 0
    deadline = await game.deadline()
    assert deadline == pytest.approx(simulator.now() + PACES["day"].grace, abs=60)


async def test_a_wall_clock_that_jumps_ahead_hurries_nobody(simulator):
    game = await timed(simulator, simulator.members)
    clock_of(simulator).close()
    await looked(simulator)
    simulator.env.backend.advance_clock(30 * DAY)
    await looked(simulator)
    assert await game.seq() == 0


async def test_a_press_made_in_time_wins_though_it_arrives_late(simulator):
    game = await timed(simulator, simulator.members, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    press = who.pressing(panel, "say")
    await simulator.wait(DAY - 1)
    await simulator.together(press)
    assert await game.seq() == 1


async def test_a_press_made_too_late_changes_nothing(simulator):
    game = await timed(simulator, simulator.members, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    await simulator.wait(DAY + 1)
    answer = await who.press(panel, "say")
    assert "your time had run out" in answer.text
    assert await game.seq() == 0


async def test_of_a_press_and_the_clock_at_once_one_moves(simulator):
    game = await timed(simulator, simulator.members, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    await simulator.wait(DAY - 3)
    press = who.pressing(panel, "say")
    clock_of(simulator).close()
    simulator.env.backend.advance_clock(10)
    await looked(simulator)
    await simulator.together(press)
    keys = [
        entry.key.partition(":")[0]
        for entry in await simulator.bot.database.tables.move_log(game.table_id)
    ]
    assert keys == ["clock", "clock"]


async def test_while_discords_clock_and_ours_differ_nobody_loses_a_turn(simulator):
    game = await timed(simulator, simulator.members)
    clock_of(simulator).close()  # A reminder sent here would bring Discord's time.
    hear_twice(simulator, ahead=-HOUR)
    assert "off Discord's" in simulator.take_errors()[0]
    await after(simulator, DAY + HOUR)
    assert await game.seq() == 0
    simulator.bot.clock_skew.heard(simulator.now())
    await looked(simulator)
    assert await game.seq() == 2


# ---- paces


async def test_live_has_minutes_and_then_a_bank(simulator):
    game = await timed(simulator, simulator.members, pace="live")
    await after(simulator, 17 * MINUTE)
    assert await game.seq() == 0
    await after(simulator, 2 * MINUTE)
    assert await game.seq() == 2


async def test_a_bank_that_is_used_up_leaves_the_free_minutes(simulator):
    game = await timed(simulator, simulator.members[:2], pace="live", seats=2)
    await after(simulator, 18.5 * MINUTE)
    assert await game.seq() == 2
    await game.take_turn()
    seen = await game.seq()
    await after(simulator, 3.5 * MINUTE)
    assert await game.seq() == seen + 2


async def test_without_a_clock_nobody_is_hurried_for_a_month(simulator):
    game = await timed(simulator, simulator.members, pace="none")
    assert "<t:" not in game.board.text
    await after(simulator, 29 * DAY)
    assert await game.seq() == 0
    await after(simulator, 2 * DAY)
    assert await game.seq() == 2


async def test_the_host_chooses_the_pace_in_the_lobby(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    assert "A day per turn" in lobby.text
    assert "Only the host" in (await ben.press_stale(lobby, "t1:pace:1:1", ["2"])).text
    await ann.set_terms(lobby, pace="2")
    assert "Three days per turn" in lobby.text


async def test_a_lobby_where_nothing_happens_is_given_up_and_loses_its_controls(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    number = number_of(lobby)
    await after(simulator, 23 * HOUR)
    assert (await simulator.bot.database.tables.find(number)).status is TableStatus.LOBBY
    assert lobby.controls
    await after(simulator, 2 * HOUR)
    assert (await simulator.bot.database.tables.find(number)).status is TableStatus.CLOSED
    assert "Nobody started this table in time" in lobby.text
    assert not lobby.controls


async def test_a_lobby_that_was_given_up_says_so_as_soon_as_discord_lets_it(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    simulator.fail("PATCH", "/channels/*/messages/*", status=500, times=None)
    await after(simulator, 25 * HOUR)
    assert (await simulator.bot.database.tables.find(number_of(lobby))).status is TableStatus.CLOSED
    assert lobby.labels
    simulator.heal()
    await simulator.wait(MAX_RETRY_DELAY)
    assert "in time" in lobby.text
    assert lobby.labels == ()


async def test_a_lobby_whose_message_is_gone_is_given_up_all_the_same(simulator):
    number = number_of(await open_lobby(simulator, simulator.members[0]))
    simulator.fail("PATCH", "/channels/*/messages/*", status=404, code=10008)
    await after(simulator, 25 * HOUR)
    assert (await simulator.bot.database.tables.find(number)).status is TableStatus.CLOSED


async def test_a_press_under_way_has_its_seconds_whatever_the_clock_was_called_for(simulator):
    game = await timed(simulator, simulator.members)
    for late, made in ((CLOCK_TOLERANCE - 1, 0), (CLOCK_TOLERANCE + 1, 2)):
        simulator.env.backend.advance_clock(await game.deadline() - simulator.now() + late)
        # SimCord waits only for work that starts inside an action.
        with simulator.env._bot_scope():
            await simulator.bot.services.absence.expire(game.table_id)
        await simulator.wait(0)
        assert await game.seq() == made


# ---- faults


async def test_one_tables_fault_is_not_anothers(simulator, monkeypatch):
    game = await timed(simulator, simulator.members)
    other = await timed(simulator, simulator.members[:2], seats=2)
    expire = simulator.bot.services.absence.expire

    async def failing(table_id):
        if table_id == game.table_id:
            raise ZeroDivisionError
        await expire(table_id)

    monkeypatch.setattr(simulator.bot.services.absence, "expire", failing)
    await after(simulator, DAY + HOUR)
    assert (await game.seq(), await other.seq()) == (0, 2)
    assert f"table {game.table_id}: the clock could not" in simulator.take_errors()[0]


async def test_a_computer_player_that_is_stuck_is_answered_for(simulator):
    game = await timed(simulator, simulator.members[:1])
    simulator.bot.services.computers.wake = id  # Nobody wakes the clock.
    who = await game.turn()
    panel = await game.hand(who)
    await who.press(panel, "say")
    await who.choose(panel, "drop", [first(panel, "drop")])
    for _ in range(3):
        await after(simulator, 6 * MINUTE)
    assert await game.turn() == who
    assert sum("time was up" in text for text in thread_texts(game)) >= 1
