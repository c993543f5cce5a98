"""Running a table: who may, what it does, and that everybody can read it."""

import pytest

from data.game.rows import Status
from tests.cogs.playing import start


async def running(person, game):
    """The page from which somebody runs a table."""
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "Run this table")).message


async def row_of(room, game):
    return await room.bot.store.tables.find(game.table_id)


async def test_whoever_only_plays_is_not_offered_to_run_the_table(room):
    game = await start(room, room.people[:2])
    more = await room.people[1].press(game.board, "More")
    assert "Run this table" not in more.message.labels


@pytest.mark.parametrize(
    "verb, values",
    [
        *(("run", None), ("stop:1", None), ("hold:1", None), ("resume", None)),
        *(("replace", ["0"]), ("giveback", ["0"])),
    ],
)
async def test_nobody_else_runs_a_table_whatever_they_press(room, verb, values):
    game = await start(room, room.people[:2])
    name, _, argument = verb.partition(":")
    made_up = f"t1:{name}:{game.table_id}:0" + (f":{argument}" if argument else "")
    answer = await room.people[1].press_stale(game.board, made_up, values)
    assert "Only the host of this table and members who may manage" in answer.text
    assert (await row_of(room, game)).status is Status.PLAYING
    assert (await game.live()).driver(0).kind == "member"


async def test_the_host_lets_a_computer_player_hold_a_seat_and_gives_it_back(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben])
    page = await running(ann, game)
    await ann.choose(page, "replace", ["1"])
    assert (await game.live()).driver(1).kind == "computer"
    assert (await game.live()).seat_of(ben.id) == 1
    await ann.choose(page, "giveback", ["1"])
    assert (await game.live()).driver(1).kind == "member"


async def test_each_act_is_told_in_public_and_stands_in_the_log(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben])
    page = await running(ann, game)
    await ann.choose(page, "replace", ["1"])
    assert any("The host let a computer player hold" in m.text for m in room.messages(game.thread))
    log = await ben.press(game.board, "Log")
    assert "The host let a computer player hold" in log.text


async def test_a_member_who_may_manage_the_server_runs_any_table_as_a_moderator(room):
    game = await start(room, room.people[:1])
    keeper = room.invite("Mo", manages=True)
    page = await running(keeper, game)
    await keeper.press(page, "Pause for a day")
    assert "A moderator paused the game." in page.text
    assert any(m.text == "A moderator paused the game." for m in room.messages(game.thread))


async def test_the_host_pauses_and_resumes_the_whole_table(room):
    ann = room.people[0]
    game = await start(room, [ann])
    page = await running(ann, game)
    await ann.press(page, "Pause for 3 days")
    assert await room.bot.store.time.holds(game.table_id)
    await ann.press(page, "Let the game go on")
    assert not await room.bot.store.time.holds(game.table_id)
    log = await ann.press(game.board, "Log")
    assert log.text.index("paused the game") < log.text.index("let the game go on")


async def test_a_game_is_ended_only_after_a_second_press(room):
    ann = room.people[0]
    game = await start(room, [ann])
    page = await running(ann, game)
    await ann.press(page, "End the game")
    assert (await row_of(room, game)).status is Status.PLAYING
    await ann.press(page, "Back")
    assert "Running this table" in page.text


async def test_the_host_ends_a_game_without_a_result(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben])
    board, page = game.board, await running(ann, game)
    await ann.press(page, "End the game")
    await ann.press(page, "Yes, end it")
    assert (await row_of(room, game)).status is Status.CLOSED
    assert board.controls == ()
    assert "The host ended the game without a result." in board.text
    assert await room.bot.store.ladders.standing(room.guild.id, None, ann.id) is None


async def test_an_ended_game_is_gone_for_every_old_control(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben])
    hand = f"t1:hand:{game.table_id}:0"
    board, page = game.board, await running(ann, game)
    await ann.press(page, "End the game")
    await ann.press(page, "Yes, end it")
    assert "This table is no more" in (await ben.press_stale(board, hand)).text
    await room.bot.parlour.resume()


async def test_only_one_of_two_presses_ends_the_game(room):
    ann = room.people[0]
    game = await start(room, [ann])
    page = await running(ann, game)
    await ann.press(page, "End the game")
    press = ann.pressing(page, "Yes, end it")
    await room.together(press, press)
    told = [m for m in room.messages(game.thread) if "ended the game" in m.text]
    assert len(told) == 2  # the announcement, and what is left of the table message


@pytest.mark.parametrize("verb, said", [("replace", "look again"), ("giveback", "No computer")])
async def test_a_seat_that_cannot_be_handed_over_is_a_sentence(room, verb, said):
    ann = room.people[0]
    game = await start(room, [ann])
    page = await running(ann, game)
    value = "9" if verb == "replace" else "1"
    answer = await ann.press_stale(page, f"t1:{verb}:{game.table_id}:0", [value])
    assert said in answer.text
