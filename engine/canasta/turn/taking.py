"""Taking the discard pile: with which cards, and what happens to the rest of it.

Source: HC-R9 to R12, HC-Q8, Q17, Q23, Q32 to Q35, Q52, PFH-R14 to R18, PFH-Q7 to Q10, Q16, Q47,
PT-R14 to R17, PT-Q24, Q30 to Q33, Q52, CC-R14.
"""

from collections.abc import Iterator

from engine.canasta.book.card_values import FIRST_WILD, collected, naturals, wild_cards
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.laying import MIXED, Laying, rank_of_group
from engine.canasta.melds.open_melds import open_meld
from engine.canasta.melds.piles import is_blocked, is_frozen
from engine.canasta.round.events import PileTaken
from engine.canasta.round.red_threes import Lifted, lifted, red_threes_in
from engine.canasta.turn.melding import after_laying, check_ending
from engine.canasta.turn.takes import candidates
from engine.canasta.turn.whose_turn import check_turn
from engine.model.cards import BYTE, RANK, RED_THREES, SEVENS, Cards, arranged, without, write_cards
from engine.model.moves import Take
from engine.model.refusals import Code, Refused
from engine.model.table import Event, Table

LEFT_OVER = 3
"""The upcard itself, a card to discard and a card to keep."""


def take(rules: CanastaAnswers, table: Table, seat: int, move: Take) -> tuple[Event, ...]:
    """Take the pile, laying its upcard with cards from the hand."""
    laying = judged_take(rules, table, seat, move)
    taken = _taken(rules, laying, table.pile[:-1])
    return after_laying(rules, table, seat, taken, laying.left + (taken.drawn or b""))


def judged_take(rules: CanastaAnswers, table: Table, seat: int, move: Take) -> Laying:
    """Return what a take lays. Raises `Refused` if the take is illegal."""
    check_turn(rules, table, seat, "draw")
    _check_pile(rules, table, seat)
    laying = _laid(rules, table, seat, move)
    laying.judge_together()
    laying.check_minimum()
    # Red threes do not stay in hand; their replacements count as cards to discard where the game
    # says so (HC-Q23).
    kept = without(table.hands[seat], laying.spent) + table.pile[:-1]
    laying.left = arranged(kept.translate(None, RED_THREES))
    coming = len(_replacements(laying, len(kept) - len(laying.left)).cards)
    check_ending(laying, coming if rules.counts_replacements else 0)
    return laying


def _replacements(laying: Laying, red_threes: int) -> Lifted:
    """Return the stock's replacements for so many red threes of the hand and the pile."""
    if red_threes and laying.rules.replaces_red_threes_of_pile:
        return lifted(laying.table.stock, red_threes)
    return Lifted(b"", b"")


def _check_pile(rules: CanastaAnswers, table: Table, seat: int) -> None:
    if not table.pile:
        raise rules.refusal(Code.PILE_EMPTY)
    if not table.stock and not rules.plays_on_without_stock:
        raise rules.refusal(Code.STOCK_GONE)
    if is_blocked(rules, table):
        rule = rules.closing_rules.get(table.pile[-1], rules.rule_ids[Code.PILE_BLOCKED])
        raise Refused(rule, Code.PILE_BLOCKED, {"card": write_cards(table.pile[-1:])})
    if rules.single_cards_stay and len(table.pile) == len(table.hands[seat]) == 1:
        raise rules.refusal(Code.ONE_CARD_EACH)


def _laid(rules: CanastaAnswers, table: Table, seat: int, move: Take) -> Laying:
    upcard = table.pile[-1]
    rank = collected(upcard)
    laying = Laying(rules, table, seat)
    before = laying.open_meld(rank)
    for group in move.also:
        laying.lay(group)
    # The groups laid first may have filled the open meld of this rank, or started one.
    number = laying.open_meld(rank) if move.also else before
    laying.spend(move.cards)
    # Only a meld that was open before the action counts for "adding": a meld just laid must not
    # make the take possible with too few cards from the hand.
    _check_route(laying, move.cards, upcard, adds=number is not None and number == before)
    cards = move.cards + BYTE[upcard]
    if number is None:
        laying.put_new(rank, cards)
    else:
        laying.put_on(number, cards)
    return laying


