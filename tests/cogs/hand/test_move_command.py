"""Tests of `/move` and `/table`: the same game in words, for keyboards and screen readers."""

import pytest

import engine
from cogs.hand.cog import TypedMove
from cogs.narration import typed_moves
from cogs.narration.labels import spelled_out
from cogs.narration.typed_moves import texts_labelled, typed_move_choices
from engine.model.moves import Discard
from render.text.catalogue import nearest_language, use_language
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import green, start


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


async def test_a_refused_move_says_why_and_puts_a_legal_one_forward(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    answer = await person.slash("move", text="take 4S 4H")
    assert "💬 " in answer.text
    await person.press(answer.message, green(answer.message))
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


# ---- several tables


async def two_tables(simulator):
    """Two games in one channel, both waiting for the same member."""
    ann, ben, *_ = simulator.members
    found: dict[int, int] = {}
    for _ in range(3):  # The seats are random.
        table_id = await dealt(simulator, [ann, ben])
        live = await simulator.bot.services.sessions.load(table_id)
        user_id = live.member(live.deciding()[0])
        if user_id in found:
            return next(one for one in (ann, ben) if one.id == user_id), found[user_id], table_id
        found[user_id] = table_id
    raise AssertionError("of three tables two wait for one member")


async def entries(simulator, *table_ids):
    return [(await simulator.bot.services.sessions.load(one)).row.seq for one in table_ids]


async def test_a_text_that_fits_two_tables_is_asked_about(simulator):
    person, *tables = await two_tables(simulator)
    answer = await person.slash("move", text="draw")
    assert "can make that move at 2 of your tables" in answer.text
    assert await entries(simulator, *tables) == [0, 0]
    await person.press(answer.message, f"House Canasta, table {tables[1]}")
    assert await entries(simulator, *tables) == [0, 1]


async def test_a_move_that_was_asked_about_is_not_made_at_a_newer_state(simulator):
    person, *tables = await two_tables(simulator)
    answer = await person.slash("move", text="draw")
    at_second = f"House Canasta, table {tables[1]}"
    pressing = person.pressing(answer.message, at_second)
    await simulator.together(pressing)
    again = await person.press_stale(answer.message, pressing.data["custom_id"])
    assert await entries(simulator, *tables) == [0, 1]
    assert "You made your move" in again.text


async def test_a_text_that_fits_one_of_two_tables_is_played_there(simulator):
    person, first, second = await two_tables(simulator)
    body = await person.choices("move", "text", "draw")
    await person.slash("move", text=next(v for v in body.values() if v.startswith(f"{first}:")))
    assert await entries(simulator, first, second) == [1, 0]
    await person.slash("move", text="draw")
    assert await entries(simulator, first, second) == [1, 1]


async def test_with_two_tables_a_suggestion_says_which_table_it_is_for(simulator):
    person, first, second = await two_tables(simulator)
    found = await person.choices("move", "text", "draw")
    assert set(found) == {f"House Canasta, table {n}: draw" for n in (first, second)}
    await person.slash("move", text=f"House Canasta, table {second}: draw")
    assert await entries(simulator, first, second) == [0, 1]


async def test_in_a_tables_own_thread_a_typed_move_means_that_table(simulator):
    game = await start(simulator, simulator.members[:2])
    person = await game.turn()
    await person.slash("practice", game="house-canasta")
    thread, before = simulator.channel.threads[0], await game.seq()
    await person.slash("move", channel=thread, text="draw")
    assert await game.seq() == before + 1
    opened = await person.slash("hand", channel=thread)
    assert f"House Canasta, table {game.table_id}" in opened.text


async def test_a_move_for_a_practice_game_in_use_is_not_made_at_a_table_unasked(simulator):
    game = await start(simulator, simulator.members[:2])
    person = await game.turn()
    await person.slash("practice", game="house-canasta")
    before = await game.seq()
    answer = await person.slash("move", text="draw")
    assert "can make that move at 2 of your tables" in answer.text
    assert await game.seq() == before


# ---- labels


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_every_suggested_move_is_accepted_by_its_label(simulator, locale):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    person.locale = locale
    await person.slash("move", text="draw")
    live = await game.live()
    with use_language(nearest_language(locale)):
        found = typed_move_choices(live, live.game.table.turn, "")
        for label, text in found:
            assert texts_labelled(live, live.game.table.turn, label) == [text]
    with use_language("en"):  # The member may have changed the language of the app since.
        assert all(texts_labelled(live, live.game.table.turn, label) for label, _ in found)
    lay = next((label for label, text in found if text.startswith("discard")), None)
    await person.slash("move", text=lay)
    assert await game.seq() == 2


async def test_two_moves_with_one_label_are_asked_about(simulator, monkeypatch):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    await person.slash("move", text="draw")
    real = spelled_out
    monkeypatch.setattr(
        typed_moves,
        "spelled_out",
        lambda move, *at: "one of them" if isinstance(move, Discard) else real(move, *at),
    )
    answer = await person.slash("move", text="one of them")
    assert "can mean several moves" in answer.text
    assert await game.seq() == 1
    chosen = next(c for c in answer.message.controls if c.verb == "typed")
    await person.press(answer.message, chosen.custom_id)
    assert await game.seq() == 2
