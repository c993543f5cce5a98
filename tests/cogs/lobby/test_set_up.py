"""Tests of **Set up**: the form for length, seats and pace, and its summary in the lobby."""

import pytest

import engine
from cogs.game.length import PASTIMES, WHOLE, lengths
from cogs.lobby.layout import setup_layout, terms_form
from data.models.tables import TableStatus
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.play import number_of, open_lobby


async def row_of(simulator, lobby):
    return await simulator.bot.database.tables.find(number_of(lobby))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(engine.GAMES))
async def test_the_form_asks_first_how_long_the_game_is(simulator, game, language):
    ann = simulator.members[0]
    lobby = await row_of(simulator, await open_lobby(simulator, ann, game))
    with use_language(language):
        parts = [part.to_component_dict() for part in terms_form(lobby, ann.id)]
    first = parts[0]["component"]
    assert first["custom_id"] == "length"
    assert [option["value"] for option in first["options"]] == [
        "1",
        str(PASTIMES[game].evening),
        str(WHOLE),
    ]
    assert [option["value"] for option in first["options"] if option.get("default")] == ["0"]
    assert len(parts) <= 5
    assert all(len(option["description"]) <= 100 for option in first["options"])


@pytest.mark.parametrize("game", list(engine.GAMES))
async def test_a_chosen_length_is_the_last_round_of_the_game(simulator, game):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann, game)
    await ann.set_terms(lobby, length="1")
    assert (await row_of(simulator, lobby)).options == {"max_rounds": 1}
    assert "**One round**" in lobby.text
    assert "not rated" in lobby.text
    await ann.set_terms(lobby, length="0")
    assert (await row_of(simulator, lobby)).options == {}
    assert "**The whole game**" in lobby.text


async def test_all_answers_of_the_form_are_saved_together(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    answer = await ann.set_terms(lobby, length="4", seats="2", pace="0", hands=True)
    row = await row_of(simulator, lobby)
    assert (row.options, len(row.seats), row.pace) == ({"max_rounds": 4}, 2, "live")
    assert row.agreed == {ann.id}
    assert "Set up a table for 2" in answer.text


@pytest.mark.parametrize("forged", [{"length": "7"}, {"seats": "9"}, {"pace": "x"}, {"pace": "9"}])
async def test_a_forged_answer_changes_nothing(simulator, forged):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    before = await row_of(simulator, lobby)
    answer = await ann.set_terms(lobby, **{"seats": "2", **forged})
    assert "The table has changed" in answer.text
    assert await row_of(simulator, lobby) == before


async def test_a_form_that_is_older_than_the_lobby_changes_nothing(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    form = await ann.press(lobby, "terms")
    await ben.press(lobby, "Join")
    before = await row_of(simulator, lobby)
    answer = await ann.submit(form, {"seats": "2"})
    assert "The table has changed" in answer.text
    assert await row_of(simulator, lobby) == before


async def test_only_the_host_opens_the_form(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    answer = await ben.press_stale(lobby, "t1:terms:1:1")
    assert "Only the host" in answer.text
    assert answer.modal is None


async def test_a_number_of_rounds_by_house_rules_stays_a_choice(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    row = await row_of(simulator, lobby)
    await simulator.bot.database.lobbies.set_options(row.id, {"max_rounds": 9}, row.revision)
    assert lengths("house-canasta", {"max_rounds": 9}) == (1, 4, WHOLE, 9)
    await ann.set_terms(lobby, seats="2")
    assert (await row_of(simulator, lobby)).options == {"max_rounds": 9}
    assert "**9 rounds**" in lobby.text


async def test_the_lobby_says_what_this_table_plays(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    assert "2 sides, partners opposite" in lobby.text
    assert "to 7,500 points · about 2 hours of play, 46 turns each · rated between" in lobby.text
    await ann.set_terms(lobby, length="1", seats="2")
    assert "everyone for themselves" in lobby.text
    assert "7,500" not in lobby.text
    assert "pairs" not in lobby.text
    assert "**One round**: about 20 minutes of play, 16 turns each · not rated" in lobby.text


async def test_seats_are_shown_by_name_or_as_open_and_without_numbers(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    sides = [line for line in lobby.text.splitlines() if line.startswith(("🟠", "🟦"))]
    assert [line.replace("\u2068", "").replace("\u2069", "") for line in sides] == [
        "🟠 **Heads**: Ann  ·  *open*",
        "🟦 **Tails**: Ben  ·  *open*",
    ]


async def test_cancelling_asks_once_and_stands_apart_from_done(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    page = (await ann.press(lobby, "Set up")).message
    (box,) = setup_layout(await row_of(simulator, lobby), ann.id, 0, None).to_components()
    *others, line, last = box["components"]
    assert line["type"] == 14
    assert [button["label"] for button in last["components"]] == ["Cancel this table"]
    assert any(b.get("label") == "Done" for row in others for b in row.get("components", ()))
    question = await ann.press(page, "Cancel this table")
    assert "Cancel this table?" in question.text
    assert (await row_of(simulator, lobby)).status is TableStatus.LOBBY
    kept = await ann.press(question.message, "Keep it")
    assert "Set up a table for 4" in kept.text
    number = number_of(lobby)
    await ann.cancel(kept.message)
    row = await simulator.bot.database.tables.find(number)
    assert row.status is TableStatus.CLOSED
    assert "cancelled" in lobby.text


@pytest.mark.parametrize("word", ["close", "giveup"])
async def test_a_red_button_of_an_earlier_release_asks_too(simulator, word):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    assert "Cancel this table?" in (await ann.press_stale(lobby, f"t1:{word}:1:1")).text
    assert (await row_of(simulator, lobby)).status is TableStatus.LOBBY


async def test_done_leads_back_to_the_table(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    answer = await ann.press(lobby, "Done")
    assert f"/{lobby.id}" in answer.text
    assert answer.message.controls == ()


def test_a_short_evening_is_shorter_than_the_whole_game():
    for game, pastime in PASTIMES.items():
        assert set(pastime.turns) == set(pastime.rounds) == set(engine.GAMES[game].seats)
        assert 1 < pastime.evening < min(pastime.rounds.values())


async def test_a_shortened_game_says_at_its_table_which_round_is_the_last(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, length="1", seats="2")
    await ben.press(lobby, "Join")
    await ann.press(lobby, "Start")
    assert "House Canasta · round 1 of 1" in simulator.latest(simulator.threads()[-1]).text


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_the_form_says_for_how_many_players_its_numbers_are(simulator, seats):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats=str(seats))
    first = terms_form(await row_of(simulator, lobby), ann.id)[0].to_component_dict()
    assert first["label"] == f"How long? (turns and time for {seats} players)"
