"""Golden games: whole games as readable text, replayed by `./test`.

Each version of the rules has its own folder. A change of the rules that replays an old log
differently fails here. If it is intended, raise the game's `version`, keep the old answers in
`engine.earlier_rules`, and write games of the new version; those of the old version stay:

    python -m tests.engine.golden --write

One line has the moves of a seat until another seat acts: `seat: move | move | move`. The scores
follow each round. The command writes the first three games of each game and number of seats; games
with higher numbers were recorded in another way and stay.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine.model.table import Table
from engine.players.heuristic import easy
from tests.support.strategies import random_move

FOLDER = Path(__file__).with_name("golden_games")
GAMES_EACH = 3
HOUSE_RULES: dict[str, list[dict[str, Any]]] = {
    "house-canasta": [
        {},
        {"max_rounds": 3, "wild_freezes": True},
        {"max_rounds": 3, "out_bonus": 100, "r3_negative_if_unmelded": True, "grab_bonus": False},
    ],
    "pennies-from-heaven": [
        {},
        {"max_rounds": 3, "pair_with_wild": True, "mixed_sevens": True},
        {"max_rounds": 3, "auto_foot": False, "empty_ok_if_foot_due": True},
    ],
    "ponytail-canasta": [
        {},
        {"manual_pony": True},
        {"deck_rule": "pairs", "pure_sevens_only": True, "max_rounds": 1},
    ],
    "ten-pennies": [{}, {"jokers_always_wild": True}, {"turn_player_buys": True, "max_rounds": 4}],
    "ten-pennies-online": [{}, {"decks_per_pair": 1}, {"separate_purse": True, "max_rounds": 1}],
    "classic-canasta": [{}, {}, {"max_rounds": 1}],
}


@dataclass(frozen=True)
class Golden:
    """A game as its file records it."""

    game: str
    version: int
    seats: int
    seed: bytes
    options: dict[str, Any]
    turns: list[tuple[int, list[str]]]
    scores: list[str]
    """The lines after each round, in order; the last line is the result."""


def named_games() -> Iterator[tuple[Path, str, int, int]]:
    """Yield (file, game, seats, number) of every golden game with the newest rules."""
    for slug, game in engine.GAMES.items():
        for seats in dict.fromkeys((min(game.seats), max(game.seats))):
            for number in range(GAMES_EACH):
                name = f"{slug}-{seats}-{number + 1}.txt"
                yield FOLDER / str(game.version) / name, slug, seats, number


def told(game: str, seats: int, number: int) -> str:
    """Return a game of simple computer players, with some random moves, as text."""
    random = Random(f"{game} {seats} {number}")
    options, seed = HOUSE_RULES[game][number], random.randbytes(32)
    table = engine.deal(game, seats, seed, options)
    lines = [
        f"game {game}",
        f"seats {seats}",
        f"seed {seed.hex()}",
        f"options {json.dumps(options)}",
        *_lines(table, random),
    ]
    return "\n".join(lines) + "\n"


def _lines(table: Table, random: Random) -> Iterator[str]:
    while engine.pending(table):
        number, moves = table.round, []
        while engine.pending(table) and table.round == number:
            seat, text = _move(table, random)
            moves.append((seat, text))
            table = engine.play(table, seat, text)
        for seat, turn in groupby(moves, key=lambda move: move[0]):
            yield f"{seat}: " + " | ".join(text for _, text in turn)
        yield standing(table)


def _move(table: Table, random: Random) -> tuple[int, str]:
    seat = random.choice(engine.pending(table)).seat
    if random.random() < 0.1:
        return seat, engine.write(random_move(table, seat, random))
    return seat, engine.write(easy.choose(engine.view(table, seat), random))


def standing(table: Table) -> str:
    """Return the scores after a round, or the result, as a line; with pennies if they are used."""
    scores, ended = numbers(table.scores), engine.result(table)
    left = ended.pennies if ended else table.pennies
    pennies = f"; pennies {numbers(left)}" if engine.view(table, None).buys else ""
    if ended is None:
        return f"scores {scores}{pennies}"
    return f"over {scores}; won by {numbers(ended.winners)} ({ended.reason}){pennies}"


def numbers(many: Iterable[int]) -> str:
    return " ".join(map(str, many))


def read(path: Path) -> Golden:
    """Return the golden game of a file."""
    game, seats, seed, options, *lines = path.read_text().splitlines()
    turns, scores = [], []
    for line in lines:
        seat, colon, moves = line.partition(": ")
        if colon and seat.isdigit():
            turns.append((int(seat), moves.split(" | ")))
        else:
            scores.append(line)
    return Golden(
        game.removeprefix("game "),
        int(path.parent.name),
        int(seats.removeprefix("seats ")),
        bytes.fromhex(seed.removeprefix("seed ")),
        json.loads(options.removeprefix("options ")),
        turns,
        scores,
    )


def replayed(golden: Golden) -> list[str]:
    """Return the lines after each round when the moves of a golden game are replayed."""
    table = engine.deal(golden.game, golden.seats, golden.seed, golden.options, golden.version)
    scores = []
    for seat, moves in golden.turns:
        for text in moves:
            before, table = table, engine.play(table, seat, text)
            if table.round != before.round or table.result:
                scores.append(standing(table))
    return scores


if __name__ == "__main__" and "--write" in sys.argv:
    for path, slug, count, which in named_games():
        path.parent.mkdir(exist_ok=True)
        path.write_text(told(slug, count, which))
