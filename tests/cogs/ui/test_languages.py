"""Tests of languages: private messages use the member's language, public ones the server's."""

import re
import string

import discord
import pytest
from discord import app_commands
from simcord.backend.errors import SetupError

import bot
import engine
from cogs.game.computer_players import opening_view
from cogs.game.length import usual_seats
from cogs.ui.commands import game_slugs, offered, parse_game
from cogs.ui.localization import LOCALES, command_translations
from render.text.catalogue import (
    LANGUAGES,
    Catalogue,
    current_language,
    format_number,
    format_signed,
    nearest_language,
    use_language,
)
from tests.cogs.support.play import open_lobby, start

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = Catalogue.load("en").texts


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# ------------------------------------------------------------ the catalogues


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_and_no_other(language):
    texts = Catalogue.load(language).texts
    assert set(ENGLISH) - set(texts) == set()
    assert set(texts) - set(ENGLISH) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_fields_in_every_language(language):
    texts = Catalogue.load(language).texts
    differing = {key for key in ENGLISH if fields(texts[key]) != fields(ENGLISH[key])}
    assert differing == set()


@pytest.mark.parametrize("language", OTHERS)
def test_the_name_of_a_game_is_not_translated(language):
    texts = Catalogue.load(language).texts
    names = [game.name for game in engine.GAMES.values()]
    for key, text in ENGLISH.items():
        named = {name for name in names if name in text}
        assert {name for name in named if name not in texts[key]} == set(), key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language):
    texts = Catalogue.load(language).texts
    same = {key for key, text in ENGLISH.items() if texts[key] == text and len(text.split()) > 4}
    assert {key for key in same if re.search(r"[a-z]{3} [a-z]{3} [a-z]{3}", ENGLISH[key])} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_names_as_many_commands_in_every_language(language):
    texts, command = Catalogue.load(language).texts, re.compile(r"(?<![\w/<:.])/[a-zäöü]{3,}")
    named = {key: len(command.findall(text)) for key, text in ENGLISH.items()}
    assert {key for key in ENGLISH if len(command.findall(texts[key])) != named[key]} == set()


def test_english_says_whoever_where_nobody_has_been_named():
    headless = re.compile(r"(?:^|[.;:] |\b(?:[Aa]nd|[Oo]nly) )[Ww]ho (?:\w+s|may|have|cannot)\b")
    asked = {key for key, text in ENGLISH.items() if text.endswith("?")}
    assert {key for key in ENGLISH.keys() - asked if headless.search(ENGLISH[key])} == set()


def test_german_has_one_word_for_the_stock():
    texts = Catalogue.load("de").texts
    assert {key for key, text in texts.items() if "Talon" in text} == set()


@pytest.mark.parametrize(
    "language, noun", [("en", r"(?<!may )\b[Ss]ets?\b"), ("de", r"\b(Satz|Satzes|Sätzen?)\b")]
)
def test_what_lies_together_in_canasta_is_a_meld_in_every_rule(language, noun):
    melded = [
        slug for slug in engine.GAMES if opening_view(slug, usual_seats(slug)).takes == "pile"
    ]
    texts = Catalogue.load(language).texts
    rules = [key for slug in melded for key in Catalogue.load(language).under(f"rules.{slug}")]
    assert {key for key in rules if re.search(noun, texts[key])} == set()


def test_german_puts_ranks_in_words_only_where_they_keep_their_ending():
    """Könige, Asse, Joker and wilde Karten change their ending after a preposition with dative."""
    dative = r"\b(?:aus|bei|mit|nach|seit|unter|von|zu)\b[^\w(]*\{(?:%s)\}"
    texts, named = Catalogue.load("de").texts, re.compile(dative % "ranks?")
    said_aloud = re.compile(dative % "cards")
    wrong = {key for key, text in texts.items() if named.search(text)}
    aloud = {key for key in Catalogue.load("de").under("aloud") if said_aloud.search(texts[key])}
    assert wrong | aloud == set()


