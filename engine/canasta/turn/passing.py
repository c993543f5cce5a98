"""Passing: end the round, because the hand cannot discard.

Otherwise the hand would have no legal move. Source: PFH-R33, PFH-Q24, Q46.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.ending import end_round
from engine.canasta.turn.discarding import is_stuck
from engine.canasta.turn.going_out import all_sevens
from engine.canasta.turn.whose_turn import check_turn
from engine.model.moves import Pass
from engine.model.refusals import Code
from engine.model.table import Event, Table


def no_more(rules: CanastaAnswers, table: Table, seat: int, move: Pass) -> tuple[Event, ...]:
    """End the round because no card can be discarded."""
    del move
    check_turn(rules, table, seat, "play")
    if not is_stuck(rules, table, seat):
        raise rules.refusal(Code.CAN_DISCARD)
    sevens = rules.bars_sevens and all_sevens(table.hands[seat])
    return end_round(rules, table, (), "sevens" if sevens else "stock")
