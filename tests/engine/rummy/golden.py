"""Golden games: whole games as text that anybody can read, and that must replay for ever.

A file has a head (game, seats, seed, options), then a line a turn: the seat, and what was said
and done in it in order; words of other seats carry their number. A round ends with a line
`round`, the game with a line `result`. To record another game:

    python -m tests.engine.rummy.golden ten-pennies 4 17 > tests/engine/rummy/golden/….txt
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import engine
from engine.model.events import Dealt, GameOver, RoundEnded, RoundScored
from engine.model.option import Value
from engine.model.table import Table
from engine.players.plain.simple import choose

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """A recorded game: its truth, and the lines that `told` must tell again."""

    game: str
    seats: int
    seed: bytes
    options: dict[str, Value]
    moves: list[tuple[int, str]]
    text: str


def parsed(text: str) -> Golden:
    """A golden game from its file."""
    head, _, body = text.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    moves = [
        move for line in body.splitlines() if line[0].isdigit() for move in moves_of_turn(line)
    ]
    seed, options = bytes.fromhex(facts["seed"]), json.loads(facts["options"])
    return Golden(facts["game"], int(facts["seats"]), seed, options, moves, text)


def moves_of_turn(line: str) -> Iterator[tuple[int, str]]:
    """`2: pass, 3 buy, draw, discard 5S` as moves of seats 2, 3, 2 and 2."""
    turn, _, words = line.partition(": ")
    for word in words.split(", "):
        first, _, rest = word.partition(" ")
        yield (int(first), rest) if first.isdigit() else (int(turn), word)


def told(golden: Golden) -> str:
    """The file of a game, told anew from its truth."""
    table = engine.deal(golden.game, golden.seats, golden.seed, golden.options)
    head = f"game: {golden.game}\nseats: {golden.seats}\nseed: {golden.seed.hex()}\n"
    lines = [f"{head}options: {json.dumps(golden.options)}\n"]
    turn: list[str] = []
    for seat, text in golden.moves:
        player, events = table.turn, engine.decide(table, seat, text)
        turn.append(text if seat == player else f"{seat} {text}")
        for event in events:
            table = engine.evolve(table, event)
        if table.turn != player or isinstance(events[-1], Dealt | GameOver):
            lines.append(f"{player}: {', '.join(turn)}")
            turn = []
        lines.extend(endings(events))
    return "\n".join([*lines, ending(table)]) + "\n"


def endings(events: tuple[engine.Event, ...]) -> Iterator[str]:
    """The line of a round that these events end."""
    for event in events:
        if isinstance(event, RoundEnded):
            why = event.reason if event.out is None else f"{event.reason} {event.out}"
        if isinstance(event, RoundScored):
            caught = numbers([score.items["paid"] for score in event.scores])
            yield f"round {event.round}: {why}, caught {caught}, totals {numbers(event.totals)}"


def ending(table: Table) -> str:
    """The last line of a game."""
    result = table.result
    assert result
    return f"result: won by {numbers(result.winners)}, pennies {numbers(result.pennies)}"


def numbers(many: list[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, many))


def recorded(game: str, seats: int, number: int) -> Golden:
    """A game of simple players, not yet told."""
    chance = Random(number)
    seed, moves = chance.randbytes(32), []
    table = engine.deal(game, seats, seed)
    while pending := engine.pending(table):
        seat = chance.choice(pending).seat
        move = choose(engine.view(table, seat), chance)
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    return Golden(game, seats, seed, {}, moves, "")


if __name__ == "__main__":
    slug, players, which = sys.argv[1:]
    sys.stdout.write(told(recorded(slug, int(players), int(which))))
