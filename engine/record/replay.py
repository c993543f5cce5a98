"""Replay: rebuild a game from game, seats, options, seed and moves."""

from collections.abc import Iterable, Mapping

from engine.earlier_rules import settled_rules
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
    """Return a new game with its first round dealt.

    Args:
        game: the slug of a game in `GAMES`.
        seats: number of players.
        seed: 32 bytes that determine everything random in the game.
        options: house rules that differ from the defaults.
        version: version of the rules; None for the newest.

    Raises:
        ValueError: the game, version, seat count, option or value does not exist, or the seed is
            not 32 bytes long.

    """
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    rules = settled_rules(game, seats, options, version)
    table = rules.first(seed)
    for event in rules.deal(table):
        table = event.applied_to(table)
    return table


def play(table: Table, seat: int, move: Move | str) -> Table:
    """Return the table after a move, given as a move or as its text.

    Raises:
        Refused: a rule forbids the move; `table` is unchanged.

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
    """Return the table after a log of moves.

    Args:
        game: the slug of a game in `GAMES`.
        seats: number of players.
        seed: 32 bytes.
        moves: (seat, text of a move), in order.
        options: house rules that differ from the defaults.
        version: version of the rules; None for the newest.

    Raises:
        ValueError: the game cannot be dealt; see `deal`.
        Refused: a rule forbids one of the moves.

    """
    table = deal(game, seats, seed, options, version)
    for seat, text in moves:
        table = play(table, seat, text)
    return table
