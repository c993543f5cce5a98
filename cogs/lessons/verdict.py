"""The verdict on a step of a lesson: whether the learner met the aim, and what the others then do.

Any move that meets the aim is right. A listed mistake has its own sentence. After any other move
the step stays open while the learner can still complete one of the best ways. The steps are in
`book`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any, Final, Protocol

import engine
from cogs.lessons.book import LEARNER, ForeseenMistake, LessonStep, Scripted, moves_of_text
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
"""A move as a learner sees it: its kind, its ranks, and the number of the meld it adds to."""


class LoggedMove(Protocol):
    """A move in the log of a table, such as `cogs.game.move_log.PlayedMove`."""

    @property
    def seat(self) -> int:
        """The seat that made the move."""

    @property
    def body(self) -> str:
        """The text of the move in the engine's notation."""

    @property
    def by(self) -> str:
        """The source of the move; `PlayedMove.by` lists the values."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the move caused."""


@dataclass(frozen=True, slots=True)
class StepAttempt:
    """An attempt at a step: the tables at three moments, and the learner's moves and events.

    `start` is the table before the attempt, and `now` the present table. `end` is the table just
    before the engine counted the round. If the round goes on, `end` equals `now`.
    """

    start: Table
    now: Table
    end: Table
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, start: Table, done: Iterable[LoggedMove] = ()) -> "StepAttempt":
        """Return the attempt that began at `start`, after these moves."""
        attempt = cls(start, start, start)
        for one in done:
            attempt = attempt.after(one.seat, read(one.body), one.events)
        return attempt

    def after(self, seat: int, move: Move, events: Sequence[Event]) -> "StepAttempt":
        """Return the attempt after one further move."""
        attempt = self
        for event in events:
            attempt = attempt._evolved(event)
        own = (*self.moves, move) if seat == LEARNER else self.moves
        return replace(attempt, moves=own)

    def with_move(self, text: str, seat: int = LEARNER) -> "StepAttempt":
        """Return the attempt as if `seat` made this move.

        Raises `engine.Refused` for an illegal move.
        """
        move = reading(self.now, seat, text)
        return self.after(seat, move, engine.decide(self.now, seat, move))

    def _evolved(self, event: Event) -> "StepAttempt":
        now, events = engine.evolve(self.now, event), (*self.events, event)
        # The engine counts a finished round and deals the next in the same move.
        is_over = any(isinstance(one, RoundEnded) for one in events)
        return replace(self, now=now, events=events, end=self.end if is_over else now)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The learner's moves in the form in which the learner sees them."""
        return tuple(map(signature, self.moves))


def kind_of(move: Move) -> str:
    """Return the first word of a move's text."""
    return engine.write(move).split()[0]


def named_cards(move: Move) -> Cards:
    """Return the cards from the hand that are named in a move."""
    return bytes((move.card,)) if isinstance(move, Discard) else cards_laid(move)


def ranks_of(cards: Cards) -> Counter[str]:
    """Return how many of the cards have each rank."""
    return Counter(RANK_NAMES[RANK[face]] for face in cards)


def signature(move: Move) -> Signature:
    """Return a move without suits, because suits do not matter to a learner."""
    ranks = tuple(sorted(ranks_of(named_cards(move)).items()))
    # The meld's number tells two melds of one rank apart. Only a move that adds cards has it.
    return kind_of(move), ranks, getattr(move, "meld", 0)


# ---- whether the learner met the aim


def meets_aim(aim: Mapping[str, Any], attempt: StepAttempt) -> bool:
    """Return whether the learner's newest move meets the aim."""
    if not attempt.moves or kind_of(attempt.moves[-1]) not in kinds(aim):
        return False
    wanted = ((key, value) for key, value in aim.items() if key != "kind")
    return all(TESTS[key](attempt, value) for key, value in wanted)


def kinds(aim: Mapping[str, Any]) -> list[str]:
    """Return the kinds of moves that can meet this aim."""
    kind = aim["kind"]
    return kind if isinstance(kind, list) else [kind]


def newest(attempt: StepAttempt) -> Counter[str]:
    """Return how many cards of each rank the newest move names."""
    return ranks_of(named_cards(attempt.moves[-1]))


def wilds_laid(attempt: StepAttempt) -> int:
    """Return how many wild cards the newest move names."""
    wild = wilds_of(engine.face_down(engine.view(attempt.start, LEARNER)))
    return sum(RANK[face] in wild for face in named_cards(attempt.moves[-1]))


def views(attempt: StepAttempt) -> tuple[View, View]:
    """Return the learner's views at the start, and just before the engine counts the round."""
    return engine.view(attempt.start, LEARNER), engine.view(attempt.end, LEARNER)


def own_side(view: View) -> SideView:
    """Return the learner's side."""
    return view.sides[view.side_of(LEARNER)]


