"""Replay: a game again from its truth, which is game, seats, options, seed and moves."""

from collections.abc import Iterable, Mapping

from engine.editions import settled_rules
from engine.model.chance import SEED_BYTES
from engine.model.moves import Move
from engine.model.option import Value
from engine.model.table import Table
from engine.notation.legal import reading


def deal(
    game: str,
    seats: int,
    seed: bytes,
    options: Mapping[str, Value] | None = None,
    version: int | None = None,
) -> Table:
    """A new game with its first round dealt.

    Args:
        game: the slug of a game in `GAMES`.
        seats: how many players.
        seed: 32 bytes; everything random in the game follows from them.
        options: house rules that differ from the defaults.
        version: of the rules; None for the newest.

    Raises:
        ValueError: no such game, version, seat count, option or value, or a seed of another length.

    """
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    rules = settled_rules(game, seats, options, version)
    table = rules.first(seed)
    for event in rules.deal(table):
        table = event.applied_to(table)
    return table


def play(table: Table, seat: int, move: Move | str) -> Table:
    """The table after a move, given as a move or as its text.

    Raises:
        Refused: a rule forbids it; `table` is as it was.

    """
    if isinstance(move, str):
        move = reading(table, seat, move)
    for event in table.rules.decide(table, seat, move):
        table = event.applied_to(table)
    return table


def replay(
    game: str,
    seats: int,
    seed: bytes,
    moves: Iterable[tuple[int, str]],
    options: Mapping[str, Value] | None = None,
    version: int | None = None,
) -> Table:
    """The table after a log of (seat, text of a move). Raises as `deal` and `play` do."""
    table = deal(game, seats, seed, options, version)
    for seat, text in moves:
        table = play(table, seat, text)
    return table
