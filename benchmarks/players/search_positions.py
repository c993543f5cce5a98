"""The gain of the search per decision, and the effect of more time or more candidates.

    python -m benchmarks.players.search_positions --games house-canasta:4 --keep DIRECTORY

The hard level's weights play rounds. At some decisions every candidate is played in many sampled
worlds, including more candidates than the search compares. The lead of each candidate over the
default is stored, world by world. The search's rules are then tried on some of these worlds, in
many orders, and the other worlds judge the choice. So a hundred positions replace a thousand deals.
All variants use the same positions. The benchmark sees only the search's own worlds;
`search_promises` checks whether these are realistic. It uses tuning seeds only.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import engine
from benchmarks.players.duel import start
from benchmarks.players.results_files import TREE
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.model.moves import DRAW, Move
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.search import candidates
from engine.players.search.likely_worlds import likeliest_world
from engine.players.search.search import Candidate, in_question, is_clear, roll_out
from engine.players.search.seat_stocks import SeatStocks
from engine.players.search.worth import squashed
from engine.players.thinking.thought import Thought
from engine.players.tuned.hard import hard_style

ONE_IN = 29
MORE = (8, 3)
"""Numbers of candidates, in all and of a kind, larger than the search's."""
JUDGES = 60
"""Number of worlds of each position that judge, and are not searched."""
ORDERS = 120
"""Number of random divisions of a position's worlds into searched and judging ones."""
FIRST = 30_000
"""Number of the first deal."""


@dataclass
class Position:
    """A decision: its candidates, and the lead of each over the default in each world."""

    default: str
    moves: list[str]
    few: int
    """The search takes this many of them, from the first on."""
    many: list[bool]
    """Indexes of the candidates of a longer list."""
    gains: list[list[float]]


def offered(table: Table, seat: int, default: Thought, most: int, alike: int) -> list[Move]:
    """Return the candidates that a search of other sizes would compare."""
    sizes = candidates.MOST, candidates.MOST_ALIKE
    candidates.MOST, candidates.MOST_ALIKE = most, alike
    try:
        return candidates.candidates(table.rules, table, seat, default, hard_style(table.rules))
    finally:
        candidates.MOST, candidates.MOST_ALIKE = sizes


def asked(table: Table, seat: int, rng: Random, worlds: int) -> Position | None:
    """Return the value of every candidate in some worlds; None if there is no choice."""
    rules, view, style = table.rules, engine.view(table, seat), hard_style(table.rules)
    assert isinstance(rules, CanastaAnswers)  # Nothing else is searched.
    world = likeliest_world(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, style)
    few = offered(world, seat, default, candidates.MOST, candidates.MOST_ALIKE)
    many = offered(world, seat, default, *MORE)
    moves = few + [move for move in many if move not in few]
    gains: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds if moves else 0):
        world = likeliest_world(rules, view, seat, rng, style)
        base = squashed(roll_out(world, seat, default.move, style), style)
        for gain, move in zip(gains, moves, strict=True):
            gain.append(round(squashed(roll_out(world, seat, move, style), style) - base))
    texts = [engine.write(move) for move in moves]
    first = engine.write(default.move)
    return Position(first, texts, len(few), [m in many for m in moves], gains) if moves else None


def positions(game: str, worlds: int, first: int) -> Iterator[Position]:
    """Yield one decision in so many, from rounds that the weights alone play."""
    slug, seats = game.split(":")
    for number in count(FIRST + first):
        table = start(slug, int(seats), "tuning", number)
        rng, streams = Random(table.seed), SeatStocks(table)
        events: tuple[engine.Event, ...] = ()
        while not any(isinstance(event, RoundScored) for event in events):
            seat = engine.pending(table)[0].seat
            table = streams.turn_to(table, seat)
            found = asked(table, seat, rng, worlds) if rng.randrange(ONE_IN) == 0 else None
            yield from () if found is None else (found,)
            events = decided(table.rules, table, seat, hard_style(table.rules))[1]
            for event in events:
                table = event.applied_to(table)


