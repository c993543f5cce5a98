"""Open decisions: the seats that may act, their questions, and the harmless default of each.

The default is played when the seat's deadline passes. Source: PFH-Q51, PT-Q51.
"""

from collections.abc import Iterator

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.turn.discarding import harmless
from engine.canasta.turn.drawing import must_take
from engine.canasta.turn.feet import can_pick_up
from engine.model.decision import Decision, Kind
from engine.model.moves import DRAW, FOOT, PASS, YES, Move
from engine.model.table import Table


def pending(rules: CanastaAnswers, table: Table) -> tuple[Decision, ...]:
    """Return every open decision with its default."""
    return tuple(
        [
            Decision(seat, kind, default(rules, table, seat, kind))
            for seat, kind in open_decisions(rules, table)
        ]
    )


def seen_pending(rules: CanastaAnswers, table: Table, viewer: int | None) -> tuple[Decision, ...]:
    """Return the open decisions for a viewer, without other seats' defaults, which reveal cards."""
    return tuple(
        [
            Decision(seat, kind, default(rules, table, seat, kind) if seat == viewer else None)
            for seat, kind in open_decisions(rules, table)
        ]
    )


def open_decisions(rules: CanastaAnswers, table: Table) -> Iterator[tuple[int, Kind]]:
    """Yield the open decisions, first that of the seat for which the game waits."""
    if table.phase == "over":
        return
    if table.phase == "answer" and table.question:
        yield table.question.asked, "answer"
    elif table.phase == "draw":
        yield table.turn, "draw"
    else:
        yield table.turn, "play"
    if True in table.earned:
        for seat in range(rules.seat_count):
            if can_pick_up(rules, table, seat):
                yield seat, "foot"


def default(rules: CanastaAnswers, table: Table, seat: int, kind: Kind) -> Move | None:
    """Return the move that is made for `seat` when its deadline passes."""
    # A seat may leave a foot where it is for any time (PFH-Q51), so there is no default for it.
    if kind == "foot":
        return None
    if kind == "answer":
        return YES
    if kind == "draw":
        return must_take(rules, table, seat) or DRAW
    # `pass` is refused while a ponytail can be picked up: see `is_stuck`.
    stuck = FOOT if can_pick_up(rules, table, seat) else PASS
    return harmless(rules, table, seat) or stuck
