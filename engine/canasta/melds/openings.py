"""Openings: the cheapest melds that reach the points of an initial meld.

Only ranks matter, so a hand is its naturals by rank and its wild cards. A plan says how many
naturals of which ranks are laid, with which wild cards; it then loses every card it can spare.
Plans are few: they grow from natural melds alone to all cards in hand.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, product

from engine.canasta.book.card_values import Groups, grouped, points_of, wild_cards, worth
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.model.cards import BYTE, JOKER_RANK, THREE, Cards, arranged, distinct

Plan = dict[int, Cards]
"""By rank: the cards laid as one meld; the joker's rank for wild cards alone."""
Ranked = list[tuple[int, Cards]]
"""Ranks with the natural cards held, the most valuable first."""


# Cached: a hand that cannot open yet is asked about every turn, and by a search in every world.
@lru_cache(maxsize=1024)
def openings(rules: CanastaAnswers, hand: Cards, need: int) -> tuple[Mapping[int, Cards], ...]:
    """Return plans worth at least `need`, fewest cards first, then fewest wild cards."""
    found = {tuple(sorted(plan.items())): plan for plan in sufficient(rules, hand, need)}
    return tuple(sorted(found.values(), key=_cost))


def whole_hands(rules: CanastaAnswers, hand: Cards) -> Iterator[Plan]:
    """Yield plans that lay a sorted hand, or all of it but one card, and complete a canasta."""
    for kept in (b"", *(BYTE[face] for face in distinct(hand))):
        held = grouped(hand.replace(kept, b"", 1) if kept else hand)
        wilds = held.pop(JOKER_RANK)
        if CANASTA + 3 * (len(held) - 1) > len(hand):
            continue
        for plan in _shared_out(held, wilds):
            if max(map(len, plan.values())) >= CANASTA and _is_legal(rules, plan):
                yield plan


def _shared_out(held: Groups, wilds: Cards) -> Iterator[Plan]:
    """Yield each way to divide all wild cards among the groups."""
    for counts in product(range(len(wilds) + 1), repeat=len(held)):
        if sum(counts) == len(wilds):
            rest = iter(wilds)
            yield {
                rank: cards + bytes(islice(rest, count))
                for (rank, cards), count in zip(held.items(), counts, strict=True)
            }


def _is_legal(rules: CanastaAnswers, plan: Plan) -> bool:
    wilds = {rank: len(wild_cards(cards)) for rank, cards in plan.items()}
    return not any(
        rules.fault(rank, len(cards) - wilds[rank], wilds[rank]) for rank, cards in plan.items()
    )


def sufficient(rules: CanastaAnswers, hand: Cards, need: int, taken: int = -1) -> Iterator[Plan]:
    """Yield plans worth at least `need`, roughly from small to large.

    Args:
        rules: the rules of the table.
        hand: the cards to lay from.
        need: the points to reach.
        taken: a rank to leave out, because it is laid with the upcard; -1 for none.

    """
    held = grouped(arranged(hand))
    # Reversed, because jokers sort last: the most valuable wild cards first.
    wilds = held.pop(JOKER_RANK)[::-1]
    held.pop(taken, None)
    groups = sorted(_usable(rules, held), key=lambda group: -worth(group[1]))
    melds = [group for group in groups if len(group[1]) >= 3]
    pairs = [group for group in groups if len(group[1]) == 2]
    # A pair can be laid only with a wild card, so at most as many pairs as wild cards count.
    if _worth(dict((*melds, *pairs[: len(wilds)]))) + worth(wilds) >= need:
        for plan in _plans(rules, melds, pairs, wilds, need):
            if _worth(plan) >= need:
                yield _trimmed(rules, plan, need)


def _worth(plan: Plan) -> int:
    return sum(map(worth, plan.values()))


def _cost(plan: Plan) -> tuple[int, int, list[int]]:
    wilds = sum(len(wild_cards(cards)) for cards in plan.values())
    return sum(map(len, plan.values())), wilds, sorted(plan)


def _plans(
    rules: CanastaAnswers, melds: Ranked, pairs: Ranked, wilds: Cards, need: int
) -> Iterator[Plan]:
    """Yield plans from small to large: best natural melds first, then pairs with wild cards."""
    for count in range(1, len(melds) + 1):
        yield dict(melds[:count])
    for rank, cards in (*melds, *pairs):
        yield from _with_wilds(rules, {rank: cards}, wilds, need)
    if rules.wild_melds and len(wilds) >= 3:
        yield {JOKER_RANK: wilds[: rules.cap]}
    # Single ranks were covered above.
    for count in range(max(0, 2 - len(melds)), len(pairs) + 1):
        yield from _with_wilds(rules, dict((*melds, *pairs[:count])), wilds, need)


def _usable(rules: CanastaAnswers, held: Groups) -> Iterator[tuple[int, Cards]]:
    """Yield the ranks held at least twice that may open, with their cards."""
    for rank, cards in held.items():
        if len(cards) < 2:
            continue
        if rank != THREE:
            yield rank, cards[: rules.cap]
        elif rules.black_threes_any_time and len(cards) >= 3:
            yield rank, cards[: rules.most_black_threes]


def _with_wilds(rules: CanastaAnswers, base: Plan, wilds: Cards, need: int) -> Iterator[Plan]:
    """Yield `base` with wild cards added, with and without a meld of wild cards alone."""
    if _worth(base) + worth(wilds) < need:
        return
    choices = [0, *range(3, min(len(wilds), rules.cap) + 1)] if rules.wild_melds else [0]
    for alone in choices:
        if plan := _dealt_out(rules, base, wilds[: len(wilds) - alone]):
            own = wilds[len(wilds) - alone :]
            yield {**plan, JOKER_RANK: own} if own else plan


def _dealt_out(rules: CanastaAnswers, base: Plan, wilds: Cards) -> Plan | None:
    """Add the wild cards that make each meld legal, then fill the melds; None if impossible."""
    plan = dict(base)
    for wanted in (3, rules.cap):
        for rank, start in tuple(plan.items()):
            cards = start
            while wilds and len(cards) < wanted and _takes_wild(rules, rank, cards):
                cards, wilds = cards + wilds[:1], wilds[1:]
            plan[rank] = cards
    return plan if all(len(cards) >= 3 for cards in plan.values()) else None


def _takes_wild(rules: CanastaAnswers, rank: int, cards: Cards) -> bool:
    wilds = len(wild_cards(cards)) + 1
    size = max(3, len(cards) + 1)
    return rules.fault(rank, size - wilds, wilds) is None


def _trimmed(rules: CanastaAnswers, plan: Plan, need: int) -> Plan:
    """Return the plan without the cards it can spare: whole melds first, then single cards."""
    spare = _worth(plan) - need
    if not spare:
        return plan
    # The cheapest melds first, because more of them can be spared.
    for rank in sorted(plan, key=lambda rank: worth(plan[rank])):
        if worth(plan[rank]) <= spare and len(plan) > 1:
            spare -= worth(plan[rank])
            plan = {kept: cards for kept, cards in plan.items() if kept != rank}
    for rank, cards in plan.items():
        for face in sorted(cards, key=points_of, reverse=True):
            if points_of(face) > spare:
                continue
            fewer = cards.replace(BYTE[face], b"", 1)
            wilds = len(wild_cards(fewer))
            if rules.fault(rank, len(fewer) - wilds, wilds) is None:
                cards, spare = fewer, spare - points_of(face)  # noqa: PLW2901 - the same meld
        plan[rank] = cards
    return plan
