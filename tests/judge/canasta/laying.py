"""Laying cards: which cards form melds, the value of the first meld, and the cards that must
remain.
"""

from collections import Counter
from collections.abc import Sequence

from tests.judge.canasta.games import Game, minimum
from tests.judge.canasta.round import Round, Set
from tests.judge.canasta.sets import FULL, RED_THREES, Illegal, canasta, fault, rank, worth
from tests.judge.cards import Card, Cards, Group


def spend(table: Round, seat: int, cards: Cards) -> None:
    """Remove cards from a hand, except those that came with the pile this turn (House)."""
    hand = table.hand(seat)
    for card, count in Counter(cards).items():
        locked = table.locked[card] if seat == table.turn else 0
        if hand[card] - locked < count:
            raise Illegal("cards that may be laid")
        hand[card] -= count


def lay(table: Round, seat: int, groups: Sequence[Group]) -> None:
    """Put groups on the table: all at once if melds grow together (House), else in order."""
    place = _lay_at_once if table.game.own_sets else _lay_in_order
    place(table, seat, groups)


def _lay_in_order(table: Round, seat: int, groups: Sequence[Group]) -> None:
    for group in groups:
        if group.meld is None:
            if table.place(seat, rank(group.cards)) is not None:
                raise Illegal("one open meld of a rank")
            _start(table, seat, group.cards)
        else:
            _join(table, numbered(table, seat, group.meld), group.cards)


def _start(table: Round, seat: int, cards: Cards) -> None:
    wrong = fault(table.game, cards)
    if wrong:
        raise Illegal(wrong)
    if rank(cards) == "3" and any(rank(each.cards) == "3" for each in table.own(seat)):
        raise Illegal("one group of black threes")
    table.sets.append(Set(table.side(seat), seat, cards))
    table.played_seventh |= is_completed(table.game, (), cards)


def _join(table: Round, place: int, cards: Cards) -> None:
    game, before = table.game, table.sets[place].cards
    if game.closes and len(before) >= FULL:
        raise Illegal("a canasta is closed")
    table.grow(place, cards)
    merged = table.sets[place].cards
    wrong = fault(game, merged)
    if wrong or rank(merged) != rank(before):
        raise Illegal(wrong or "no natural card joins wild ones")
    table.played_seventh |= is_completed(game, before, merged)


def is_completed(game: Game, before: Cards, after: Cards) -> bool:
    """Whether a meld has become a canasta."""
    return canasta(game, after) is not None and len(before) < FULL


def numbered(table: Round, seat: int, number: int) -> int:
    """Return the index of the meld with this number. The seat's side must own the meld."""
    if not 1 <= number <= len(table.sets):
        raise Illegal("no such meld")
    if table.sets[number - 1].side != table.side(seat) and not table.game.splits:
        raise Illegal("a meld of the other side")
    return number - 1


def _lay_at_once(table: Round, seat: int, groups: Sequence[Group]) -> None:
    """House: melds of one rank merge, and only the result of all groups is judged."""
    allowed, before = _open_to(table, seat), table.sets.copy()
    for group in groups:
        place = _target(table, seat, group, len(before))
        if table.sets[place].owner not in allowed:
            raise Illegal("both partners must have melded")
        table.grow(place, group.cards)
    for place, each in enumerate(table.sets):
        was = before[place].cards if place < len(before) else ()
        wrong = fault(table.game, each.cards)
        if wrong or (was and rank(each.cards) != rank(was)):
            raise Illegal(wrong or "no natural card joins wild ones")
        table.played_seventh |= is_completed(table.game, was, each.cards)


def _open_to(table: Round, seat: int) -> set[int]:
    """Return the owners whose melds a seat may extend."""
    partners = table.partners(seat) if table.opened(seat) else []
    return {seat, *filter(table.opened, partners)}


def _target(table: Round, seat: int, group: Group, before: int) -> int:
    if group.meld is not None:
        if group.meld > before:
            raise Illegal("no such meld")
        return numbered(table, seat, group.meld)
    place = table.place(seat, rank(group.cards))
    if place is None:
        table.sets.append(Set(table.side(seat), seat, ()))
        return len(table.sets) - 1
    return place


def opening_fault(table: Round, seat: int, laid: Sequence[Card]) -> str | None:
    """Return why cards are worth too little for the first meld of a side, or of a House player."""
    least = minimum(table.game, table.scores[table.side(seat)])
    return None if worth(laid) >= least else f"the first meld is worth {least}"


def holds_threes(groups: Sequence[Group]) -> bool:
    """Whether black threes are laid."""
    return any(card[0] == "3" for group in groups for card in group.cards)


def may_go_out(table: Round, seat: int) -> bool:
    """Whether the seat has the canastas to go out, and nobody refused leave."""
    owned, needed = set(table.canastas(seat)), table.game.needs
    return not table.no_out and (owned >= needed if needed else bool(owned))


def discard_fault(table: Round, seat: int, card: Card) -> str | None:
    """Return why a card cannot be discarded, or None."""
    game, hand = table.game, table.hands[seat]
    if hand[card] < 1:
        return "a card in hand"
    if card in RED_THREES:
        return "red threes are never discarded"
    if card[0] == "7" and table.sevens_barred():
        return "sevens are barred"
    if hand.total() > 1 or game.floats:
        return None
    if may_go_out(table, seat):
        return "the last discard is no seven" if game.bars_sevens and card[0] == "7" else None
    return None if _foot_covers(table, seat) else "keep a card"


def _foot_covers(table: Round, seat: int) -> bool:
    """`empty_ok_if_foot_due`: kinds are missing, a foot is due, and nobody refused leave."""
    due = table.feet[seat] and (table.played_seventh or table.earned[seat])
    lacks = not set(table.canastas(seat)) >= table.game.needs
    return table.game.empty_ok and lacks and bool(due) and not table.no_out


def can_discard(table: Round, seat: int) -> bool:
    """Whether any card of a hand can be discarded."""
    return any(discard_fault(table, seat, card) is None for card in +table.hands[seat])


def stuck(table: Round, seat: int) -> bool:
    """Whether a hand of only sevens has no legal discard (Pennies From Heaven)."""
    hand = +table.hands[seat]
    sevens = table.game.bars_sevens and all(card[0] == "7" for card in hand)
    return sevens and not can_discard(table, seat)


def can_lay_sevens(table: Round, seat: int) -> bool:
    """Whether a hand of only sevens can lay some of them."""
    count = table.hands[seat].total()
    if table.place(seat, "7") is not None:
        return count > 0
    # Seven close a meld; eight or nine leave too few for another one.
    most = count if count <= 7 or count >= 10 else 7
    laid = ("7S",) * most
    return most >= 3 and (table.opened(seat) or opening_fault(table, seat, laid) is None)