@pytest.mark.parametrize("language", OTHERS)
def test_labels_stay_short_enough_for_a_phone(language):
    texts = Catalogue.load(language).texts
    buttons = [key for key in ENGLISH if re.match(r"(lobby|board|panel|seating|run)\.\w+$", key)]
    labels = [key for key in buttons if len(ENGLISH[key]) <= 34 and len(fields(ENGLISH[key])) == 0]
    assert {key: texts[key] for key in labels if len(texts[key]) > 60} == {}


@pytest.mark.parametrize(
    "locale, language",
    [("de", "de"), ("en-GB", "en"), ("en-US", "en"), ("fr", "en"), ("pl", "en"), ("", "en")],
)
def test_a_locale_without_words_is_answered_in_english(locale, language):
    assert nearest_language(locale) == language


def test_numbers_are_written_as_the_language_writes_them():
    with use_language("de"):
        assert (format_number(-1310), format_signed(1310)) == ("−1.310", "+1.310")
        assert Catalogue.load().words("table.target", target=7500) == "bis 7.500"
    assert format_number(1310) == "1,310"


def test_what_is_spoken_ends_with_its_block():
    with use_language("de"):
        with use_language("en"):
            assert current_language() == "en"
        assert current_language() == "de"
    assert current_language() == "en"


# ------------------------------------------------------------ members and servers


