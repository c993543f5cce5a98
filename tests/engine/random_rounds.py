"""Whole random rounds, checked after every event, for `./test` and for the soak test."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

import engine
from engine.model.events import RoundEnded, RoundScored
from engine.model.moves import Move
from engine.model.table import Event, Table
from tests.support.strategies import actor, random_move

LONGEST = 20_000
"""Actions in a round; the rules allow far fewer."""
EVERY = 100
"""A log keeps one in so many tables of a round, and the last."""


@dataclass
class Log:
    """A round as a server stores it, and snapshots of some of its tables."""

    game: str
    seats: int
    seed: bytes
    moves: list[tuple[int, str]] = field(default_factory=list)
    tables: list[bytes] = field(default_factory=list)

    def note(self, table: Table, seat: int, move: Move) -> None:
        """Add a move and, now and then, the table before it."""
        if len(self.moves) % EVERY == 0:
            self.tables.append(engine.dump(table))
        self.moves.append((seat, engine.write(move)))


@dataclass
class Tally:
    """The counts of many rounds."""

    rounds: int = 0
    actions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    logs: list[Log] = field(default_factory=list)


def census(table: Table) -> int:
    return len(_all_cards(table))


def play_rounds(game: str, seats: int, seeds: Iterable[int], *, keep: bool = False) -> Tally:
    """Play a random round for each seed, checked after every event; `keep` records them as logs."""
    tally = Tally()
    for seed in seeds:
        random = Random(seed)
        table = engine.deal(game, seats, random.randbytes(32))
        log = Log(game, seats, table.seed) if keep else None
        table = _play_round(table, random, tally, log)
        if log:
            log.tables.append(engine.dump(table))
            tally.logs.append(log)
    return tally


def replayed(logs: Iterable[Log]) -> list[list[bytes]]:
    """Return the tables of some logs when their moves are replayed from text."""
    return [_replayed(log) for log in logs]


def _replayed(log: Log) -> list[bytes]:
    table, tables = engine.deal(log.game, log.seats, log.seed), []
    for number, (seat, text) in enumerate(log.moves):
        if number % EVERY == 0:
            tables.append(engine.dump(table))
        table = engine.play(table, seat, text)
    return [*tables, engine.dump(table)]


def _play_round(table: Table, random: Random, tally: Tally, log: Log | None) -> Table:
    number, pack = table.round, len(table.rules.pack())
    _check_pack(table)
    for _ in range(LONGEST):
        seat = actor(table, random)
        move = random_move(table, seat, random)
        if log:
            log.note(table, seat, move)
        tally.actions += 1
        for event in engine.decide(table, seat, move):
            table = engine.evolve(table, event)
            assert census(table) == pack, event
            _watch(event, table, tally)
        if table.round > number or table.result:
            tally.rounds += 1
            return table
    raise AssertionError(f"{table.rules.slug} for {table.rules.seat_count} did not end")


def _watch(event: Event, table: Table, tally: Tally) -> None:
    if isinstance(event, RoundEnded):
        _check_pack(table)
        tally.reasons[event.reason] += 1
    elif isinstance(event, RoundScored):
        _check_scores(event)


def _check_pack(table: Table) -> None:
    """Check that the table has exactly the cards of the pack."""
    assert sorted(_all_cards(table)) == sorted(table.rules.pack())


def _all_cards(table: Table) -> bytes:
    melds = [meld.cards for meld in table.melds]
    return b"".join((*table.hands, *table.feet, *table.red_threes, *melds, table.stock, table.pile))


def _check_scores(event: RoundScored) -> None:
    for score in event.scores:
        assert score.total % 5 == 0
        counted = {name: points for name, points in score.items.items() if name != "paid"}
        assert sum(counted.values()) == score.total
