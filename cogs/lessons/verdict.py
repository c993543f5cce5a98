"""What has become of a step: whether its aim is met or missed, and what the others then do.

A move that meets the aim is right, whichever it is. One that is listed has its own sentence. After
any other the step stays open as long as one of the best ways can still be gone to its end.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any, Final, Protocol

import engine
from cogs.lessons.book import LEARNER, ForeseenMistake, LessonStep, Scripted, presses
from engine.advice.choices import completed
from engine.advice.rank_groups import wilds_of
from engine.model.cards import RANK, RANK_NAMES, Cards
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Move, cards_laid
from engine.model.table import Event, Table
from engine.model.view import SideView, View
from engine.notation.legal import reading
from engine.notation.moves import read

Signature = tuple[str, tuple[tuple[str, int], ...], int]
"""A move as a learner sees it: its kind, its ranks, and the meld that it is added to."""


class LoggedMove(Protocol):
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
class StepAttempt:
    """Where a step began, where it is, and the learner's moves.

    `end` is the table as it lay before the round was counted, or as it is.
    """

    start: Table
    now: Table
    end: Table
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, start: Table, done: Iterable[LoggedMove] = ()) -> "StepAttempt":
        """The trail of a table and the moves made there."""
        attempt = cls(start, start, start)
        for one in done:
            attempt = attempt.after(one.seat, read(one.body), one.events)
        return attempt

    def after(self, seat: int, move: Move, events: Sequence[Event]) -> "StepAttempt":
        """The trail with one more move."""
        attempt = self
        for event in events:
            attempt = attempt._evolved(event)
        own = (*self.moves, move) if seat == LEARNER else self.moves
        return replace(attempt, moves=own)

    def pressed(self, text: str, seat: int = LEARNER) -> "StepAttempt":
        """The trail if a seat makes a move. Raises `engine.Refused`."""
        move = reading(self.now, seat, text)
        return self.after(seat, move, engine.decide(self.now, seat, move))

    def _evolved(self, event: Event) -> "StepAttempt":
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


def meets_aim(aim: Mapping[str, Any], attempt: StepAttempt) -> bool:
    """Whether the learner's newest move meets the aim."""
    if not attempt.moves or kind_of(attempt.moves[-1]) not in kinds(aim):
        return False
    wanted = ((key, value) for key, value in aim.items() if key != "kind")
    return all(TESTS[key](attempt, value) for key, value in wanted)


def kinds(aim: Mapping[str, Any]) -> list[str]:
    """The kinds of moves that an aim may be met by."""
    kind = aim["kind"]
    return kind if isinstance(kind, list) else [kind]


def newest(attempt: StepAttempt) -> Counter[str]:
    """The ranks of the newest move."""
    return ranks_of(named_cards(attempt.moves[-1]))


def wilds_laid(attempt: StepAttempt) -> int:
    """How many wild cards the newest move names."""
    wild = wilds_of(engine.face_down(engine.view(attempt.start, LEARNER)))
    return sum(RANK[face] in wild for face in named_cards(attempt.moves[-1]))


def views(attempt: StepAttempt) -> tuple[View, View]:
    """What the learner saw at the start, and sees before the round is counted."""
    return engine.view(attempt.start, LEARNER), engine.view(attempt.end, LEARNER)


def own_side(view: View) -> SideView:
    """The side of the learner."""
    return view.sides[view.side_of(LEARNER)]


