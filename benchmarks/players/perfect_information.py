"""The yardstick that sees all cards: the candidates of the search, played in the true world.

No player may do this. It tells how much a choice among the same few moves could gain at most.
"""

from collections.abc import Sequence
from copy import deepcopy
from statistics import mean

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.model.moves import Move
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.seat_stocks import SeatStocks
from engine.players.tuned.hard import hard_style


def foreseen(table: Table, seat: int, streams: SeatStocks) -> Move:
    """The best of the default and the candidates, all seats playing on by the weights."""
    rules, style = table.rules, hard_style(table.rules)
    default, _ = decided(rules, table, seat, style)
    moves = [default.move, *candidates(rules, table, seat, default, style)]
    if len(moves) == 1:
        return default.move
    # The first of equals is taken: the default.
    return max(moves, key=lambda move: _to_the_end(table, seat, move, deepcopy(streams)))


def _to_the_end(table: Table, seat: int, move: Move, streams: SeatStocks) -> float:
    """How far the seat's side is ahead at the end of the round if it makes this move."""
    rules = table.rules
    events = rules.decide(table, seat, move)
    while True:
        for event in events:
            if isinstance(event, RoundScored):
                points = [score.total for score in event.scores]
                return margin(table, points, [rules.side_of(seat)])
            table = event.applied_to(table)
        mover = engine.pending(table)[0].seat
        table = streams.turn_to(table, mover)
        _, events = decided(rules, table, mover, hard_style(rules))


def margin(table: Table, points: Sequence[int], sides: Sequence[int]) -> float:
    """How far `sides` are ahead of the others; in contract rummy low is good."""
    sign = 1 if isinstance(table.rules, CanastaAnswers) else -1
    ours = [each for side, each in enumerate(points) if side in sides]
    theirs = [each for side, each in enumerate(points) if side not in sides]
    return sign * (mean(ours) - mean(theirs))
