"""Tests of spectators: they follow a game, react to its turns, and are notified of its end."""

from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import start


async def begun(simulator):
    ann, ben, *_ = simulator.members
    return await start(simulator, [ann, ben], seats=2, options={"max_rounds": 1})


async def test_a_follower_is_told_how_the_game_ends(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    answer = await dan.press((await dan.press(game.board, "Log")).message, "Follow this game")
    assert "pings you here when it ends" in answer.text
    await play_out(simulator, game)
    final = simulator.latest(game.thread)
    assert f"<@{dan.id}>" in final.text
    (sent,) = [one.json for one in simulator.sent if "you followed this game" in str(one.json)]
    assert [int(user) for user in sent["allowed_mentions"]["users"]] == [dan.id]
    assert await simulator.bot.database.tables.followers(game.table_id) == ()


async def test_whoever_stops_following_is_told_nothing(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    answer = await dan.press((await dan.press(game.board, "More")).message, "Follow this game")
    await dan.press(answer.message, "Stop following")
    assert await simulator.bot.database.tables.followers(game.table_id) == ()


async def test_a_player_has_no_such_buttons_and_may_not_forge_them(simulator):
    game, ann = await begun(simulator), simulator.members[0]
    log = (await ann.press(game.board, "Log")).message
    assert not {c.verb for c in log.controls} & {"follow", "react"}
    for forged in (f"t1:follow:{game.table_id}:0:1", f"t1:react:{game.table_id}:0:0"):
        assert "without a seat" in (await ann.press_stale(log, forged)).text


async def test_reactions_are_counted_by_the_turn_and_everybody_reads_them(simulator):
    game = await begun(simulator)
    ann, ben, cleo, dan = simulator.members
    for person in (ann, ben):  # One of them begins.
        await person.press(game.board, "say")
    for person, sign in ((cleo, "👏"), (dan, "👏"), (dan, "😮")):
        log = (await person.press(game.board, "Log")).message
        await person.press(log, sign)
    told = (await ann.press(game.board, "Log")).text
    assert "👏 1 😮 1" in told


async def test_reactions_are_deleted_when_the_game_ends(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    await (await game.turn()).press(game.board, "say")
    await dan.press((await dan.press(game.board, "Log")).message, "👏")
    tables = simulator.bot.database.tables
    assert await tables.reactions(game.table_id)
    await play_out(simulator, game)
    assert not await tables.reactions(game.table_id)


async def test_a_forged_reaction_and_one_after_the_end_are_refused(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    board = game.board
    answer = await dan.press_stale(board, f"t1:react:{game.table_id}:0:4")
    assert "older message" in answer.text
    await play_out(simulator, game)
    answer = await dan.press_stale(board, f"t1:follow:{game.table_id}:0:1")
    assert "without a seat" in answer.text


async def test_a_forgotten_member_follows_nothing(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    await dan.press((await dan.press(game.board, "Log")).message, "Follow this game")
    assert "Games you follow" in (await dan.slash("privacy show")).text
    answer = await dan.slash("privacy forget")
    await dan.press(answer.message, "Yes, forget me")
    assert await simulator.bot.database.tables.followers(game.table_id) == ()