def opens(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the first meld lies now, and did not at the start."""
    before, now = (view.seats[LEARNER].opened for view in views(attempt))
    return not before and now is wanted


def is_down(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the learner has laid the contract."""
    return attempt.end.down[LEARNER] is wanted


def has_canasta(attempt: StepAttempt, kind: str) -> bool:
    """Whether a canasta of that kind is complete that was none."""
    before, now = views(attempt)
    found = set(completed(before.melds, now.melds))
    return bool(found) if kind == "any" else kind in found


def is_out(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the learner has gone out."""
    ends = (event for event in attempt.events if isinstance(event, RoundEnded))
    return any(event.out == LEARNER for event in ends) is wanted


def has_packet(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Whether the foot, or the ponytail, has come to the learner's hand."""
    before, now = (view.seats[LEARNER].foot_count for view in views(attempt))
    return (bool(before) and not now) is wanted


def gained(attempt: StepAttempt, least: int) -> bool:
    """Whether so many points have come to the side's table."""
    before, now = (own_side(view).on_table for view in views(attempt))
    return now - before >= least


TESTS: Final[Mapping[str, Callable[[StepAttempt, Any], bool]]] = {
    "ranks": lambda attempt, ranks: set(newest(attempt)) <= set(ranks.split()),
    "not_ranks": lambda attempt, ranks: not set(newest(attempt)) & set(ranks.split()),
    "lays": lambda attempt, ranks: set(ranks.split()) <= set(newest(attempt)),
    "wilds": lambda attempt, span: span[0] <= wilds_laid(attempt) <= span[1],
    "onto": lambda attempt, numbers: getattr(attempt.moves[-1], "meld", None) in numbers,
    "opens": opens,
    "down": is_down,
    "canasta": has_canasta,
    "out": is_out,
    "rid": lambda attempt, rank: rank not in ranks_of(attempt.end.hands[LEARNER]),
    "packet": has_packet,
    "gain": gained,
}
"""Whether a trail holds what a key of an aim asks for."""


# ---- What has become of a step: whether its aim is met or missed, and what the others then do


SCRIPT = "lesson"
"""Who makes the moves of the others, as `Step.by` says it."""


class StepStatus(Enum):
    """How a step stands."""

    OPEN = "open"
    MET = "met"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """How a step stands, the key of the sentence for it, and what the others do."""

    stand: StepStatus
    words: str
    script: tuple[Scripted, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the learner may play on."""
        return self.stand is StepStatus.OPEN


def verdict(step: LessonStep, start: Table, done: Sequence[LoggedMove]) -> StepVerdict:
    """How a step stands that began at `start`, after these moves."""
    attempt = StepAttempt.of(start)
    for one in done:
        attempt = attempt.after(one.seat, read(one.body), one.events)
        if one.seat == LEARNER and (settled := settling(step, attempt)) is not None:
            return settled
    if not attempt.moves or has_continuation(step, attempt):
        return StepVerdict(StepStatus.OPEN, step.words("say"))
    return StepVerdict(StepStatus.MISSED, f"lesson.fallback.{unforeseen(step, attempt.moves[-1])}")


def unforeseen(step: LessonStep, move: Move) -> str:
    """What the sentence for a miss that is not listed is called."""
    is_card = step.only_throws and isinstance(move, Discard)
    return "another_card" if is_card else kind_of(move)


def settling(step: LessonStep, attempt: StepAttempt) -> StepVerdict | None:
    """The verdict that the learner's newest move brings, if it brings one."""
    if meets_aim(step.aim, attempt):
        return StepVerdict(StepStatus.MET, step.words("met"), step.replies)
    for number, miss in enumerate(step.other, start=1):
        own = signatures(miss.moves)
        if attempt.signatures[-len(own) :] == own:
            return StepVerdict(StepStatus.MISSED, step.words(f"other_{number}"), miss.then)
    return None


def signatures(moves: Sequence[str]) -> tuple[Signature, ...]:
    """Moves as a learner sees them."""
    return tuple(signature(read(text)) for text in moves)


def has_continuation(step: LessonStep, attempt: StepAttempt) -> bool:
    """Whether the step can still be brought to an end that has a sentence of its own."""
    return any(can_still_succeed(step, attempt, way) for way in step.best) or any(
        is_begun(attempt, miss) for miss in step.other
    )


def can_still_succeed(step: LessonStep, attempt: StepAttempt, way: Sequence[str]) -> bool:
    """Whether what is left of a best way can be made from here and meets the aim."""
    left = left_of(way, attempt)
    try:
        for text in left:
            attempt = attempt.pressed(text)
    except engine.Refused:
        return False
    return bool(left) and meets_aim(step.aim, attempt)


def left_of(way: Sequence[str], attempt: StepAttempt) -> list[str]:
    """What of a way has not been made yet, in whatever order the rest was made."""
    left = list(way)
    for own in attempt.signatures:
        same = next((text for text in left if signature(read(text)) == own), None)
        if same is not None:
            left.remove(same)
    return left


def is_begun(attempt: StepAttempt, miss: ForeseenMistake) -> bool:
    """Whether the moves so far are the beginning of a listed miss that can be gone on with."""
    made, own = len(attempt.moves), signatures(miss.moves)
    if made >= len(own) or attempt.signatures != own[:made]:
        return False
    return engine.check(attempt.now, LEARNER, miss.moves[made]) is None


def scripted_move(
    step: LessonStep, start: Table, done: Sequence[LoggedMove], now: Table
) -> Scripted | None:
    """The next move that another seat makes; None when there is none, or it would be refused.

    A partner who is asked for leave says yes unless the step says otherwise.
    """
    found = verdict(step, start, done)
    made = sum(one.by == SCRIPT for one in done)
    wanted = next(islice(found.script, made, None), None)
    if wanted is None and found.is_open:
        wanted = leave(now)
    if wanted is None or engine.check(now, *wanted) is not None:
        return None
    return wanted


def leave(now: Table) -> Scripted | None:
    """The answer to a learner who asks for leave."""
    if now.question is None or now.question.asked == LEARNER:
        return None
    return now.question.asked, "yes"


def is_forbidden(step: LessonStep, bodies: Sequence[str]) -> bool:
    """Whether a refused press is the one that the step speaks of, or the same but for suits."""
    wanted = signature(read(step.forbidden[-1]))
    try:
        return any(signature(read(text)) == wanted for body in bodies for text in presses(body))
    except engine.Refused:
        return False


def next_best(step: LessonStep, start: Table, done: Sequence[LoggedMove]) -> str | None:
    """The next press of a best way that can still be gone to its end."""
    attempt = StepAttempt.of(start, done)
    ways = (way for way in step.best if can_still_succeed(step, attempt, way))
    return next((left_of(way, attempt)[0] for way in ways), None)
