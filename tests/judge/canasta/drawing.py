"""Cards that join a hand: from the stock, as replacements of red threes, with a second packet."""

from tests.judge.canasta.round import Round
from tests.judge.canasta.sets import RED_THREES


def draw_cards(table: Round, seat: int, wanted: int) -> int:
    """Draw ordinary cards, lay drawn red threes, and return how many cards joined the hand."""
    drawn = 0
    while drawn < wanted and table.stock:
        card = table.stock.pop(0)
        if card in RED_THREES:
            table.lay_threes(seat, [card])
        else:
            table.hand(seat)[card] += 1
            drawn += 1
    return drawn


def lay_threes(table: Round, seat: int, *, replaced: bool) -> tuple[int, int]:
    """Lay the red threes of a hand. Return their number and the number of replacements."""
    hand = table.hand(seat)
    threes = [card for card in hand.elements() if card in RED_THREES]
    for card in threes:
        del hand[card]
    table.lay_threes(seat, threes)
    return len(threes), draw_cards(table, seat, len(threes)) if replaced else 0


def pick_foot(table: Round, seat: int) -> None:
    table.hand(seat).update(table.feet[seat])
    table.feet[seat], table.earned[seat] = [], False
    if not table.game.threes_wait or seat == table.turn:
        lay_threes(table, seat, replaced=True)
