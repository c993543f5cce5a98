"""Tests of house rules: their words, the host's choices, and the sets that a server saves."""

import pytest

import engine
from cogs.lobby.house_rules import MAX_NAME_LENGTH, MAX_PRESETS, rule_page, rules_page
from cogs.narration import table_words as rules
from cogs.ui.texts import ISOLATE, POP, escaped_name
from data.models.members import PresetAuthor
from data.models.tables import TableStatus
from render.text.catalogue import LANGUAGES, Catalogue, use_language
from tests.cogs.support.play import HOUSE, number_of, open_lobby, start
from tests.cogs.support.positions import row, wrong_with

ANYBODY = PresetAuthor(0, manages=True)
"""A manager without a seat."""
OPTIONS = [
    pytest.param(slug, option, id=f"{slug}-{option.name}")
    for slug, game in engine.GAMES.items()
    for option in game.options
]


@pytest.fixture(params=LANGUAGES)
def language(request):
    with use_language(request.param):
        yield request.param


async def options_of(simulator, lobby):
    return (await simulator.bot.database.tables.find(number_of(lobby))).options


async def opened(simulator, game=HOUSE):
    """Return a lobby, and its host's page of house rules."""
    lobby = await open_lobby(simulator, simulator.members[0], game)
    return lobby, (await simulator.members[0].press(lobby, "House rules")).message


async def choose(person, page, rule, value):
    await person.choose(page, "rule", [rule])
    return await person.choose(page, "value", [value])


@pytest.mark.parametrize("slug, option", OPTIONS)
def test_every_option_of_every_game_has_its_words(language, slug, option):
    texts = Catalogue.load(language).texts
    place = f"options.{slug}.{option.name}"
    assert {f"{place}.name", f"{place}.about", f"rules.{slug}.{option.rule}"} <= set(texts)
    if option.type is str:
        assert {f"{place}.value.{choice}" for choice in option.choices} <= set(texts)


def test_no_words_are_left_of_options_that_no_game_has(language):
    there_are = {(slug, option.name) for slug, g in engine.GAMES.items() for option in g.options}
    told = {tuple(key.split(".")[1:3]) for key in Catalogue.load(language).under("options")}
    assert told == there_are


@pytest.mark.parametrize("slug, option", OPTIONS)
def test_the_page_of_every_option_fits(language, slug, option):
    lobby = row(engine.GAMES[slug].seats[0], slug, status=TableStatus.LOBBY)
    number = engine.GAMES[slug].options.index(option)
    assert wrong_with(rule_page(lobby, number)) == []


@pytest.mark.parametrize("slug", engine.GAMES)
def test_the_page_of_all_rules_fits_with_the_most_kept_sets(language, slug):
    options = {o.name: rules.values(o)[-1] if rules.values(o) else o.most for o in
               engine.GAMES[slug].options}  # fmt: skip
    lobby = row(engine.GAMES[slug].seats[0], slug, status=TableStatus.LOBBY, options=options)
    kept = {f"{n:02}" + "x" * (MAX_NAME_LENGTH - 2): options for n in range(MAX_PRESETS)}
    assert wrong_with(rules_page(lobby, kept, host=True, notice="n" * 200)) == []


def test_only_what_differs_from_the_book_is_kept():
    assert rules.non_default_options("house-canasta", {"out_bonus": 0, "max_rounds": 9}) == {
        "max_rounds": 9
    }


def test_of_kept_rules_only_those_are_played_that_the_game_still_has():
    kept = {"out_bonus": 100, "gone": True, "max_rounds": 1000}
    assert rules.valid_options("house-canasta", kept) == {"out_bonus": 100}


async def test_a_rule_is_changed_and_everybody_sees_it(simulator):
    lobby, page = await opened(simulator)
    await choose(simulator.members[0], page, "Bonus for the exact grab", "no")
    assert await options_of(simulator, lobby) == {"grab_bonus": False}
    assert "✎ **Bonus for the exact grab:** no (standard: yes)" in page.text
    assert "House rules: Bonus for the exact grab: **no**" in lobby.text


