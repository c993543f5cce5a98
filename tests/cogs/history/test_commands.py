"""Tests of `/leaderboard`, `/help` and `/rules`."""

import re

from data.models.outcome import GameOutcome
from data.models.tables import Player
from tests.cogs.support.finished_games import end, play, play_out
from tests.cogs.support.play import HOUSE, start


async def finished(simulator, names, winner=0):
    """Save a finished game of two members in the database."""
    store = simulator.bot.database
    table = await store.lobbies.create(
        guild_id=simulator.guild.id, channel_id=simulator.channel.id, host_id=1, game=HOUSE,
        rules_version=1, options={}, seat_count=len(names), pace="none", seed=bytes(32),
    )  # fmt: skip
    for name in names:
        await store.lobbies.seat_player(
            table.id, Player("member", 9000 + sum(map(ord, name)), name)
        )
    await store.lobbies.start(table.id, mix=lambda row, _: row.lobby_seed, deadline=None)
    ranks = tuple(1 if seat == winner else 2 for seat in range(len(names)))
    sides = tuple((seat,) for seat in range(len(names)))
    outcome = GameOutcome(sides, ranks, tuple(-rank for rank in ranks), "target")
    await end(simulator, table.id, outcome)


async def test_a_server_without_games_is_told_so(simulator):
    answer = await simulator.members[0].slash("leaderboard")
    assert "No one is ranked yet." in answer.text


async def test_the_leaderboard_lists_rating_games_and_wins_with_a_picture(simulator):
    await finished(simulator, ["Zoe", "Yan"])
    answer = await simulator.members[0].slash("leaderboard")
    lines = [line for line in answer.text.splitlines() if line.startswith("**")]
    assert [re.findall("Zoe|Yan", line) for line in lines] == [["Zoe"], ["Yan"]]
    assert "(1 played, 1 won)" in lines[0]
    assert list(answer.message.images()) == ["leaderboard.png"]


async def test_the_leaderboard_of_one_game_holds_that_game_only(simulator):
    await finished(simulator, ["Zoe", "Yan"])
    here = await simulator.members[0].slash("leaderboard", game=HOUSE)
    assert "Leaderboard · House Canasta" in here.text
    assert "Zoe" in here.text


async def test_more_than_ten_members_come_in_pages(simulator):
    for number in range(6):
        await finished(simulator, [f"Player {2 * number}", f"Player {2 * number + 1}"])
    answer = await simulator.members[0].slash("leaderboard")
    assert answer.text.count("played,") == 10
    await simulator.members[0].press(answer.message, "After ▶")
    assert answer.message.text.count("played,") == 2
    await simulator.members[0].press(answer.message, "◀ Before")
    assert answer.message.text.count("played,") == 10


async def test_names_on_the_leaderboard_are_cleaned(simulator):
    await finished(simulator, ["**bold**", "Yan"])
    assert "\\*\\*bold" in (await simulator.members[0].slash("leaderboard")).text


async def test_a_shortened_game_moves_nobody_on_the_ladder(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    await play_out(simulator, game)
    assert "No one is ranked yet" in (await simulator.members[0].slash("leaderboard")).text
    assert "not rated" in (await simulator.members[0].slash("history")).text


async def test_a_finished_game_moves_its_members_on_the_ladder(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    await play_out(simulator, game)
    answer = await simulator.members[0].slash("leaderboard")
    assert "Ann" in answer.text
    assert "Ben" in answer.text


async def test_a_rematch_is_one_lobby_of_those_who_pressed_at_their_seats(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    await play_out(simulator, game)
    final = simulator.latest(game.thread)
    ann, ben, stranger, _ = simulator.members
    assert "You don't play" in (await stranger.press(final, "Rematch")).text
    press = ann.pressing(final, "Rematch")
    await simulator.together(press, ben.pressing(final, "Rematch"))
    lobbies = [
        m
        for m in simulator.messages(simulator.channel.id)
        if "table for 2" in m.text and m.controls
    ]
    assert len(lobbies) == 1
    assert "Everyone is here" in lobbies[0].text
    assert lobbies[0].text.index("Ann") < lobbies[0].text.index("Ben")
    assert "want a rematch: [to the table](https" in final.text
    lobby = await simulator.bot.database.lobbies.rematch_of(game.table_id)
    host = ann if lobby.host_id == ann.id else ben  # Either of the two may have been heard first.
    await host.press(lobbies[0], "Start")
    assert len(simulator.threads()) == 2


async def test_help_says_what_to_press(simulator):
    answer = await simulator.members[0].slash("help")
    assert answer.private
    assert "My hand" in (await simulator.members[0].press(answer.message, "How a turn works")).text


async def test_rules_are_told_by_game_and_by_number(simulator):
    ann = simulator.members[0]
    assert "Seven rounds" in (await ann.slash("rules", game="ten-pennies")).text
    told = await ann.slash("rules", game="ten-pennies", rule="tpw-r17")
    assert "One discard ends your turn" in told.text


async def test_a_rule_that_is_none_is_a_sentence(simulator):
    answer = await simulator.members[0].slash("rules", game="ten-pennies", rule="X-99")
    assert "has no rule X-99" in answer.text


async def test_a_page_beyond_the_last_one_shows_the_last_one(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    lobby = (await ann.slash("play", game=HOUSE)).message
    for page in (1, 2**62):
        told = await ann.press_stale(lobby, f"t1:history:0:{page}:0:0:0:0:0")
        assert f"**{live.row.id}**" in told.text
