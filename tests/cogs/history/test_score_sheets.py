"""Tests of score sheets and the end of a game: points, payments, winnings and debts."""

import re
from dataclasses import replace

import pytest

from cogs.game.state import TableState
from cogs.narration.summary import story_lines
from cogs.table.scores import (
    final_score_layout,
    final_standing,
    item_key,
    item_name,
    purse_words,
    round_score_layout,
    score_sheets,
)
from data.models.tables import Player, SeatRow
from render.pictures import podium as steps
from render.pictures import podium_words, score_panel, score_sheet
from render.text.catalogue import LANGUAGES, Catalogue, use_language
from tests.cogs.support.finished_games import final_message, play
from tests.cogs.support.positions import PICTURE, live
from tests.simulator.messages import texts_in

PENNIES = re.compile(r"· ([+−]?\d+) penn(?:y|ies) \((\d+) of 10 left(?:, (\d+) owed)?")
BOWL = re.compile(r"The bowl of (\d+) pennies goes to")
FROM_BOWL = re.compile(r"(\d+) from the bowl")


def whole(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.pictures
@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
async def test_the_end_of_a_game_for_pennies_says_who_takes_the_bowl_and_what_each_has(
    simulator, game
):
    told = await final_message(simulator, simulator.members[:3], game=game)
    lines = [line for line in told.text.splitlines() if line.startswith("**") and "left" in line]
    found = [PENNIES.search(line) for line in lines]
    balances = [whole(one[1]) for one in found if one]
    (bowl,) = map(int, BOWL.findall(told.text))
    won = [int(one) for one in FROM_BOWL.findall(told.text)]
    assert len(balances) == 3
    assert sum(balances) == 0
    assert sum(won) == bowl > 0
    for one, line in zip(found, lines, strict=True):
        assert one
        left, owed, brought = int(one[2]), int(one[3] or 0), sum(map(int, FROM_BOWL.findall(line)))
        assert whole(one[1]) == left + brought - owed - 10
    (alt,) = told.alts
    assert BOWL.findall(alt) == [str(bowl)]
    assert all(f"pennies {one[1]}, {one[2]} left" in alt for one in found if one)


async def test_whoever_owes_is_told_how_much_and_a_canasta_has_no_bowl(simulator):
    live = await play(simulator, simulator.members[:2], game="ten-pennies")
    final = final_standing(live)
    assert final.bowl == live.view(None).bowl
    assert all(place.purse for place in final.places)
    owing = {place.side for place in final.places if "owed" in purse_words(place.purse)}
    assert owing == {seat.seat for seat in live.view(None).seats if seat.purse < 0}
    canasta = final_standing(await play(simulator, simulator.members[:2]))
    assert (canasta.bowl, [place.purse for place in canasta.places]) == (None, [None, None])
    assert "bowl" not in steps.alt_text(canasta)


async def test_a_sheet_says_that_pennies_are_paid_and_leaves_them_out_of_the_sum(simulator):
    live = await play(simulator, simulator.members[:2], game="ten-pennies")
    sheet = next(one for one in score_sheets(live) if sum(side.total for side in one.sides))
    caught = next(side for side in sheet.sides if side.total)
    words = "\n".join(texts_in(round_score_layout(sheet, PICTURE, live, ()).to_components()))
    paid = f"pays {caught.items['paid']} penn"
    assert f"+{caught.total} this round (Caught cards +{caught.total}) · total" in words
    assert paid in words
    assert paid in score_sheet.alt_text(sheet)
    figures = {one.label: one.figure for one in score_panel.items_of(caught)}
    assert figures == {
        "Caught cards": f"+{caught.total}",
        "Pays pennies": f"−{caught.items['paid']}",
    }


async def test_where_few_points_win_a_best_moment_is_what_left_the_hand(simulator):
    live = await play(simulator, simulator.members[:2], game="ten-pennies")
    told = [line for one in score_sheets(live) for line in story_lines(live, one.round)]
    best = [line for line in told if "best moment" in line]
    assert best
    assert all(re.search(r"turn \d+, \d+ fewer points in hand", line) for line in best)
    canasta = await play(simulator, simulator.members[:2])
    assert any("best moment: turn" in line and ", +" in line for line in story_lines(canasta, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pennies_are_pennies_in_every_word(language):
    texts = Catalogue.load(language).texts
    assert not [key for key, text in texts.items() if re.search(r"\bchips?\b", text, re.IGNORECASE)]


@pytest.mark.parametrize(
    "game, language, wanted",
    [
        ("house-canasta", "en", "Exact grab"),
        ("house-canasta", "de", "Genauer Griff"),
        ("ponytail-canasta", "en", "Exact cut"),
        ("ponytail-canasta", "de", "Abheben"),
    ],
)
def test_the_bonus_of_the_deal_is_called_by_what_is_done_for_it(game, language, wanted):
    at = live({"game": game})
    with use_language(language):
        assert item_name(item_key(at, "grab")) == wanted
    assert item_key(at, "grab") in score_panel.ITEMS


def renamed(table: TableState, *names: str) -> TableState:
    """Return the same game with other members' names."""
    seats = (SeatRow(seat, Player("member", seat + 1, name)) for seat, name in enumerate(names))
    return TableState(replace(table.row, seats=tuple(seats)), table.game)


async def test_a_shortened_game_shows_its_last_round_on_sheets_and_no_target(simulator):
    live = await play(simulator, simulator.members[:2], options={"max_rounds": 2})
    sheets = score_sheets(live)
    assert [score_sheet.target_text(one) for one in sheets] == ["round 1 of 2", "round 2 of 2"]
    assert podium_words.about(final_standing(live)) == "two rounds"


async def test_a_name_that_cannot_be_drawn_is_its_seat_on_sheets_and_at_the_end(simulator):
    played = await play(simulator, simulator.members[:4], options={"max_rounds": 1})
    table = renamed(played, "Ann", "Ben", "\N{CARROT}", "\N{BENGALI LETTER KA}")
    final, sheet = final_standing(table), score_sheets(table)[-1]
    for sides in (sheet.sides, sorted(final.places, key=lambda place: place.side)):
        assert [side.members for side in sides] == [("Ann", "Seat 3"), ("Ben", "Seat 4")]
    assert "Ann & Seat 3" in steps.alt_text(final)


async def test_a_forgotten_member_is_a_player_on_sheets_and_at_the_end(simulator):
    played = await play(simulator, simulator.members[:2], options={"max_rounds": 1})
    ann, ben = played.row.seats
    gone = replace(ann, player=Player("member", None, ""))
    table = TableState(replace(played.row, seats=(gone, ben)), played.game)
    assert {side.members for side in score_sheets(table)[0].sides} == {("a player",), ("ben",)}
    assert {place.members for place in final_standing(table).places} == {("a player",), ("ben",)}


async def test_a_computer_player_is_known_by_its_place_among_the_members(simulator):
    played = await play(simulator, simulator.members[:2], options={"max_rounds": 1})
    ann, ben = played.row.seats
    machine = replace(ann, player=Player("computer", None, "Dill"))
    table = TableState(replace(played.row, seats=(machine, ben)), played.game)
    by_name = {place.members[0]: place.computers for place in final_standing(table).places}
    assert by_name == {"Dill": {0}, "ben": frozenset()}


async def test_a_sheet_has_the_canastas_of_its_round_and_the_end_the_rounds_won(simulator):
    live = await play(simulator, simulator.members[:2], options={"max_rounds": 3})
    sheets, final = score_sheets(live), final_standing(live)
    assert [len(sheet.history) for sheet in sheets] == [1, 2, 3]
    for sheet in sheets:
        for side in sheet.sides:
            assert bool(side.canastas) == bool(side.items.get("canastas"))
    won = [sheet.ranked[0].side for sheet in sheets if sheet.ahead]
    assert {place.side: place.rounds_won for place in final.places} == {
        side: won.count(side) for side in (0, 1)
    }
    assert score_sheets(live, after=2) == sheets[2:]
    assert score_sheets(live, after=3) == []


async def test_the_poster_says_where_and_when_the_game_was_played(simulator):
    told = await final_message(simulator, simulator.members[:2], options={"max_rounds": 1})
    (alt,) = told.alts
    assert alt.endswith(f"{simulator.guild.name}, 1 January 2026.")
    assert alt.startswith("Final of House Canasta, one round.")


async def test_of_three_players_the_sheet_explains_sharing_and_names_no_turning_point(simulator):
    live = await play(simulator, simulator.members[:3])
    sheets = [
        sheet for sheet in score_sheets(live) if any("split" in side.items for side in sheet.sides)
    ]
    assert sheets
    for sheet in sheets:
        story = story_lines(live, sheet.round)
        words = "\n".join(texts_in(round_score_layout(sheet, PICTURE, live, story).to_components()))
        assert "were partners: each gets half of their points (“Shared out”)." in words
        assert "took the lead for good" not in words
        assert "led from start to finish" not in words


async def test_the_end_names_the_digest_of_the_moves_and_the_fingerprint_of_the_lobby(simulator):
    live = await play(simulator, simulator.members[:2])
    told = "\n".join(texts_in(final_score_layout(live, PICTURE).to_components()))
    assert "Digest of all moves and scores: `" in told
    assert f"(fingerprint of the shuffle: `{live.row.commitment[:8]}`)" in told
