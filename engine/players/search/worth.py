"""The value of a round for a seat: its side's points compared with the others' points."""

from collections.abc import Sequence
from math import inf, tanh

from engine.canasta.book.card_values import wild_cards, worth
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.round.ending import verdict
from engine.model.cards import JOKER_RANK, RANK, RED_THREES, THREE, TWO, Cards
from engine.model.events import RoundScored
from engine.model.table import LaidMeld, Rules, Table
from engine.players.thinking.thought import Style

WON = 600.0
"""Points that winning the game counts in addition to the round's points."""


def squashed(points: float, style: Style) -> float:
    """Reduce a large lead or deficit in points: beyond some size, further points hardly count."""
    return points if style.clear == inf else style.clear * tanh(points / style.clear)


def round_worth(rules: CanastaAnswers, table: Table, seat: int, scored: RoundScored) -> float:
    """Return the value of a scored round for `seat`, in points ahead of the others."""
    side = rules.side_of(seat)
    points = [score.total for score in scored.scores]
    result = verdict(rules, scored.applied_to(table))
    final = result.winners if result else ()
    return _ahead(rules, points, side) + (WON if side in final else -WON if final else 0.0)


def prospect(rules: CanastaAnswers, table: Table, seat: int) -> float:
    """Return the value of an unfinished round for `seat`: its score and its prospects."""
    points = [float(score.total) for score in rules.score(table, None)]
    points = [had + under_way(rules, table, side) for side, had in enumerate(points)]
    return _ahead(rules, points, rules.side_of(seat))


def under_way(rules: CanastaAnswers, table: Table, side: int) -> float:
    """Return the value of hands and unfinished canastas, in addition to the score."""
    seats = rules.seats_by_side()[side]
    left = len(table.stock) / (len(table.stock) + STOCK_HALF)
    hands = sum(worth(table.hands[seat]) + CARD_HELD * len(table.hands[seat]) for seat in seats)
    melds = [meld for meld in table.melds if meld.side == side and len(meld.cards) < CANASTA]
    held = b"".join([table.hands[seat] for seat in seats]).translate(RANK, RED_THREES)
    started = sum(_started(rules, meld, held) for meld in melds)
    open_ranks = {meld.rank for meld in melds}
    loose = (rank for rank in range(THREE + 1, TWO) if rank not in open_ranks)
    gathered = sum(PROMISE[min(held.count(rank), CANASTA - 1)] for rank in loose)
    return left * (hands + started + gathered * HELD_PART * rules.bonuses["natural"])


STOCK_HALF = 20
"""With a stock of this size, half of what is under way will be finished."""
CARD_HELD = 8
"""Points that any card in hand promises in addition to its own."""
PROMISE = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5, 0.75)
"""By number of cards of a rank: the chance that they become a canasta."""
HELD_PART = 0.7
"""Factor on cards in hand, compared with the same cards on the table."""


def _started(rules: CanastaAnswers, meld: LaidMeld, held: Cards) -> float:
    if meld.rank == THREE:
        return 0.0
    kind = rules.kind_of(meld.rank, mixed=bool(wild_cards(meld.cards)))
    more = held.count(TWO) + held.count(JOKER_RANK) if kind == "wild" else held.count(meld.rank)
    return PROMISE[min(len(meld.cards) + more, CANASTA - 1)] * rules.bonuses[kind]


def _ahead(rules: Rules, points: Sequence[float], side: int) -> float:
    """Return the points ahead of the mean of the other sides."""
    others = sum(points) - points[side]
    return points[side] - others / (rules.side_count - 1)
