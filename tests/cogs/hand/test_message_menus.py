"""Tests of the menus on a message: the table read aloud, and the log since the message."""

import pytest

from tests.cogs.direct_messages.support import hands_in_dm, on_turn, open_in_dm
from tests.cogs.support.finished_games import play_on, play_out
from tests.cogs.support.play import open_lobby, start
from tests.simulator.messages import Shown

READ, SINCE = "Read this table aloud", "What happened since?"
NOTHING = "Nothing has happened since"
NO_TABLE = "This message shows no table that you can see."
NOT_BEGUN = "This game hasn't started yet."


def said(simulator, channel_id, author_id, *custom_ids):
    """Return a message in a channel, with a button of each custom id."""
    buttons = [{"type": 2, "style": 2, "label": one, "custom_id": one} for one in custom_ids]
    message = simulator.env.backend.create_message(
        channel_id,
        author_id,
        "Hello",
        components=[{"type": 1, "components": buttons}] if buttons else [],
    )
    return Shown(simulator, channel_id, message.id)


def showing(simulator, game, entry):
    """Return a table message that still shows an older entry of the log."""
    score = f"t1:sheet:{game.table_id}:{entry}"
    return said(simulator, game.thread, simulator.bot.user.id, score)


async def begun(simulator):
    ann, ben, *_ = simulator.members
    return await start(simulator, [ann, ben], seats=2, options={"max_rounds": 1})


async def test_a_table_is_read_aloud_to_its_player_as_by_table(simulator):
    game, ann = await begun(simulator), simulator.members[0]
    answer = await ann.menu(READ, game.board)
    assert answer.private
    assert answer.text == (await ann.slash("table")).text


async def test_a_table_is_read_aloud_to_a_spectator_without_hands(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    mover = await game.take_turn()
    answer = await dan.menu(READ, game.board)
    assert answer.private
    for words in ("House Canasta", "Turn:", "Stock", f"{mover.name.title()} 16", "drew 2 cards"):
        assert words in answer.text
    assert "Your hand" not in answer.text


async def test_the_log_since_a_message_begins_after_the_entry_that_it_shows(simulator):
    game = await begun(simulator)
    _, other = await on_turn(game)
    assert NOTHING in (await other.menu(SINCE, game.board)).text
    old = showing(simulator, game, await game.seq())
    await game.take_turn()
    told = await other.menu(SINCE, old)
    assert told.private
    assert "drew 2 cards" in told.text
    assert NOTHING in (await other.menu(SINCE, showing(simulator, game, await game.seq()))).text


async def test_the_log_tells_a_seat_what_only_that_seat_may_know(simulator):
    game = await begun(simulator)
    mover, other = await on_turn(game)
    old = showing(simulator, game, await game.seq())
    await mover.press(game.board, "say")
    own, others = [(await one.menu(SINCE, old)).text for one in (mover, other)]
    assert "drew 2 cards" in others
    assert "drew 2 cards" not in own
    assert "drew" in own


async def test_a_message_without_components_is_known_by_its_thread_and_time(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    await game.take_turn()
    await simulator.wait(60)
    plain = said(simulator, game.thread, simulator.bot.user.id)
    assert NOTHING in (await dan.menu(SINCE, plain)).text
    await simulator.wait(60)
    mover = await game.take_turn()
    told = (await dan.menu(SINCE, plain)).text
    assert told.count("drew 2 cards") == 1
    assert mover.name.title() in told


async def test_a_long_log_is_told_in_pages(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    old = showing(simulator, game, 0)
    await play_on(simulator, game.table_id)
    told = await dan.menu(SINCE, old)
    assert len(told.text) < 2000
    older = await dan.press(told.message, "Older")
    assert "drew" in older.text


async def test_a_hand_in_direct_messages_has_the_menus(simulator):
    game = await begun(simulator)
    _, other = await on_turn(game)
    await open_in_dm(other)
    (hand,) = hands_in_dm(simulator, other)
    read = await other.menu(READ, hand)
    assert read.private
    assert "House Canasta" in read.text
    since = await other.menu(SINCE, hand)
    assert since.private
    assert "what happened since" in since.text


@pytest.mark.first_start
async def test_the_menus_have_german_names(simulator):
    syncs = [one for one in simulator.sent if one.method == "PUT" and "commands" in one.path]
    named = {one["name"]: one.get("name_localizations", {}) for one in syncs[-1].json}
    assert named[READ]["de"] == "Diesen Tisch vorlesen"
    assert named[SINCE]["de"] == "Was geschah seitdem?"


@pytest.mark.parametrize("menu", [READ, SINCE])
async def test_a_message_that_shows_no_table_gets_one_sentence(simulator, menu):
    game, dan = await begun(simulator), simulator.members[3]
    members_own = said(simulator, game.thread, dan.id)
    records = (await dan.slash("leaderboard")).message
    for message in (members_own, records):
        answer = await dan.menu(menu, message)
        assert answer.private
        assert answer.text == NO_TABLE


@pytest.mark.parametrize("menu", [READ, SINCE])
async def test_a_table_that_a_member_may_not_see_gets_the_same_sentence(simulator, menu):
    game, dan = await begun(simulator), simulator.members[3]
    elsewhere = simulator.guild.create_text_channel("open")
    score = f"t1:sheet:{game.table_id}:0"
    moved = said(simulator, elsewhere.id, simulator.bot.user.id, score)
    simulator.deny("view_channel", channel=simulator.channel, target=dan.id)
    assert (await dan.menu(menu, moved)).text == NO_TABLE


@pytest.mark.parametrize("menu", [READ, SINCE])
async def test_a_message_about_two_tables_shows_none(simulator, menu):
    ann = simulator.members[0]
    await begun(simulator)
    await begun(simulator)
    assert (await ann.menu(menu, (await ann.slash("tables")).message)).text == NO_TABLE


async def test_a_lobby_is_told_in_one_sentence(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    assert (await ann.menu(READ, lobby)).text == NOT_BEGUN


async def test_a_finished_table_is_read_aloud_to_everybody(simulator):
    game, dan = await begun(simulator), simulator.members[3]
    old = showing(simulator, game, 0)
    await play_out(simulator, game)
    final = simulator.latest(game.thread)
    assert "House Canasta" in (await dan.menu(READ, final)).text
    assert "Totals" in (await dan.menu(SINCE, old)).text
