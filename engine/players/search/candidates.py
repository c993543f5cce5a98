"""Candidates: the few moves a search compares with the careful player's own."""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.turn.discarding import legal_discards
from engine.model.moves import DISCARDS, Add, Meld, Move
from engine.model.table import Rules, Table
from engine.players.canasta.discarding import Taker
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.partners import needless_wild
from engine.players.canasta.seen import CanastaSeen
from engine.players.plain.normal import wishes
from engine.players.thinking.thought import Style, Thought

MOST = 4
"""So few, because each is played in every world; more worlds tell more than more moves."""
MOST_ALIKE = 2


def candidates(rules: Rules, table: Table, seat: int, default: Thought, style: Style) -> list[Move]:
    """Legal moves worth comparing with the default, which is not among them."""
    wished = [thought.move for thought in wishes(rules, table, seat, style)]
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
    """Going out now although more could be had, and a wild card that freezes the pile."""
    if table.phase != "play" or not isinstance(rules, CanastaAnswers):
        return []
    seen = CanastaSeen(rules, table, seat, style)
    found: list[Move] = list(moves_to_go_out(seen)[:1])
    if rules.wild_freezes and not seen.frozen and len(table.pile) >= RICH:
        found += [DISCARDS[face] for face in seen.wilds[:1]]
    return found


def _too_risky(
    rules: Rules, table: Table, seat: int, default: Thought, style: Style
) -> frozenset[Move]:
    """Discards that the next seat takes clearly more likely than the default, or a safe card."""
    if table.phase != "play" or not isinstance(rules, CanastaAnswers):
        return frozenset()
    taker = Taker(CanastaSeen(rules, table, seat, style))
    chances: dict[Move, float] = {
        DISCARDS[face]: taker.chance(face) for face in legal_discards(rules, table, seat)
    }
    most = MORE_RISK + chances.get(default.move, 0.0)
    return frozenset(move for move, chance in chances.items() if chance > most)


def _spoils(rules: Rules, table: Table, seat: int, move: Move, style: Style) -> bool:
    """Whether a wild card would be laid where a partner shakes the head."""
    if not isinstance(rules, CanastaAnswers) or not isinstance(move, Add):
        return False
    return bool(needless_wild(CanastaSeen(rules, table, seat, style), move))


RICH = 4
"""Cards of a pile that may be worth a wild card to freeze."""
MORE_RISK = 0.05
"""By so much a candidate may be likelier to be taken; a rollout's others keep too few pairs."""


def _more(rules: Rules, table: Table, seat: int) -> list[Move]:
    """What the careful player does not wish: the rest of the single steps, and openings."""
    if table.phase == "play":
        return [*rules.openings(table, seat), *rules.micro_moves(table, seat)]
    return list(rules.micro_moves(table, seat))


def _is_varied(move: Move, found: list[Move]) -> bool:
    """Keep the list varied: not all discards, nor all ways to take the pile."""
    return sum(_kind(other) == _kind(move) for other in found) < MOST_ALIKE


def _kind(move: Move) -> str:
    return "lay" if isinstance(move, Add | Meld) else type(move).__name__
