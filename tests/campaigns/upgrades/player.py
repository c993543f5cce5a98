"""Games begun by the program of another day: run by its path inside that day's tree.

It may use nothing but what every engine has offered since the first: deal, pending, legal, play,
write. Prints a line of JSON for each game.
"""

import json
import sys
from random import Random

import engine

LONGEST = 400
"""Moves of a game that goes on."""


def texts(table, seat, random):
    """A move as text, one that gets the game on where there is one."""
    legal = engine.legal(table, seat)
    for offered in (getattr(legal, "takes", tuple), getattr(legal, "opening", tuple)):
        if random.random() < 0.6 and (found := [engine.write(move) for move in offered()]):
            return random.choice(found)
    return random.choice([engine.write(move) for move in legal])


def begun(game, seats, number):
    """A game after some moves, as a database would keep it, and where it stood."""
    random = Random(f"{game} {seats} {number}")
    seed = random.randbytes(32)
    table = engine.deal(game, seats, seed, {})
    log: list[tuple[int, str]] = []
    wanted = random.randrange(20, LONGEST)
    while engine.pending(table) and len(log) < wanted:
        seat = random.choice(engine.pending(table)).seat
        text = texts(table, seat, random)
        table = engine.play(table, seat, text)
        log.append((seat, text))
    return {
        "game": game,
        "version": getattr(engine.GAMES[game], "version", 1),
        "seats": seats,
        "seed": seed.hex(),
        "options": dict(table.rules.chosen) if hasattr(table.rules, "chosen") else {},
        "log": log,
        "scores": list(table.scores),
        "round": table.round,
        "hands": [sum(hand) for hand in table.hands],
        "over": not engine.pending(table),
    }


if __name__ == "__main__":
    for slug, kind in engine.GAMES.items():
        for count in sorted({min(kind.seats), max(kind.seats)}):
            for which in range(int(sys.argv[1])):
                sys.stdout.write(json.dumps(begun(slug, count, which)) + "\n")
