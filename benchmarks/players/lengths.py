"""The length of games: turns in a round and rounds in a game, as computer players play.

    python -m benchmarks.players.lengths [GAMES]

The benchmark plays GAMES whole games (24 by default) of each game and number of seats with players
of the normal level, and prints a line for each. `cogs.game.length` estimates members' times from
them.
"""

import sys
from random import Random
from typing import Final

import engine
from engine.model.moves import Draw, Take
from engine.players import choose

GAMES: Final = 24


def turns_by_round(game: str, seats: int, number: int) -> list[int]:
    """Play one game; return the turns of all players in each of its rounds."""
    random = Random(f"{game} {seats} {number}")
    table = engine.deal(game, seats, random.randbytes(32))
    turns: dict[int, int] = {}
    while decisions := engine.pending(table):
        seat = decisions[0].seat
        move = choose(engine.view(table, seat), "normal", random)
        turns[table.round] = turns.get(table.round, 0) + isinstance(move, Draw | Take)
        table = engine.play(table, seat, move)
    return list(turns.values())


def main(games: int) -> None:
    for game, rules in engine.GAMES.items():
        for seats in rules.seats:
            played = [turns_by_round(game, seats, number) for number in range(games)]
            rounds = sum(map(len, played))
            turns = sum(map(sum, played)) / rounds
            print(
                f"{game:20} {seats} seats {turns:6.1f} turns a round {rounds / games:5.1f} rounds"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
