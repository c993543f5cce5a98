"""Tests of `/play` without a game: all games are on a page, each one press away."""

import pytest

import engine
from cogs.lobby.cog import games_page
from render.text.catalogue import LANGUAGES, use_language


async def test_play_alone_shows_all_games_with_players_and_time(simulator):
    answer = await simulator.members[0].slash("play")
    assert answer.private
    for game in engine.GAMES.values():
        assert f"**{game.name}**" in answer.text
    assert "**House Canasta** · 2–6 players" in answer.text
    assert "Whole game: about 2 hours. One round: about 20 minutes." in answer.text
    assert [c.verb for c in answer.message.controls] == ["playgame"] * 6


@pytest.mark.parametrize("number,game", list(enumerate(engine.GAMES)))
async def test_one_press_opens_the_lobby(simulator, number, game):
    ann = simulator.members[0]
    page = (await ann.slash("play")).message
    lobby = (await ann.press(page, f"t1:playgame:0:0:{number}")).message
    assert not lobby.private
    assert f"## {engine.GAMES[game].name} · table for" in lobby.text


async def test_a_press_asks_before_it_opens_a_second_lobby(simulator):
    ann, ben, *_ = simulator.members
    await ann.slash("play", game="house-canasta")
    page = (await ben.slash("play")).message
    house = list(engine.GAMES).index("house-canasta")
    answer = await ben.press(page, f"t1:playgame:0:0:{house}")
    assert "Do you want to join that table instead?" in answer.text


@pytest.mark.parametrize("forged", ["t1:playgame:0:0:6", "t1:playgame:0:0:-1"])
async def test_a_forged_number_opens_nothing(simulator, forged):
    ann = simulator.members[0]
    page = (await ann.slash("play")).message
    assert "older message" in (await ann.press_stale(page, forged)).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_message(language):
    with use_language(language):
        (box,) = games_page().to_components()
    texts = [part["components"][0]["content"] for part in box["components"] if part["type"] == 9]
    assert len(texts) == 6
    assert sum(map(len, texts)) < 2000
