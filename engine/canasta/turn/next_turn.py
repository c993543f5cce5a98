"""The change from one turn to the next: red threes that waited, and an empty stock.

Source: HC-R20, HC-Q27, PFH-R33, PFH-Q33, Q50, Q51, PT-R26, PT-Q37, Q48, Q53.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.ending import end_round
from engine.canasta.round.red_threes import laid_from_hand, red_threes_in
from engine.model.events import folded
from engine.model.moves import PASS
from engine.model.table import Event, Table


def next_turn(rules: CanastaAnswers, table: Table, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return `events`, the last of a turn, and their consequences before the next player acts."""
    heir = (table.turn + 1) % rules.seat_count
    waiting = rules.red_threes_wait and red_threes_in(table.hands[heir])
    # The common case needs no new table: a single discard, and cards left to draw. A second event
    # is a foot that was picked up, which may have taken the last of the stock.
    if len(events) == 1 and table.stock and not waiting:
        return events
    after = folded(table, events)
    if rules.red_threes_wait and (laid := laid_from_hand(after, after.turn)):
        events, after = (*events, laid), laid.applied_to(after)
        if laid.is_draw:
            return replaced_only(rules, table, events)
    return events if _can_draw(rules, after) else end_round(rules, table, events, "stock")


def replaced_only(
    rules: CanastaAnswers, table: Table, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    """Return the events after a draw of only red threes that took the last of the stock."""
    after = folded(table, events)
    # Without a fresh card the stock had only red threes left: nothing was drawn (PFH-Q32, PT-Q38).
    goes_on = after.fresh and _can_go_on(rules, after)
    return events if goes_on else end_round(rules, table, events, "stock")


def _can_go_on(rules: CanastaAnswers, table: Table) -> bool:
    """Whether the turn player can end a turn whose draw was the replacement of a red three."""
    if len(table.hand) >= 2:
        return True
    # With one card or none there may be no legal way to end the turn, so the full move list
    # decides.
    moves = (move for move in rules.micro_moves(table, table.turn) if move != PASS)
    return not rules.ends_on_replacement and next(moves, None) is not None


def foot_taken(rules: CanastaAnswers, table: Table, picked_up: Event) -> tuple[Event, ...]:
    """Return the event of picking up a foot, and the end of the round if nobody can draw then."""
    after = picked_up.applied_to(table)
    waits_for_draw = after.phase == "draw" and rules.foot_may_end_round
    if waits_for_draw and not _can_draw(rules, after):
        return end_round(rules, table, (picked_up,), "stock")
    return (picked_up,)


def _can_draw(rules: CanastaAnswers, table: Table) -> bool:
    """Whether the turn player can draw a card, or take the pile without a stock."""
    if table.stock:
        return True
    return rules.plays_on_without_stock and rules.can_take(table, table.turn)
