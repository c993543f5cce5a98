"""Receipts of short games, for tests."""

import random
from dataclasses import replace

import engine
from engine.model.option import Value
from engine.players.heuristic import easy
from engine.record.receipt import Receipt
from engine.record.shuffle import (
    AtJoins,
    AtStart,
    Contribution,
    Terms,
    commitment,
    final_seed,
    seed_of_joins,
)

SERVER = bytes(range(32))
FINGERPRINT = commitment(SERVER)
JOINED = (Contribution(501, 9001), Contribution(500, 9002))
PRESSES = AtStart(joined=(9001, 9002), seating=(9001, 9002), start=9005)


def played(
    slug: str,
    seats: int,
    server: bytes = SERVER,
    mixed: AtStart | AtJoins | None = None,
    *,
    lazy: bool = False,
) -> Receipt:
    """Return the receipt of a short game of computer players."""
    options: dict[str, Value] = {"max_rounds": 1} if slug == "house-canasta" else {}
    mixed = mixed or replace(PRESSES, seating=(9001, 9002, 0, 0)[:seats])
    terms = Terms(7, slug, engine.GAMES[slug].version, options)
    if isinstance(mixed, AtStart):
        seed = final_seed(server, terms, mixed)
    else:
        seed = seed_of_joins(server, 7, mixed.contributions)
    rng = random.Random(1)
    table = engine.deal(slug, seats, seed, options)
    moves = []
    while table.result is None:
        asked = next(one for one in engine.pending(table) if one.default is not None)
        seat, default = asked.seat, asked.default
        assert default is not None
        move = default if lazy else easy.choose(engine.view(table, seat), rng)
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    rest = (commitment(server), server, mixed, seed, tuple(moves), table.result.scores)
    return Receipt(7, slug, seats, options, *rest, rules=terms.rules)
