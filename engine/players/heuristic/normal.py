"""The normal level: it plays the first thought that is legal.

Callers pass worlds sampled from a view, never a real table.
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
from engine.players.canasta import player as canasta
from engine.players.canasta.observation import CanastaObservation
from engine.players.rummy import player as rummy
from engine.players.thinking.thought import CAREFUL, Reason, Style, Thought
from engine.rummy.rules import ContractRummy

Decided = tuple[Thought, tuple[Event, ...]]


def ranked_thoughts(rules: Rules, table: Table, seat: int, style: Style) -> Iterator[Thought]:
    """Yield the moves that `seat` wants, best first. Some may be illegal.

    Args:
        rules: the rules of the table.
        table: a world sampled from the seat's view.
        seat: the seat to move.
        style: the player's weights.
    """
    if isinstance(rules, CanastaAnswers):
        return canasta.ranked_thoughts(rules, table, seat, style)
    assert isinstance(rules, ContractRummy)  # There are only two families.
    return rummy.ranked_thoughts(rules, table, seat, style)


def moves_to_go_out(rules: Rules, table: Table, seat: int) -> tuple[Move, ...] | None:
    """Return the moves by which `seat` would go out now; () if there are none.

    None for a game without such plans: its players lay what they can until they are out.
    """
    if isinstance(rules, CanastaAnswers):
        return layout.moves_to_go_out(CanastaObservation(rules, table, seat, CAREFUL))
    return None


def decided(rules: Rules, table: Table, seat: int, style: Style) -> Decided:
    """Return the first legal thought, and the events it causes.

    Args:
        rules: the rules of the table.
        table: a world sampled from the seat's view.
        seat: the seat to move.
        style: the player's weights.
    """
    for thought in ranked_thoughts(rules, table, seat, style):
        try:
            return thought, rules.decide(table, seat, thought.move)
        except Refused:
            continue
    move = _fallback(rules, table, seat)
    return Thought(move, Reason.DEFAULT), rules.decide(table, seat, move)


def _fallback(rules: Rules, table: Table, seat: int) -> Move:
    """Return a move if no thought is legal: the harmless default, or any legal move."""
    for decision in rules.pending(table):
        if decision.seat == seat and decision.default is not None:
            return decision.default
    return next(iter(rules.micro_moves(table, seat)))


def careless_draw(rules: Rules, table: Table, seat: int) -> Thought:
    """Return the easy level's oversight: a draw although the pile or the upcard is worth taking."""
    return Thought(_fallback(rules, table, seat), Reason.DEFAULT)


def careless_discard(rules: Rules, table: Table, seat: int, thought: Thought, rng: Rng) -> Thought:
    """Return the easy level's slip: any discard that is neither an ace nor wild.

    Args:
        rules: the rules of the table.
        table: a world sampled from the seat's view.
        seat: the seat to move.
        thought: the discard without the slip; anything else is returned unchanged.
        rng: picks the card.
    """
    discards = [m for m in rules.micro_moves(table, seat) if isinstance(m, Discard)]
    plain = [move for move in discards if move.card < FIRST_DEAR]
    if not isinstance(thought.move, Discard) or not plain:
        return thought
    return Thought(plain[rng.randrange(len(plain))], Reason.DEFAULT)


FIRST_DEAR: Final = 4 * ACE  # the first face of the aces; only twos and jokers follow
"""Aces, twos and jokers are never discarded by a slip."""
