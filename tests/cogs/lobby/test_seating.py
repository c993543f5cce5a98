"""Tests of the host's page of seats: sides are drawn; players are moved, replaced and balanced."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from cogs.game.computer_players import NAMED
from cogs.lobby.even_sides import balance, partitions, skill
from cogs.lobby.seating import seating_page
from cogs.ui.texts import without_markdown
from data.models.outcome import GameOutcome
from data.models.tables import Player, SeatRow
from engine.players import LEVELS, TASTES
from render.text.catalogue import LANGUAGES, Catalogue, use_language
from render.widgets.computer_faces import face_number as number_of_face
from tests.cogs.support.finished_games import end
from tests.cogs.support.play import number_of, open_lobby
from tests.cogs.support.positions import row, wrong_with
from tests.simulator.messages import texts_in, walk

PAIRS = ((0, 2), (1, 3))
BASIL = Player("computer", None, "Basil", "normal")


async def names(simulator, lobby):
    table = await simulator.bot.database.tables.find(number_of(lobby))
    return [seat.player and seat.player.name for seat in table.seats]


async def seated(simulator, *people, game="house-canasta"):
    """Return a lobby with these people, and its host's page of seats."""
    host, *guests = people
    lobby = await open_lobby(simulator, host, game)
    for guest in guests:
        await guest.press(lobby, "Join")
    return lobby, (await host.press(lobby, "Arrange seats")).message


async def test_sides_are_drawn_with_the_marks_and_names_of_the_pictures(simulator):
    lobby, _ = await seated(simulator, *simulator.members[:2])
    lines = lobby.text.splitlines()
    assert any(line.startswith("🟠 **Heads**") and "Ann" in line for line in lines)
    assert any(line.startswith("🟦 **Tails**") and "Ben" in line for line in lines)


async def test_only_the_host_opens_the_page_of_seats(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].press_stale(lobby, f"t1:seating:{number_of(lobby)}:1")
    assert "Only the host" in answer.text


async def test_a_pair_is_chosen_by_letting_two_seats_change_places(simulator):
    ann, ben, *_ = simulator.members
    lobby, page = await seated(simulator, ann, ben)
    await ann.choose(page, "seat", ["1"])
    await ann.choose(page, "swap", ["2"])
    assert await names(simulator, lobby) == ["Ann", None, "Ben", None]
    heads = next(line for line in lobby.text.splitlines() if "Heads" in line)
    assert "Ann" in heads
    assert "Ben" in heads


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
async def test_a_computer_player_of_any_level_sits_on_any_seat(simulator, level):
    ann = simulator.members[0]
    lobby, page = await seated(simulator, ann)
    await ann.choose(page, "seat", ["3"])
    await ann.choose(page, "level", [level])
    table = await simulator.bot.database.tables.find(number_of(lobby))
    assert table.seats[3].player.level == level
    assert f"({level})" in lobby.text


@pytest.mark.parametrize("taste", TASTES)
async def test_the_host_chooses_how_a_computer_player_likes_to_play(simulator, taste):
    ann = simulator.members[0]
    lobby, page = await seated(simulator, ann)
    await ann.choose(page, "seat", ["3"])
    await ann.choose(page, "level", ["hard"])
    await ann.choose(page, "taste", [taste])
    table = await simulator.bot.database.tables.find(number_of(lobby))
    driver = table.seats[3].player
    assert driver.level == f"hard-{taste}"
    assert f"{driver.name} 🤖 (hard, {taste})" in without_markdown(lobby.text)
    assert number_of_face(driver.name) + 1 in NAMED[taste]
    await ann.choose(page, "level", ["easy"])
    table = await simulator.bot.database.tables.find(number_of(lobby))
    assert table.seats[3].player.level == f"easy-{taste}"


async def test_a_member_or_an_open_seat_has_no_taste_to_choose(simulator):
    ann = simulator.members[0]
    lobby, page = await seated(simulator, ann)
    table = await simulator.bot.database.tables.find(number_of(lobby))
    for seat in (0, 3):
        made_up = f"t1:taste:{number_of(lobby)}:{table.revision}:{seat}"
        answer = await ann.press_stale(page, made_up, ["1"])
        assert answer.text
    after = await simulator.bot.database.tables.find(number_of(lobby))
    assert after.seats == table.seats


