"""Rounds: the deal, the end of a round, and the end of the game after the last."""

from engine.model.cards import arranged
from engine.model.chance import draw_for_deal, first_dealer, shuffled
from engine.model.events import Dealt, GameOver, RoundScored
from engine.model.score import FinalReason, Item, Result
from engine.model.table import Event, Table, empty_table
from engine.rummy.scoring import score
from engine.rummy.variant import HAND_SIZE, HEIGHTS, RummyAnswers


def first(rules: RummyAnswers, seed: bytes) -> Table:
    """Return a table with its first dealer drawn (TPW-R4, TPC-Q26) and nothing dealt."""
    drawn = draw_for_deal(rules.pack(), HEIGHTS, rules.seat_count, seed)
    return empty_table(rules, seed, first_dealer(drawn, HEIGHTS))


def deal(rules: RummyAnswers, table: Table) -> Dealt:
    """Return the deal of the round after `table` (TPW-R5, TPC-R4)."""
    seats, number = rules.seat_count, table.round + 1
    dealer = table.dealer if number == 1 else (table.dealer + 1) % seats
    cards = shuffled(rules.pack(), table.seed, f"deal/{number}")
    dealt = HAND_SIZE * seats
    blank = empty_table(rules, table.seed, dealer)
    fields = {
        "turn": blank.turn,
        "phase": "draw",
        "hands": tuple(
            arranged(cards[start : start + HAND_SIZE]) for start in range(0, dealt, HAND_SIZE)
        ),
        "pile": cards[dealt : dealt + 1],
        "stock": cards[dealt + 1 :],
        "offered": True,
        "reshuffles": 0,
        **{name: getattr(blank, name) for name in _CLEARED},
    }
    return Dealt(number, dealer, fields)


_CLEARED = ("melds", "known", "down", "turns", "taken", "fresh", "offer_to", "offer_yes")


def closing(rules: RummyAnswers, table: Table) -> tuple[Event, ...]:
    """Return what follows the end of a round: its scores, then the next deal or the result."""
    scored = _scored(rules, table)
    table = scored.applied_to(table)
    if table.round >= rules.last_round:
        return (scored, GameOver(result(rules, table)))
    return (scored, deal(rules, table))


def _scored(rules: RummyAnswers, table: Table) -> RoundScored:
    scores = score(rules, table)
    totals = tuple(old + new.total for old, new in zip(table.scores, scores, strict=True))
    paid = [new.items[Item.PAID] for new in scores]
    stacks = [0] * len(paid)
    if not rules.separate_purse:
        # The buy stack pays as far as it goes. The rest makes the purse negative, and such a debt
        # never keeps anybody from playing (TPC-Q8).
        stacks = [min(pair) for pair in zip(table.pennies, paid, strict=True)]
    fields = {
        "pennies": tuple(old - part for old, part in zip(table.pennies, stacks, strict=True)),
        "purse": tuple(
            old - (whole - part) for old, whole, part in zip(table.purse, paid, stacks, strict=True)
        ),
        "bowl": table.bowl + sum(paid),
    }
    return RoundScored(table.round, scores, totals, fields)


def result(rules: RummyAnswers, table: Table) -> Result:
    """Return the result: the lowest total wins the bowl, and co-winners split it (TPW-R21, Q24)."""
    best = min(table.scores)
    winners = tuple(seat for seat, total in enumerate(table.scores) if total == best)
    share, odd = divmod(table.bowl, len(winners))
    seats = rules.seat_count
    # The odd pennies go to the first winner to the left of the last dealer (TPW-Q24).
    lucky = min(winners, key=lambda seat: (seat - table.dealer - 1) % seats)
    pennies = tuple(
        kept + share * (seat in winners) + odd * (seat == lucky)
        for seat, kept in enumerate(table.pennies)
    )
    reason = FinalReason.ROUNDS if len(winners) == 1 else FinalReason.SHARED
    return Result(winners, table.scores, reason, pennies)
