"""The second judge of the contract rummies: whether a move is legal, and what a round is worth.

The code is written from the rules alone. It reads positions and moves as text, and uses nothing of
the engine.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tests.judge.rummy.board import after, round_ends, settled
from tests.judge.rummy.sets import contract, further, grows
from tests.judge.rummy.stock import affordable
from tests.judge.rummy.variants import Card, Position, Sheet, cards, rank, sheet

__all__ = ["after", "default", "refusal", "round_ends", "score", "settled", "to_act"]

_IDS: Final = {
    "text": ("-", "-"),
    "over": ("TPW-R21", "TPC-R1"),
    "turn": ("TPW-R6", "TPC-R4"),
    "phase": ("TPW-R9", "TPC-R5"),
    "asked": ("TPW-R7", "TPC-R5"),
    "answer": ("TPW-Q39", "TPC-Q31"),
    "free": ("TPW-Q42", "TPC-Q2"),
    "paid": ("TPW-Q2", "-"),
    "dead": ("TPW-Q7", "TPC-Q7"),
    "penniless": ("TPW-Q5", "TPC-Q6"),
    "stock": ("TPW-Q6", "TPC-Q25"),
    "held": ("TPW-R12", "TPC-R8"),
    "set": ("TPW-R14", "TPC-R8"),
    "first": ("TPW-R13", "TPC-R9"),
    "down": ("TPW-Q16", "TPC-Q15"),
    "meld": ("TPW-R16", "TPC-R7"),
    "fit": ("TPW-R16", "TPC-Q12"),
    "face": ("TPW-Q34", "TPC-Q30"),
}
"""By reason of a refusal: the rule in Ten Pennies and in the online game."""

_Judge = Callable[[Sheet, Position, int, str], str | None]


def refusal(position: Position, seat: int, move: str) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    rules = sheet(position)
    reason = _reason(rules, position, seat, move)
    return _IDS[reason][rules.ids == "TPC"] if reason else None


def to_act(position: Position) -> set[int]:
    """Return the seats that have something to decide."""
    if position["phase"] == "over":
        return set()
    return set(position["offer_to"] if position["phase"] == "offer" else [position["turn"]])


def score(position: Position, out: int | None) -> list[dict[str, int]]:
    """Return the score of each seat; an empty hand shows who went out."""
    del out
    rules = sheet(position)
    hands = [cards(hand) for hand in position["hands"]]
    caught = [sum(map(rules.worth, hand)) for hand in hands]
    return [
        {"total": points, "caught": points, "paid": len(hand)}
        for points, hand in zip(caught, hands, strict=True)
    ]


def default(position: Position, seat: int) -> set[str]:
    """Return the harmless defaults of a seat: those that the rules treat alike."""
    if position["phase"] == "offer":
        return {"pass"}
    if position["phase"] == "draw":
        on_offer = position["offered"] and position["pile"]
        return {"pass"} if on_offer and not sheet(position).refuser_draws_first else {"draw"}
    return _cheapest(position, seat)


def _cheapest(position: Position, seat: int) -> set[str]:
    rules, faces = sheet(position), set(cards(position["hands"][seat]))
    legal = {card for card in faces if refusal(position, seat, f"discard {card}") is None}
    among = {card for card in legal if rank(card) not in rules.wilds} or legal
    least = min(map(rules.worth, among), default=0)
    return {f"discard {card}" for card in among if rules.worth(card) == least}


def _reason(rules: Sheet, position: Position, seat: int, move: str) -> str | None:
    if position["phase"] == "over":
        return "over"
    if seat not in to_act(position):
        return "asked" if position["phase"] == "offer" else "turn"
    judge: _Judge = {"offer": _answer, "draw": _begin, "play": _play}[position["phase"]]
    return judge(rules, position, seat, move)


def _answer(rules: Sheet, position: Position, seat: int, move: str) -> str | None:
    if move == "buy":
        return affordable(rules, position, seat)
    return None if move == "pass" else "answer"


def _begin(rules: Sheet, position: Position, seat: int, move: str) -> str | None:
    """Return why a move at the start of a turn is illegal: the upcard, or the stock."""
    if move not in ("take", "buy", "pass", "draw"):
        return "phase"
    if not (position["offered"] and position["pile"]):
        return None if move == "draw" else "dead"
    if move == "buy":
        return affordable(rules, position, seat) if rules.turn_player_pays else "paid"
    if move == "take":
        return "free" if rules.turn_player_pays else None
    return "answer" if move == "draw" and not rules.refuser_draws_first else None


def _play(rules: Sheet, position: Position, seat: int, move: str) -> str | None:
    verb, _, rest = move.partition(" ")
    try:
        if verb == "meld":
            return _meld(rules, position, seat, [cards(one) for one in rest.split("/")])
        if verb == "add":
            number, _, added = rest.partition(":")
            return _lay_off(rules, position, seat, int(number), cards(added))
        if verb == "discard":
            return _discard(position, seat, cards(rest))
    except ValueError:
        return "text"
    return "phase"


def _meld(rules: Sheet, position: Position, seat: int, laid: list[Sequence[Card]]) -> str | None:
    if not _holds(position, seat, [card for one in laid for card in one]):
        return "held"
    if position["down"][seat]:
        return None if all(further(rules, one) for one in laid) else "set"
    return None if contract(rules, laid) else "first"


def _lay_off(
    rules: Sheet, position: Position, seat: int, number: int, added: Sequence[Card]
) -> str | None:
    if not 1 <= number <= len(position["melds"]):
        return "meld"
    if not added or not _holds(position, seat, added):
        return "held"
    if not position["down"][seat]:
        return "down"
    return None if grows(rules, position["melds"][number - 1], added) else "fit"


def _discard(position: Position, seat: int, thrown: Sequence[Card]) -> str | None:
    if len(thrown) != 1:
        return "text"
    if not _holds(position, seat, thrown):
        return "held"
    others = set(cards(position["hands"][seat])) - set(thrown)
    return "face" if thrown == cards(position["taken"]) and others else None


def _holds(position: Position, seat: int, wanted: Sequence[Card]) -> bool:
    return Counter(wanted) <= Counter(cards(position["hands"][seat]))
