"""Takes of the pile that are worth trying, simplest first.

There is one for each choice of ranks, not of suits. The caller still has to check each one. If all
are illegal, `take_search` decides whether any other legal take exists.
"""

from collections.abc import Iterator

from engine.canasta.book.card_values import FIRST_WILD, collected, wild_cards, worth
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.openings import sufficient
from engine.canasta.melds.piles import is_frozen
from engine.model.cards import BYTE, RANK, Cards, without
from engine.model.moves import Group, Take
from engine.model.table import Table


def candidates(
    rules: CanastaAnswers, table: Table, seat: int, number: int | None, *, bundles: bool
) -> Iterator[Take]:
    """Yield takes worth trying.

    Args:
        rules: the rules of the table.
        table: the table.
        seat: the seat that takes.
        number: the open meld of the upcard's rank, or None.
        bundles: whether to include takes that lay other cards first, to fill a meld or to open.

    """
    upcard = table.pile[-1]
    frozen = is_frozen(rules, table, seat)
    if number is not None and rules.adds_upcard and not frozen:
        yield Take()
    with_wild = rules.pair_with_wild and not frozen and upcard < FIRST_WILD
    # Nothing is locked before the draw, and the hand is sorted by rank.
    hand = table.hands[seat]
    ranks = hand.translate(RANK)
    count = ranks.count(RANK[upcard])
    if count < (1 if with_wild else 2):
        return
    first = ranks.find(RANK[upcard])
    alike = hand[first : first + count]
    wilds = wild_cards(hand[:first] + hand[first + count :])
    sets = _sets(alike, wilds if with_wild else b"")
    if not opened(rules, table.melds, seat):
        # Reversed, because jokers sort last: the most valuable wild cards first.
        spare = wilds[::-1][: rules.most_wilds]
        richest = worth(alike + spare + BYTE[upcard])
        if bundles or richest >= rules.minimum(table, seat):
            sets += _larger(alike, spare)
            yield from _opening(rules, table, seat, sets, bundles=bundles)
        return
    yield from map(Take, sets)
    if number is not None and bundles:
        room = rules.cap - len(table.melds[number - 1].cards)
        yield from _closing_first(number, room, alike, wilds)


def _sets(alike: Cards, wilds: Cards) -> list[Cards]:
    """Return the fewest cards that take the upcard: two of its rank, or one and a wild card."""
    pair = [alike[:2]] if len(alike) >= 2 else []
    return [*pair, alike[:1] + wilds[:1]] if alike and wilds else pair


def _larger(alike: Cards, wilds: Cards) -> Iterator[Cards]:
    """Yield larger melds of the upcard's rank, for more points; most valuable wild cards first."""
    if len(alike) > 2:
        yield alike
    for count in range(1, len(wilds) + 1):
        yield alike + wilds[:count]


def _closing_first(number: int, room: int, alike: Cards, wilds: Cards) -> Iterator[Take]:
    """Yield takes that fill meld `number` from the hand and start a new one with the upcard."""
    for plain in range(min(room, len(alike) - 2), -1, -1):
        filling = alike[:plain] + wilds[: room - plain]
        if len(filling) == room:
            yield Take(alike[plain : plain + 2], (Group(filling, number),))


def _opening(
    rules: CanastaAnswers, table: Table, seat: int, sets: list[Cards], *, bundles: bool
) -> Iterator[Take]:
    """Yield sets that are worth enough alone, then each with melds that make up the difference."""
    need = rules.minimum(table, seat)
    upcard = table.pile[-1]
    points = {cards: worth(cards + BYTE[upcard]) for cards in sets}
    yield from (Take(cards) for cards in sets if points[cards] >= need)
    if not bundles or worth(table.hands[seat] + BYTE[upcard]) < need:
        return
    for cards in sets:
        if points[cards] < need:
            left = without(table.hands[seat], cards)
            for plan in sufficient(rules, left, need - points[cards], collected(upcard)):
                yield Take(cards, tuple(Group(meld) for meld in plan.values()))
