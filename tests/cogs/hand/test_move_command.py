"""Tests of `/move` and `/table`: the same game in words, for keyboards and screen readers."""

import pytest

import engine
from cogs.hand.cog import TypedMove
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import start


async def test_a_typed_move_is_made_and_answered_with_the_hand_in_words(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    answer = await person.slash("move", text="draw")
    assert answer.private
    assert "cards**:" in answer.text
    assert await game.seq() == 1


async def test_what_is_typed_is_read_forgivingly_and_logged_canonically(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    await person.slash("move", text=" DRAW ")
    (entry,) = await simulator.bot.database.tables.move_log(game.table_id)
    assert entry.body == "draw"


async def test_a_refused_move_names_the_rule_and_puts_a_legal_one_forward(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    answer = await person.slash("move", text="take 4S 4H")
    assert "(HC-" in answer.text
    await person.press(answer.message, "instead")
    assert await game.seq() == 1


async def test_words_that_are_no_move_change_nothing(simulator):
    game = await start(simulator, simulator.members)
    answer = await (await game.turn()).slash("move", text="hello there")
    assert "don't understand that" in answer.text
    assert "(HC-" not in answer.text.splitlines()[0]
    assert "Try `draw`" in answer.text
    assert await game.seq() == 0


async def test_autocomplete_offers_legal_moves_only(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    assert "draw" in await person.complete("move", "text", "")
    await person.slash("move", text="draw")
    live = await game.live()
    found = await person.choices("move", "text", "discard")
    assert found
    seat = live.game.table.turn
    texts = [TypedMove.read(value).text for value in found.values()]
    assert all(engine.check(live.game.table, seat, text) is None for text in texts)
    assert all(name.startswith("discard the ") for name in found)


async def test_without_a_game_nothing_is_offered_and_the_command_says_so(simulator):
    ann = simulator.members[0]
    assert await ann.complete("move", "text", "") == []
    assert "/play" in (await ann.slash("move", text="draw")).text


async def test_undo_can_be_typed(simulator):
    game = await start(simulator, simulator.members)
    answer = await (await game.turn()).slash("move", text="undo")
    assert "nothing to undo" in answer.text


async def test_a_move_chosen_at_one_table_is_not_played_at_another(simulator):
    ann, ben, *_ = simulator.members
    first, second = await dealt(simulator, [ann, ben]), await dealt(simulator, [ann, ben])
    tables = simulator.bot.services.sessions
    await simulator.wait(1)
    await play_on(simulator, second, moves=1)  # This one is the newest now.
    live = await tables.load(second)
    person = next(one for one in (ann, ben) if live.seat_of(one.id) in live.deciding())
    chosen = next(iter((await person.choices("move", "text", "discard")).values()))
    assert chosen.startswith(f"{second}:1:")
    await simulator.wait(1)
    await play_on(simulator, first, moves=1)  # And now the other one is.
    await person.slash("move", text=chosen)
    assert [(await tables.load(one)).row.seq for one in (first, second)] == [1, 2]


async def test_a_move_chosen_from_an_older_state_is_not_made(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    chosen = (await person.choices("move", "text", "draw"))["draw"]
    await person.slash("move", text="draw")
    answer = await person.slash("move", text=chosen)
    assert "You made your move" in answer.text
    assert await game.seq() == 1


@pytest.mark.parametrize(
    "place", ["999:0:draw", "{table}:999:draw", "{table}:0:9:draw", "0:0:draw"]
)
async def test_a_choice_that_was_never_offered_makes_no_move(simulator, place):
    game = await start(simulator, simulator.members)
    await (await game.turn()).slash("move", text=place.format(table=game.table_id))
    assert await game.seq() == 0


async def test_a_choice_offered_to_one_member_is_no_way_to_anothers_hand(simulator):
    ann, ben, cleo, _ = simulator.members
    table_id = await dealt(simulator, [ann, ben])
    answer = await cleo.slash("move", text=f"{table_id}:0:draw")
    assert "cards**" not in answer.text
    assert (await simulator.bot.services.sessions.load(table_id)).row.seq == 0


async def test_the_table_in_words_names_hands_scores_and_the_way_there(simulator):
    game = await start(simulator, simulator.members)
    answer = await game.people[0].slash("table")
    assert answer.private
    assert all(person.name.title() in answer.text for person in game.people)
    assert "11 cards" in answer.text
    assert f"/{game.thread}/" in answer.text


async def test_a_round_is_played_by_typing_what_autocomplete_offers(simulator):
    person = simulator.members[0]
    game = await start(simulator, [person], game="ten-pennies", seats=3)
    for _ in range(300):
        live = await game.live()
        if live.view(None).round > 1 or live.game.outcome():
            return
        offered = await person.choices("move", "text", "")
        lays = [value for label, value in offered.items() if label.startswith("meld")]
        assert offered, "somebody has to move, and nothing is offered"
        await person.slash("move", text=(lays or list(offered.values()))[0])
    raise AssertionError("the round does not end")
