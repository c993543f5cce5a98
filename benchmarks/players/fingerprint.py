"""Fingerprints: what the two players of a row do in fixed deals, as a digest.

    python -m benchmarks.players.fingerprint hard-normal house-canasta:4 classic-canasta:4

Rounds of fixed deals are played by the second of the two. At every decision both are asked what
they would do, one that searches for what its weights say; at some, from the first turns to the
last, so is the hard level with a fixed number of worlds, and a sampled world is played on by its
weights. All moves, what a search compares and promises and in how many worlds, what these came to
and the points of every round go into the digest. So tidying up or speeding up the engine leaves it
as it is, and what anybody would notice at a table changes it, but for rows of other players.

What it cannot see:

- How fast the players are. A hard player's time is what `deadline.py` says; with cheaper rollouts
  it plays more worlds in it and becomes stronger, its fingerprint unchanged. Deals kept from before
  are deals of the slower one.
- A change that shows in fewer than about one decision in a thousand, in more worlds than are
  played here, in a later round of a whole game, or at another number of seats.
- What `strength` counts (blunders), for that is not play: `results_files.py` digests those files.
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
"""A search is asked at one decision in so many, from the first turns of a round to the last."""
COMPARED_IN = 3
"""The moves that a search would compare are asked for at one in so many."""
WORLDS = (4, 9, 25)
"""Worlds of the searches, in turn: just enough to drop a candidate, to change a move, and to
halve the candidates twice."""
WEIGHED = {"hard": "weights", "hurried": "weights", "seer": "weights"}
"""What a player does without its search, or without looking at hidden cards."""
SEARCHES = frozenset({"hard", "hurried"})


def asked(pair: str) -> dict[str, Player]:
    """The players of a pair as they are asked everywhere; nothing is to be learnt by chance."""
    names = [WEIGHED.get(name, name) for name in pair.split("-") if name != "random"]
    return {name: PLAYERS[name] for name in names}


def done(game: str, pair: str, rounds: int = ROUNDS) -> Iterator[str]:
    """Everything the players of a pair do in so many rounds of a game, line by line."""
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
        # The move of the last one asked: what a row is played on by.
        for event in engine.decide(table, seat, move):
            if isinstance(event, RoundScored):
                yield f"{step} {event.totals}"
                return
            table = event.applied_to(table)


class Counted:
    """Time for so many worlds, and how often a search asked for it: one that is clear does not."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.asked = 0

    def __call__(self) -> bool:
        """Whether there is time for another world."""
        self.asked += 1
        return self.asked <= self._most


def _searched(table: Table, seat: int, step: int) -> Iterator[str]:
    """What the hard level does here, and what its weights make of a world."""
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
    """The moves that a search would compare here with the default."""
    rules, style = table.rules, hard_style(table.rules)
    world = rules.sample(engine.view(table, seat), Random(step))
    default, _ = decided(rules, world, seat, style)
    others = candidates(rules, world, seat, default, style)
    yield f"{step} compared {[engine.write(move) for move in others]}"


def fingerprint(game: str, pair: str, rounds: int = ROUNDS) -> str:
    """The digest of all that. `game` is slug:seats; more is passed over."""
    return sha256("\n".join(done(game, pair, rounds)).encode()).hexdigest()[:12]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the fingerprints of the games that are asked for."""
    parser = argparse.ArgumentParser(description="what the players of a row do, as a digest")
    parser.add_argument("pair", help="player-player")
    parser.add_argument("games", nargs="+", help="slug:seats")
    wish = parser.parse_args(arguments)
    for game in wish.games:
        print(game, wish.pair, fingerprint(game, wish.pair), flush=True)


if __name__ == "__main__":
    main()