async def test_the_page_of_a_rule_says_what_the_book_says(simulator):
    _, page = await opened(simulator)
    await simulator.members[0].choose(page, "rule", ["Bonus for going out"])
    assert "Standard: **none**. Going out earns nothing extra" in page.text


async def test_a_rule_back_at_the_book_is_no_house_rule_any_more(simulator):
    lobby, page = await opened(simulator)
    await choose(simulator.members[0], page, "Bonus for going out", "100")
    await simulator.members[0].press(page, "Standard rules")
    assert await options_of(simulator, lobby) == {}
    assert " · standard rules" in lobby.text


async def test_a_number_out_of_many_is_typed(simulator):
    ann = simulator.members[0]
    lobby, page = await opened(simulator)
    await ann.choose(page, "rule", ["Last round"])
    form = await ann.press(page, "Another number")
    await ann.submit(form, {"number": " 12 "})
    assert await options_of(simulator, lobby) == {"max_rounds": 12}


@pytest.mark.parametrize("typed", ["0", "101", "ten", "-1", "٣", "1.5", "", "9" * 5000])
async def test_what_is_no_number_of_the_range_is_a_sentence(simulator, typed):
    ann = simulator.members[0]
    lobby, page = await opened(simulator)
    await ann.choose(page, "rule", ["Last round"])
    answer = await ann.submit(await ann.press(page, "Another number"), {"number": typed})
    assert "a whole number from 1 to 100" in answer.text
    assert await options_of(simulator, lobby) == {}


async def test_whoever_is_not_the_host_may_read_the_rules_only(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].press(lobby, "House rules")
    assert "Bonus for going out" in answer.text
    assert answer.message.controls == ()


async def test_a_page_of_rules_acts_for_the_host_only(simulator):
    lobby, _ = await opened(simulator)
    made_up = f"t1:value:{number_of(lobby)}:1:0"
    answer = await simulator.members[1].press_stale(lobby, made_up, ["0"])
    assert "Only the host" in answer.text
    assert await options_of(simulator, lobby) == {}


async def test_an_old_page_of_rules_changes_nothing(simulator):
    ann, ben, *_ = simulator.members
    lobby, page = await opened(simulator)
    await ann.choose(page, "rule", ["Bonus for going out"])
    await ben.press(lobby, "Join")
    answer = await ann.choose(page, "value", ["100"])
    assert "The table has changed" in answer.text
    assert await options_of(simulator, lobby) == {}


async def test_rules_are_fixed_when_the_game_starts(simulator):
    ann = simulator.members[0]
    lobby, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    await ann.press(lobby, "fill")
    answer = await ann.press(page, "Standard rules")
    assert "has already started" in answer.text
    assert (await simulator.bot.database.tables.find(1)).options == {"out_bonus": 100}
    assert "-# House rules: Bonus for going out" in lobby.text


async def test_the_table_tells_its_house_rules(simulator):
    game = await start(simulator, simulator.members[:1], options={"out_bonus": 100})
    answer = await simulator.members[0].press(game.board, "More")
    assert "Bonus for going out: **100**" in answer.text


async def test_too_few_cards_for_the_players_is_a_sentence(simulator):
    ann = simulator.members[0]
    lobby, page = await opened(simulator, "ten-pennies")
    await ann.set_terms(lobby, seats="8")
    page = (await ann.press(lobby, "House rules")).message
    answer = await choose(ann, page, "Number of packs", "1")
    assert "aren't enough cards for 8 players" in answer.text


async def test_more_players_than_the_rules_have_cards_for_cannot_start(simulator):
    ann = simulator.members[0]
    lobby, page = await opened(simulator, "ten-pennies")
    await choose(ann, page, "Number of packs", "1")
    form = await ann.set_terms(lobby, seats="8")
    assert "aren't enough cards for 8 players" in form.text
    await ann.press_stale(lobby, "t1:seats:1:2", ["8"])  # The select of an earlier release.
    before = await simulator.bot.database.tables.find(number_of(lobby))
    answer = await ann.press(lobby, "fill")
    assert "aren't enough cards for 8 players" in answer.text
    assert await simulator.bot.database.tables.find(number_of(lobby)) == before
    assert simulator.threads() == ()


