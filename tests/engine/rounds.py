"""Whole random rounds under watch, for `./test` and for the campaign."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

import engine
from engine.events import RoundEnded, RoundScored
from engine.table import Table
from tests.strategies import actor, random_move

LONGEST = 20_000
"""Actions in a round; the laws of termination allow far fewer."""


@dataclass
class Tally:
    """What was seen in many rounds."""

    rounds: int = 0
    actions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


def census(table: Table) -> int:
    """How many cards there are, wherever they lie."""
    lists = (*table.hands, *table.feet, *table.red_threes, *(meld.cards for meld in table.melds))
    return sum(map(len, lists)) + len(table.stock) + len(table.pile)


def play_rounds(game: str, seats: int, seeds: Iterable[int]) -> Tally:
    """A random round for each seed, checked after every event."""
    tally = Tally()
    for seed in seeds:
        _play_round(game, seats, Random(seed), tally)
    return tally


def _play_round(game: str, seats: int, random: Random, tally: Tally) -> None:
    table = engine.deal(game, seats, random.randbytes(32))
    pack = census(table)
    assert sorted(_all_cards(table)) == sorted(table.rules.pack())
    for _ in range(LONGEST):
        seat = actor(table, random)
        events = engine.decide(table, seat, random_move(table, seat, random))
        tally.actions += 1
        for event in events:
            table = engine.evolve(table, event)
            assert census(table) == pack, event
            if isinstance(event, RoundEnded):
                assert sorted(_all_cards(table)) == sorted(table.rules.pack())
                tally.reasons[event.reason] += 1
            if isinstance(event, RoundScored):
                _check_scores(event)
                tally.rounds += 1
                return
    raise AssertionError(f"{game} for {seats} did not end")


def _all_cards(table: Table) -> bytes:
    lists = (*table.hands, *table.feet, *table.red_threes, *(meld.cards for meld in table.melds))
    return b"".join(lists) + table.stock + table.pile


def _check_scores(event: RoundScored) -> None:
    for score in event.scores:
        assert score.total % 5 == 0
        counted = {name: points for name, points in score.items.items() if name != "paid"}
        assert sum(counted.values()) == score.total
