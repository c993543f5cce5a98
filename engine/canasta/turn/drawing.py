"""Drawing from the stock, and declining to play on without a stock.

Source: HC-R7, HC-Q24, Q26, Q31, PFH-R10, PFH-Q31 to Q34, PT-R10, PT-Q37, Q38.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.piles import is_frozen
from engine.canasta.round.ending import end_round
from engine.canasta.round.red_threes import laid_from_hand, lifted
from engine.canasta.turn.going_out import all_sevens
from engine.canasta.turn.melding import is_over_for_sevens
from engine.canasta.turn.next_turn import replaced_only
from engine.canasta.turn.whose_turn import check_turn
from engine.model.events import Drawn, folded
from engine.model.moves import Draw, Take
from engine.model.refusals import Code
from engine.model.table import Event, Table


def draw(rules: CanastaAnswers, table: Table, seat: int, move: Draw) -> tuple[Event, ...]:
    """Draw the turn's cards; on an empty stock, decline to take the pile."""
    del move
    check_turn(rules, table, seat, "draw")
    if not table.stock:
        return _declined(rules, table, seat)
    events: tuple[Event, ...] = ()
    after = table
    if laid := laid_from_hand(table, seat):
        events, after = (laid,), laid.applied_to(table)
        if laid.is_draw:
            return replaced_only(rules, table, events)
    new = lifted(after.stock, rules.draws)
    events = (*events, Drawn(seat, len(new.cards), new.cards, new.red_threes))
    if not new.cards:
        return end_round(rules, table, events, "stock")
    return _all_sevens(rules, table, seat, events) if rules.bars_sevens else events


def _declined(rules: CanastaAnswers, table: Table, seat: int) -> tuple[Event, ...]:
    if not rules.plays_on_without_stock:
        return end_round(rules, table, (), "stock")
    # Tested before the round may end: an upcard that fits an open meld has to be taken (CC-R10).
    if must_take(rules, table, seat):
        raise rules.refusal(Code.MUST_TAKE)
    # Both end the round; the reason says whether a legal take was declined (PFH-Q33).
    return end_round(rules, table, (), "declined" if rules.can_take(table, seat) else "stock")


def must_take(rules: CanastaAnswers, table: Table, seat: int) -> Take | None:
    """Return the take that is compulsory because the upcard fits a meld and the stock is gone.

    Returns None if no take is compulsory. The upcard of a frozen pile cannot be added to a meld:
    only two natural cards take such a pile (CC-R5, R6).
    """
    if table.stock or not rules.must_take_without_stock or is_frozen(rules, table, seat):
        return None
    # The plain lay-off first: searching for a take with other cards is far slower.
    if rules.check(table, seat, Take()) is None:
        return Take()
    return rules.taken_by_adding(table, seat)


def _all_sevens(
    rules: CanastaAnswers, table: Table, seat: int, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    """End the round if the hand after the draw has only sevens and can play none of them."""
    # A hand that holds another card does not become sevens by a draw: nearly every draw ends here.
    if table.hands[seat] and not all_sevens(table.hands[seat]):
        return events
    after = folded(table, events)
    if all_sevens(after.hands[seat]) and is_over_for_sevens(rules, after, seat):
        return end_round(rules, table, events, "sevens")
    return events
