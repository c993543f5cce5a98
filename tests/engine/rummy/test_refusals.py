"""Tests of every reason to refuse a move in contract rummy: its rule, its facts and its fix."""

from typing import Any

import pytest

import engine
from engine.model.moves import Add, Meld
from engine.model.refusals import Code
from tests.engine.positions import at
from tests.engine.rulebook import known_ids, rule
from tests.engine.rummy.positions import LETTER, ONLINE
from tests.engine.rummy.refused_moves import DOWN, PLAY, ROWS
from tests.support.each import each


def refused(game: str, keys: dict[str, Any], seat: int, move: str) -> engine.Refused:
    found = engine.check(at(game, 2, **keys), seat, move)
    assert found is not None
    return found


@each(ROWS)
def test_each_reason_has_its_move(
    code: Code, game: str, keys: dict[str, Any], seat: int, move: str
) -> None:
    found = refused(game, keys, seat, move)
    assert found.code == code
    assert found.rule == engine.GAMES[game].rule_ids[code]


@each(ROWS)
def test_the_move_that_a_refusal_names_instead_is_legal(
    code: Code, game: str, keys: dict[str, Any], seat: int, move: str
) -> None:
    table, found = at(game, 2, **keys), refused(game, keys, seat, move)
    has_a_say = seat in [decision.seat for decision in engine.pending(table)]
    unread = isinstance(found, engine.SyntaxRefused | engine.Ambiguous)
    assert (found.fix is not None) == (has_a_say and not unread)
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
    for move in (Meld(()), Add(1, b"")):
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
