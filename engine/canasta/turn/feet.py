"""Feet and ponytails: the second packet, and when it is picked up.

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
    """Whether `seat` is bound to end the round in this turn, and with it whatever waits for it."""
    return table.phase == "play" and is_going_out(rules, table, seat)


def _is_busy(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` is in the middle of something that comes first."""
    if table.question and seat == table.question.asked:
        return True
    if table.turn != seat:
        return False
    # A ponytail is picked up while melding, a foot between turns.
    return table.phase != ("play" if rules.packet == "pony" else "draw")


def foot(rules: CanastaAnswers, table: Table, seat: int, move: Foot) -> tuple[Event, ...]:
    """Pick up the foot or ponytail one is entitled to."""
    del move
    if not rules.packet:
        raise rules.refusal(Code.NOT_IN_THIS_GAME)
    if table.phase == "over":
        # A foot needs no turn; of a game that is over `check_turn` says so and nothing else.
        check_turn(rules, table, seat, "play")
    if not (table.earned[seat] and table.feet[seat]):
        raise rules.refusal(Code.NO_FOOT_DUE)
    if _is_busy(rules, table, seat):
        raise rules.refusal(Code.FOOT_LATER)
    if _stays(rules, table, seat):
        raise rules.refusal(Code.FOOT_STAYS)
    return foot_taken(rules, table, picked_up(rules, table, seat))


def picked_up(rules: CanastaAnswers, table: Table, seat: int) -> FootPickedUp:
    """The foot joins the hand; its red threes are laid, unless they wait for one's turn."""
    cards = table.feet[seat]
    wait = rules.red_threes_wait and table.turn != seat
    red_threes = b"" if wait else red_threes_in(cards)
    new = lifted(table.stock, len(red_threes))
    joined = cards.translate(None, red_threes) + new.cards
    return FootPickedUp(seat, joined, len(joined), red_threes + new.red_threes, new.size)


def ponies(rules: CanastaAnswers, table: Table, seat: int) -> tuple[Event, ...]:
    """The side of `seat` has its first canasta: each member's ponytail falls due."""
    members = rules.seats_by_side()[rules.side_of(seat)]
    # The player at the turn comes first, then the partners in seat order.
    order = tuple(s for s in (seat, *(m for m in members if m != seat)) if table.feet[s])
    if not rules.auto_foot:
        return (FootEarned(order),) if order else ()
    events: list[Event] = []
    # Folded as they go: what replaces the red threes of one is gone from the stock for the next.
    for member in order:
        event = picked_up(rules, table, member)
        table = event.applied_to(table)
        events.append(event)
    return tuple(events)
