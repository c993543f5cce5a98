"""Tests of absence: three missed turns, I'm back, substitutes, pauses, leaving the server."""

from cogs.hand.auto_answers import NEVER, AutoAnswers
from data.models.deadlines import WHOLE_TABLE
from data.models.tables import TableStatus
from tests.cogs.game.test_authority import row_of
from tests.cogs.support.play import default_move, default_turn
from tests.cogs.support.time import DAY, HOUR, after, notified, thread_texts, timed


async def until_away(simulator, **rest):
    """Return a game for two in which Ben has been replaced, and Ben."""
    ann, ben, *_ = simulator.members
    return await gone(await timed(simulator, (ann, ben), seats=2, **rest), ann, ben)


async def gone(game, ann, ben):
    """Let Ann play, and Ben do nothing until he has been replaced."""
    for _ in range(12):
        if await game.turn() == ann:
            await default_turn(game)
        await after(game.simulator, DAY + HOUR)
        if (await driver(game, ben)).kind == "computer":
            return game, ben
    raise AssertionError("Ben was never handed over")


async def driver(game, person):
    return next(one for one in await game.drivers() if one.user_id == person.id)


async def misses(game):
    """Return how many turns the clock played."""
    entries = await game.simulator.bot.database.tables.move_log(game.table_id)
    return len({e.key.split(":")[2] for e in entries if e.key.startswith("clock:")})


async def test_after_three_misses_in_a_row_a_computer_player_drives(simulator):
    game, ben = await until_away(simulator)
    assert await misses(game) == 3
    assert "missed three turns in a row" in "\n".join(thread_texts(game))
    assert (await driver(game, ben)).name == "Ben"


async def test_the_hand_over_notifies_nobody(simulator):
    game, _ = await until_away(simulator)
    said = [m for m in simulator.messages(game.thread) if "missed three turns" in m.text]
    assert [m.pinged for m in said] == [()]


async def test_a_driven_seat_holds_nobody_up(simulator):
    game, _ = await until_away(simulator)
    ann = simulator.members[0]
    for _ in range(3):
        assert await game.turn() == ann
        await default_turn(game)


async def test_whoever_is_back_plays_on_with_the_same_seat(simulator):
    game, ben = await until_away(simulator)
    seat = (await game.live()).seat_of(ben.id)
    said = next(m for m in simulator.messages(game.thread) if "missed three turns" in m.text)
    assert "Welcome back" in (await ben.press(said, "I'm back")).text
    assert (await driver(game, ben)).kind == "member"
    assert (await game.live()).seat_of(ben.id) == seat


async def test_nothing_is_chosen_any_more_for_whoever_is_back_while_it_was_thought_about(simulator):
    game, ben = await until_away(simulator)
    computers = simulator.bot.services.computers
    computers.pause = 60.0
    await default_turn(game)
    assert computers.is_playing(game.table_id)
    said = next(m for m in simulator.messages(game.thread) if "missed three turns" in m.text)
    began = await game.seq()
    await ben.press(said, "I'm back")
    await simulator.wait(120)
    assert not computers.is_playing(game.table_id)
    assert (await game.seq(), await game.turn()) == (began, ben)


async def test_only_the_member_of_the_seat_can_come_back(simulator):
    game, ben = await until_away(simulator)
    said = next(m for m in simulator.messages(game.thread) if "missed three turns" in m.text)
    assert "You're not away" in (await simulator.members[0].press(said, "I'm back")).text
    assert "You don't play" in (await simulator.members[2].press(said, "I'm back")).text
    assert (await driver(game, ben)).kind == "computer"


async def test_a_hand_that_a_computer_player_holds_opens_with_the_way_back(simulator):
    game, ben = await until_away(simulator)
    answer = await ben.press(game.board, "My hand")
    assert answer.private
    assert answer.message.labels == ("I'm back",)


async def test_whoever_is_away_cannot_move_by_an_old_panel(simulator):
    game, ben = await until_away(simulator)
    before = await game.seq()
    made_up = f"t1:say:{game.table_id}:{before}:0"
    answer = await ben.press_stale(game.board, made_up)
    assert "press **I'm back** to take over" in answer.text
    assert answer.message.labels == ("I'm back",)
    assert await game.seq() == before


