"""The speed of the engine, compared with python-chess in the same run.

    python -m benchmarks.speed.engine [--json figures.json] [game …]

The benchmark measures every row of the table "Figures to reach" in the engine's contract, per game:
full rules, events applied one by one, one core. Slices of both engines alternate, so that a busy
machine slows both, and the median of their ratios is reported. Times are CPU times.
"""

import argparse
import gc
import json
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess

import engine
from engine.model.cards import arranged
from engine.model.chance import pick
from engine.model.moves import Move
from engine.model.table import Table, replaced
from tests.support.strategies import walk

SLICE = 0.25
"""Seconds of one slice of random play."""
SLICES = 12
STEPS = 3000
MAX_PLIES = 400

# Row -> (required figure, desired figure, whether more is better).
GOALS: dict[str, tuple[float, float, bool]] = {
    "random play, x python-chess": (1.6, 3.0, True),
    "decide + evolve, us": (10, 6, False),
    "check, 60-card hand, us": (8, 4, False),
    "legal, 30-card hand, us": (25, 12, False),
    "replay from text, actions/s": (80_000, 150_000, True),
    "view, us": (25, 10, False),
    "snapshot, bytes": (900, 600, False),
    "table and log of a round, bytes": (24_000, 6_000, False),
}

Step = tuple[Table, int, Move]


def chess_moves(random: Random) -> Iterator[None]:
    """Play random moves with python-chess; yield after each step."""
    while True:
        board = chess.Board()
        for _ in range(MAX_PLIES):
            if board.is_game_over():
                break
            board.push(random.choice(list(board.legal_moves)))
            yield


def card_moves(game: str, seats: int, random: Random) -> Iterator[None]:
    """Play random moves with the engine; yield after each step: list the moves, choose, decide,
    evolve.
    """
    while True:
        table = engine.deal(game, seats, random.randbytes(32))
        while table.result is None:
            table = _random_step(table, random)
            yield


def _random_step(table: Table, random: Random) -> Table:
    seat = table.turn if table.phase != "offer" else engine.pending(table)[0].seat
    legal = engine.legal(table, seat)
    steps: Sequence[Move] = list(legal)
    # Random moves rarely lay a card, so a lay is chosen on purpose now and then.
    if table.phase == "play" and random.random() < 0.2:
        opening = next(iter(legal.opening()), None)
        steps = steps if opening is None else [opening]
    return engine.play(table, seat, random.choice(steps))


def rate(moves: Iterator[None]) -> float:
    """Return the steps per second over one slice."""
    count, start = 0, process_time()
    while process_time() - start < SLICE:
        for _ in range(50):
            next(moves)
        count += 50
    return count / (process_time() - start)


def against_chess(game: str, seats: int) -> tuple[float, float, float]:
    """Return the median ratio, and both median rates."""
    ours, theirs = card_moves(game, seats, Random(1)), chess_moves(Random(1))
    pairs = [(rate(ours), rate(theirs)) for _ in range(SLICES)]
    ratio = statistics.median(us / them for us, them in pairs)
    return ratio, statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def median_us(call: Callable[..., Any], items: Iterable[tuple[Any, ...]]) -> float:
    """Return the median time of a call, in microseconds."""
    times = []
    for item in items:
        start = process_time()
        call(*item)
        times.append(process_time() - start)
    return statistics.median(times) * 1e6


def steps_of(game: str, seats: int) -> list[Step]:
    """Return tables, seats and moves of random games."""
    random = Random(7)
    steps: list[Step] = []
    while len(steps) < STEPS:
        table = engine.deal(game, seats, random.randbytes(32))
        steps += walk(table, random, min(400, STEPS - len(steps)))
    return steps


def with_hand(steps: list[Step], size: int) -> list[Step]:
    """Return tables in the play phase where the seat to move has `size` cards, and its moves."""
    random = Random(3)
    dealt: list[Step] = []
    for table, seat, _ in steps:
        if table.phase == "play" and table.turn == seat and len(dealt) < STEPS // 3:
            hand = arranged(pick(table.rules.pack(), size, random)[0])
            held = table.but(hands=replaced(table.hands, seat, hand), locked=b"")
            legal = engine.legal(held, seat)
            dealt.append((held, seat, random.choice([*legal, *legal.opening()])))
    return dealt


def replay_rate(game: str, seats: int) -> float:
    """Return the actions per second in a replay of a log of texts."""
    start = engine.deal(game, seats, bytes(32))
    log = [(seat, engine.write(move)) for _, seat, move in walk(start, Random(2), 600)]
    rates = []
    for _ in range(SLICES):
        begin = process_time()
        engine.replay(game, seats, bytes(32), log)
        rates.append(len(log) / (process_time() - begin))
    return statistics.median(rates)


def live_bytes(game: str, seats: int) -> int:
    """Return the most memory that a live table and the log of its round take."""
    most = 0
    for seed in range(5):
        table = engine.deal(game, seats, seed.to_bytes(32))
        log = []
        for before, seat, move in walk(table, Random(seed), 5000):
            if before.round > 1:
                break
            table = before
            log.append(f"{seat} {engine.write(move)}")
        # A log is kept as it is on disk: one text with a line for each move.
        most = max(most, deep_size([table, "\n".join(log)], {id(table.rules)}))
    return most


def deep_size(thing: object, seen: set[int]) -> int:
    """Return the bytes of an object and everything it refers to, each object once."""
    if id(thing) in seen or thing is None:
        return 0
    seen.add(id(thing))
    parts = gc.get_referents(thing) if not isinstance(thing, type) else []
    return sys.getsizeof(thing) + sum(
        deep_size(part, seen) for part in parts if not isinstance(part, type)
    )


def figures(game: str) -> dict[str, float]:
    """Return every row of the table for one game, at its usual number of players."""
    seats = 4 if 4 in engine.GAMES[game].seats else engine.GAMES[game].seats[0]
    ratio, ours, theirs = against_chess(game, seats)
    print(f"  random play {ours:,.0f} actions/s, python-chess {theirs:,.0f} moves/s")
    steps = steps_of(game, seats)
    return {
        "random play, x python-chess": ratio,
        "decide + evolve, us": median_us(engine.play, steps),
        "check, 60-card hand, us": median_us(engine.check, with_hand(steps, 60)),
        "legal, 30-card hand, us": median_us(
            lambda table, seat, _: list(engine.legal(table, seat)), with_hand(steps, 30)
        ),
        "replay from text, actions/s": replay_rate(game, seats),
        "view, us": median_us(lambda table, seat, _: engine.view(table, seat), steps),
        "snapshot, bytes": max(len(engine.dump(table)) for table, *_ in steps[::20]),
        "table and log of a round, bytes": live_bytes(game, seats),
    }


def verdict(row: str, figure: float) -> str:
    """Return how a figure compares with its goals."""
    reach, aim, more = GOALS[row]
    if (figure >= aim) if more else (figure <= aim):
        return "aim"
    return "reach" if ((figure >= reach) if more else (figure <= reach)) else "MISSED"


def main() -> None:
    """Measure, print, and save the figures if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(engine.GAMES))
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    measured: dict[str, dict[str, float]] = {}
    gc.disable()  # The benchmark's own garbage collection would count as moves.
    for game in asked.games:
        print(game)
        measured[game] = figures(game)
        for row, figure in measured[game].items():
            print(f"  {row:34} {figure:12,.1f}  {verdict(row, figure)}")
    if asked.json:
        asked.json.write_text(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
