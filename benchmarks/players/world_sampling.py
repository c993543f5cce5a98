"""How well sampled worlds predict which players hold a pair.

    python -m benchmarks.players.world_sampling GAME SEATS

Normal players play rounds. Before every ninth move the player about to draw gets sampled worlds, as
the hard level samples them, in four ways. For each other player and rank the benchmark compares the
share of worlds with a pair in that hand with the real hand. The log loss is 0.69 without any
knowledge and 0 with full knowledge. Compare the four ways only within one run.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import log
from random import Random
from statistics import mean

import engine
from benchmarks.players.duel import start
from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import RANK, THREE, TWO
from engine.model.table import Table
from engine.players import choose
from engine.players.search.likely_worlds import likeliest_world
from engine.players.thinking.thought import Style
from engine.players.tuned.hard import hard_style

SEEDS = "believed"
ONE_IN = 9
WORLDS = 24


def ways(style: Style) -> Mapping[str, Style]:
    """Return the ways to sample worlds."""
    return {
        "as they come": replace(style, dealt=1),
        "the likeliest of 6 by hands": replace(style, dealt=6, recalls=False),
        "of 6 by throws and passes too": replace(style, dealt=6, recalls=True),
        "of 12 by throws and passes too": replace(style, dealt=12, recalls=True),
    }


def positions(game: str, seats: int, deals: int) -> Iterator[Table]:
    """Yield positions before a draw, with a pile that reveals something."""
    for number in range(deals):
        table = start(game, seats, SEEDS, number)
        this_round, step = table.round, 0
        while table.round == this_round and table.result is None:
            if step % ONE_IN == 0 and table.phase == "draw" and len(table.pile) >= seats:
                yield table
            seat = engine.pending(table)[0].seat
            move = choose(engine.view(table, seat), "normal", Random(step))
            table, step = engine.play(table, seat, move), step + 1


def losses(table: Table, style: Style) -> Iterator[float]:
    """Yield the cost of each guess about a pair in another hand, in nats."""
    rules, seat, rng = table.rules, table.turn, Random(len(table.stock))
    assert isinstance(rules, CanastaAnswers)
    view = engine.view(table, seat)
    worlds = [likeliest_world(rules, view, seat, rng, style) for _ in range(WORLDS)]
    for other in set(range(rules.seat_count)) - {seat}:
        dealt = [world.hands[other].translate(RANK) for world in worlds]
        real = table.hands[other].translate(RANK)
        for rank in range(THREE + 1, TWO):
            # With so few worlds, a pair that occurs in none of them may still be possible.
            share = (sum(hand.count(rank) > 1 for hand in dealt) + 0.5) / (WORLDS + 1)
            yield -log(share if real.count(rank) > 1 else 1 - share)


def main() -> None:
    """Play, guess, and print the cost of each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--deals", type=int, default=150)
    wish = parser.parse_args()
    found: dict[str, list[float]] = defaultdict(list)
    for table in positions(wish.game, wish.seats, wish.deals):
        for way, style in ways(hard_style(table.rules)).items():
            found[way] += losses(table, style)
    for way, each in found.items():
        print(f"{way}: {mean(each):.4f} of {len(each):,} guesses")


if __name__ == "__main__":
    main()
