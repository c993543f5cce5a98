"""Passing: no more melds from a hand that cannot discard, which ends the round.

Source: PFH-R33, PFH-Q24, Q46; README, "No dead state".
"""

from engine.canasta.answers import Answers
from engine.canasta.discarding import is_stuck
from engine.canasta.ending import end_round
from engine.canasta.going_out import all_sevens
from engine.canasta.turns import check_turn
from engine.events import Event
from engine.moves import Pass
from engine.refusals import Code
from engine.table import Table


def no_more(rules: Answers, table: Table, seat: int, move: Pass) -> tuple[Event, ...]:
    """End the round because no card can be discarded."""
    del move
    check_turn(rules, table, seat, "play")
    if not is_stuck(rules, table, seat):
        raise rules.refusal(Code.CAN_DISCARD)
    sevens = rules.bars_sevens and all_sevens(table.hands[seat])
    return end_round(rules, table, (), "sevens" if sevens else "stock")
