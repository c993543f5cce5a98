"""Invariants of contract rummy: what is true at every moment of every game."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.model.cards import Cards, arranged
from engine.model.events import Discarded, RoundEnded
from engine.model.moves import BUY, DRAW, PASS, Take
from engine.model.table import Table
from engine.rummy.variant import MOST_RESHUFFLES, MOST_TURNS
from tests.engine.rummy.positions import LETTER, ONLINE, whole_game

SEATS = [(LETTER, seats) for seats in range(2, 9)] + [(ONLINE, seats) for seats in (2, 3, 4)]


def all_cards(table: Table) -> Cards:
    melds = b"".join(meld.cards for meld in table.melds)
    return arranged(b"".join((table.stock, table.pile, melds, *table.hands)))


def moments(game: str, seats: int, number: int) -> Iterator[Table]:
    """Yield the table after every event of a whole game."""
    table = engine.deal(game, seats, number.to_bytes(32, "big"))
    yield table
    for event in whole_game(game, seats, number)[1]:
        table = engine.evolve(table, event)
        yield table


@st.composite
def reached(draw: st.DrawFn) -> Table:
    """A table somewhere in the middle of a game."""
    game, seats = draw(st.sampled_from(SEATS))
    steps, number = draw(st.integers(0, 400)), draw(st.integers(0, 10**6))
    chance, table = Random(number), engine.deal(game, seats, number.to_bytes(32, "big"))
    for _ in range(steps):
        seat = chance.choice(engine.pending(table)).seat
        table = engine.play(table, seat, chance.choice(list(engine.legal(table, seat))))
        if table.phase == "over":
            break
    return table


@pytest.mark.parametrize("game,seats", SEATS)
def test_no_card_and_no_penny_is_ever_lost(game: str, seats: int) -> None:
    pack = arranged(engine.deal(game, seats, bytes(32)).rules.pack())
    for table in moments(game, seats, seats):
        assert all_cards(table) == pack
        assert sum(table.pennies) + sum(table.purse) + table.bowl == 10 * seats


@pytest.mark.parametrize("game,seats", SEATS)
def test_the_result_pays_the_bowl_out_to_the_last_penny(game: str, seats: int) -> None:
    table, _ = whole_game(game, seats, 10 + seats)
    assert table.result
    assert sum(table.result.pennies) == sum(table.pennies) + table.bowl


@pytest.mark.parametrize("game,seats", SEATS)
def test_every_round_ends_within_its_turns_and_reshuffles(game: str, seats: int) -> None:
    turns = reshuffles = ended = 0
    for event in whole_game(game, seats, 20 + seats)[1]:
        turns += isinstance(event, Discarded)
        reshuffles += type(event).__name__ == "Reshuffled"
        if isinstance(event, RoundEnded):
            assert turns <= MOST_TURNS * seats
            assert reshuffles <= MOST_RESHUFFLES
            turns, reshuffles, ended = 0, 0, ended + 1
    assert ended == 7


@given(table=reached())
def test_nobody_else_has_a_move(table: Table) -> None:
    asked = {decision.seat for decision in engine.pending(table)}
    for seat in set(range(len(table.hands))) - asked:
        assert not engine.legal(table, seat)


@given(table=reached(), seed=st.integers())
def test_what_others_do_reads_the_same_in_every_world_that_looks_the_same(
    table: Table, seed: int
) -> None:
    for decision in engine.pending(table)[:1]:
        watcher = (decision.seat + 1) % len(table.hands)
        world = engine.sample(engine.view(table, watcher), Random(seed))
        for move in (DRAW, PASS, BUY, Take()):
            if move in engine.legal(table, decision.seat) and not table.offer_yes:
                assert seen(table, decision.seat, move, watcher) == seen(
                    world, decision.seat, move, watcher
                )


def seen(
    table: Table, seat: int, move: engine.Move, watcher: int
) -> list[tuple[engine.Event, ...]]:
    events = engine.decide(table, seat, move)
    return [tuple(engine.project(event, watcher) for event in events if not ends(event))]


def ends(event: engine.Event) -> bool:
    """Whether everybody sees an event although it depends on hidden cards: scores and deals."""
    return type(event).__name__ in ("RoundScored", "Dealt", "GameOver")


@given(table=reached())
def test_the_viewer_sees_no_hand_but_its_own(table: Table) -> None:
    hidden = table.but(
        hands=tuple(bytes(len(hand)) for hand in table.hands), stock=bytes(len(table.stock))
    )
    assert engine.view(hidden, None) == engine.view(table, None)
    own = hidden.but(hands=(table.hands[0], *hidden.hands[1:]))
    assert engine.view(own, 0).hand == engine.view(table, 0).hand
