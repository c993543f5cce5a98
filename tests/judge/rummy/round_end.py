"""The end of a round: points and pennies, then the next deal or the end of the game."""

from tests.judge.rummy.facts import UNKNOWN, Facts
from tests.judge.rummy.variants import DEALT, FACES, JOKER, Sheet


def settle(rules: Sheet, table: Facts) -> None:
    """Score the round that has ended; deal the next one, or end the game."""
    unsure = any(UNKNOWN in hand for hand in table["hands"])
    for seat, hand in enumerate(table["hands"]):
        table["scores"][seat] += sum(map(rules.worth, hand))
        _pay(rules, table, seat, len(hand))
    if table["round"] >= rules.last_round:
        _end_game(rules, table)
    else:
        _deal(rules, table)
    if unsure:
        del table["scores"]
        table.pop("result", None)


def _pay(rules: Sheet, table: Facts, seat: int, number: int) -> None:
    """Pay a penny for each card left in hand: TPW-R20, TPC-Q8."""
    table["bowl"] += number
    own = 0 if rules.purse_pays else min(number, table["pennies"][seat])
    table["pennies"][seat] -= own
    table["purse"][seat] -= number - own


def _deal(rules: Sheet, table: Facts) -> None:
    seats, pack = rules.seats, sorted(rules.decks * [*FACES, JOKER])
    dealer = (table["dealer"] + 1) % seats
    table |= {"round": table["round"] + 1, "dealer": dealer, "turn": (dealer + 1) % seats}
    table |= {"hands": [[UNKNOWN] * DEALT for _ in range(seats)], "pile": [UNKNOWN]}
    table["stock"] = [UNKNOWN] * (len(pack) - DEALT * seats - 1)
    table |= {"pack": pack, "melds": [], "taken": [], "known": [[] for _ in range(seats)]}
    table |= {"down": [False] * seats, "turns": [0] * seats, "reshuffles": 0}
    table |= {"phase": "draw", "offered": True, "offer_to": [], "offer_yes": []}


def _end_game(rules: Sheet, table: Facts) -> None:
    best = min(table["scores"])
    winners = [seat for seat, points in enumerate(table["scores"]) if points == best]
    shares = _shares(table["bowl"], winners, table["dealer"], rules.seats)
    pennies = [left + share for left, share in zip(table["pennies"], shares, strict=True)]
    kept = {key: table[key] for key in ("round", "scores", "pack", "pennies", "purse")}
    kept["result"] = {"winners": winners, "scores": table["scores"], "pennies": pennies}
    table.clear()
    table |= {**kept, "phase": "over"}


def _shares(bowl: int, winners: list[int], dealer: int, seats: int) -> list[int]:
    """Return the bowl in equal shares; odd pennies go left of the dealer: TPW-Q24."""
    shares = [bowl // len(winners) * (seat in winners) for seat in range(seats)]
    first = min(winners, key=lambda seat: (seat - dealer - 1) % seats)
    shares[first] += bowl % len(winners)
    return shares
