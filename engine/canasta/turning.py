"""From one turn to the next: red threes that waited, and a stock that is gone.

Source: HC-R20, HC-Q27, PFH-R33, PFH-Q33, Q50, PT-R26, PT-Q37, Q48, Q53.
"""

from engine.canasta.answers import Answers
from engine.canasta.ending import end_round, folded
from engine.canasta.red_threes import laid_from_hand, red_threes_in
from engine.canasta.taking import can_take
from engine.events import Event
from engine.table import Table


def next_turn(rules: Answers, table: Table, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What `events`, the last of a turn, bring about before the next player acts."""
    heir = (table.turn + 1) % rules.seat_count
    waiting = rules.red_threes_wait and red_threes_in(table.hands[heir])
    # A foot picked up may have taken the last of the stock.
    if len(events) == 1 and table.stock and not waiting:
        return events
    after = folded(table, events)
    if rules.red_threes_wait and (laid := laid_from_hand(after, after.turn)):
        events, after = (*events, laid), laid.applied_to(after)
        if laid.is_draw:
            # The last stock cards were the draw; a hand that cannot go on ends the round.
            goes_on = bool(laid.drawn) and len(after.hand) >= 2
            return events if goes_on else end_round(rules, table, events, "stock")
    if not after.stock and not (
        rules.plays_on_without_stock and can_take(rules, after, after.turn)
    ):
        return end_round(rules, table, events, "stock")
    return events
