"""Every reason contract rummy refuses a move for: its rule, its facts and a way out."""

from typing import Any

import pytest

import engine
from engine.refusals import Code
from tests.engine.board import at
from tests.engine.rulebook import known_ids, rule
from tests.engine.rummy.setting import LETTER, ONLINE

Case = tuple[str, dict[str, Any], int, str]
PLAY: dict[str, Any] = {"phase": "play", "hands": ["3S 3H 4C 4D KS 2S 2H Jo Jo", "4C 5D"]}
DOWN = PLAY | {"down": [True, True], "melds": [{"owner": 1, "cards": "KH KD KC"}]}
OVER = {"phase": "over", "round": 7}
BUYS = {"options": {"turn_player_buys": True}}

CASES: dict[Code, list[Case]] = {
    Code.SYNTAX: [(LETTER, {}, 0, "juggle"), (ONLINE, {}, 0, "discard")],
    Code.AMBIGUOUS: [(LETTER, PLAY, 0, "discard 3"), (ONLINE, PLAY, 0, "discard 4")],
    Code.GAME_OVER: [(LETTER, OVER, 0, "draw"), (ONLINE, OVER, 0, "draw")],
    Code.NOT_YOUR_TURN: [(LETTER, {}, 1, "take"), (ONLINE, PLAY, 1, "discard 4C")],
    Code.WRONG_PHASE: [
        (LETTER, {}, 0, "discard 4C"),
        (ONLINE, PLAY, 0, "draw"),
        (LETTER, {"phase": "offer"}, 1, "draw"),
    ],
    Code.NOT_IN_THIS_GAME: [
        (LETTER, {}, 0, "take KS KD"),
        (ONLINE, {}, 0, "foot"),
        (LETTER, PLAY, 0, "yes"),
        (ONLINE, {"phase": "offer"}, 1, "no"),
    ],
    Code.NOT_IN_HAND: [(LETTER, PLAY, 0, "discard QS"), (ONLINE, DOWN, 0, "add 1: QS")],
    Code.NO_SUCH_MELD: [(LETTER, DOWN, 0, "add 2: KS"), (ONLINE, DOWN, 0, "add 9: KS")],
    Code.NOT_ON_OFFER: [
        (LETTER, {"offered": False}, 0, "take"),
        (ONLINE, {"offered": False}, 0, "buy"),
        (ONLINE, {"pile": ""}, 0, "pass"),
    ],
    Code.ANSWER_FIRST: [(LETTER, {}, 0, "draw")],
    Code.NOT_ASKED: [
        (LETTER, {"phase": "offer"}, 0, "buy"),
        (ONLINE, {"phase": "offer"}, 0, "buy"),
    ],
    Code.TAKE_INSTEAD: [(LETTER, {}, 0, "buy")],
    Code.BUY_INSTEAD: [(LETTER, BUYS, 0, "take"), (ONLINE, {}, 0, "take")],
    Code.NO_PENNY: [
        (LETTER, {"phase": "offer", "pennies": [1, 0]}, 1, "buy"),
        (ONLINE, {"pennies": [0, 1]}, 0, "buy"),
    ],
    Code.TOO_FEW_TO_BUY: [
        (LETTER, {"phase": "offer", "stock": "3S"}, 1, "buy"),
        (ONLINE, {"stock": "3S"}, 0, "buy"),
    ],
    Code.SET_TOO_SMALL: [(LETTER, DOWN, 0, "meld 3S 3H"), (ONLINE, PLAY, 0, "meld 3S 3H")],
    Code.SET_MIXED: [(LETTER, DOWN, 0, "meld 3S 3H 4C"), (ONLINE, DOWN, 0, "meld 3S 3H 2S")],
    Code.SET_ALL_JOKERS: [
        (ONLINE, {"phase": "play", "hands": ["Jo Jo Jo 3S", ""]}, 0, "meld Jo Jo Jo")
    ],
    Code.SET_DUPLICATE: [
        (ONLINE, {"phase": "play", "hands": ["3S 3S 3H", ""]}, 0, "meld 3S 3S 3H")
    ],
    Code.SET_TOO_WILD: [
        (LETTER, DOWN, 0, "meld KS 2S 2H"),
        (ONLINE, DOWN, 0, "add 1: Jo Jo"),
    ],
    Code.FIRST_DOWN_TOO_WILD: [
        (LETTER, PLAY, 0, "meld KS 2S 2H / 3S 3H 4C"),
        (ONLINE, PLAY, 0, "meld KS Jo Jo"),
    ],
    Code.CONTRACT_UNMET: [
        (LETTER, PLAY, 0, "meld 3S 3H 2S"),
        (ONLINE, PLAY, 0, "meld 3S 3H Jo"),
    ],
    Code.NOT_DOWN: [
        (game, DOWN | {"down": [False, True]}, 0, "add 1: KS") for game in (LETTER, ONLINE)
    ],
    Code.DOES_NOT_FIT: [(LETTER, DOWN, 0, "add 1: 4C"), (ONLINE, DOWN, 0, "add 1: 4C")],
    Code.JUST_TAKEN: [
        (game, PLAY | {"taken": "KS", "offered": False}, 0, "discard KS")
        for game in (LETTER, ONLINE)
    ],
}
ROWS = [(code, *case) for code, cases in CASES.items() for case in cases]


