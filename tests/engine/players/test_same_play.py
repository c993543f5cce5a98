"""Computer players play as they did before: these tests find a move that changed by mistake.

After an intended change, measure again with `python -m benchmarks.players.strength` and copy the
new digests from the failure message.
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

import engine
from engine.earlier_rules import settled_rules
from engine.model.table import Table
from engine.players import choose
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.search import search_move
from engine.players.tuned.hard import hard_style
from tests.engine.players.positions import GAMES, a_round, advice, seat_view, worlds
from tests.engine.positions import actor

PLAYED = {
    ("house-canasta", 2): "6e5b1dd7f67e4570",
    ("house-canasta", 4): "683d2afe80b1a00a",
    ("pennies-from-heaven", 6): "fe595167439b4e4e",
    ("ponytail-canasta", 3): "f328a9d22d80f40b",
    ("classic-canasta", 4): "6eca9d1c80b098e0",
    ("ten-pennies", 4): "6f99c71a788b0bd6",
    ("ten-pennies-online", 3): "6c279accf0f458ff",
}
SEARCHED = 29
"""The hard level, which is slow, plays at one table in so many."""


def played(game: str, seats: int) -> Iterator[str]:
    """Yield what each level does at the tables of two rounds."""
    for seed in (1, 2):
        for number, table in enumerate(a_round(game, seats, "normal", seed)):
            yield engine.write(advice(table).move)
            yield engine.write(choose(seat_view(table), "easy", Random(number)))
            if number % SEARCHED == 0:
                hard = choose(seat_view(table), "hard", Random(number), more_time=worlds(2))
                yield engine.write(hard)


def digest_of(told: Iterator[str]) -> str:
    return sha256("\n".join(told).encode()).hexdigest()[:16]


@pytest.mark.parametrize("game, seats", GAMES)
def test_every_level_plays_as_it_did_before(game: str, seats: int) -> None:
    assert digest_of(played(game, seats)) == PLAYED[game, seats]


# ---- the hard level without a search, and at the end of a round


WEIGHED = {
    ("house-canasta", 2): "f2e0bba4093231f8",
    ("house-canasta", 4): "87316b6373e94017",
    ("house-canasta", 6): "ba2e09de70b890f9",
    ("pennies-from-heaven", 6): "cc1562e0e72f2c05",
    ("ponytail-canasta", 4): "d203508f70409248",
    ("ponytail-canasta", 8): "d9728587924c7100",
    ("classic-canasta", 4): "4fa25895e8a5cb9a",
    ("ten-pennies", 4): "53e043b6d99972ad",
    ("ten-pennies-online", 3): "7d445f6a4aab20e7",
}
COMPARED = {
    ("house-canasta", 2): "1987456c07cf3a45",
    ("house-canasta", 4): "c17445d6497c11fa",
    ("pennies-from-heaven", 6): "5763075a873139c4",
    ("ponytail-canasta", 4): "385b2e75da2c775c",
    ("classic-canasta", 4): "296437dc38eb30ac",
}
THOUGHT_OVER = {
    ("house-canasta", 2): "02d21408a1269ee6",
    ("house-canasta", 4): "7e3388a05545a730",
    ("pennies-from-heaven", 6): "54d8860a72a37d6b",
    ("ponytail-canasta", 4): "f0534555c72005c5",
    ("classic-canasta", 4): "e53102382fb67ae1",
}
WORLDS = 26
"""Enough worlds for the search to drop, halve and be convinced."""


def by_weights(game: str, seats: int, rounds: int) -> Iterator[tuple[Table, str]]:
    """Yield each table of some rounds that the hard level plays without a search, and its move."""
    style = hard_style(settled_rules(game, seats))
    for seed in range(1, rounds + 1):
        table = engine.deal(game, seats, bytes([seed]) * 32)
        while table.round == 1 and engine.pending(table):
            thought, _ = decided(table.rules, table, actor(table), style)
            yield table, f"{engine.write(thought.move)} {thought.reason} {thought.facts}"
            table = engine.play(table, actor(table), thought.move)


def compared(game: str, seats: int) -> Iterator[str]:
    """Yield the moves that the hard level would compare with each move played."""
    for table, _ in by_weights(game, seats, 2):
        rules, seat, style = table.rules, actor(table), hard_style(table.rules)
        default, _ = decided(rules, table, seat, style)
        yield " ".join(map(engine.write, candidates(rules, table, seat, default, style)))


def thought_over(game: str, seats: int) -> Iterator[str]:
    """Yield what the hard level does late in two rounds, with many worlds."""
    for seed in (1, 2):
        for number, table in enumerate([*a_round(game, seats, "normal", seed)][-24::6]):
            seat, luck = actor(table), Random(number)
            thought = search_move(table.rules, seat_view(table), seat, luck, worlds(WORLDS))
            yield f"{engine.write(thought.move)} {thought.reason} {thought.facts}"


@pytest.mark.parametrize("game, seats", WEIGHED)
def test_hards_weights_alone_play_as_they_did_before(game: str, seats: int) -> None:
    played_so = (move for _, move in by_weights(game, seats, 12))
    assert digest_of(played_so) == WEIGHED[game, seats]


@pytest.mark.parametrize("game, seats", COMPARED)
def test_hard_compares_the_moves_that_it_did_before(game: str, seats: int) -> None:
    assert digest_of(compared(game, seats)) == COMPARED[game, seats]


@pytest.mark.parametrize("game, seats", THOUGHT_OVER)
def test_a_search_of_many_worlds_ends_as_it_did_before(game: str, seats: int) -> None:
    assert digest_of(thought_over(game, seats)) == THOUGHT_OVER[game, seats]
