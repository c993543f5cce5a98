"""Discard piles: when they are frozen, and which cards from hand take them."""

from tests.judge.canasta.round import Round
from tests.judge.canasta.sets import BLACK_THREES, RED_THREES, Illegal, is_wild
from tests.judge.cards import Cards


def is_frozen(table: Round, seat: int) -> bool:
    """Whether only two naturals take the pile."""
    game = table.game
    by_wild = game.wild_freezes and (table.frozen_upcard or any(map(is_wild, table.pile)))
    return by_wild or (game.needs_opened and not table.opened(seat))


def stays(table: Round, seat: int) -> bool:
    """Whether the rules forbid a take because the player and the pile have one card each."""
    return table.game.single_stays and table.hands[seat].total() == len(table.pile) == 1


def way_in(table: Round, seat: int, cards: Cards) -> str:
    """Return how cards from hand take the top card: `pair`, `wild`, `add` or `equal`."""
    if stays(table, seat):
        raise Illegal("one card each")
    top = table.pile[-1] if table.pile else ""
    if not top or top in RED_THREES | BLACK_THREES:
        raise Illegal("nothing on top that can be taken")
    if is_wild(top):
        return _equal_wilds(table, seat, top, cards)
    naturals = sum(card[0] == top[0] and not is_wild(card) for card in cards)
    if naturals >= 2:
        return "pair"
    if is_frozen(table, seat):
        raise Illegal("a frozen pile needs two naturals")
    if table.game.wild_route and naturals and len(cards) > 1:
        return "wild"
    if table.game.add_route and table.place(seat, top[0]) is not None:
        return "add"
    raise Illegal("two cards that match the top card")


def _equal_wilds(table: Round, seat: int, top: str, cards: Cards) -> str:
    """House: two cards equal to the top card, and no natural cards."""
    equal = sum(card[0] == top[0] and is_wild(card) for card in cards)
    if (
        table.game.wild_top
        and not is_frozen(table, seat)
        and equal >= 2
        and all(map(is_wild, cards))
    ):
        return "equal"
    raise Illegal("a wild card on top")