def refused(game: str, keys: dict[str, Any], seat: int, move: str) -> engine.Refused:
    found = engine.check(at(game, 2, **keys), seat, move)
    assert found is not None
    return found


@pytest.mark.parametrize("code,game,keys,seat,move", ROWS)
def test_each_reason_has_its_move(
    code: Code, game: str, keys: dict[str, Any], seat: int, move: str
) -> None:
    found = refused(game, keys, seat, move)
    assert found.code == code
    assert found.rule == engine.GAMES[game].rule_ids[code]


@pytest.mark.parametrize("code,game,keys,seat,move", ROWS)
def test_the_way_out_of_a_refusal_is_legal(
    code: Code, game: str, keys: dict[str, Any], seat: int, move: str
) -> None:
    table, found = at(game, 2, **keys), refused(game, keys, seat, move)
    has_a_say = seat in [decision.seat for decision in engine.pending(table)]
    assert (found.fix is not None) == (has_a_say and code not in (Code.SYNTAX, Code.AMBIGUOUS))
    assert found.fix is None or found.fix in engine.legal(table, seat)


@pytest.mark.parametrize("game", [LETTER, ONLINE])
def test_no_reason_is_without_an_example(game: str) -> None:
    shown = {code for code, example, *_ in ROWS if example == game}
    assert shown == set(engine.GAMES[game].rule_ids) - {Code.NOTHING_NAMED}


@pytest.mark.parametrize("game", [LETTER, ONLINE])
def test_refusals_cite_rules_that_exist(game: str) -> None:
    assert set(engine.GAMES[game].rule_ids.values()) <= known_ids()


@pytest.mark.parametrize("game", [LETTER, ONLINE])
def test_laying_nothing_is_refused(game: str) -> None:
    table = at(game, 2, **DOWN)
    for move in (engine.moves.Meld(()), engine.moves.Add(1, b"")):
        found = engine.check(table, 0, move)
        assert found
        assert found.code == Code.NOTHING_NAMED


@rule("TPW-Q12")
def test_a_refusal_says_what_the_round_asks_for() -> None:
    found = refused(LETTER, PLAY, 0, "meld 3S 3H 2S")
    assert found.facts == {"have": 1, "sets": 2, "size": 3}


def test_a_refused_first_down_is_answered_with_one_that_is_legal() -> None:
    found = refused(
        LETTER, PLAY | {"round": 2} | {"hands": ["KS KH KD 2S 4C 4D", "5D"]}, 0, "meld KS KH KD"
    )
    assert found.fix == engine.read("meld KS KH KD 2S", at(LETTER, 2))
