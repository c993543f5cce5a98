"""Tests that hint, proposed turn, order of discards and plans never contradict each other."""

from random import Random

import pytest

import engine
from engine.advice.choices import discards, suggestions, takes
from engine.advice.judgement import advised_first, judge, throws_wild
from engine.advice.rank_groups import wilds_of
from engine.advice.turn_plan import Plan, PlanStep, PlanStopped, following
from engine.model.cards import RANK
from engine.model.moves import Add, Discard, Meld, Take, cards_laid
from tests.engine.players.positions import GAMES
from tests.support.strategies import walk

STEPS = 60


def positions(game: str, seats: int):
    """Yield random positions of a round as the deciding seat knows them."""
    random = Random(f"{game}{seats}")
    for _ in range(2):
        table = engine.deal(game, seats, random.randbytes(32))
        for now, seat, _ in walk(table, random, STEPS):
            yield engine.face_down(engine.view(now, seat)), seat


@pytest.mark.parametrize("game, seats", GAMES)
def test_hint_turn_discards_and_plan_agree(game: str, seats: int) -> None:
    for table, seat in positions(game, seats):
        judged = judge(table, seat)
        assert judged.first is not None
        first = judged.first.move
        assert engine.check(table, seat, first) is None
        if judged.lays:
            assert first == judged.moves[0]
        elif judged.last is not None:
            assert first == judged.last.move == Discard(judged.discards[0])
        elif judged.ending is not None:
            assert first == judged.ending
        if judged.last is not None and engine.check(table, seat, judged.last.move) is None:
            assert judged.last.move == Discard(judged.discards[0])
        asked = engine.view(table, seat).pending
        if any(one.seat == seat and one.kind in {"draw", "play"} and one.default for one in asked):
            step = following(Plan("hint", lay="hint", last="hint"), table_view(table, seat))
            assert (step.move if isinstance(step, PlanStep | PlanStopped) else None) == first


def table_view(table: engine.FaceDown, seat: int) -> engine.View:
    return engine.view(table, seat)


@pytest.mark.parametrize("game, seats", GAMES)
def test_no_wild_card_comes_before_a_natural_one_unless_it_is_advised(
    game: str, seats: int
) -> None:
    for table, seat in positions(game, seats):
        judged, wild = judge(table, seat), wilds_of(table)
        order = [RANK[face] in wild for face in judged.discards]
        if order and sorted(judged.discards) == sorted(discards(table, seat)):
            rest = order[1:] if judged.last and throws_wild(table, judged) else order
            assert rest == sorted(rest)


@pytest.mark.parametrize("game, seats", GAMES)
def test_no_card_that_the_turn_lays_is_offered_before_one_that_stays(game: str, seats: int) -> None:
    for table, seat in positions(game, seats):
        judged = judge(table, seat)
        laid = b"".join(map(cards_laid, judged.moves))
        hand = table.hands[seat]
        stays = {face for face in hand if hand.count(face) > laid.count(face)}
        ranks = {RANK[face] for face in stays}
        if judged.discards and stays & set(judged.discards):
            assert RANK[judged.discards[0]] in ranks


@pytest.mark.parametrize("game, seats", GAMES)
def test_what_is_advised_is_the_first_of_takes_and_lays(game: str, seats: int) -> None:
    for table, seat in positions(game, seats):
        first = judge(table, seat).first
        move = first.move if first is not None else None
        if isinstance(move, Take):
            assert advised_first(table, seat, takes(table, seat), move)[0].move == move
        elif isinstance(move, Meld | Add):
            assert advised_first(table, seat, suggestions(table, seat), move)[0].move == move
