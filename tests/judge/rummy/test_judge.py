"""The engine and the second judge of the contract rummies give the same answers."""

from random import Random

import pytest

import engine
from tests.judge.asking import Asking
from tests.judge.rummy import (
    board as rummy_board,
)
from tests.judge.rummy import round_end as rummy_settle
from tests.judge.rummy import (
    sets as rummy_sets,
)
from tests.judge.rummy import (
    stock as rummy_stock,
)
from tests.judge.rummy import variants as rummy_sheet
from tests.judge.rummy.facts import facts
from tests.judge.rummy.variants import FACES, JOKER

GAMES = ("ten-pennies", "ten-pennies-online")
TABLES = [(game, seats) for game in GAMES for seats in engine.GAMES[game].seats]


def asked_about_rounds(game: str, seats: int, rounds: int) -> Asking:
    asking, random = Asking(game), Random(f"rounds:{game}:{seats}")
    for _ in range(rounds):
        asking.round(seats, random)
    return asking


def asked_about_positions(game: str, seats: int, positions: int) -> Asking:
    asking, random = Asking(game), Random(f"positions:{game}:{seats}")
    for _ in range(positions):
        asking.questions.takes(asking, seats, random)
    return asking


@pytest.mark.parametrize("game,seats", TABLES)
def test_the_judges_agree_about_rounds_of_computer_players(game: str, seats: int) -> None:
    tally = asked_about_rounds(game, seats, 1).tally
    assert tally.asked["rounds"] == 1
    assert not tally.differences, "\n".join(map(str, tally.differences))


@pytest.mark.parametrize("game,seats", TABLES)
def test_the_judges_agree_about_short_stocks_and_poor_seats(game: str, seats: int) -> None:
    tally = asked_about_positions(game, seats, 6).tally
    assert tally.asked["moves made"] > 10
    assert not tally.differences, "\n".join(map(str, tally.differences))


@pytest.mark.parametrize("game,seats", TABLES)
@pytest.mark.parametrize("house_rule", [False, True])
def test_a_game_begins_as_the_judge_expects(game: str, seats: int, *, house_rule: bool) -> None:
    options = {"ten-pennies": {"decks_override": 5}, "ten-pennies-online": {"decks_per_pair": 1}}
    table = engine.deal(game, seats, bytes(32), options[game] if house_rule else {})
    position = engine.position(table)
    begun, decks = facts(position), rummy_sheet.sheet(position).decks
    assert begun["pack"] == sorted(decks * [*FACES, JOKER])
    assert [len(hand) for hand in begun["hands"]] == [11] * seats
    assert (len(begun["pile"]), begun["pennies"], begun["bowl"]) == (1, [10] * seats, 0)
    assert begun["turn"] == (begun["dealer"] + 1) % seats
    assert begun["offered"]


@pytest.mark.parametrize(
    "place,wrong",
    [
        (rummy_sheet, ("_CAPS", (0, 0, 0, 1, 1, 1, 2))),
        (rummy_sheet, ("_CONTRACTS", ((1, 3),) * 7)),
        (rummy_sheet, ("_ALL_WILDS", frozenset({"2", JOKER}))),
        (rummy_settle, ("DEALT", 10)),
        (rummy_sets, ("_duplicates", lambda laid: len(laid) > 9)),
        (rummy_sets, ("_base", lambda *_: "A")),
        (rummy_stock, ("BOUGHT_WITH", 3)),
        (rummy_board, ("LIMIT_OF_TURNS", 99)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_wrong_rule_is_found_out(
    place: object, wrong: tuple[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, *wrong)
    asked, random = [Asking(game) for game in GAMES], Random(0)
    for asking in 200 * asked:
        asking.questions.takes(asking, 3, random)
        if asking.tally.differences:
            return
    pytest.fail("nobody noticed")