async def test_a_private_answer_is_in_the_language_of_the_member(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    ben.locale = "de"
    assert "Hausregeln" in (await ben.press(lobby, "house")).text
    assert "House rules" in (await ann.press(lobby, "house")).text


async def test_a_public_message_is_in_the_language_of_the_server(simulator):
    ann = simulator.members[0]
    ann.locale = "de"
    lobby = await open_lobby(simulator, ann)
    assert "table for 4" in lobby.text
    await simulator.speak("de")
    await simulator.members[1].press(lobby, "join")
    assert "Tisch für 4" in lobby.text


async def test_a_refusal_on_a_public_message_is_in_the_language_of_the_member(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    ben.locale = "de"
    assert "wer diesen Tisch eröffnet hat" in (await ben.press(lobby, "fill")).text


async def test_table_and_hand_of_a_german_server_are_german(simulator):
    ann = simulator.members[0]
    ann.locale = "de"
    await simulator.speak("de")
    game = await start(simulator, [ann])
    board = simulator.latest(game.thread)
    assert "Runde 1" in board.text
    assert any(alt.startswith("Tisch, Runde 1") for alt in board.alts)
    panel = (await ann.press(board, "hand")).message
    assert "Runde 1" in panel.text
    assert any(alt.startswith("Deine Hand") for alt in panel.alts)


async def test_a_server_chooses_the_language_of_public_messages(simulator):
    keeper = simulator.invite("Mo", manages=True)
    await keeper.slash("settings", language="de")
    lobby = await open_lobby(simulator, simulator.members[0])
    assert "Tisch für 4" in lobby.text
    answer = await keeper.slash("settings", language="discord")
    assert "from this server's Discord settings" in answer.text


async def test_only_who_manages_the_server_changes_its_language(simulator):
    command = simulator.bot.tree.get_command("settings")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    with pytest.raises(SetupError, match="not visible to this user"):
        await simulator.members[0].slash("settings", language="de")


async def test_what_was_chosen_outlives_a_restart(simulator):
    keeper = simulator.invite("Mo", manages=True)
    await keeper.slash("settings", language="de")
    await simulator.restart()
    assert "Tisch für 4" in (await open_lobby(simulator, simulator.members[0])).text


# ------------------------------------------------------------ slash commands


def parts(command):
    """Yield a command's key with its name and description, and those of all its parts."""
    place = f"commands.{command.qualified_name.replace(' ', '.')}"
    yield place, command.name, command.description
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from parts(child)
        return
    for option in command.parameters:
        yield f"{place}.options.{option.name}", option.name, str(option.description)


def menu_word(name):
    """Return the word of a menu in its key."""
    return name.lower().rstrip("?").replace(" ", "_")


async def test_the_catalogue_says_what_the_doors_say(simulator):
    every = simulator.bot.tree.get_commands()
    menus = [one for one in every if isinstance(one, app_commands.ContextMenu)]
    told = [part for command in every if command not in menus for part in parts(command)]
    words = {f"commands.menus.{menu_word(one.name)}": one.name for one in menus}
    words |= {f"{place}.name": name for place, name, _ in told}
    words |= {f"{place}.about": about for place, _, about in told}
    written = {key: ENGLISH[key] for key in ENGLISH if key.startswith("commands.")}
    choices = {key for key in written if key.startswith("commands.choices.")}
    assert {key: written[key] for key in written if key not in choices} == words


async def test_every_choice_of_a_command_has_its_words(simulator):
    options = [
        option
        for command in simulator.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
    ]
    values = {str(choice.value) for option in options for choice in option.choices}
    written = {key.split(".")[2] for key in ENGLISH if key.startswith("commands.choices.")}
    assert written == values


@pytest.mark.first_start
async def test_discord_gets_the_commands_in_every_language(simulator):
    (sync,) = [one for one in simulator.sent if one.path.endswith("/commands")]
    play = next(command for command in sync.json if command["name"] == "play")
    words = {locale.value: Catalogue.load(LOCALES[locale]).words for locale in LOCALES}
    assert play["name_localizations"] == {one: words[one]("commands.play.name") for one in words}
    assert play["name_localizations"]["de"] == "spielen"
    assert play["description_localizations"]["de"].startswith("Einen Tisch eröffnen")
    assert play["options"][0]["name_localizations"]["de"] == "spiel"


async def test_other_words_are_synced_again(simulator, monkeypatch):
    monkeypatch.setitem(Catalogue.load("de").texts, "commands.play.name", "kartenspielen")
    monkeypatch.setattr(bot, "command_translations", command_translations.__wrapped__)
    await simulator.bot.sync_commands()
    last = [one for one in simulator.sent if one.path.endswith("/commands")][-1]
    play = next(command for command in last.json if command["name"] == "play")
    assert play["name_localizations"]["de"] == "kartenspielen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_are_names_discord_takes(language):
    texts = Catalogue.load(language).texts
    names = [texts[key] for key in texts if re.fullmatch(r"commands\..*\.name", key)]
    assert [name for name in names if not re.fullmatch(r"[a-zäöüß_-]{1,32}", name)] == []
    about = [texts[key] for key in texts if re.fullmatch(r"commands\..*\.about", key)]
    assert [text for text in about if len(text) > 100] == []


def test_only_languages_with_words_are_sent_to_discord():
    assert LOCALES[discord.Locale.german] == "de"
    assert discord.Locale.french not in LOCALES
    assert sorted(LOCALES.values()) == sorted(OTHERS)


async def test_the_ladder_everybody_sees_is_in_the_language_of_the_server(simulator):
    ann = simulator.members[0]
    ann.locale = "de"
    assert "Leaderboard" in (await ann.slash("leaderboard")).text
    await simulator.speak("de")
    assert "Rangliste" in (await ann.slash("leaderboard")).text


async def test_a_direct_message_is_in_the_language_its_member_last_pressed_in(simulator):
    ann = simulator.members[0]
    ann.locale = "de"
    await ann.slash("help")
    languages = simulator.bot.languages
    assert await languages.of_member(simulator.guild.id, ann.id) == "de"
    assert await languages.of_member(simulator.guild.id, simulator.members[1].id) == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_accepted_by_the_label_of_its_suggestion_in_every_language(language):
    with use_language(language):
        labels = {slug: offered(slug) for slug in game_slugs()}
    for other in LANGUAGES:
        with use_language(other):
            assert {slug: parse_game(label) for slug, label in labels.items()} == {
                slug: slug for slug in labels
            }
