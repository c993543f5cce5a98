"""Playing: the first wish that the rules allow, and playing on to the end of a round.

It is handed worlds sampled from a view, never a real table.
"""

from collections.abc import Iterator
from typing import Final

from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import ACE
from engine.model.chance import Rng
from engine.model.moves import Discard, Move
from engine.model.refusals import Refused
from engine.model.table import Event, Rules, Table
from engine.players.canasta import layout
from engine.players.canasta import wishes as canasta
from engine.players.canasta.seen import CanastaSeen
from engine.players.rummy import wishes as rummy
from engine.players.thinking.thought import CAREFUL, Reason, Style, Thought
from engine.rummy.rules import ContractRummy

Decided = tuple[Thought, tuple[Event, ...]]


def wishes(rules: Rules, table: Table, seat: int, style: Style) -> Iterator[Thought]:
    """What `seat` would do, the dearest wish first. Not every wish need be legal."""
    if isinstance(rules, CanastaAnswers):
        return canasta.wishes(rules, table, seat, style)
    assert isinstance(rules, ContractRummy)  # there are two families
    return rummy.wishes(rules, table, seat, style)


def moves_to_go_out(rules: Rules, table: Table, seat: int) -> tuple[Move, ...] | None:
    """The moves by which `seat` would go out now, () where it finds none.

    None for a game whose players never plan it: they lay what they can until they are out.
    """
    if isinstance(rules, CanastaAnswers):
        return layout.moves_to_go_out(CanastaSeen(rules, table, seat, CAREFUL))
    return None


def decided(rules: Rules, table: Table, seat: int, style: Style) -> Decided:
    """The first wish that the rules allow, and what it makes happen."""
    for thought in wishes(rules, table, seat, style):
        try:
            return thought, rules.decide(table, seat, thought.move)
        except Refused:
            continue
    move = _fallback(rules, table, seat)
    return Thought(move, Reason.DEFAULT), rules.decide(table, seat, move)


def _fallback(rules: Rules, table: Table, seat: int) -> Move:
    """Where no wish is legal: the harmless default, else anything legal."""
    for decision in rules.pending(table):
        if decision.seat == seat and decision.default is not None:
            return decision.default
    return next(iter(rules.micro_moves(table, seat)))


def overlooked(rules: Rules, table: Table, seat: int) -> Thought:
    """What is done by somebody who does not notice that a card or the pile is worth taking."""
    return Thought(_fallback(rules, table, seat), Reason.DEFAULT)


def slipped(rules: Rules, table: Table, seat: int, thought: Thought, rng: Rng) -> Thought:
    """The discard of somebody whose thoughts were elsewhere: any card that is not dear."""
    discards = [m for m in rules.micro_moves(table, seat) if isinstance(m, Discard)]
    plain = [move for move in discards if move.card < FIRST_DEAR]
    if not isinstance(thought.move, Discard) or not plain:
        return thought
    return Thought(plain[rng.randrange(len(plain))], Reason.DEFAULT)


FIRST_DEAR: Final = 4 * ACE  # the first of its four faces; only twos and jokers come after them
"""Aces, twos and jokers are not thrown away by mistake."""
