"""Fingerprints: a digest of what the two players of a row do in fixed deals.

    python -m benchmarks.players.fingerprint hard-normal house-canasta:4 classic-canasta:4

The second player plays rounds of fixed deals. At each decision both players are asked for their
move; a searching player answers by its weights. At some decisions the hard level also searches a
fixed number of sampled worlds, and its weights play one world to its end. The digest covers all
moves, the candidates and values of each search, the number of worlds, and the points of each
round. Refactoring or a faster engine therefore keeps the digest. A change that players could notice
changes it.

The digest does not cover:

- Speed. The hard level's time is fixed in `deadline.py`: with faster rollouts it plays more worlds
  and becomes stronger, while its fingerprint stays. Kept deals are then deals of the slower player.
- A change that affects fewer than about one decision in a thousand, needs more worlds than are
  played here, or shows only in a later round or with another number of seats.
- How `strength` counts blunders. `results_files.py` has a digest of those files.
"""

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from random import Random

import engine
from benchmarks.players.duel import PLAYERS, Chair, Player, start
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.likely_worlds import likeliest_world
from engine.players.search.search import roll_out, search_move
from engine.players.search.seat_stocks import SeatStocks
from engine.players.tuned.hard import hard_style

SEEDS = "fingerprint"
ROUNDS = 7
"""Every round of a contract rummy, and every bracket of minimums in canasta."""
ONE_IN = 17
"""The search runs at one decision in so many, from the first turns of a round to the last."""
COMPARED_IN = 3
"""The moves that a search would compare are listed at one decision in so many."""
WORLDS = (4, 9, 25)
"""Numbers of worlds of the searches, in turn: just enough to drop a candidate, to change a move,
and to halve the candidates twice.
"""
WEIGHED = {"hard": "weights", "hurried": "weights", "seer": "weights"}
"""A player without its search, or without its look at hidden cards."""
SEARCHES = frozenset({"hard", "hurried"})


def asked(pair: str) -> dict[str, Player]:
    """Return the players of a pair, with fixed seeds."""
    names = [WEIGHED.get(name, name) for name in pair.split("-") if name != "random"]
    return {name: PLAYERS[name] for name in names}


def done(game: str, pair: str, rounds: int = ROUNDS) -> Iterator[str]:
    """Yield everything that the players of a pair do in some rounds of a game, line by line."""
    slug, seats, *_ = game.split(":")
    for number in range(rounds):
        yield from _round(start(slug, int(seats), SEEDS, number), pair)


def _round(table: Table, pair: str) -> Iterator[str]:
    streams, players = SeatStocks(table), asked(pair)
    searches = not SEARCHES.isdisjoint(pair.split("-"))
    for step in count(1):
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        view = engine.view(table, seat)
        for name, player in players.items():
            move = player(Chair(view, table, seat, Random(step), streams))
            yield f"{step} {name} {engine.write(move)}"
        if searches and step % ONE_IN == 0:
            yield from _searched(table, seat, step)
        if "weights" in players and step % COMPARED_IN == 0:
            yield from _compared(table, seat, step)
        # The round continues with the move of the player that was asked last.
        for event in engine.decide(table, seat, move):
            if isinstance(event, RoundScored):
                yield f"{step} {event.totals}"
                return
            table = event.applied_to(table)


class Counted:
    """A deadline that allows a number of worlds and counts the requests. A clear decision makes
    none.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.asked = 0

    def __call__(self) -> bool:
        """Whether another world may be played."""
        self.asked += 1
        return self.asked <= self._most


def _searched(table: Table, seat: int, step: int) -> Iterator[str]:
    """Yield what the hard level's search finds here, and how its weights play one world."""
    view, rules = engine.view(table, seat), table.rules
    time = Counted(WORLDS[step // ONE_IN % len(WORLDS)])
    thought = search_move(rules, view, seat, Random(step), time)
    yield f"{step} hard {engine.write(thought.move)} {thought.reason} {dict(thought.facts)}"
    yield f"{step} worlds {time.asked}"
    if isinstance(rules, CanastaAnswers):
        style = hard_style(rules)
        world = likeliest_world(rules, view, seat, Random(step), style)
        default = decided(rules, world, seat, style)[0].move
        yield f"{step} worth {roll_out(world, seat, default, style):.6f}"


def _compared(table: Table, seat: int, step: int) -> Iterator[str]:
    """Yield the moves that a search would compare with the default."""
    rules, style = table.rules, hard_style(table.rules)
    world = rules.sample(engine.view(table, seat), Random(step))
    default, _ = decided(rules, world, seat, style)
    others = candidates(rules, world, seat, default, style)
    yield f"{step} compared {[engine.write(move) for move in others]}"


def fingerprint(game: str, pair: str, rounds: int = ROUNDS) -> str:
    """Return the digest. `game` is slug:seats; anything after that is ignored."""
    return sha256("\n".join(done(game, pair, rounds)).encode()).hexdigest()[:12]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the fingerprints of the games in the arguments."""
    parser = argparse.ArgumentParser(description="what the players of a row do, as a digest")
    parser.add_argument("pair", help="player-player")
    parser.add_argument("games", nargs="+", help="slug:seats")
    wish = parser.parse_args(arguments)
    for game in wish.games:
        print(game, wish.pair, fingerprint(game, wish.pair), flush=True)


if __name__ == "__main__":
    main()