def kept(path: Path, found: Iterator[Position], wanted: int) -> list[Position]:
    """Return the positions of a file, and add new ones up to the number that is needed."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    has = [Position(**json.loads(line)) for line in lines]
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for position in islice(found, max(0, wanted - len(has))):
            file.write(json.dumps(asdict(position)) + "\n")
            file.flush()
            has.append(position)
    return has


# ---- the search's rules, tried on worlds that were played


def searched(position: Position, which: Sequence[int], worlds: Sequence[int], rollouts: int) -> int:
    """Return the candidate that a search of so many rollouts would choose; -1 for the default."""
    others = {index: Candidate(DRAW) for index in which}
    used = 0
    for world in worlds:
        if not others or used >= rollouts:
            break
        for index, each in others.items():
            each.gains.append(position.gains[index][world])
        used += 1 + len(others)
        left = in_question(list(others.values()))
        others = {i: each for i, each in others.items() if any(each is one for one in left)}
        if is_clear(left):
            break
    convincing = [index for index, each in others.items() if each.convinces]
    return max(convincing, key=lambda index: others[index].believed, default=-1)


def gain(position: Position, which: Sequence[int], rollouts: int) -> float:
    """Return the gain of such a search over the default, in worlds that the search has not seen."""
    rng, found = Random(1), []
    order = list(range(len(position.gains[0])))
    for _ in range(ORDERS):
        rng.shuffle(order)
        best = searched(position, which, order[JUDGES:], rollouts)
        judges = [position.gains[best][world] for world in order[:JUDGES]] if best >= 0 else [0.0]
        found.append(mean(judges))
    return mean(found)


def with_error(values: Sequence[float]) -> str:
    """Format a mean with its 95 % interval."""
    return f"{mean(values):+.1f} ± {1.96 * stdev(values) / sqrt(len(values)):.1f}"


Choice = Callable[[Position], list[int]]


def as_now(position: Position) -> list[int]:
    """Return the candidates of today's search."""
    return list(range(position.few))


def as_many(position: Position) -> list[int]:
    """Return a larger number of candidates."""
    return [index for index, there in enumerate(position.many) if there]


def lines(game: str, found: Sequence[Position], today: int) -> Iterator[str]:
    """Yield the gain of the search with so many rollouts, half as many more, and twice as many."""
    now = [gain(each, as_now(each), today) for each in found]
    choices: tuple[tuple[str, Choice], ...] = (
        (f"{candidates.MOST}", as_now),
        (f"{MORE[0]}", as_many),
    )
    for name, choice in choices:
        for rollouts in (today, today * 3 // 2, today * 2):
            gains = [gain(each, choice(each), rollouts) for each in found]
            beyond = with_error([a - b for a, b in zip(gains, now, strict=True)])
            row = (game, len(found), name, rollouts, with_error(gains), beyond)
            yield f"| {' | '.join(map(str, row))} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the arguments name and print the table."""
    parser = argparse.ArgumentParser(description="what the search gains in a decision")
    parser.add_argument("--games", nargs="+", default=["house-canasta:4", "classic-canasta:4"])
    parser.add_argument("--positions", type=int, default=60, help="of each game")
    parser.add_argument("--worlds", type=int, default=130, help="of each position")
    parser.add_argument("--rollouts", type=int, default=60, help="that fit into a decision's time")
    parser.add_argument("--keep", type=Path, required=True, help="a directory outside the tree")
    wish = parser.parse_args(arguments)
    if wish.keep.resolve().is_relative_to(TREE):
        parser.error("--keep: what was measured does not belong into the tree")
    wish.keep.mkdir(parents=True, exist_ok=True)
    print("| game:seats | positions | candidates | rollouts | points a decision | beyond today |")
    print("|---|---|---|---|---|---|")
    for game in wish.games:
        path = wish.keep / f"{game.replace(':', '_')}.jsonl"
        first = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
        found = kept(path, positions(game, wish.worlds, first), wish.positions)
        for line in lines(game, found, wish.rollouts):
            print(line, flush=True)


if __name__ == "__main__":
    main()
