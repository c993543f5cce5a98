"""A step as it was played: where it began, what the learner did, and whether that meets its aim."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import engine
from cogs._learning.book import LEARNER
from engine.advice.choices import completed
from engine.advice.groups import wilds_of
from engine.model.cards import RANK, RANK_NAMES, Cards
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Move, cards_laid
from engine.model.table import Event, Table
from engine.model.view import SideView, View
from engine.notation.legal import reading
from engine.notation.moves import read

Signature = tuple[str, tuple[tuple[str, int], ...], int]
"""A move as a learner sees it: its kind, its ranks, and the meld that it is added to."""


class MadeMove(Protocol):
    """A move that was made, as a game so far has it."""

    @property
    def seat(self) -> int:
        """Who made it."""

    @property
    def body(self) -> str:
        """Its text."""

    @property
    def by(self) -> str:
        """Who wished it, as `Step.by` says it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What it made happen."""


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a step began, where it is, and the learner's moves.

    `end` is the table as it lay before the round was counted, or as it is.
    """

    start: Table
    now: Table
    end: Table
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, start: Table, done: Iterable[MadeMove] = ()) -> "Trail":
        """The trail of a table and the moves made there."""
        trail = cls(start, start, start)
        for one in done:
            trail = trail.after(one.seat, read(one.body), one.events)
        return trail

    def after(self, seat: int, move: Move, events: Sequence[Event]) -> "Trail":
        """The trail with one more move."""
        trail = self
        for event in events:
            trail = trail._evolved(event)
        own = (*self.moves, move) if seat == LEARNER else self.moves
        return replace(trail, moves=own)

    def pressed(self, text: str, seat: int = LEARNER) -> "Trail":
        """The trail if a seat makes a move. Raises `engine.Refused`."""
        move = reading(self.now, seat, text)
        return self.after(seat, move, engine.decide(self.now, seat, move))

    def _evolved(self, event: Event) -> "Trail":
        now, events = engine.evolve(self.now, event), (*self.events, event)
        is_over = any(isinstance(one, RoundEnded) for one in events)
        return replace(self, now=now, events=events, end=self.end if is_over else now)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The learner's moves as they see them."""
        return tuple(map(signature, self.moves))


def kind_of(move: Move) -> str:
    """The word that a move's text begins with."""
    return engine.write(move).split()[0]


def named_cards(move: Move) -> Cards:
    """The cards of the hand that a move names."""
    return bytes((move.card,)) if isinstance(move, Discard) else cards_laid(move)


def ranks_of(cards: Cards) -> Counter[str]:
    """How many cards of each rank."""
    return Counter(RANK_NAMES[RANK[face]] for face in cards)


def signature(move: Move) -> Signature:
    """A move but for its suits, which are one to a learner."""
    ranks = tuple(sorted(ranks_of(named_cards(move)).items()))
    return kind_of(move), ranks, getattr(move, "meld", 0)


# ---- whether the aim is met


def met(aim: Mapping[str, Any], trail: Trail) -> bool:
    """Whether the learner's newest move meets the aim."""
    if not trail.moves or kind_of(trail.moves[-1]) not in kinds(aim):
        return False
    wanted = ((key, value) for key, value in aim.items() if key != "kind")
    return all(TESTS[key](trail, value) for key, value in wanted)


def kinds(aim: Mapping[str, Any]) -> list[str]:
    """The kinds of moves that an aim may be met by."""
    kind = aim["kind"]
    return kind if isinstance(kind, list) else [kind]


def newest(trail: Trail) -> Counter[str]:
    """The ranks of the newest move."""
    return ranks_of(named_cards(trail.moves[-1]))


def wilds_laid(trail: Trail) -> int:
    """How many wild cards the newest move names."""
    wild = wilds_of(engine.face_down(engine.view(trail.start, LEARNER)))
    return sum(RANK[face] in wild for face in named_cards(trail.moves[-1]))


def views(trail: Trail) -> tuple[View, View]:
    """What the learner saw at the start, and sees before the round is counted."""
    return engine.view(trail.start, LEARNER), engine.view(trail.end, LEARNER)


def own_side(view: View) -> SideView:
    """The side of the learner."""
    return view.sides[view.side_of(LEARNER)]


def opens(trail: Trail, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the first meld lies now, and did not at the start."""
    before, now = (view.seats[LEARNER].opened for view in views(trail))
    return not before and now is wanted


def is_down(trail: Trail, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the learner has laid the contract."""
    return trail.end.down[LEARNER] is wanted


def has_canasta(trail: Trail, kind: str) -> bool:
    """Whether a canasta of that kind is complete that was none."""
    before, now = views(trail)
    found = set(completed(before.melds, now.melds))
    return bool(found) if kind == "any" else kind in found


def is_out(trail: Trail, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the learner has gone out."""
    ends = (event for event in trail.events if isinstance(event, RoundEnded))
    return any(event.out == LEARNER for event in ends) is wanted


def has_packet(trail: Trail, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the foot, or the ponytail, has come to the learner's hand."""
    before, now = (view.seats[LEARNER].foot_count for view in views(trail))
    return (bool(before) and not now) is wanted


def gained(trail: Trail, least: int) -> bool:
    """Whether so many points have come to the side's table."""
    before, now = (own_side(view).on_table for view in views(trail))
    return now - before >= least


TESTS: Final[Mapping[str, Callable[[Trail, Any], bool]]] = {
    "ranks": lambda trail, ranks: set(newest(trail)) <= set(ranks.split()),
    "not_ranks": lambda trail, ranks: not set(newest(trail)) & set(ranks.split()),
    "lays": lambda trail, ranks: set(ranks.split()) <= set(newest(trail)),
    "wilds": lambda trail, span: span[0] <= wilds_laid(trail) <= span[1],
    "onto": lambda trail, numbers: getattr(trail.moves[-1], "meld", None) in numbers,
    "opens": opens,
    "down": is_down,
    "canasta": has_canasta,
    "out": is_out,
    "rid": lambda trail, rank: rank not in ranks_of(trail.end.hands[LEARNER]),
    "packet": has_packet,
    "gain": gained,
}
"""Whether a trail holds what a key of an aim asks for."""
