"""The clock: deadlines survive restarts, defaults do no harm, a press is judged by its time."""

import pytest

from cogs._game.deadlines import TRAVEL
from cogs._game.paces import PACES
from cogs._messages.repaint import LONGEST
from data.game.rows import Status
from tests.cogs.clocks import (
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
from tests.cogs.playing import first, number_of, open_lobby


async def test_a_turn_nobody_makes_is_made_at_its_deadline(room):
    game = await timed(room, room.people)
    before = await game.turn()
    await room.wait(DAY - HOUR)
    assert await game.seq() == 0
    await room.wait(2 * HOUR)
    assert await game.turn() != before


async def test_the_default_is_harmless_draw_and_the_cheapest_card(room):
    game = await timed(room, room.people)
    await after(room, DAY + HOUR)
    draw, discard = await room.bot.store.tables.log(game.table_id)
    assert draw.body == "draw"
    assert discard.body.startswith("discard")


async def test_the_table_says_that_the_time_was_up(room):
    game = await timed(room, room.people)
    await after(room, DAY + HOUR)
    assert "time was up" in game.board.text


async def test_the_seat_stays_with_its_member(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, DAY + HOUR)
    assert next(one for one in await game.drivers() if one.user_id == who.id).kind == "member"


async def test_the_table_shows_its_deadline_in_everybodys_own_time(room):
    game = await timed(room, room.people)
    deadline = await game.deadline()
    assert f"<t:{round(deadline)}:R>" in game.board.text


async def test_whoever_drew_and_went_away_has_no_second_day_for_the_discard(room):
    game = await timed(room, room.people)
    who = await game.turn()
    panel = await game.hand(who)
    await after(room, 23 * HOUR)
    await who.press(panel, "say")
    await after(room, 2 * HOUR)
    assert await game.turn() != who


async def test_a_deadline_survives_a_restart(room):
    game = await timed(room, room.people)
    await after(room, 12 * HOUR)
    await room.restart()
    await after(room, 11 * HOUR)
    assert await game.seq() == 0
    await after(room, 2 * HOUR)
    assert await game.seq() == 2


async def test_nobody_loses_a_turn_because_the_bot_was_away(room):
    game = await timed(room, room.people)
    await away(room, 3 * DAY)
    await looked(room)
    assert await game.seq() == 0
    deadline = await game.deadline()
    assert deadline == pytest.approx(room.now() + PACES["day"].grace, abs=60)


async def test_a_wall_clock_that_jumps_ahead_hurries_nobody(room):
    game = await timed(room, room.people)
    clock_of(room).close()
    await looked(room)
    room.env.backend.advance_clock(30 * DAY)
    await looked(room)
    assert await game.seq() == 0


async def test_a_press_made_in_time_wins_though_it_arrives_late(room):
    game = await timed(room, room.people, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    press = who.pressing(panel, "say")
    await room.wait(DAY - 1)
    await room.together(press)
    assert await game.seq() == 1


async def test_a_press_made_too_late_changes_nothing(room):
    game = await timed(room, room.people, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    await room.wait(DAY + 1)
    answer = await who.press(panel, "say")
    assert "your time had run out" in answer.text
    assert await game.seq() == 0


async def test_of_a_press_and_the_clock_at_once_one_moves(room):
    game = await timed(room, room.people, look=DAY * 9)
    who = await game.turn()
    panel = await game.hand(who)
    await room.wait(DAY - 3)
    press = who.pressing(panel, "say")
    clock_of(room).close()
    room.env.backend.advance_clock(10)
    await looked(room)
    await room.together(press)
    keys = [entry.key.partition(":")[0] for entry in await room.bot.store.tables.log(game.table_id)]
    assert keys == ["clock", "clock"]


async def test_while_discords_clock_and_ours_differ_nobody_loses_a_turn(room):
    game = await timed(room, room.people)
    clock_of(room).close()  # a reminder that it sent would tell Discord's time
    hear_twice(room, ahead=-HOUR)
    assert "off Discord's" in room.take_faults()[0]
    await after(room, DAY + HOUR)
    assert await game.seq() == 0
    room.bot.pulse.heard(room.now())
    await looked(room)
    assert await game.seq() == 2


# ---- paces


async def test_live_has_minutes_and_then_a_bank(room):
    game = await timed(room, room.people, pace="live")
    await after(room, 17 * MINUTE)
    assert await game.seq() == 0
    await after(room, 2 * MINUTE)
    assert await game.seq() == 2


async def test_a_bank_that_is_used_up_leaves_the_free_minutes(room):
    game = await timed(room, room.people[:2], pace="live", seats=2)
    await after(room, 18.5 * MINUTE)
    assert await game.seq() == 2
    await game.take_turn()
    seen = await game.seq()
    await after(room, 3.5 * MINUTE)
    assert await game.seq() == seen + 2


async def test_without_a_clock_nobody_is_hurried_for_a_month(room):
    game = await timed(room, room.people, pace="none")
    assert "<t:" not in game.board.text
    await after(room, 29 * DAY)
    assert await game.seq() == 0
    await after(room, 2 * DAY)
    assert await game.seq() == 2


async def test_the_host_chooses_the_pace_in_the_lobby(room):
    ann, ben, *_ = room.people
    lobby = await open_lobby(room, ann)
    assert "A day per turn" in lobby.text
    pace = (await ann.page_with(lobby, "pace")).find("pace", "select").custom_id
    assert "Only the host" in (await ben.press_stale(lobby, pace, ["2"])).text
    await ann.choose(lobby, "pace", ["2"])
    assert "Three days per turn" in lobby.text


async def test_a_lobby_where_nothing_happens_is_given_up_and_loses_its_controls(room):
    lobby = await open_lobby(room, room.people[0])
    number = number_of(lobby)
    await after(room, 23 * HOUR)
    assert (await room.bot.store.tables.find(number)).status is Status.LOBBY
    assert lobby.controls
    await after(room, 2 * HOUR)
    assert (await room.bot.store.tables.find(number)).status is Status.CLOSED
    assert "Nobody started this table in time" in lobby.text
    assert not lobby.controls


async def test_a_lobby_that_was_given_up_says_so_as_soon_as_discord_lets_it(room):
    lobby = await open_lobby(room, room.people[0])
    room.fail("PATCH", "/channels/*/messages/*", status=500, times=None)
    await after(room, 25 * HOUR)
    assert (await room.bot.store.tables.find(number_of(lobby))).status is Status.CLOSED
    assert lobby.labels
    room.heal()
    await room.wait(LONGEST)
    assert "in time" in lobby.text
    assert lobby.labels == ()


async def test_a_lobby_whose_message_is_gone_is_given_up_all_the_same(room):
    number = number_of(await open_lobby(room, room.people[0]))
    room.fail("PATCH", "/channels/*/messages/*", status=404, code=10008)
    await after(room, 25 * HOUR)
    assert (await room.bot.store.tables.find(number)).status is Status.CLOSED


async def test_a_press_under_way_has_its_seconds_whatever_the_clock_was_called_for(room):
    game = await timed(room, room.people)
    for late, made in ((TRAVEL - 1, 0), (TRAVEL + 1, 2)):
        room.env.backend.advance_clock(await game.deadline() - room.now() + late)
        with room.env._bot_scope():  # so that SimCord waits for what it sets going
            await clock_of(room)._absence.expire(game.table_id)
        await room.wait(0)
        assert await game.seq() == made


# ---- faults


async def test_one_tables_fault_is_not_anothers(room, monkeypatch):
    game = await timed(room, room.people)
    other = await timed(room, room.people[:2], seats=2)
    expire = clock_of(room)._absence.expire

    async def failing(table_id):
        if table_id == game.table_id:
            raise ZeroDivisionError
        await expire(table_id)

    monkeypatch.setattr(clock_of(room)._absence, "expire", failing)
    await after(room, DAY + HOUR)
    assert (await game.seq(), await other.seq()) == (0, 2)
    assert f"table {game.table_id}: the clock could not" in room.take_faults()[0]


async def test_a_computer_player_that_is_stuck_is_answered_for(room):
    game = await timed(room, room.people[:1])
    room.bot.parlour.computers.wake = id  # nobody wakes them
    who = await game.turn()
    panel = await game.hand(who)
    await who.press(panel, "say")
    await who.choose(panel, "drop", [first(panel, "drop")])
    for _ in range(3):
        await after(room, 6 * MINUTE)
    assert await game.turn() == who
    assert sum("time was up" in text for text in thread_texts(game)) >= 1
