"""Highlights of a round, such as its turning point, computed from its events alone.

A side's standing is its points on the table, without hands and feet (contract rummy: minus the
points of its hand). A turn's gain is the change of its own side's standing. The turning point is
the turn in which the lead changed for the last time. Narration turns this into words.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.model.events import RoundScored
from engine.model.score import Item, Score
from engine.model.table import Event, Table
from engine.record.feats import PILE, RED_THREES, add, dealt, feats, first_table

HELD: Final = (Item.HANDS, Item.FEET)


@dataclass(frozen=True, slots=True)
class TurnHighlights:
    """One turn: its number in the round, its seat, its gain, and its feats.

    `leads` is the side in front after the turn, None for a tie. `step` is the number of the move
    that ended the turn; the first move of the game is 1.
    """

    round: int
    number: int
    seat: int
    gain: int
    feats: Mapping[str, int]
    leads: int | None
    step: int = 0


@dataclass(frozen=True, slots=True)
class RoundHighlights:
    """The highlights of a round. `red_threes` and `best` (the best turn, or None) are by seat.

    `turns` are all turns of the round, in order.
    """

    round: int
    turning_point: TurnHighlights | None
    pile: TurnHighlights | None
    red_threes: tuple[int, ...]
    best: tuple[TurnHighlights | None, ...]
    turns: tuple[TurnHighlights, ...] = ()


def highlights(table: Table, steps: Iterable[tuple[Event, ...]]) -> tuple[RoundHighlights, ...]:
    """Return the highlights of each scored round; `table` is any table of that game."""
    teller = _Follower(first_table(table))
    for events in steps:
        teller.hear(events)
    return tuple(teller.told)


def standing(scores: Sequence[Score]) -> tuple[int, ...]:
    """Return the standing of each side; more is better."""
    return tuple(map(_standing, scores))


def _standing(score: Score) -> int:
    if Item.CAUGHT in score.items:
        return -score.total
    return score.total - sum(score.items.get(item, 0) for item in HELD)


def leader(standings: Sequence[int]) -> int | None:
    """Return the side in front, or None if two share the lead."""
    best = max(standings)
    return standings.index(best) if standings.count(best) == 1 else None


@dataclass(slots=True)
class _Follower:
    """Computes the highlights from a game, move by move."""

    table: Table
    told: list[RoundHighlights] = field(default_factory=list)
    turns: list[TurnHighlights] = field(default_factory=list)
    tally: dict[int, dict[str, int]] = field(default_factory=dict)
    before: tuple[int, ...] = ()
    heard: int = 0
    laid: dict[int, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._begin_round()

    def hear(self, events: tuple[Event, ...]) -> None:
        """Process the events of one accepted move."""
        self.heard += 1
        seat, round_ = self.table.turn, self.table.round
        for event in events:
            if isinstance(event, RoundScored):
                self._end_turn(seat, standing(event.scores))
                self._end_round(event.round)
            found = list(feats(event, self.table.rules))
            if self.table.round == round_:
                add(self.tally, found)
                add(self.laid, found)
            self.table = event.applied_to(self.table)
            # One move can end a round and deal the next.
            if self.table.round != round_:
                round_, seat = self.table.round, self.table.turn
                self._begin_round()
        if self.table.turn != seat:
            self._end_turn(seat, self._now())

    def _now(self) -> tuple[int, ...]:
        return standing(self.table.rules.score(self.table, None))

    def _begin_round(self) -> None:
        self.turns, self.before = [], self._now()
        self.tally, self.laid = self._nothing(), self._nothing()
        add(self.laid, dealt(self.table.red_threes))

    def _nothing(self) -> dict[int, dict[str, int]]:
        return {seat: {} for seat in range(self.table.rules.seat_count)}

    def _end_turn(self, seat: int, after: tuple[int, ...]) -> None:
        side = self.table.rules.side_of(seat)
        self.turns.append(
            TurnHighlights(
                self.table.round,
                len(self.turns) + 1,
                seat,
                after[side] - self.before[side],
                self.tally[seat],
                leader(after),
                self.heard,
            )
        )
        self.before, self.tally = after, self._nothing()

    def _end_round(self, number: int) -> None:
        red_threes = tuple(found.get(RED_THREES, 0) for found in self.laid.values())
        piles = [turn for turn in self.turns if PILE in turn.feats]
        pile = max(piles, key=lambda turn: turn.feats[PILE], default=None)
        best = tuple(self._best(seat) for seat in self.laid)
        turns = tuple(self.turns)
        self.told.append(
            RoundHighlights(number, turning_point(turns), pile, red_threes, best, turns)
        )

    def _best(self, seat: int) -> TurnHighlights | None:
        gains = (turn for turn in self.turns if turn.seat == seat and turn.gain > 0)
        return max(gains, key=lambda turn: turn.gain, default=None)


def turning_point(turns: Iterable[TurnHighlights]) -> TurnHighlights | None:
    """Return the turn in which the lead passed to another side for the last time, or None."""
    return max(_changes(turns), key=lambda turn: turn.number, default=None)


def _changes(turns: Iterable[TurnHighlights]) -> Iterator[TurnHighlights]:
    in_front: int | None = None
    for turn in turns:
        if turn.leads is not None:
            if in_front is not None and turn.leads != in_front:
                yield turn
            in_front = turn.leads
