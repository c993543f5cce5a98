"""Blunders that people at the table would see."""

from collections.abc import Iterator

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.round.events import Melded
from engine.model.cards import JOKER_RANK, THREE
from engine.model.events import RoundEnded
from engine.model.moves import Discard, Move
from engine.model.table import Event, LaidMeld, Table
from engine.players.canasta.laying import wins_by_it
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.seen import CanastaSeen
from engine.players.plain.normal import decided
from engine.players.thinking.counting import by_rank, whole
from engine.players.thinking.thought import CAREFUL


def blunders(table: Table, seat: int, move: Move, events: tuple[Event, ...]) -> Iterator[str]:
    """What is wrong with a move: `gift`, `lockout` or `refused`."""
    over = any(isinstance(event, RoundEnded) for event in events)
    if isinstance(move, Discard) and not over:
        if _is_taken_at_once(table, events):
            yield "gift"
        if _refuses_win(table, seat):
            yield "refused"
    if any(isinstance(event, Melded) and _locks(table, event) for event in events):
        yield "lockout"


def _is_taken_at_once(table: Table, events: tuple[Event, ...]) -> bool:
    """Whether the next player can take the pile and, playing carefully, does."""
    for event in events:
        table = event.applied_to(table)
    rules = table.rules
    if table.phase != "draw" or not table.offered:
        return False
    if isinstance(rules, CanastaAnswers) and not rules.can_take(table, table.turn):
        return False
    return type(decided(rules, table, table.turn, CAREFUL)[0].move).__name__ in ("Take", "Buy")


def _refuses_win(table: Table, seat: int) -> bool:
    """Whether going out was possible and would have won the game for sure."""
    if not isinstance(table.rules, CanastaAnswers):
        return False
    seen = CanastaSeen(table.rules, table, seat, CAREFUL)
    return bool(moves_to_go_out(seen)) and wins_by_it(seen)


def _locks(table: Table, event: Melded) -> bool:
    """Whether a meld laid can never become a canasta any more, and could before."""
    rules = table.rules
    assert isinstance(rules, CanastaAnswers)
    after = event.applied_to(table)
    return any(
        _is_hopeless(rules, after, step.meld)
        and not _is_hopeless(rules, table, table.melds[step.number - 1])
        for step in event.laid
        if step.number <= len(table.melds)
    )


def _is_hopeless(rules: CanastaAnswers, table: Table, meld: LaidMeld) -> bool:
    if meld.rank in (THREE, JOKER_RANK) or len(meld.cards) >= CANASTA:
        return False
    laid = by_rank(b"".join(other.cards for other in table.melds))
    wilds = len(wild_cards(meld.cards))
    free = whole(table)[meld.rank] - laid[meld.rank]
    naturals = min(CANASTA - wilds, len(meld.cards) - wilds + free)
    spare = range(rules.most_wilds + 1)
    return not any(
        naturals + wilds + more >= CANASTA
        and rules.fault(meld.rank, CANASTA - wilds - more, wilds + more) is None
        for more in spare
    )
