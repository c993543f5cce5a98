"""Feats: events worth counting, by seat.

A feat is a name and a number. For the biggest pile the maximum counts; all others add up. Server
statistics and the highlights of a round use them; no rule depends on them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.open_melds import Laid
from engine.canasta.round.events import FootPickedUp, Melded, PileTaken, RedThreesLaid
from engine.model.events import Dealt, Drawn, RoundEnded, RoundScored
from engine.model.table import Event, Rules, Table
from engine.record.replay import deal
from engine.rummy.events import UpcardBought

PILE: Final = "pile"
"""Cards in the biggest pile taken, including the upcard."""
RED_THREES: Final = "red_threes"
OUT: Final = "out"
"""Rounds in which the seat went out."""
BOUGHT: Final = "bought"
PENNIES: Final = "pennies"
"""Pennies won, or lost (negative), over the game."""
KINDS: Final = ("natural", "mixed", "wild", "sevens")
"""Kinds of canastas; each counts the completed ones."""

Feat = tuple[int, str, int]
Step = tuple[int, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game in numbers: the points of every side by round, and feats by seat."""

    lowest_wins: bool
    rounds: tuple[tuple[int, ...], ...]
    feats: Mapping[int, Mapping[str, int]]


def summary(table: Table, steps: Iterable[tuple[Event, ...]]) -> Summary:
    """Return the numbers of a finished game, from its last table and all its events."""
    rules = table.rules
    tally: dict[int, dict[str, int]] = {seat: {} for seat in range(rules.seat_count)}
    scored: list[RoundScored] = []
    add(tally, dealt(first_table(table).red_threes))
    for events in steps:
        for event in events:
            add(tally, feats(event, rules))
            if isinstance(event, RoundScored):
                scored.append(event)
    add(tally, purse(table))
    rounds = tuple(tuple(score.total for score in event.scores) for event in scored)
    return Summary(rules.lowest_wins, rounds, tally)


def first_table(table: Table) -> Table:
    """Return the table of the same game as it was first dealt."""
    rules = table.rules
    return deal(rules.slug, rules.seat_count, table.seed, rules.chosen, version=rules.version)


def add(tally: Mapping[int, dict[str, int]], found: Iterable[Feat]) -> None:
    """Add feats to the tally of their seats."""
    for seat, name, number in found:
        before = tally[seat].get(name, 0)
        tally[seat][name] = max(before, number) if name == PILE else before + number


def purse(table: Table) -> Iterator[Feat]:
    """Yield the pennies that each seat won or lost over the game, if it is played for pennies.

    Pennies paid out of the purse after the first ten were spent count as lost, too.
    """
    if table.result is not None:
        for seat, kept in enumerate(table.result.pennies):
            yield seat, PENNIES, kept - table.rules.pennies + table.purse[seat]


def dealt(red_threes: Iterable[bytes]) -> Iterator[Feat]:
    """Yield the feats for red threes that came with a deal."""
    for seat, faces in enumerate(red_threes):
        yield from laid_red_threes(seat, faces)


def laid_red_threes(seat: int, faces: bytes) -> Iterator[Feat]:
    """Yield the feat for red threes that a seat laid, if any."""
    if faces:
        yield seat, RED_THREES, len(faces)


@singledispatch
def feats(event: Event, rules: Rules) -> Iterator[Feat]:
    """Yield the feats of an event; most events have none."""
    del event, rules
    yield from ()


@feats.register
def _(event: Dealt, rules: Rules) -> Iterator[Feat]:
    del rules
    yield from dealt(event.fields.get("red_threes", ()))


@feats.register(Drawn)
@feats.register(RedThreesLaid)
@feats.register(FootPickedUp)
def _(event: Drawn | RedThreesLaid | FootPickedUp, rules: Rules) -> Iterator[Feat]:
    del rules
    yield from laid_red_threes(event.seat, event.red_threes)


@feats.register
def _(event: PileTaken, rules: Rules) -> Iterator[Feat]:
    yield event.seat, PILE, len(event.rest) + 1
    yield from laid_red_threes(event.seat, event.red_threes)
    yield from canastas(event.seat, event.laid, rules)


@feats.register
def _(event: Melded, rules: Rules) -> Iterator[Feat]:
    yield from canastas(event.seat, event.laid, rules)


@feats.register
def _(event: RoundEnded, rules: Rules) -> Iterator[Feat]:
    del rules
    if event.out is not None:
        yield event.out, OUT, 1


@feats.register
def _(event: UpcardBought, rules: Rules) -> Iterator[Feat]:
    del rules
    yield event.seat, BOUGHT, 1


def canastas(seat: int, laid: Iterable[Laid], rules: Rules) -> Iterator[Feat]:
    """Yield a feat for each canasta that an action completed."""
    assert isinstance(rules, CanastaAnswers)  # No other family melds towards canastas.
    for step in laid:
        if len(step.meld.cards) >= CANASTA > len(step.meld.cards) - len(step.cards):
            kind = rules.canasta_kind(step.meld)
            if kind is not None:
                yield seat, kind, 1