async def test_the_level_of_a_computer_player_is_changed_in_place(simulator):
    ann = simulator.members[0]
    lobby, page = await seated(simulator, ann)
    await ann.choose(page, "seat", ["2"])
    await ann.choose(page, "level", ["easy"])
    await ann.choose(page, "level", ["hard"])
    assert await names(simulator, lobby) == ["Ann", None, "Juniper", None]


async def test_the_host_frees_a_seat(simulator):
    ann, ben, *_ = simulator.members
    lobby, page = await seated(simulator, ann, ben)
    await ann.choose(page, "seat", ["1"])
    await ann.press(page, "Free this seat")
    assert await names(simulator, lobby) == ["Ann", None, None, None]


async def test_a_computer_player_never_takes_the_seat_of_a_member(simulator):
    ann, ben, *_ = simulator.members
    lobby, page = await seated(simulator, ann, ben)
    revision = (await simulator.bot.database.tables.find(number_of(lobby))).revision
    custom_id = f"t1:level:{number_of(lobby)}:{revision}:1"
    answer = await ann.press_stale(page, custom_id, ["0"])
    assert "Look again" in answer.text
    assert await names(simulator, lobby) == ["Ann", "Ben", None, None]


async def test_an_old_page_of_seats_changes_nothing_and_shows_the_newest(simulator):
    ann, ben, *_ = simulator.members
    lobby, page = await seated(simulator, ann)
    await ann.choose(page, "seat", ["0"])
    await ben.press(lobby, "Join")
    answer = await ann.choose(page, "swap", ["1"])
    assert "The table has changed" in answer.text
    assert "Ben" in answer.text
    assert await names(simulator, lobby) == ["Ann", "Ben", None, None]


@pytest.mark.parametrize("custom_id", ["swap:{}:{}:9", "free:{}:{}:9", "free:{}:{}", "level:{}:{}"])
async def test_a_made_up_seat_is_refused(simulator, custom_id):
    ann = simulator.members[0]
    lobby, page = await seated(simulator, ann)
    table = await simulator.bot.database.tables.find(number_of(lobby))
    values = None if custom_id.startswith("free") else ["0"]
    made_up = "t1:" + custom_id.format(table.id, table.revision)
    answer = await ann.press_stale(page, made_up, values)
    assert "Look again" in answer.text
    assert await names(simulator, lobby) == ["Ann", None, None, None]


async def test_shuffling_keeps_everybody_and_changes_the_order(simulator):
    lobby, page = await seated(simulator, *simulator.members)
    before = await names(simulator, lobby)
    for _ in range(3):
        await simulator.members[0].press(page, "Shuffle the seats")
    after = await names(simulator, lobby)
    assert sorted(after) == sorted(before)
    assert after != before


async def test_where_everybody_plays_alone_there_is_nothing_to_balance(simulator):
    _, page = await seated(simulator, simulator.members[0], game="ten-pennies")
    assert "Balance by rating" not in page.labels


async def test_the_best_and_the_weakest_are_paired_by_their_ratings_here(simulator):
    lobby, page = await seated(simulator, *simulator.members)
    await rate(simulator)
    await simulator.members[0].press(page, "Balance by rating")
    after = await names(simulator, lobby)
    pairs = [{after[0], after[2]}, {after[1], after[3]}]
    assert {"Ann", "Dan"} in pairs


async def rate(simulator):
    """Save a finished game in which Ann came first and Dan last."""
    store = simulator.bot.database
    lobby = await store.lobbies.create(
        guild_id=simulator.guild.id, channel_id=1, host_id=1, game="house-canasta", rules_version=1,
        options={}, seat_count=4, pace="none", seed=bytes(32),
    )  # fmt: skip
    for person in simulator.members:
        await store.lobbies.seat_player(lobby.id, Player("member", person.id, person.name.title()))
    await store.lobbies.start(lobby.id, mix=lambda row, _presses: row.lobby_seed, deadline=None)
    outcome = GameOutcome(((0,), (1,), (2,), (3,)), (1, 2, 3, 4), (9, 8, 7, 6), "target")
    await end(simulator, lobby.id, outcome)


def test_the_most_even_pairs_are_found():
    order = balance(PAIRS, [40.0, 10.0, 30.0, 20.0])
    assert {frozenset(order[seat] for seat in side) for side in PAIRS} == {
        frozenset({0, 1}),
        frozenset({2, 3}),
    }


