"""Positions of the contract rummies in a form that can be compared.

`?` is a card that only chance determines, after a reshuffle or a new deal.
"""

from collections import Counter
from typing import Any, Final

from tests.judge.rummy.variants import Card, Position, cards

UNKNOWN: Final = "?"
Facts = dict[str, Any]
PLAIN: Final = (
    *("round", "dealer", "turn", "phase", "bowl", "offered", "reshuffles"),
    *("scores", "pennies", "purse", "turns", "down", "offer_to"),
)


def facts(position: Position) -> Facts:
    """Return a position to compare: card lists as lists, sorted where their order means nothing."""
    table = {key: _copied(position[key]) for key in PLAIN}
    table["offer_yes"] = sorted(position["offer_yes"])
    table["hands"] = [sorted(cards(hand)) for hand in position["hands"]]
    table["known"] = [sorted(cards(seen)) for seen in position["known"]]
    table["melds"] = [[m["owner"], sorted(cards(m["cards"]))] for m in position["melds"]]
    table |= {key: [*cards(position[key])] for key in ("stock", "pile", "taken")}
    table["pack"] = _pack(table)
    table["offered"] = _on_offer(table)
    table["result"] = position["result"]
    return table


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value


def _on_offer(table: Facts) -> bool:
    return bool(table["offered"] and table["pile"] and table["phase"] in ("draw", "offer"))


def _pack(table: Facts) -> list[Card]:
    lists = [*table["hands"], table["stock"], table["pile"], *(m[1] for m in table["melds"])]
    return sorted(card for one in lists for card in one)


def agree(wanted: Any, found: Any) -> bool:
    """Whether a fact is as expected; `?` agrees with any card."""
    if isinstance(wanted, dict):
        return found is not None and all(found[key] == wanted[key] for key in wanted)
    if not isinstance(wanted, list):
        return bool(wanted == found)
    if wanted and isinstance(wanted[0], list):
        return len(wanted) == len(found) and all(map(agree, wanted, found))
    if UNKNOWN in wanted:
        known = Counter(card for card in wanted if card != UNKNOWN)
        return len(wanted) == len(found) and known <= Counter(found)
    return bool(wanted == found)
