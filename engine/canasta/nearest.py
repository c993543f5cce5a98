"""The legal move nearest to a refused move, which the bot offers to the player instead."""

from collections import Counter
from collections.abc import Callable, Iterator

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.move_list import all_openings, micro_moves
from engine.canasta.turn.deciding import pending
from engine.model.moves import Add, Discard, Meld, Move, Take, cards_laid
from engine.model.table import Table


def nearby(rules: CanastaAnswers, table: Table, seat: int, move: Move) -> Move | None:
    """Return the legal move most like `move`, else the seat's harmless default, else None."""
    alike = max(
        _same_kind(rules, table, seat, move), key=lambda m: _likeness(m, move), default=None
    )
    # Two discards share no card, so no discard is more similar: use the harmless one.
    if alike is not None and not isinstance(move, Discard):
        return alike
    defaults = (open_.default for open_ in pending(rules, table) if open_.seat == seat)
    return next(defaults, None)


def outside_plan(
    rules: CanastaAnswers, table: Table, seat: int, mend: Callable[[], Move | None]
) -> Move | None:
    """Return the legal move that repairs a refused step of a plan, if that move is possible now."""
    found = mend()
    return found if found is not None and rules.check(table, seat, found) is None else None


def _same_kind(rules: CanastaAnswers, table: Table, seat: int, move: Move) -> Iterator[Move]:
    if isinstance(move, Take):
        yield from rules.takes(table, seat)
        return
    for other in micro_moves(rules, table, seat):
        # A refused meld of an open rank is repaired by a lay-off, and the other way round.
        if type(other) is type(move) or {type(other), type(move)} == {Add, Meld}:
            yield other
    if isinstance(move, Meld):
        yield from all_openings(rules, table, seat)


def _likeness(other: Move, move: Move) -> tuple[int, int]:
    """Return the number of common cards, then minus the number of additional ones."""
    ours, theirs = Counter(cards_laid(move)), Counter(cards_laid(other))
    return (ours & theirs).total(), -(theirs - ours).total()
