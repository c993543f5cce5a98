"""Candidates: the few moves that a search compares with the default move."""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.turn.discarding import legal_discards
from engine.model.moves import DISCARDS, Add, Meld, Move
from engine.model.table import Rules, Table
from engine.players.canasta.discarding import Taker
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.partners import needless_wild
from engine.players.heuristic.normal import ranked_thoughts
from engine.players.thinking.thought import Style, Thought

MOST = 4
"""Few, because each is played in every world, and more worlds help more than more moves."""
MOST_ALIKE = 2


def candidates(rules: Rules, table: Table, seat: int, default: Thought, style: Style) -> list[Move]:
    """Return legal moves worth comparing with the default, which is not among them.

    Args:
        rules: the rules of the table.
        table: a sampled world.
        seat: the seat to move.
        default: the move that the weights choose.
        style: the weights.

    """
    wished = [thought.move for thought in ranked_thoughts(rules, table, seat, style)]
    careless = _too_risky(rules, table, seat, default, style)
    found: list[Move] = []
    for move in (*_bold(rules, table, seat, style), *wished, *_more(rules, table, seat)):
        new = move not in (default.move, *careless) and move not in found
        varied = new and _is_varied(move, found) and rules.check(table, seat, move) is None
        if varied and not _spoils(rules, table, seat, move, style):
            found.append(move)
        if len(found) >= MOST:
            break
    return found


def _bold(rules: Rules, table: Table, seat: int, style: Style) -> list[Move]:
    """Return two bold moves: going out although more could be won, and freezing the pile."""
    if table.phase != "play" or not isinstance(rules, CanastaAnswers):
        return []
    seen = CanastaObservation(rules, table, seat, style)
    found: list[Move] = list(moves_to_go_out(seen)[:1])
    if rules.wild_freezes and not seen.frozen and len(table.pile) >= RICH:
        found += [DISCARDS[face] for face in seen.wilds[:1]]
    return found


def _too_risky(
    rules: Rules, table: Table, seat: int, default: Thought, style: Style
) -> frozenset[Move]:
    """Return discards that the next seat takes clearly more often than the default."""
    if table.phase != "play" or not isinstance(rules, CanastaAnswers):
        return frozenset()
    taker = Taker(CanastaObservation(rules, table, seat, style))
    chances: dict[Move, float] = {
        DISCARDS[face]: taker.chance(face) for face in legal_discards(rules, table, seat)
    }
    most = MORE_RISK + chances.get(default.move, 0.0)
    return frozenset(move for move, chance in chances.items() if chance > most)


def _spoils(rules: Rules, table: Table, seat: int, move: Move, style: Style) -> bool:
    """Whether the move lays a wild card where a partner would object."""
    if not isinstance(rules, CanastaAnswers) or not isinstance(move, Add):
        return False
    return bool(needless_wild(CanastaObservation(rules, table, seat, style), move))


RICH = 4
"""A pile of so many cards may be worth a wild card to freeze it."""
MORE_RISK = 0.05
"""Added risk of being taken that a candidate may have; in rollouts others keep too few pairs."""


def _more(rules: Rules, table: Table, seat: int) -> list[Move]:
    """Return single steps and openings that are not among the player's thoughts."""
    if table.phase == "play":
        return [*rules.openings(table, seat), *rules.micro_moves(table, seat)]
    return list(rules.micro_moves(table, seat))


def _is_varied(move: Move, found: list[Move]) -> bool:
    """Whether the list stays varied: not only discards, and not only ways to take the pile."""
    return sum(_kind(other) == _kind(move) for other in found) < MOST_ALIKE


def _kind(move: Move) -> str:
    return "lay" if isinstance(move, Add | Meld) else type(move).__name__
