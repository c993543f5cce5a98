"""The stock: how many cards it can still give, and who can pay for them."""

from tests.judge.rummy.variants import LIMIT_OF_SHUFFLES, Position, Sheet, cards

BOUGHT_WITH: int = 2
"""Cards from the stock that come with a bought upcard."""


def affordable(rules: Sheet, position: Position, seat: int) -> str | None:
    """Return why a seat cannot buy the upcard, or None: TPW-Q5, TPW-Q6, TPC-Q6, TPC-Q25."""
    del rules
    if position["pennies"][seat] < 1:
        return "penniless"
    return None if drawable(position) >= BOUGHT_WITH else "stock"


def drawable(position: Position) -> int:
    """Return how many cards can be drawn while the upcard stays: TPW-Q17, TPW-Q36, TPW-Q40."""
    below = max(0, len(cards(position["pile"])) - 1)
    again = below if position["reshuffles"] < LIMIT_OF_SHUFFLES else 0
    return len(cards(position["stock"])) + again
