"""The canasta player: its thoughts for each kind of decision, best first."""

from collections.abc import Iterator

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.turn.feet import can_pick_up
from engine.model.moves import FOOT, NO, PASS, YES
from engine.model.table import Table
from engine.players.canasta.discarding import discards
from engine.players.canasta.drawing import draws, no_take, nothing_to_take
from engine.players.canasta.laying import lays
from engine.players.canasta.layout import layable
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.outcome import decides
from engine.players.canasta.partners import FOOT_CARD
from engine.players.thinking.thought import Reason, Style, Thought


def ranked_thoughts(
    rules: CanastaAnswers, table: Table, seat: int, style: Style
) -> Iterator[Thought]:
    """Yield the thoughts of the canasta player, the most wanted first; not all are legal."""
    if table.earned[seat] and can_pick_up(rules, table, seat):
        yield Thought(FOOT, Reason.PICK_UP)
    if table.phase == "draw" and nothing_to_take(rules, table, seat):
        yield no_take(rules, table, seat)
        return
    seen = CanastaObservation(rules, table, seat, style)
    if table.phase == "answer":
        yield _answer(seen)
    elif table.phase == "draw":
        yield from draws(seen)
    else:
        yield from lays(seen)
        yield from discards(seen)
        yield Thought(PASS, Reason.NO_MORE)


def _answer(seen: CanastaObservation) -> Thought:
    """Answer whether a partner may go out.

    The score decides first. After that the answer is no while much could still be laid in time.
    """
    question = seen.table.question
    assert question is not None  # The phase guarantees that there is a question.
    decided = decides(seen, question.asker, question.plan) if seen.weights.mates else 0
    could = layable(seen)
    foot = _foot_ahead(seen)
    if decided > 0:
        return Thought(YES, Reason.LEAVE_WINS)
    if comes_too_late(seen, question.asker):
        return Thought(YES, Reason.LEAVE_YES)
    if decided < 0:
        return Thought(NO, Reason.LEAVE_LOSES)
    good = seen.weights.good_hand
    if could >= good:
        return Thought(NO, Reason.LEAVE_NO, {"n": could})
    if could + FOOT_CARD * foot >= good:
        return Thought(NO, Reason.LEAVE_FOOT, {"n": foot})
    return Thought(YES, Reason.LEAVE_YES)


def comes_too_late(seen: CanastaObservation, asker: int) -> bool:
    """Whether the round may well end before this seat's turn, which comes after the asker's."""
    seats = seen.rules.seat_count
    turns = (seen.seat - asker) % seats
    between = {(asker + turn) % seats for turn in range(1, turns)}
    drawn = turns * seen.rules.draws
    return len(seen.table.stock) < drawn or any(
        seen.nearly_out(seat) for seat in between.intersection(seen.enemies)
    )


def _foot_ahead(seen: CanastaObservation) -> int:
    """Return how many more cards of the own foot than of the others' feet are unplayed."""
    feet = seen.table.feet
    if not seen.weights.mates or not feet[seen.seat]:
        return 0
    return max(0, len(feet[seen.seat]) - max((len(feet[seat]) for seat in seen.enemies), default=0))
