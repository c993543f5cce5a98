"""Tests of secrecy: the cards behind a seat's advice, the places of a hand, and old panels."""

import engine
from engine.model.sampling import BACK
from tests.cogs.support.play import start
from tests.cogs.support.positions import live


def test_what_a_panel_thinks_with_shows_the_backs_of_feet_stock_and_other_hands():
    cards = {"hands": ["KS KH", "QS QH"], "feet": ["AS AH", "JS JH"], "stock": "8S 8H"}
    seen = live({"game": "ponytail-canasta", "seats": 2} | cards).seen(0)
    assert (seen.hands[1], *seen.feet, seen.stock) == (BACK * 2,) * 4


async def test_a_hand_is_not_shown_on_a_message_that_others_read(simulator):
    game = await start(simulator, simulator.members)
    person, before = await game.turn(), game.board.text
    made_up = f"t1:build:{game.table_id}:{await game.seq()}"
    answer = await person.press_stale(game.board, made_up)
    assert answer.private
    assert "11 cards" in answer.text
    assert game.board.text == before


async def test_a_move_made_where_everybody_reads_is_answered_with_a_hand_beside_it(
    simulator,
):
    game = await start(simulator, simulator.members)
    answer = await (await game.turn()).press(game.board, "say")
    assert answer.private
    assert "13 cards" in answer.text
    assert answer.message != game.board


async def test_a_move_that_was_decided_by_an_older_table_is_not_made(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    await person.press(await game.hand(person), "say")
    drawn, tables = await game.live(), simulator.bot.services.sessions
    seat = drawn.game.table.turn
    discard = drawn.view(seat).pending[0].default
    assert discard
    with simulator.env._bot_scope():
        acted = await tables.act(drawn, seat, engine.write(discard), seen=0, key="late")
    assert acted.stale
    assert await game.seq() == drawn.row.seq
