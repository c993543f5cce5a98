"""All questions about a contract rummy position that both judges can answer."""

from random import Random

import engine
from tests.judge import Position
from tests.judge.asking import Asking
from tests.judge.rummy import judge as rummy


def everything(asking: Asking, given: Position, random: Random) -> None:
    """Ask about every seat and every kind of move, and play each invented move that is legal."""
    table = engine.from_position(given)
    position = engine.position(table)
    _decisions(asking, table, position)
    asking.about_score(position, None)
    for seat in range(position["seats"]):
        moves = asking.questions.moves(position, seat, random)
        if seat in rummy.to_act(position):
            legal = engine.legal(table, seat)
            moves += map(engine.write, (*legal, *legal.opening()))
        asking.about_moves(position, seat, moves, "moves at short stocks")
        for move in moves:
            if engine.check(table, seat, move) is None:
                asking.made(table, seat, engine.read(move, table))
    _hidden(asking, table, position)


def _decisions(asking: Asking, table: engine.Table, position: Position) -> None:
    """Compare who may act, and the default of each seat."""
    decisions = engine.pending(table)
    mine, theirs = rummy.to_act(position), {decision.seat for decision in decisions}
    if mine != theirs:
        asking.differ("asked", position, -1, "", str(mine), str(theirs))
    for decision in decisions:
        harmless = rummy.default(position, decision.seat)
        default = "" if decision.default is None else engine.write(decision.default)
        if default not in harmless:
            asking.differ("default", position, decision.seat, "", str(harmless), default)


def _hidden(asking: Asking, table: engine.Table, position: Position) -> None:
    """Check that nobody else sees an answer before the window closes: TPW-Q39, TPC-Q31."""
    seats = range(position["seats"])
    for seat in position["offer_to"][1:] if position["phase"] == "offer" else ():
        answered = [engine.play(table, seat, answer) for answer in ("buy", "pass")]
        for other in (*(s for s in seats if s != seat), None):
            bought, passed = (engine.view(after, other) for after in answered)
            if bought != passed:
                asking.differ("hidden", position, seat, "buy", "hidden", f"seen by {other}")
