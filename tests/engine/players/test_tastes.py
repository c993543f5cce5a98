"""Tastes: computer players of one level differ a little, and only in their preferences."""

from collections.abc import Callable
from dataclasses import asdict
from random import Random

import pytest

import engine
from benchmarks.tuning.tune import duel
from engine.earlier_rules import settled_rules
from engine.model.table import Rules
from engine.players import LEVELS, TASTES, choose, format_level, parse_level
from engine.players.thinking.tastes import EVEN, tasted
from engine.players.thinking.thought import CAREFUL, Style
from engine.players.tuned.hard import hard_style
from engine.players.tuned.normal import normal_style
from engine.players.tuned.ten_pennies import BUYING
from tests.engine.players.positions import GAMES, a_round, seat_view, worlds


@pytest.mark.parametrize("taste", TASTES)
def test_a_taste_leans_what_there_is_to_weigh_and_nothing_else(taste: str):
    style, plain = tasted(CAREFUL, taste), CAREFUL
    changed = {
        name
        for one, other in ((style.canasta, plain.canasta), (style.rummy, plain.rummy))
        for name, value in asdict(one).items()
        if value != asdict(other)[name]
    }
    buying = {name for name in TASTES[taste][1] if name in asdict(BUYING)}
    assert changed == {*TASTES[taste][0], *TASTES[taste][1]} - buying
    assert (style.counts, style.plans, style.slips) == (plain.counts, plain.plans, plain.slips)


def test_an_even_taste_is_none():
    assert tasted(CAREFUL, EVEN) is CAREFUL
    with pytest.raises(KeyError):
        tasted(CAREFUL, "sleepy")


@pytest.mark.parametrize("game, seats", GAMES)
def test_every_taste_plays_legally_and_the_same_for_the_same_luck(game: str, seats: int):
    for number, table in enumerate(a_round(game, seats, "normal", seed=4)):
        if number % 9:
            continue
        for taste in TASTES:
            one, other = (
                choose(seat_view(table), "hard", Random(number), more_time=worlds(0), taste=taste)
                for _ in range(2)
            )
            assert one == other
            assert engine.check(table, engine.pending(table)[0].seat, one) is None


def test_tastes_differ_at_the_table():
    moves: dict[str, list[str]] = {taste: [] for taste in (EVEN, *TASTES)}
    for game, seats in (("house-canasta", 4), ("classic-canasta", 4)):
        for table in a_round(game, seats, "normal", seed=2):
            for taste, made in moves.items():
                made.append(
                    engine.write(choose(seat_view(table), "normal", Random(1), taste=taste))
                )
    plain = moves.pop(EVEN)
    differ = {taste: sum(map(str.__ne__, made, plain)) for taste, made in moves.items()}
    assert all(0 < count < len(plain) / 5 for count in differ.values()), differ


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_is_written_with_is_read_again(level: str):
    for taste in (EVEN, *TASTES):
        assert parse_level(format_level(level, taste)) == (level, taste)


@pytest.mark.parametrize("text", [None, "", "simple", "normal-sleepy", "grand-bold"])
def test_what_nobody_knows_plays_at_the_normal_level(text: str | None):
    assert parse_level(text)[0] == "normal"


GAME = (("ten-pennies", 4), ("ten-pennies-online", 4))
FAMILIES = (("house-canasta", 4), ("pennies-from-heaven", 6), ("classic-canasta", 4), *GAME)


def _differs(game: str, seats: int, style: Style, taste: str) -> bool:
    """Whether at least one of some deals ends differently with a taste."""
    leaning = tasted(style, taste)
    return any(duel((game, seats), "tuning", deal, leaning, style) for deal in range(40))


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("style_of", [normal_style, hard_style])
@pytest.mark.parametrize("game, seats", FAMILIES)
def test_every_taste_is_seen_in_every_kind_of_game(
    game: str, seats: int, style_of: Callable[[Rules], Style], taste: str
):
    assert _differs(game, seats, style_of(settled_rules(game, seats)), taste)


def test_a_bold_one_buys_more_where_buying_is_fitted():
    bold = tasted(hard_style(settled_rules("ten-pennies", 4)), "bold").rummy.buying
    assert bold is not None
    assert bold.any_cards > BUYING.any_cards


def test_each_taste_leans_the_way_its_name_says():
    bold, careful = tasted(CAREFUL, "bold"), tasted(CAREFUL, "careful")
    hoarder, finisher = tasted(CAREFUL, "hoarder"), tasted(CAREFUL, "finisher")
    plain = CAREFUL
    assert bold.canasta.piled > plain.canasta.piled
    assert bold.rummy.saved < plain.rummy.saved
    assert careful.canasta.safety > plain.canasta.safety
    assert careful.rummy.gift > plain.rummy.gift
    assert hoarder.canasta.pair_kept > plain.canasta.pair_kept
    assert hoarder.rummy.triple_kept > plain.rummy.triple_kept
    assert finisher.canasta.eager > plain.canasta.eager
    assert finisher.rummy.point_early > plain.rummy.point_early
