"""The deal: hands, feet, the first upcard, and the red threes among them.

Source: HC-R4 to R6, HC-Q4, Q25, Q50, PFH-R7 to R9, PFH-Q6, PT-R4 to R8, PT-Q9, PT-Q54.
"""

from functools import lru_cache
from typing import Any

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.events import Grabbed
from engine.canasta.round.red_threes import lifted, red_threes_in
from engine.model.cards import RANKS, Cards, arranged
from engine.model.chance import below, draw_for_deal, first_dealer, shuffled, words
from engine.model.events import Dealt
from engine.model.table import Event, Table, empty_table, replaced

GRAB_SPREAD = 5
"""A grab misses by at most so many cards: one in eleven is exact."""

# In the draw for deal an ace is high, a two is low, a joker is highest.
HEIGHTS = bytes(
    {RANKS.index("2"): 0}.get(face // 4, face // 4 + 1) if face < 52 else 99 for face in range(256)
)


def first(rules: CanastaAnswers, seed: bytes) -> Table:
    """Return a table before its first deal; the dealer is the seat that drew the highest card."""
    drawn = draw_for_deal(rules.pack(), HEIGHTS, rules.seat_count, seed)
    return empty_table(rules, seed, first_dealer(drawn, HEIGHTS))


def deal(rules: CanastaAnswers, table: Table) -> tuple[Event, ...]:
    """Deal the round after `table`. The deal passes to the left, except before the first round."""
    number = table.round + 1
    dealer = table.dealer if number == 1 else (table.dealer + 1) % rules.seat_count
    blank = empty_table(rules, table.seed, dealer)
    # Receipts are verified with these labels: another text would deal other cards.
    blank = blank.but(**_packets(rules, _shuffled(rules.pack(), table.seed, f"deal/{number}")))
    blank = turned_up(rules, blank)
    blank = _with_red_threes(rules, blank)
    grabbed = _grab(rules, table.seed, number, dealer)
    fields = {name: getattr(blank, name) for name in _DEALT}
    fields["grab"] = _booked(rules, grabbed)
    return (*grabbed, Dealt(number, dealer, fields))


# Cached: a search plays several moves in one world, so the same deal follows several times.
_shuffled = lru_cache(maxsize=4)(shuffled)

# The fields that a deal sets. A field that is missing here keeps its value, as scores do.
_DEALT = (
    *("turn", "phase", "hands", "stock", "pile", "feet", "earned", "melds", "red_threes"),
    *("known", "frozen_upcard", "locked", "fresh", "lone", "question", "asked", "no_out"),
    *("played_seventh", "laid", "down"),
)


def _packets(rules: CanastaAnswers, cards: Cards) -> dict[str, Any]:
    size, seats = rules.hand_size, rules.seat_count
    hands = tuple(arranged(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
    cards, size = cards[seats * size :], rules.packet_size
    feet = tuple(cards[seat * size : (seat + 1) * size] for seat in range(seats))
    return {"hands": hands, "feet": feet, "stock": cards[seats * size :]}


def turned_up(rules: CanastaAnswers, table: Table) -> Table:
    """Turn up the first card of the stock; further ones while a buried face is on top."""
    turned = 1
    while table.stock[turned - 1] in rules.buried_upcards:
        turned += 1
    pile = table.stock[:turned]
    frozen = any(face in rules.set_up_freezers for face in pile)
    return table.but(pile=pile, stock=table.stock[turned:], frozen_upcard=frozen)


def _with_red_threes(rules: CanastaAnswers, table: Table) -> Table:
    """Lay the dealt red threes: everybody's, or only those of the seat whose turn begins."""
    seats = 1 if rules.red_threes_wait else rules.seat_count
    for step in range(seats):
        table = _laid(table, (table.turn + step) % rules.seat_count)
    return table


def _laid(table: Table, seat: int) -> Table:
    held = red_threes_in(table.hands[seat])
    if not held:
        return table
    new = lifted(table.stock, len(held))
    hand = arranged(table.hands[seat].translate(None, held) + new.cards)
    return table.but(
        hands=replaced(table.hands, seat, hand),
        red_threes=replaced(table.red_threes, seat, arranged(held + new.red_threes)),
        stock=table.stock[new.size :],
    )


def _grab(rules: CanastaAnswers, seed: bytes, number: int, dealer: int) -> tuple[Grabbed, ...]:
    if rules.grab is None:
        return ()
    by_dealer, per_seat, extra, bonus = rules.grab
    seat = dealer if by_dealer else (dealer - 1) % rules.seat_count
    target = per_seat * rules.seat_count + extra
    # A stream of its own: a grab must not change how the cards are dealt.
    miss = below(2 * GRAB_SPREAD + 1, words(seed, f"deal/{number}/grab")) - GRAB_SPREAD
    return (Grabbed(seat, target + miss, target, 0 if miss else bonus, by_dealer),)


def _booked(rules: CanastaAnswers, grabbed: tuple[Grabbed, ...]) -> tuple[int, ...]:
    bonus = [0] * rules.side_count
    for grab in grabbed:
        bonus[rules.side_of(grab.seat)] += grab.bonus
    return tuple(bonus)
