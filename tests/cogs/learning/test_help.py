"""Tests of `/help`: a page with sections, each with a button that opens the feature."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.core.settings import Settings
from cogs.learning.help_page import SECTIONS, TOPICS, help_layout, topic_layout
from render.text.catalogue import LANGUAGES, use_language

COMMANDS = ("/play", "/learn", "/practice", "/preferences", "/tables", "/away", "/hand", "/rules")


async def test_help_names_every_command_that_a_newcomer_needs(simulator):
    answer = await simulator.members[0].slash("help")
    assert answer.private
    assert all(command in answer.text for command in COMMANDS)


@pytest.mark.parametrize(
    "label,said",
    [
        ("Choose a game", "One click opens a table here"),
        ("Lessons", "Learn to play"),
        ("Practice", "Practise a game"),
        ("How a turn works", "The discard ends your turn"),
        ("My tables", "You have no tables"),
        ("Preferences", "Your preferences"),
        ("Away", "until when"),
        ("How ratings work", "Plackett–Luce"),
    ],
)
async def test_every_section_has_a_button_to_its_thing(simulator, label, said):
    ann = simulator.members[0]
    answer = await ann.press((await ann.slash("help")).message, label)
    assert answer.private
    assert said.lower() in answer.text.lower()


async def test_ratings_are_explained_by_help_ratings(simulator):
    answer = await simulator.members[0].slash("help", topic="ratings")
    assert "whole games" in answer.text
    assert "1,000 + 40 ×" in answer.text


async def test_a_forged_topic_is_an_old_button(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("help")).message
    assert "older message" in (await ann.press_stale(page, "t1:helptopic:0:0:2")).text


def pressed_on_server() -> Any:
    """Return an interaction on a server with the bot, as far as `/help` looks at it."""
    bot = SimpleNamespace(
        application_id=1 << 63, settings=Settings(), get_guild=lambda _: SimpleNamespace()
    )
    return SimpleNamespace(client=bot, guild_id=1, context=SimpleNamespace(guild=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_message(language):
    with use_language(language):
        (box,) = help_layout(pressed_on_server()).to_components()
        topics = [topic_layout(topic).to_components()[0] for topic in TOPICS]
    assert len([part for part in box["components"] if part["type"] == 9]) == len(SECTIONS)
    assert all(len(topic["components"][0]["content"]) < 4000 for topic in topics)


async def test_practice_alone_shows_all_games_and_one_press_deals(simulator):
    ann = simulator.members[0]
    page = await ann.slash("practice")
    assert page.private
    assert [c.verb for c in page.message.controls] == ["practise"] * 6
    panel = await ann.press(page.message, "t1:practise:0:0:1")
    assert panel.private
    assert "House Canasta" in panel.text