def opens(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Return whether the learner's side has laid its first meld in this attempt."""
    before, now = (view.seats[LEARNER].opened for view in views(attempt))
    return not before and now is wanted


def is_down(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Return whether the learner has laid the first-down."""
    return attempt.end.down[LEARNER] is wanted


def has_canasta(attempt: StepAttempt, kind: str) -> bool:
    """Return whether the attempt has completed a canasta of that kind."""
    before, now = views(attempt)
    found = set(completed(before.melds, now.melds))
    return bool(found) if kind == "any" else kind in found


def is_out(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Return whether the learner has gone out."""
    ends = (event for event in attempt.events if isinstance(event, RoundEnded))
    return any(event.out == LEARNER for event in ends) is wanted


def has_packet(attempt: StepAttempt, wanted: bool) -> bool:  # noqa: FBT001 - a value of the file
    """Return whether the learner has picked up the foot or the ponytail."""
    before, now = (view.seats[LEARNER].foot_count for view in views(attempt))
    return (bool(before) and not now) is wanted


def gained(attempt: StepAttempt, least: int) -> bool:
    """Return whether the side's points on the table have grown by at least `least`."""
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
"""The functions that test an attempt, by key of an aim."""


# ---- the verdict on a step, and the script of the other seats


SCRIPT = "lesson"
"""The value of `PlayedMove.by` for scripted moves."""


class StepStatus(Enum):
    """Whether a step goes on, was met or was missed."""

    OPEN = "open"
    MET = "met"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """The status of a step, the catalogue key of its sentence, and the moves of the other seats."""

    status: StepStatus
    words: str
    script: tuple[Scripted, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the learner may continue to play."""
        return self.status is StepStatus.OPEN


def verdict(step: LessonStep, start: Table, done: Sequence[LoggedMove]) -> StepVerdict:
    """Return the verdict on a step that began at `start`, after these moves."""
    attempt = StepAttempt.of(start)
    for one in done:
        attempt = attempt.after(one.seat, read(one.body), one.events)
        if one.seat == LEARNER and (settled := settling(step, attempt)) is not None:
            return settled
    if not attempt.moves or has_continuation(step, attempt):
        return StepVerdict(StepStatus.OPEN, step.words("say"))
    return StepVerdict(StepStatus.MISSED, f"lesson.fallback.{unforeseen(step, attempt.moves[-1])}")


def unforeseen(step: LessonStep, move: Move) -> str:
    """Return the suffix of the catalogue key for a mistake that the step does not list."""
    is_card = step.only_throws and isinstance(move, Discard)
    return "another_card" if is_card else kind_of(move)


def settling(step: LessonStep, attempt: StepAttempt) -> StepVerdict | None:
    """Return the verdict if the learner's newest move ends the step, else None."""
    if meets_aim(step.aim, attempt):
        return StepVerdict(StepStatus.MET, step.words("met"), step.replies)
    for number, miss in enumerate(step.other, start=1):
        own = signatures(miss.moves)
        # Compare the newest moves only: right moves may come before the mistake.
        if attempt.signatures[-len(own) :] == own:
            return StepVerdict(StepStatus.MISSED, step.words(f"other_{number}"), miss.then)
    return None


def signatures(moves: Sequence[str]) -> tuple[Signature, ...]:
    """Return the moves in the form in which a learner sees them."""
    return tuple(signature(read(text)) for text in moves)


def has_continuation(step: LessonStep, attempt: StepAttempt) -> bool:
    """Return whether the learner can still reach the aim or a listed mistake."""
    return any(can_still_succeed(step, attempt, way) for way in step.best) or any(
        is_begun(attempt, miss) for miss in step.other
    )


def can_still_succeed(step: LessonStep, attempt: StepAttempt, way: Sequence[str]) -> bool:
    """Return whether the learner can still play the rest of a best way and meet the aim."""
    left = left_of(way, attempt)
    # Play the rest on a copy: only the engine knows whether it is still legal.
    try:
        for text in left:
            attempt = attempt.with_move(text)
    except engine.Refused:
        return False
    return bool(left) and meets_aim(step.aim, attempt)


def left_of(way: Sequence[str], attempt: StepAttempt) -> list[str]:
    """Return the moves of a way that the learner has not made.

    The order of the learner's moves does not matter.
    """
    left = list(way)
    for own in attempt.signatures:
        same = next((text for text in left if signature(read(text)) == own), None)
        if same is not None:
            left.remove(same)
    return left


def is_begun(attempt: StepAttempt, miss: ForeseenMistake) -> bool:
    """Return whether the learner has begun a listed mistake whose next move is legal."""
    made, own = len(attempt.moves), signatures(miss.moves)
    if made >= len(own) or attempt.signatures != own[:made]:
        return False
    return engine.check(attempt.now, LEARNER, miss.moves[made]) is None


def scripted_move(
    step: LessonStep, start: Table, done: Sequence[LoggedMove], now: Table
) -> Scripted | None:
    """Return the next scripted move of another seat.

    If the script has no further move and the learner asks a partner to go out, the partner says
    yes. Otherwise returns None without a further move. Also returns None if a rule forbids the
    scripted move.
    """
    found = verdict(step, start, done)
    # Only the log remembers how many moves of the script were made.
    made = sum(one.by == SCRIPT for one in done)
    wanted = next(islice(found.script, made, None), None)
    if wanted is None and found.is_open:
        wanted = leave(now)
    if wanted is None or engine.check(now, *wanted) is not None:
        return None
    return wanted


def leave(now: Table) -> Scripted | None:
    """Return a partner's yes if the learner has asked to go out, else None."""
    if now.question is None or now.question.asked == LEARNER:
        return None
    return now.question.asked, "yes"


def is_forbidden(step: LessonStep, bodies: Sequence[str]) -> bool:
    """Return whether a refused move is the illegal move that the step explains.

    Suits do not matter.
    """
    wanted = signature(read(step.forbidden[-1]))
    try:
        return any(
            signature(read(text)) == wanted for body in bodies for text in moves_of_text(body)
        )
    except engine.Refused:
        return False


def next_best(step: LessonStep, start: Table, done: Sequence[LoggedMove]) -> str | None:
    """Return the next move of a best way that the learner can still complete, or None."""
    attempt = StepAttempt.of(start, done)
    ways = (way for way in step.best if can_still_succeed(step, attempt, way))
    return next((left_of(way, attempt)[0] for way in ways), None)