# ------------------------------------------------------------ kept sets


async def keep(person, page, name):
    form = await person.press(page, "Save these rules")
    return await person.submit(form, {"name": name})


async def test_the_name_of_a_set_is_words_and_no_markup(simulator):
    ann, *_ = simulator.members
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    told = (await keep(ann, page, "@everyone **x** <@1>")).text
    assert "x" in told
    assert not {"@everyone", "**x**", "<@1>"} & set(
        told.replace(ISOLATE, " ").replace(POP, " ").split()
    )


async def test_a_server_keeps_a_set_of_rules_for_the_next_table(simulator):
    ann, ben, *_ = simulator.members
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    assert (
        f"Saved for this server as “{escaped_name('Fridays')}”"
        in (await keep(ann, page, "Fridays")).text
    )
    lobby = await open_lobby(simulator, ben)
    other = (await ben.press(lobby, "House rules")).message
    await ben.choose(other, "preset", ["Fridays"])
    assert await options_of(simulator, lobby) == {"out_bonus": 100}


async def test_kept_sets_are_forgotten(simulator):
    ann = simulator.members[0]
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    await keep(ann, page, "Fridays")
    question = await ann.choose(page, "unkeep", ["Fridays"])
    assert "for everyone on this server" in question.text
    assert await names(simulator) == ["Fridays"]
    answer = await ann.press(question.message, "Yes, delete it")
    assert f"“{escaped_name('Fridays')}” is deleted" in answer.text
    assert not any(control.verb == "preset" for control in page.controls)


async def delete(person, page, name):
    """Delete a saved set, and confirm."""
    question = await person.choose(page, "unkeep", [name])
    return await person.press(question.message, "Yes, delete it")


async def test_a_set_is_replaced_and_deleted_by_its_creator_and_by_managers_only(simulator):
    ann, ben, cleo, _ = simulator.members
    simulator.promote(cleo)
    pages = {}
    for person, bonus in ((ann, "100"), (ben, "200"), (cleo, "300")):
        lobby = await open_lobby(simulator, person)
        pages[person] = (await person.press(lobby, "House rules")).message
        await choose(person, pages[person], "Bonus for going out", bonus)
    refused = "Only its creator, or someone who manages this server"
    assert "Saved" in (await keep(ann, pages[ann], "Fridays")).text
    assert refused in (await keep(ben, pages[ben], "Fridays")).text
    assert refused in (await delete(ben, pages[ben], "Fridays")).text
    assert await presets(simulator) == {"Fridays": {"out_bonus": 100}}
    assert "Saved" in (await keep(cleo, pages[cleo], "Fridays")).text
    assert await presets(simulator) == {"Fridays": {"out_bonus": 300}}
    assert "Saved" in (await keep(ann, pages[ann], "Fridays")).text
    assert await presets(simulator) == {"Fridays": {"out_bonus": 100}}
    assert "is deleted" in (await delete(cleo, pages[cleo], "Fridays")).text


async def test_only_managers_change_a_set_whose_creator_is_erased(simulator):
    ann = simulator.members[0]
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    await keep(ann, page, "Fridays")
    guilds, guild_id = simulator.bot.database.guilds, simulator.guild.id
    await ann.press((await ann.slash("privacy forget")).message, "forgetme")
    again = PresetAuthor(ann.id, manages=False)
    assert not await guilds.delete_preset(guild_id, HOUSE, "Fridays", again)
    assert await guilds.delete_preset(guild_id, HOUSE, "Fridays", ANYBODY)


async def two_pages(simulator):
    """Return two managers' pages, each with two saved sets, and the second manager's lobby."""
    ann, ben, *_ = simulator.members
    simulator.promote(ann)
    simulator.promote(ben)
    await kept(simulator, Short={"out_bonus": 100}, Bonus={"out_bonus": 200})
    _, anns = await opened(simulator)
    lobby = await open_lobby(simulator, ben)
    return anns, (await ben.press(lobby, "House rules")).message, lobby


async def kept(simulator, **sets):
    for name, options in sets.items():
        saved = await simulator.bot.database.guilds.save_preset(
            simulator.guild.id, HOUSE, name, options, ANYBODY
        )
        assert saved


