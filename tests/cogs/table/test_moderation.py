"""Tests of moderation: who may manage a table, what it does, and that everybody can read it."""

import pytest

from data.models.deadlines import WHOLE_TABLE
from data.models.tables import TableStatus
from tests.cogs.game.test_authority import forged
from tests.cogs.support.play import start
from tests.cogs.support.time import DAY
from tests.data.builders import days_paused


async def running(person, game):
    """Return the page for managing a table."""
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "run")).message


async def row_of(simulator, game):
    return await simulator.bot.database.tables.find(game.table_id)


@pytest.mark.parametrize(
    "verb, values",
    [*(("run", None), ("stop:1", None), ("stopfor", ["0"]), ("hold:1", None), ("resume", None))],
)
async def test_a_stranger_runs_no_table_whatever_they_press(simulator, verb, values):
    game = await start(simulator, simulator.members[:2])
    name, _, argument = verb.partition(":")
    made_up = f"t1:{name}:{game.table_id}:0" + (f":{argument}" if argument else "")
    answer = await simulator.members[2].press_stale(game.board, made_up, values)
    assert answer.private
    assert "Only players, the host, and managers of this server" in answer.text
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert not await simulator.bot.database.pauses.of_table(game.table_id)


@pytest.mark.parametrize("verb, values", [("stopfor", ["0"]), ("hold:1", None)])
async def test_whoever_only_plays_neither_pauses_the_table_nor_ends_the_game(
    simulator, verb, values
):
    game = await start(simulator, simulator.members[:2])
    name, _, argument = verb.partition(":")
    made_up = f"t1:{name}:{game.table_id}:0" + (f":{argument}" if argument else "")
    await simulator.members[1].press_stale(game.board, made_up, values)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert not await simulator.bot.database.pauses.of_table(game.table_id)


async def test_a_member_who_may_manage_the_server_runs_any_table_as_a_moderator(simulator):
    game = await start(simulator, simulator.members[:1])
    keeper = simulator.invite("Mo", manages=True)
    page = await running(keeper, game)
    await keeper.press(page, "Pause for a day")
    assert "A moderator paused the game." in page.text
    assert any(m.text == "A moderator paused the game." for m in simulator.messages(game.thread))


async def test_a_member_who_may_manage_the_server_runs_no_table_at_which_they_have_played(
    simulator,
):
    ann, keeper = simulator.members[0], simulator.invite("Mo", manages=True)
    game = await start(simulator, [ann, keeper])
    more = (await keeper.press(game.board, "More")).message
    assert "Ask the table" in more.labels
    sure = (await keeper.press(more, "Leave the table")).message
    await keeper.press(sure, "Yes, leave")
    assert not {"Manage table", "Ask the table"} & {
        *(await keeper.press(game.board, "More")).message.labels
    }


async def test_the_host_pauses_and_resumes_the_whole_table(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann])
    page = await running(ann, game)
    await ann.press(page, "Pause for 3 days")
    assert await simulator.bot.database.pauses.of_table(game.table_id)
    await ann.press(page, "Resume")
    assert not await simulator.bot.database.pauses.of_table(game.table_id)
    log = await ann.press(game.board, "Log")
    assert log.text.index("paused the game") < log.text.index("resumed the game")


async def test_anybody_who_plays_lets_a_paused_game_go_on(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben])
    await ann.press(await running(ann, game), "Pause for 7 days")
    await ben.press(await running(ben, game), "Resume")
    assert not await simulator.bot.database.pauses.of_table(game.table_id)
    assert any("A member of the table resumed the game" in m.text for m in simulator.messages())


async def test_a_game_is_ended_only_after_a_second_press(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann])
    page = await running(ann, game)
    await ann.press(page, "End the game")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    await ann.press(page, "Back")
    assert "Manage this table" in page.text


async def ended_by_a_moderator(simulator):
    """End a game as a moderator who does not play; return its final message, and the page."""
    game = await start(simulator, simulator.members[:2])
    keeper = simulator.invite("Mo", manages=True)
    board, page = game.board, await running(keeper, game)
    await keeper.press(page, "End the game")
    await keeper.choose(page, "stopfor", ["2"])
    return game, board, page


async def test_a_moderator_who_does_not_play_ends_a_game_for_a_reason_told_to_all(simulator):
    game, board, page = await ended_by_a_moderator(simulator)
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED
    assert board.controls == ()
    assert "A moderator ended the game without a result: it was stuck." in board.text
    assert "The game is over, without a result." in page.text
    assert (
        await simulator.bot.database.leaderboards.entry(
            simulator.guild.id, None, simulator.members[0].id
        )
        is None
    )


async def test_an_ended_game_is_gone_for_every_old_control(simulator):
    game, board, _ = await ended_by_a_moderator(simulator)
    hand = f"t1:hand:{game.table_id}:0"
    assert "This table is closed" in (await simulator.members[1].press_stale(board, hand)).text
    await simulator.bot.services.activity.resume()


async def test_a_reason_that_is_made_up_ends_nothing(simulator):
    game = await start(simulator, simulator.members[:2])
    keeper = simulator.invite("Mo", manages=True)
    answer = await keeper.press_stale(game.board, f"t1:stopfor:{game.table_id}:0", ["99"])
    assert "then choose" in answer.text
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_a_game_may_be_paused_for_a_fortnight_in_all_however_often(simulator, who):
    game = await start(simulator, simulator.members)
    pauser = simulator.members[0] if who == "host" else simulator.invite("Mo", manages=True)
    for _ in range(2):
        await forged(pauser, game, "hold:7")
        simulator.env.backend.advance_clock(6.9 * DAY)
        await forged(simulator.members[1], game, "resume")
    before = await game.deadline()
    answer = await forged(pauser, game, "hold:1")
    assert "has no days of pause left" in answer.text
    assert await simulator.bot.database.pauses.of_table(game.table_id) == ()
    assert await game.deadline() == before


async def test_of_two_pauses_pressed_at_once_both_count(simulator):
    game = await start(simulator, simulator.members)
    held = f"t1:hold:{game.table_id}:0"
    ann, mo = simulator.members[0], simulator.invite("Mo", manages=True)
    await simulator.together(
        ann._pressing(game.board, f"{held}:7"), mo._pressing(game.board, f"{held}:7")
    )
    assert await days_paused(simulator.bot.database, game.table_id, WHOLE_TABLE) == 7