def test_every_way_to_make_pairs_is_tried_once():
    found = [frozenset(map(frozenset, groups)) for groups in partitions(tuple(range(8)), 2)]
    assert len(found) == len(set(found)) == 105


def test_two_teams_of_three_are_balanced_too():
    skills = [30.0, 29.0, 28.0, 20.0, 21.0, 22.0]
    order = balance(((0, 2, 4), (1, 3, 5)), skills)
    one, other = (sum(skills[order[seat]] for seat in side) for side in ((0, 2, 4), (1, 3, 5)))
    best = min(abs(150 - 2 * sum(chosen)) for chosen in combinations(skills, 3))
    assert abs(one - other) == best


def test_a_hard_computer_player_counts_for_more_than_an_easy_one():
    easy, normal, hard = (
        skill(Player("computer", None, "Dill", level), None) for level in ("easy", "normal", "hard")
    )
    assert easy < normal < hard


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_the_page_of_seats_fits_with_the_longest_names(seats):
    lobby = row(seats, "ponytail-canasta")
    assert wrong_with(seating_page(lobby, 0, "n" * 200)) == []


def page_of_seat(language, driver, game="house-canasta", seats=4):
    """Return the page of seats, with the first seat of that driver selected."""
    others = (SeatRow(seat, None) for seat in range(1, seats))
    with use_language(language):
        page = seating_page(replace(row(seats, game), seats=(SeatRow(0, driver), *others)), 0)
    return page.to_components()


def told_on(page):
    """Return the page's text about the levels and tastes."""
    options = [one for part in walk(page) for one in part.get("options", ())]
    return [option["description"] for option in options if option.get("description")]


@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("driver", [None, BASIL])
def test_what_is_told_of_levels_and_tastes_is_not_cut(driver, language, game):
    told = told_on(page_of_seat(language, driver, game))
    assert len(told) >= len(LEVELS)
    assert not [words for words in told if words.endswith("…")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_where_no_pile_is_taken_and_nothing_searched_computer_players_are_said_to_do_neither(
    game, language
):
    told = told_on(page_of_seat(language, BASIL, game))
    canasta = told_on(page_of_seat(language, BASIL))
    assert len(told) == len(canasta)
    assert not [words for words in told if re.search(r"\b([Pp]ile|Stapel)s?\b", words)]
    assert {words for words in told if words in canasta} == {told[len(LEVELS)]}  # No taste.


@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
def test_what_is_told_of_a_level_fits_whatever_its_player_is_called(game):
    told = told_on(page_of_seat("en", None, game))
    assert not [words for words in told if re.search(r"\b(her|his|she|he)\b", words)]


TOLD = {
    "piled": "pile", "opening": "open", "spent_wild": "wild", "kept": "keeps", "safety": "safe",
    "nearly_out": "go out", "pair_kept": "pairs", "wild_worth": "wild", "eager": "Ends",
    "needless": "count",
}  # fmt: skip
TOLD_OF_RUMMY = {
    "saved": "pennies", "any_cards": "buys", "gift": "discarding", "triple_kept": "three",
    "point_early": "count",
}  # fmt: skip


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
def test_what_is_told_of_a_taste_is_what_it_does(game, taste):
    words, steps = [(TOLD, TASTES[taste][0]), (TOLD_OF_RUMMY, TASTES[taste][1])][
        game == "ten-pennies"
    ]
    told = told_on(page_of_seat("en", BASIL, game))[len(LEVELS) + 1 + list(TASTES).index(taste)]
    assert not [word for step, word in words.items() if step in steps and word not in told]
    assert "ompletes" not in told  # No taste has one.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game, seats, is_told",
    [("house-canasta", 4, True), ("house-canasta", 2, False), ("ten-pennies", 4, False)],
)
def test_partners_share_a_line_where_there_are_partners(game, seats, is_told, language):
    page = page_of_seat(language, None, game, seats)
    explained = Catalogue.load(language).words("seating.partners")
    assert (explained in "".join(texts_in(page))) is is_told


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_that_a_computer_player_has_is_marked(level):
    page = page_of_seat("en", replace(BASIL, level=f"{level}-bold"))
    marked = [o["label"] for part in walk(page) for o in part.get("options", ()) if o["default"]]
    assert marked[-2:] == [level, "bold"]
