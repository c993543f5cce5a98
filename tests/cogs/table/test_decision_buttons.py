"""Tests of the first decision's buttons on the table message, for the player to act."""

from dataclasses import replace
from typing import Literal

import pytest

from cogs.table.layout import decision_row, table_layout
from cogs.ui.layout import Style
from data.models.tables import Player, SeatRow
from tests.cogs.support.play import leaving, placed, seated, start
from tests.cogs.support.positions import PICTURE, live
from tests.simulator.messages import controls_in

GAMES = [
    ("house-canasta", 4),
    ("classic-canasta", 4),
    ("pennies-from-heaven", 6),
    ("ponytail-canasta", 6),
    ("ten-pennies", 4),
    ("ten-pennies-online", 4),
]


def deciding(board):
    """Return the labels of the decision buttons on a table message."""
    return [c.label for c in board.controls if c.verb in {"say", "take"}]


async def test_the_table_asks_whoever_is_on_turn_to_draw(simulator):
    game = await start(simulator, simulator.members)
    assert deciding(game.board)[0] == "Draw 2 cards"


async def test_a_draw_on_the_table_message_acts_and_answers_with_the_private_panel(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    answer = await person.press(game.board, "say")
    assert answer.private
    assert "your turn: lay melds or just discard" in answer.text
    assert await game.seq() == 1


async def test_somebody_else_at_the_table_is_told_that_it_is_not_their_turn(simulator):
    game = await start(simulator, simulator.members)
    on_turn = await game.turn()
    other = next(person for person in simulator.members if person != on_turn)
    answer = await other.press(game.board, "say")
    assert answer.private
    assert "not your turn" in answer.text
    assert await game.seq() == 0


async def test_a_stranger_is_told_that_they_do_not_play_here(simulator):
    game = await start(simulator, simulator.members[:2])
    answer = await simulator.members[3].press(game.board, "say")
    assert answer.private
    assert "You don't play at this table" in answer.text


async def test_an_old_message_acts_no_more_and_shows_the_hand_as_it_is(simulator):
    game = await start(simulator, simulator.members)
    person, board = await game.turn(), game.board
    old = board.find("say", "button").custom_id
    await person.press(board, "say")
    answer = await person.press_stale(board, old)
    assert "You made your move" in answer.text
    assert await game.seq() == 1


async def test_the_pile_is_no_green_button_where_nobody_may_know_who_can_take_it(simulator):
    game = await start(simulator, simulator.members)
    hands = ["KS KH 8C TH", *["4D 5C 6H"] * 3]
    await placed(game, {"turn": 0, "phase": "draw", "pile": "4C KD", "hands": hands})
    (row,) = decision_row(await game.live())
    styles = {one["label"]: Style(one["style"]) for one in row["components"]}
    assert styles == {"Draw 2 cards": Style.primary, "Take the pile (2 cards)": Style.secondary}


def offered(position, driver: Literal["member", "computer"] = "member"):
    """Return the buttons of the table message at a position, with these drivers."""
    at = live({"turn": 0, "phase": "draw"} | position)
    driven = tuple(SeatRow(one.seat, Player(driver, 1000 + one.seat, "A")) for one in at.row.seats)
    shown = table_layout(replace(at, row=replace(at.row, seats=driven)), PICTURE)
    found = controls_in(shown.to_components())
    return [c.label for c in found if c.verb in {"say", "take"}]


def test_the_pile_is_offered_whatever_hand_would_take_it():
    taking, not_taking = (
        offered({"pile": "4C KD", "hands": [hand, *["4D 5C 6H"] * 3]})
        for hand in ("KS KH 8C TH", "5S 6D 8C TH")
    )
    assert taking == not_taking
    assert "Take the pile (2 cards)" in taking


def test_a_pile_that_nobody_may_take_is_not_offered():
    hands = ["5S 6D 8C TH", *["4D 5C 6H"] * 3]
    assert offered({"pile": "4C 3S", "hands": hands}) == ["Draw 2 cards"]


def test_leave_to_go_out_is_given_on_the_message_that_asks():
    question = {"asker": 2, "asked": 0, "plan": "pass"}
    at = {"game": "classic-canasta", "turn": 2, "phase": "answer", "question": question}
    assert offered(at | {"hands": ["9S 9H 5C 6C"] * 4, "down": [True] * 4}) == ["Yes", "No"]


@pytest.mark.parametrize("slug, seats", GAMES)
def test_while_computer_players_decide_the_table_asks_nobody(slug, seats):
    at = {"game": slug, "seats": seats, "pile": "4C KD", "hands": ["5S 6D 8C TH"] * seats}
    assert offered(at) != []
    assert offered(at, driver="computer") == []


async def test_a_pile_that_a_hand_cannot_take_is_refused_with_its_rule(simulator):
    game = await start(simulator, simulator.members)
    hands = ["5S 6D 8C TH", *["4D 5C 6H"] * 3]
    await placed(game, {"turn": 0, "phase": "draw", "pile": "4C KD", "hands": hands})
    answer = await (await seated(game, 0)).press(game.board, "take")
    assert "💬 " in answer.text
    assert "Why?" in answer.message.labels
    assert await game.seq() == 0


async def test_an_offer_is_bought_or_passed_on_the_message_that_asks(simulator):
    game = await start(simulator, simulator.members, game="ten-pennies", seats=4)
    await (await game.turn()).press(game.board, leaving(game.board))
    asked = {decision.seat for decision in (await game.live()).view(None).pending}
    assert len(asked) == 3
    buy = next(c for c in game.board.controls if c.label.startswith("Buy"))
    assert "(+2 cards) for a penny" in buy.label
    for seat in asked:
        await (await seated(game, seat)).press(game.board, "Pass")
    assert deciding(game.board) == ["Draw a card"]
