"""Permission to go out: the question to one teammate, and the binding answer.

Source: PFH-R32, PFH-Q38, Q45; classic Canasta, asking permission.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import sevens_barred
from engine.canasta.round.events import LeaveAnswered, LeaveAsked
from engine.canasta.turn.whose_turn import check_turn
from engine.model.cards import SEVEN
from engine.model.events import RoundEnded, folded
from engine.model.moves import Add, Ask, Discard, Meld, Move, No, Yes
from engine.model.refusals import Code, Refused
from engine.model.table import Event, Question, Table


def ask(rules: CanastaAnswers, table: Table, seat: int, move: Ask) -> tuple[Event, ...]:
    """Ask a teammate for permission to go out by a plan."""
    if not rules.asks_leave:
        raise rules.refusal(Code.NOT_IN_THIS_GAME)
    check_turn(rules, table, seat, "play")
    if move.seat not in rules.partners(table, seat):
        raise rules.refusal(Code.NOT_A_TEAMMATE)
    if table.asked:
        raise rules.refusal(Code.ALREADY_ASKED)
    # Tested before the plan: a "no" must never leave the asker without a move (PFH-Q45).
    if not could_stay_in(rules, table, seat):
        raise rules.refusal(Code.NO_WAY_BACK)
    # Only the refusal matters here: leave may be asked only for a plan that goes out (PFH-Q38).
    carried_out(rules, table, seat, move.plan)
    return (LeaveAsked(seat, move.seat, move.plan),)


def could_stay_in(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether a legal discard that keeps a card would remain after a "no"."""
    hand = table.hands[seat]
    if len(hand) < 2:
        return False
    barred = sevens_barred(rules, table.melds)
    return not barred or any(face // 4 != SEVEN for face in hand)


def carried_out(
    rules: CanastaAnswers, table: Table, seat: int, plan: tuple[Move, ...]
) -> tuple[Event, ...]:
    """Return the events of a plan.

    Raises:
        Refused: a step is refused, or the plan does not go out.

    """
    done: tuple[Event, ...] = ()
    for number, step in enumerate(plan, 1):
        # Any other move would bring unknown cards or ask a second time.
        if not isinstance(step, Meld | Add | Discard):
            raise rules.refusal(Code.PLAN_STAYS_IN)
        events = rules.decide(table, seat, step)
        done += events
        if any(isinstance(event, RoundEnded) for event in events):
            if number == len(plan) and RoundEnded("out", seat) in events:
                return done
            break
        table = folded(table, events)
    raise rules.refusal(Code.PLAN_STAYS_IN)


def _asked(rules: CanastaAnswers, table: Table, seat: int) -> Question:
    question = table.question
    if table.phase == "over":
        raise rules.refusal(Code.GAME_OVER)
    if not rules.asks_leave:
        raise rules.refusal(Code.NOT_IN_THIS_GAME)
    if question is None or table.phase != "answer":
        raise rules.refusal(Code.WRONG_PHASE, phase=table.phase, needs="answer")
    if question.asked != seat:
        raise rules.refusal(Code.NOT_YOUR_TURN, turn=question.asked)
    return question


def yes(rules: CanastaAnswers, table: Table, seat: int, move: Yes) -> tuple[Event, ...]:
    """Permit going out, which also plays the plan."""
    del move
    question = _asked(rules, table, seat)
    answered = LeaveAnswered(seat, yes=True)
    try:
        plan = carried_out(rules, answered.applied_to(table), question.asker, question.plan)
    except Refused:
        # Only a position made by hand can contain a plan that was never checked.
        return (answered,)
    return (answered, *plan)


def no(rules: CanastaAnswers, table: Table, seat: int, move: No) -> tuple[Event, ...]:
    """Forbid going out this turn."""
    del move
    _asked(rules, table, seat)
    return (LeaveAnswered(seat, yes=False),)
