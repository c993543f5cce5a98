"""What has become of a step: whether its aim is met or missed, and what the others then do.

A move that meets the aim is right, whichever it is. One that is listed has its own sentence. After
any other the step stays open as long as one of the best ways can still be gone to its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice

import engine
from cogs._learning.book import LEARNER, LessonStep, Miss, Scripted, presses
from cogs._learning.trail import MadeMove, Signature, Trail, kind_of, met, signature
from engine.model.moves import Discard, Move
from engine.model.table import Table
from engine.notation.moves import read

SCRIPT = "lesson"
"""Who makes the moves of the others, as `Step.by` says it."""


class Stand(Enum):
    """How a step stands."""

    OPEN = "open"
    MET = "met"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """How a step stands, the key of the sentence for it, and what the others do."""

    stand: Stand
    words: str
    script: tuple[Scripted, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the learner may play on."""
        return self.stand is Stand.OPEN


def verdict(step: LessonStep, start: Table, done: Sequence[MadeMove]) -> StepVerdict:
    """How a step stands that began at `start`, after these moves."""
    trail = Trail.of(start)
    for one in done:
        trail = trail.after(one.seat, read(one.body), one.events)
        if one.seat == LEARNER and (settled := settling(step, trail)) is not None:
            return settled
    if not trail.moves or goes_on(step, trail):
        return StepVerdict(Stand.OPEN, step.words("say"))
    return StepVerdict(Stand.MISSED, f"lesson.fallback.{unforeseen(step, trail.moves[-1])}")


def unforeseen(step: LessonStep, move: Move) -> str:
    """What the sentence for a miss that is not listed is called."""
    is_card = step.only_throws and isinstance(move, Discard)
    return "another_card" if is_card else kind_of(move)


def settling(step: LessonStep, trail: Trail) -> StepVerdict | None:
    """The verdict that the learner's newest move brings, if it brings one."""
    if met(step.aim, trail):
        return StepVerdict(Stand.MET, step.words("met"), step.replies)
    for number, miss in enumerate(step.other, start=1):
        own = signatures(miss.moves)
        if trail.signatures[-len(own) :] == own:
            return StepVerdict(Stand.MISSED, step.words(f"other_{number}"), miss.then)
    return None


def signatures(moves: Sequence[str]) -> tuple[Signature, ...]:
    """Moves as a learner sees them."""
    return tuple(signature(read(text)) for text in moves)


def goes_on(step: LessonStep, trail: Trail) -> bool:
    """Whether the step can still be brought to an end that has a sentence of its own."""
    return any(leads_on(step, trail, way) for way in step.best) or any(
        is_begun(trail, miss) for miss in step.other
    )


def leads_on(step: LessonStep, trail: Trail, way: Sequence[str]) -> bool:
    """Whether what is left of a best way can be made from here and meets the aim."""
    left = left_of(way, trail)
    try:
        for text in left:
            trail = trail.pressed(text)
    except engine.Refused:
        return False
    return bool(left) and met(step.aim, trail)


def left_of(way: Sequence[str], trail: Trail) -> list[str]:
    """What of a way has not been made yet, in whatever order the rest was made."""
    left = list(way)
    for own in trail.signatures:
        same = next((text for text in left if signature(read(text)) == own), None)
        if same is not None:
            left.remove(same)
    return left


def is_begun(trail: Trail, miss: Miss) -> bool:
    """Whether the moves so far are the beginning of a listed miss that can be gone on with."""
    made, own = len(trail.moves), signatures(miss.moves)
    if made >= len(own) or trail.signatures != own[:made]:
        return False
    return engine.check(trail.now, LEARNER, miss.moves[made]) is None


def due(step: LessonStep, start: Table, done: Sequence[MadeMove], now: Table) -> Scripted | None:
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


def next_best(step: LessonStep, start: Table, done: Sequence[MadeMove]) -> str | None:
    """The next press of a best way that can still be gone to its end."""
    trail = Trail.of(start, done)
    ways = (way for way in step.best if leads_on(step, trail, way))
    return next((left_of(way, trail)[0] for way in ways), None)
