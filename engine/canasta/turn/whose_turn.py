"""The first check of every move: turn and phase."""

from engine.canasta.book.variant import CanastaAnswers
from engine.model.decision import Phase
from engine.model.refusals import Code
from engine.model.table import Table


def check_turn(rules: CanastaAnswers, table: Table, seat: int, phase: Phase) -> None:
    """Refuse a move out of turn or in the wrong phase."""
    if table.phase == phase and table.turn == seat:
        return
    if table.phase == "over":
        raise rules.refusal(Code.GAME_OVER)
    if table.turn != seat:
        raise rules.refusal(Code.NOT_YOUR_TURN, turn=table.turn)
    raise rules.refusal(Code.WRONG_PHASE, phase=table.phase, needs=phase)
