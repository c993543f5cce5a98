"""Feet and ponytails: the second packet, and when a seat picks it up.

Source: PFH-R27, R28, PFH-Q17 to Q21, Q51, PT-R23, PT-Q21 to Q24, Q47, Q50, Q51.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.events import FootEarned, FootPickedUp
from engine.canasta.round.red_threes import lifted, red_threes_in
from engine.canasta.turn.going_out import is_going_out
from engine.canasta.turn.next_turn import foot_taken
from engine.canasta.turn.whose_turn import check_turn
from engine.model.moves import Foot
from engine.model.refusals import Code
from engine.model.table import Event, Table


def can_pick_up(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `foot` is legal for `seat` now."""
    due = bool(rules.packet and table.earned[seat] and table.feet[seat])
    free = not _is_busy(rules, table, seat) and not _stays(rules, table, seat)
    return due and table.phase != "over" and free


def _stays(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` must end the round in this turn, so that its foot or ponytail stays."""
    return table.phase == "play" and is_going_out(rules, table, seat)


def _is_busy(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` must do something else first."""
    if table.question and seat == table.question.asked:
        return True
    if table.turn != seat:
        return False
    # A ponytail is picked up while melding, a foot between turns.
    return table.phase != ("play" if rules.packet == "pony" else "draw")


def foot(rules: CanastaAnswers, table: Table, seat: int, move: Foot) -> tuple[Event, ...]:
    """Pick up the foot or ponytail that the seat has earned."""
    del move
    if not rules.packet:
        raise rules.refusal(Code.NOT_IN_THIS_GAME)
    if table.phase == "over":
        # A foot needs no turn; when the game is over, `check_turn` raises the right refusal.
        check_turn(rules, table, seat, "play")
    if not (table.earned[seat] and table.feet[seat]):
        raise rules.refusal(Code.NO_FOOT_DUE)
    if _is_busy(rules, table, seat):
        raise rules.refusal(Code.FOOT_LATER)
    if _stays(rules, table, seat):
        raise rules.refusal(Code.FOOT_STAYS)
    return foot_taken(rules, table, picked_up(rules, table, seat))


def picked_up(rules: CanastaAnswers, table: Table, seat: int) -> FootPickedUp:
    """Return the event of the foot joining the hand.

    Its red threes are laid, unless they wait for the seat's turn.
    """
    cards = table.feet[seat]
    wait = rules.red_threes_wait and table.turn != seat
    red_threes = b"" if wait else red_threes_in(cards)
    new = lifted(table.stock, len(red_threes))
    joined = cards.translate(None, red_threes) + new.cards
    return FootPickedUp(seat, joined, len(joined), red_threes + new.red_threes, new.size)


def ponies(rules: CanastaAnswers, table: Table, seat: int) -> tuple[Event, ...]:
    """Return the events that follow the first canasta of the side of `seat`: ponytails are due."""
    members = rules.seats_by_side()[rules.side_of(seat)]
    # The turn player comes first, then the partners in seat order.
    order = tuple(s for s in (seat, *(m for m in members if m != seat)) if table.feet[s])
    if not rules.auto_foot:
        return (FootEarned(order),) if order else ()
    events: list[Event] = []
    # Each event is applied before the next: red threes in one ponytail take replacements from the
    # stock, which the next one no longer finds.
    for member in order:
        event = picked_up(rules, table, member)
        table = event.applied_to(table)
        events.append(event)
    return tuple(events)