async def test_a_miss_that_is_followed_by_a_turn_of_ones_own_does_not_count(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    for _ in range(4):
        await after(simulator, DAY + HOUR)  # Ben misses this one.
        await default_turn(game)
        await default_turn(game)
        await default_turn(game)
    assert {(await driver(game, p)).kind for p in (ann, ben)} == {"member"}


async def test_who_has_a_standing_answer_and_vanishes_is_replaced_too(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2, game="ten-pennies")
    seat = (await game.live()).require_seat(ben.id)
    said = AutoAnswers(NEVER).row(game.table_id, seat, ben.id)
    await simulator.bot.database.members.save_auto_answer(said)
    simulator.bot.services.sessions.changed(game.table_id)
    await gone(game, ann, ben)
    answered = [
        e.key.partition(":")[0] for e in await simulator.bot.database.tables.move_log(game.table_id)
    ]
    assert "standing" in answered


# ---- pauses


async def paused(game, person, label):
    more = await person.press(game.board, "More")
    asked = await person.press(more.message, "Pause")
    return await person.press(asked.message, label)


async def test_on_holiday_ones_clock_stands_still(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await paused(game, who, "For me: 3 days")
    await after(simulator, 3.9 * DAY)
    assert await game.seq() == 0
    await after(simulator, DAY / 4)
    assert await game.seq() == 2


async def test_a_pause_of_ones_own_hurries_and_delays_nobody_else(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    other = next(person for person in simulator.members if person != who)
    before = await game.deadline()
    await paused(game, other, "For me: 3 days")
    assert await game.deadline() == before


async def test_nobody_can_pause_for_ever(simulator):
    game = await timed(simulator, simulator.members)
    ben = simulator.members[1]
    for _ in range(2):
        await paused(game, ben, "For me: 7 days")
        simulator.env.backend.advance_clock(6.9 * DAY)
    assert "You have 0 days of pause left" in (await paused(game, ben, "For me: 1 day")).text


async def test_a_paused_table_has_its_time_back_when_it_goes_on(simulator):
    game = await timed(simulator, simulator.members)
    pauses, before = simulator.bot.services.pauses, await game.deadline()
    with simulator.env._bot_scope():
        await pauses.pause_table(game.table_id, 7)
    await after(simulator, 2 * DAY)
    assert await game.seq() == 0
    with simulator.env._bot_scope():
        assert await pauses.end(game.table_id, WHOLE_TABLE, "table")
    await simulator.wait(1)
    assert await game.deadline() - before == 2 * DAY


async def test_nobody_is_reminded_at_a_paused_table(simulator):
    game = await timed(simulator, simulator.members)
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.pause_table(game.table_id, 3)
    for _ in range(3):
        await after(simulator, 0.95 * DAY)
    assert sum(notified(simulator).values()) == 1


async def test_a_pause_of_a_length_that_is_made_up_is_refused(simulator):
    game = await timed(simulator, simulator.members)
    answer = await simulator.members[1].press_stale(game.board, f"t1:pause:{game.table_id}:0:99")
    assert "then choose" in answer.text
    assert await simulator.bot.database.pauses.of_table(game.table_id) == ()


async def test_where_nothing_is_paused_nothing_goes_on(simulator):
    game = await timed(simulator, simulator.members)
    assert "Nothing is paused" in (await paused(game, simulator.members[0], "Resume")).text


# ---- leaving the server


async def test_whoever_left_the_server_and_comes_back_in_time_plays_on(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    simulator.guild.remove_member(who.actor)
    await after(simulator, DAY + HOUR)
    assert await misses(game) == 1
    assert {one.kind for one in await game.drivers()} == {"member"}
    simulator.guild.add_member(who.actor.user)
    while await game.turn() != who:
        await default_turn(game)
    assert await default_turn(game) == who


async def test_whoever_left_the_server_is_replaced_after_three_misses_and_may_come_back(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2)
    simulator.guild.remove_member(ben.actor)
    await gone(game, ann, ben)
    assert await misses(game) == 3
    simulator.guild.add_member(ben.actor.user)
    await ben.press(simulator.messages(game.thread)[-1], "I'm back")
    assert (await driver(game, ben)).kind == "member"


async def test_a_missed_turn_asks_discord_nothing_about_the_member(simulator):
    await timed(simulator, simulator.members)
    await after(simulator, DAY + HOUR)
    looked = [one for one in simulator.sent if one.method == "GET" and "/members/" in one.path]
    assert looked == []


# ---- what was missed, tables


async def test_the_panel_tells_little_when_little_was_missed(simulator):
    game = await timed(simulator, simulator.members)
    for _ in range(5):
        await default_turn(game)
    assert "Since your last move" not in (await game.hand(await game.turn())).text


async def test_after_ones_own_move_nothing_is_missed(simulator):
    six = (*simulator.members, simulator.invite("Eve"), simulator.invite("Finn"))
    game = await timed(simulator, six, seats=6)
    for _ in range(6):
        who = await default_turn(game)
    assert "Since your last move" not in (await game.hand(who)).text


async def test_a_new_player_reads_everything_since_the_deal(simulator):
    six = (*simulator.members, simulator.invite("Eve"), simulator.invite("Finn"))
    game = await timed(simulator, six, seats=6)
    last = [await default_turn(game) for _ in range(5)]
    who = await game.turn()
    assert who not in last
    text = (await game.hand(who)).text
    told = [line for line in text.splitlines() if "discarded" in line]
    assert len(told) == 5
    assert all(any(one.name.title() in line for line in told) for one in last)


async def test_tables_lists_what_waits_for_me_first(simulator):
    ann = simulator.members[0]
    one = await timed(simulator, simulator.members)
    while await one.turn() == ann:
        await default_turn(one)
    two = await timed(simulator, (ann,), seats=4)
    text = (await ann.slash("tables")).text
    mine = text.index(f"table {two.table_id}")
    assert "🔔" in text[:mine]
    assert mine < text.index(f"table {one.table_id}")


async def test_tables_tells_until_when_it_waits_for_me_not_for_somebody_else(simulator):
    game = await timed(simulator, simulator.members[:3], seats=3, game="ten-pennies")
    while len((live := await game.live()).deciding()) < 2:
        await default_move(game)  # Two players may want the upcard at the same time.
    seat, other = live.deciding()
    who = next(one for one in game.people if live.seat_of(one.id) == seat)
    await paused(game, who, "For me: 7 days")
    until = {wait.seat: wait.deadline for wait in (await game.live()).circumstances.open_decisions}
    assert until[seat] == until[other] + 7 * DAY
    assert f"<t:{round(until[seat])}:f>" in (await who.slash("tables")).text


async def test_who_plays_nowhere_has_an_empty_list(simulator):
    assert "You have no tables" in (await simulator.members[0].slash("tables")).text


async def test_who_leaves_the_others_away_is_told_that_the_game_waits_for_them(simulator):
    game, _ = await until_away(simulator)
    more = await simulator.members[0].press(game.board, "More")
    question = await simulator.members[0].press(more.message, "Leave the table")
    left = await simulator.members[0].press(question.message, "Yes, leave")
    assert "The game waits until another player is back" in left.text
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
