"""Offers: who gets the upcard, and the source of cards when the stock is short.

Only the latest discard is offered, and only once: to the turn player first, then to all others at
the same time. The first yes in seat order wins as soon as every seat before it has passed (TPW-Q27,
TPW-Q39, TPC-Q31).
"""

from engine.model.cards import Cards
from engine.model.chance import shuffled
from engine.model.decision import Phase
from engine.model.events import Drawn, RoundEnded, folded
from engine.model.refusals import Code
from engine.model.table import Event, Table
from engine.rummy.events import (
    OfferAnswered,
    OfferLapsed,
    Reshuffled,
    UpcardBought,
    UpcardDeclined,
    UpcardTaken,
)
from engine.rummy.variant import EXTRA_CARDS, MOST_RESHUFFLES, RummyAnswers

Events = tuple[Event, ...]


def on_offer(table: Table) -> bool:
    """Whether the turn player may still take or buy the upcard."""
    return table.phase == "draw" and table.offered and bool(table.pile)


def can_supply(table: Table, count: int) -> bool:
    """Whether the stock can supply `count` cards, if necessary after a reshuffle (TPW-Q36)."""
    if len(table.stock) >= count:
        return True
    # The upcard is never reshuffled, whether it is on offer or not.
    recyclable = max(0, len(table.pile) - 1)
    return table.reshuffles < MOST_RESHUFFLES and len(table.stock) + recyclable >= count


def can_buy(table: Table, seat: int) -> bool:
    """Whether `seat` has a penny and there are cards to buy, even if the seat is not asked."""
    return table.pennies[seat] > 0 and bool(table.pile) and can_supply(table, EXTRA_CARDS)


def may_buy_now(rules: RummyAnswers, table: Table) -> bool:
    """Whether the turn player could pay for the upcard."""
    return rules.turn_player_buys and on_offer(table) and can_buy(table, table.turn)


def asked_next(rules: RummyAnswers, table: Table) -> tuple[int, ...]:
    """Return the seats to ask after the turn player has declined, in order (TPW-Q4, TPC-Q5)."""
    if not can_supply(table, EXTRA_CARDS):
        return ()
    seats = range(rules.seat_count)
    others = (*seats[table.turn + 1 :], *seats[: table.turn])
    return tuple([seat for seat in others if table.pennies[seat] > 0])


def after_offer(rules: RummyAnswers) -> Phase:
    """Return the turn player's phase after the window has closed."""
    return "play" if rules.offers_after_draw else "draw"


def supplied(table: Table, count: int) -> tuple[Events, Cards]:
    """Return the reshuffle event if one is needed, and the next `count` cards of the stock."""
    if len(table.stock) >= count:
        return (), table.stock[:count]
    # Each reshuffle has its own label, or equal cards could come in the same order again. Receipts
    # are verified with these labels: another text would deal other cards.
    label = f"reshuffle/{table.round}/{table.reshuffles + 1}"
    under = shuffled(table.pile[:-1], table.seed, label)
    return (Reshuffled(len(under), under),), (table.stock + under)[:count]


def draw(rules: RummyAnswers, table: Table) -> Events:
    """Draw from the stock for the turn player."""
    if on_offer(table) and not rules.offers_after_draw:
        raise rules.refusal(Code.ANSWER_FIRST)
    if not can_supply(table, 1):
        return (RoundEnded("washed"),)
    reshuffle, cards = supplied(table, 1)
    drawn: Events = (*reshuffle, Drawn(table.turn, 1, cards))
    if not on_offer(table):
        return drawn
    # A larger stock still has enough after the draw, so the table need not be computed.
    enough = len(table.stock) > EXTRA_CARDS
    asked = asked_next(rules, table if enough else folded(table, drawn))
    return (*drawn, UpcardDeclined(table.turn, asked, "play"))


def decline(rules: RummyAnswers, table: Table) -> Events:
    """Decline the upcard for the turn player."""
    if not on_offer(table):
        raise rules.refusal(Code.NOT_ON_OFFER)
    if rules.offers_after_draw:
        return draw(rules, table)
    declined = UpcardDeclined(table.turn, asked_next(rules, table), "draw")
    return (declined, *washed(rules, declined.applied_to(table)))


def take(rules: RummyAnswers, table: Table) -> Events:
    """Take the upcard for the turn player, without paying and instead of drawing."""
    if not on_offer(table):
        raise rules.refusal(Code.NOT_ON_OFFER)
    if rules.turn_player_buys:
        raise rules.refusal(Code.BUY_INSTEAD)
    return (UpcardTaken(table.turn, table.pile[-1]),)


def buy(rules: RummyAnswers, table: Table) -> Events:
    """Buy the upcard and the extra cards for the turn player, instead of drawing."""
    if not on_offer(table):
        raise rules.refusal(Code.NOT_ON_OFFER)
    if not rules.turn_player_buys:
        raise rules.refusal(Code.TAKE_INSTEAD)
    need_means(rules, table, table.turn)
    return _bought(table, table.turn, "play")


def need_means(rules: RummyAnswers, table: Table, seat: int) -> None:
    """Refuse a purchase without a penny, or without the two extra cards."""
    if table.pennies[seat] < 1:
        raise rules.refusal(Code.NO_PENNY)
    if not can_supply(table, EXTRA_CARDS):
        raise rules.refusal(Code.TOO_FEW_TO_BUY, need=EXTRA_CARDS)


def answer(rules: RummyAnswers, table: Table, seat: int, *, yes: bool) -> Events:
    """Record a seat's answer to the offer. The answer may close the window."""
    if yes and not table.pile:
        raise rules.refusal(Code.NOT_ON_OFFER)
    if yes:
        need_means(rules, table, seat)
    answered = OfferAnswered(seat, yes)
    table = answered.applied_to(table)
    winner = _winner(table)
    if winner is not None:
        bought = _bought(table, winner, after_offer(rules))
        return (answered, *bought, *washed(rules, folded(table, bought)))
    if table.offer_to:
        return (answered,)
    lapsed = OfferLapsed(after_offer(rules))
    return (answered, lapsed, *washed(rules, lapsed.applied_to(table)))


def _winner(table: Table) -> int | None:
    """Return the buyer, if there is an upcard and every seat before the first yes has passed."""
    if not table.offer_yes or not table.pile:
        return None
    seats = table.rules.seat_count
    open_seats = (*table.offer_yes, *table.offer_to)
    first = min(open_seats, key=lambda seat: (seat - table.turn) % seats)
    return first if first in table.offer_yes else None


def _bought(table: Table, seat: int, phase: Phase) -> Events:
    reshuffle, cards = supplied(table, EXTRA_CARDS)
    return (*reshuffle, UpcardBought(seat, table.pile[-1], EXTRA_CARDS, cards, phase))


def washed(rules: RummyAnswers, table: Table) -> Events:
    """Return the end of the round if the turn player can neither get the upcard nor draw."""
    if table.phase != "draw" or can_supply(table, 1):
        return ()
    # A free upcard is as good as a card of the stock.
    free = on_offer(table) and not rules.turn_player_buys
    return () if free else (RoundEnded("washed"),)
