"""Sets: whether cards form one, and what may be added to it."""

from collections import Counter
from collections.abc import Collection, Sequence

from tests.judge.rummy.variants import JOKER, Card, Position, Sheet, cards, rank


def required(sheet: Sheet, laid: Sequence[Card]) -> bool:
    """Whether this is a set of the round's first-down, with exactly its size."""
    return len(laid) == sheet.size and _reads(sheet, laid, sheet.cap)


def further(sheet: Sheet, laid: Sequence[Card]) -> bool:
    """Whether this is a new set for a player who is down."""
    cap = sheet.cap if sheet.cap_lasts else max(1, len(laid) // 3)
    return len(laid) >= 3 and _reads(sheet, laid, cap)


def contract(sheet: Sheet, laid: Sequence[Sequence[Card]]) -> bool:
    """Whether these sets, laid in one action, make the first-down (TPW-R13, Q12, Q38)."""
    asked = [required(sheet, one) for one in laid]
    alone = [further(sheet, one) for one in laid]
    if not all(map(max, asked, alone)) or sum(asked) < sheet.sets:
        return False
    # A set that only the contract allows must be one of the sets it requires.
    return sum(a and not f for a, f in zip(asked, alone, strict=True)) <= sheet.sets


def grows(sheet: Sheet, meld: Position, added: Sequence[Card]) -> bool:
    """Whether cards may be laid off on a set."""
    whole = [*cards(meld["cards"]), *added]
    if sheet.cap_lasts:
        return _reads(sheet, whole, sheet.cap)  # Any reading of the whole is enough: TPC-Q32.
    return all(rank(card) in {_base(sheet, meld), *sheet.wilds} for card in added)


def _reads(sheet: Sheet, laid: Sequence[Card], cap: int) -> bool:
    """Whether some rank among the cards can be the set's base: TPW-Q8, TPC-Q9, TPC-Q10."""
    if sheet.no_duplicates and _duplicates(laid):
        return False
    ranks = [*map(rank, laid)]
    bases = {r for r in ranks if sheet.jokers_are_a_rank or r != JOKER}
    return any(_within(sheet, [r for r in ranks if r != base], cap) for base in bases)


def _within(sheet: Sheet, foreign: Collection[str], cap: int) -> bool:
    """Whether the cards of other ranks are wild and not too many."""
    if not sheet.wilds.issuperset(foreign):
        return False
    kinds = Counter(foreign).values() if sheet.cap_for_each_kind else [len(foreign)]
    return max(kinds, default=0) <= cap


def _duplicates(laid: Sequence[Card]) -> bool:
    """Whether two suited cards are equal, natural or wild: TPC-Q13."""
    suited = [card for card in laid if card != JOKER]
    return len(suited) > len(set(suited))


def _base(sheet: Sheet, meld: Position) -> str:
    """Return the rank of a set: the reading with the fewest wilds, then the first card named."""
    if "rank" in meld:
        return str(meld["rank"])
    ranks = [rank(card) for card in cards(meld["cards"])]
    possible = [r for r in ranks if sheet.wilds.issuperset(x for x in ranks if x != r)]
    return max(possible, key=ranks.count)