async def presets(simulator):
    return await simulator.bot.database.guilds.presets(simulator.guild.id, HOUSE)


async def names(simulator):
    return list(await presets(simulator))


async def forgotten_twice(simulator, name):
    """Let two members delete one set while a third saves a set. Return the second member's page."""
    ann, ben, *_ = simulator.members
    anns, bens, _ = await two_pages(simulator)
    question = (await ben.choose(bens, "unkeep", [name])).message
    press = ben.pressing(question, "Yes, delete it")
    await delete(ann, anns, name)
    await kept(simulator, Long={"out_bonus": 300})
    await simulator.together(press)
    return bens


async def test_a_page_that_others_have_made_old_forgets_no_other_set_than_the_chosen_one(simulator):
    bens = await forgotten_twice(simulator, "Short")
    assert "That set has been deleted." in bens.text
    assert await names(simulator) == ["Bonus", "Long"]


async def test_a_page_that_others_have_made_old_plays_by_no_other_set_than_the_chosen_one(
    simulator,
):
    ann, ben, *_ = simulator.members
    anns, bens, lobby = await two_pages(simulator)
    gone, there = (ben.choosing(bens, "preset", [name]) for name in ("Short", "Bonus"))
    await delete(ann, anns, "Short")
    await simulator.together(gone)
    assert "That set has been deleted." in bens.text
    assert await options_of(simulator, lobby) == {}
    await simulator.together(there)
    assert await options_of(simulator, lobby) == {"out_bonus": 200}


async def test_the_newest_set_is_not_taken_for_one_that_was_kept_in_its_place(simulator):
    await forgotten_twice(simulator, "Bonus")
    assert await names(simulator) == ["Short", "Long"]


@pytest.mark.parametrize("verb", ["preset", "unkeep"])
async def test_a_choice_by_its_place_as_on_older_pages_changes_nothing(simulator, verb):
    _, bens, lobby = await two_pages(simulator)
    await simulator.members[1].press_stale(bens, f"t1:{verb}:{number_of(lobby)}:1", ["0"])
    assert "That set has been deleted." in bens.text
    assert await names(simulator) == ["Short", "Bonus"]
    assert await options_of(simulator, lobby) == {}


async def test_a_set_needs_a_name(simulator):
    ann = simulator.members[0]
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    assert "Give the set of rules a name" in (await keep(ann, page, "   ")).text


async def test_a_server_keeps_so_many_sets_and_no_more(simulator):
    ann = simulator.members[0]
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    simulator.promote(ann)
    await kept(simulator, **{f"Set {number}": {} for number in range(MAX_PRESETS)})
    assert f"already has {MAX_PRESETS} sets" in (await keep(ann, page, "One more")).text
    assert "Saved for" in (await keep(ann, page, "Set 3")).text


async def test_kept_sets_belong_to_one_game(simulator):
    ann = simulator.members[0]
    _, page = await opened(simulator)
    await choose(ann, page, "Bonus for going out", "100")
    await keep(ann, page, "Fridays")
    _, other = await opened(simulator, "ponytail-canasta")
    assert not any(control.verb == "preset" for control in other.controls)


async def test_a_shorter_length_is_no_changed_rule_anywhere(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, length="4")
    page = (await ann.press(lobby, "House rules")).message
    assert " · standard rules" in lobby.text
    assert "Last round:** 4 (the length of this game)" in page.text
    assert "✎ **" not in page.text
    game = await start(simulator, [ann], options={"max_rounds": 4})
    told = (await ann.press(game.board, "Rules")).text
    assert "**This game ends after 4 rounds.**" in told
    assert "This table has house rules" not in told
    assert "Last round" not in (await ann.press(game.board, "More")).text


async def test_a_closed_set_up_page_answers_that_the_game_has_started(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    presses = [ann.pressing(page, name) for name in ("Cancel this table", "Add computer player")]
    await ann.press(lobby, "Fill and start")
    for press in presses:
        (answer,) = await simulator.together(press)
        assert "This game has already started." in answer.text