def _check_route(laying: Laying, cards: Cards, upcard: int, *, adds: bool) -> None:
    """Refuse cards that do not take this upcard.

    `adds`: the upcard joins a meld that was open before the move.
    """
    rules, table = laying.rules, laying.table
    rank = rank_of_group(cards + BYTE[upcard])
    if rank == MIXED:
        raise rules.refusal(Code.MIXED_RANKS, cards=write_cards(cards))
    if rank != collected(upcard) and rules.pure_wild_melds:
        raise rules.refusal(Code.PURE_WILDS, cards=write_cards(naturals(cards)))
    # By the printed rank: twos match a two and jokers match a joker (HC-Q8).
    alike = cards.translate(RANK).count(RANK[upcard])
    # Two cards of its rank take any pile, frozen or not. Every way below is closed by freezing.
    if alike >= 2:
        return
    facts = {"card": write_cards(BYTE[upcard])}
    if is_frozen(rules, table, laying.seat):
        raise rules.refusal(Code.PILE_FROZEN, **facts)
    # Only equal cards take a wild upcard.
    if upcard < FIRST_WILD:
        if alike and wild_cards(cards) and rules.pair_with_wild:
            return
        if adds and rules.adds_upcard:
            return
    raise rules.refusal(Code.NO_MATCH, **facts)


def _taken(rules: CanastaAnswers, laying: Laying, rest: Cards) -> PileTaken:
    table, seat = laying.table, laying.seat
    held = red_threes_in(table.hands[seat] + rest)
    new = _replacements(laying, len(held))
    lone = rules.lone_after_take(table, seat)
    return PileTaken(
        seat=seat,
        laid=tuple(laying.laid),
        from_hand=laying.spent,
        rest=rest,
        red_threes=held + new.red_threes,
        drawn=new.cards,
        draw_count=new.size,
        seventh=laying.seventh,
        lone=lone,
        locks=rules.locks_taken_cards,
        begins_alone=lone is not None and lone != table.lone,
    )


def has_offered_take(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether a take worth offering is legal. Version 1 of the rules has no other test."""
    return next(legal_takes(rules, table, seat), None) is not None


def legal_takes(
    rules: CanastaAnswers, table: Table, seat: int, *, bundles: bool = True
) -> Iterator[Take]:
    """Yield the legal takes, simplest first: one for each choice of ranks, not of suits.

    Args:
        rules: the rules of the table.
        table: the table at the start of the turn.
        seat: the seat that takes.
        bundles: whether to yield one take that lays other cards first, if no simpler one is legal.

    """
    if is_blocked(rules, table) or not (table.stock or rules.plays_on_without_stock):
        return
    upcard = table.pile[-1]
    number = open_meld(rules, table.melds, seat, collected(upcard))
    # Without an open meld to add to, every take needs a card of the upcard's rank from the hand.
    if number is None and RANK[upcard] not in table.hands[seat].translate(RANK):
        return
    found = False
    spare = _spare(rules, table, seat)
    for candidate in candidates(rules, table, seat, number, bundles=bundles):
        if found and candidate.also:
            return
        if not candidate.also and len(candidate.cards) <= spare:
            # The way to take and the points are right already; only the meld itself has to be
            # checked.
            fits = _fits(rules, table, number, candidate.cards)
        else:
            fits = rules.check(table, seat, candidate) is None
        if fits:
            found = True
            yield candidate


def _spare(rules: CanastaAnswers, table: Table, seat: int) -> int:
    """Return how many cards a take may lay so that the turn can certainly still end legally."""
    unfit = RED_THREES + SEVENS if rules.bars_sevens else RED_THREES
    return len((table.hands[seat] + table.pile).translate(None, unfit)) - LEFT_OVER


def _fits(rules: CanastaAnswers, table: Table, number: int | None, cards: Cards) -> bool:
    """Whether the upcard's meld is legal with these cards; everything else was checked before."""
    upcard = table.pile[-1]
    base = table.melds[number - 1].cards if number else b""
    together = base + cards + BYTE[upcard]
    wilds = len(wild_cards(together))
    return rules.fault(collected(upcard), len(together) - wilds, wilds) is None
