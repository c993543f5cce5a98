"""Going out, and checks that every turn can end legally.

Source: HC-R7, HC-Q29, PFH-R29 to R31, PFH-Q22 to Q27, PFH-Q49, PT-R24, R25, PT-Q17, Q23, PT-Q34,
Q45, Q49, CC-R9.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import has_canasta, needs, ready, sevens_barred
from engine.model.cards import SEVEN, THREE, Cards
from engine.model.refusals import Code, Refused
from engine.model.table import LaidMeld, Table


def is_going_out(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` must go out in this turn because it has melded black threes."""
    if not rules.black_threes_go_out or table.turn != seat:
        return False
    side = rules.side_of(seat)
    return any(meld.rank == THREE and meld.side == side for meld in table.melds)


def all_sevens(hand: Cards) -> bool:
    """Whether a sorted hand consists of sevens only."""
    # Sorted: the first and the last card determine all cards between them.
    return bool(hand) and hand[0] // 4 == SEVEN == hand[-1] // 4


def is_stuck_on_sevens(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], hand: Cards) -> bool:
    """Whether a hand consists of sevens only and sevens may not be discarded."""
    return rules.bars_sevens and all_sevens(hand) and sevens_barred(rules, melds)


def foot_falls_due(rules: CanastaAnswers, table: Table, seat: int, *, seventh: bool) -> bool:
    """Whether the discard of this turn brings `seat` its foot."""
    due = rules.packet == "foot" and (seventh or table.played_seventh)
    return due and bool(table.feet[seat])


def foot_covers(rules: CanastaAnswers, table: Table, seat: int, *, seventh: bool) -> bool:
    """Whether `seat` may discard its last card without going out, because its foot is due.

    Args:
        rules: the rules of the table.
        table: the table.
        seat: the seat that discards.
        seventh: whether the action being judged completes a canasta.

    """
    # After a "no" the player must keep a card, whatever foot is due (PFH-Q38).
    if table.no_out and rules.no_keeps_a_card:
        return False
    earned = rules.earned_foot_covers and table.earned[seat] and bool(table.feet[seat])
    return rules.empty_ok_if_foot_due and (
        earned or foot_falls_due(rules, table, seat, seventh=seventh)
    )


def frees_last_seven(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether the last card discarded may be a seven, because a foot follows."""
    stays_in = not goes_out(rules, table, seat, table.melds)
    return (
        rules.foot_frees_last_seven and stays_in and foot_covers(rules, table, seat, seventh=False)
    )


def pony_arrives(
    rules: CanastaAnswers, table: Table, melds: tuple[LaidMeld, ...], seat: int
) -> bool:
    """Whether these melds contain the side's first canasta while `seat` has a ponytail waiting."""
    if rules.packet != "pony" or not table.feet[seat]:
        return False
    before = has_canasta(rules, table.melds, seat)
    return not before and has_canasta(rules, melds, seat)


def check_leaves(
    rules: CanastaAnswers,
    table: Table,
    seat: int,
    hand: Cards,
    melds: tuple[LaidMeld, ...],
    *,
    seventh: bool,
    coming: int,
) -> None:
    """Refuse an action that would leave no legal way to end the turn.

    Args:
        rules: the rules of the table.
        table: the table before the action.
        seat: the seat that acts.
        hand: the cards that would be left, sorted.
        melds: the melds that would be on the table.
        seventh: whether the action completes a canasta.
        coming: number of cards that join the hand from the stock.

    Raises:
        Refused: the turn could not end.

    """
    # With one card to discard and one to keep the turn can end, unless all are sevens (PFH-Q23).
    if len(hand) + coming >= 2:
        if rules.bars_sevens and all_sevens(hand):
            _check_sevens_left(rules, table, seat, melds)
        return
    if rules.may_float:
        # In a floating game only a discard may empty the hand, never a meld (HC-R7, HC-Q29).
        if not (hand or coming):
            raise rules.refusal(Code.KEEP_A_CARD)
        return
    if _is_excused(rules, table, seat) or pony_arrives(rules, table, melds, seat):
        return
    if len(hand) == 1 and foot_covers(rules, table, seat, seventh=seventh):
        _check_last_before_foot(rules, table, seat, hand, melds)
    else:
        _check_can_go_out(rules, table, seat, hand, melds)


def _is_excused(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` may lay its last card, because it has only barred sevens."""
    if table.phase == "draw" and not rules.sevens_excuse_takes:
        return False
    return is_stuck_on_sevens(rules, table.melds, table.hands[seat])


def _check_sevens_left(
    rules: CanastaAnswers, table: Table, seat: int, melds: tuple[LaidMeld, ...]
) -> None:
    if sevens_barred(rules, melds) and not _is_excused(rules, table, seat):
        raise rules.refusal(Code.NO_DISCARD_LEFT)


def _check_last_before_foot(
    rules: CanastaAnswers, table: Table, seat: int, hand: Cards, melds: tuple[LaidMeld, ...]
) -> None:
    """Refuse to keep a last card that may not be discarded, even if a foot would replace it."""
    if not all_sevens(hand):
        return
    if sevens_barred(rules, melds):
        raise rules.refusal(Code.NO_DISCARD_LEFT)
    if rules.foot_frees_last_seven and goes_out(rules, table, seat, melds):
        raise rules.refusal(Code.SEVEN_LAST)


def goes_out(rules: CanastaAnswers, table: Table, seat: int, melds: tuple[LaidMeld, ...]) -> bool:
    """Whether getting rid of the last card ends the round for `seat`.

    Otherwise the last card may leave the hand only if a foot replaces it. The player has no choice.

    Args:
        rules: the rules of the table.
        table: the table before the action.
        seat: the seat.
        melds: the melds as they would be after it.
    """
    return not table.no_out and ready(rules, melds, seat)


def _check_can_go_out(
    rules: CanastaAnswers, table: Table, seat: int, hand: Cards, melds: tuple[LaidMeld, ...]
) -> None:
    check_ready(rules, table, seat, melds)
    # A meld that leaves no card goes out without a discard, which not every game allows (PT-Q45).
    if not hand and rules.must_discard_last:
        raise rules.refusal(Code.KEEP_A_CARD)
    if rules.bars_sevens and all_sevens(hand):
        raise rules.refusal(Code.SEVEN_LAST)


def check_ready(
    rules: CanastaAnswers, table: Table, seat: int, melds: tuple[LaidMeld, ...]
) -> None:
    """Refuse to go out after a "no", or without the canastas that are needed."""
    if table.no_out:
        raise rules.refusal(Code.LEAVE_DENIED)
    if not ready(rules, melds, seat):
        raise not_ready(rules, melds, seat)


def not_ready(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], seat: int) -> Refused:
    """Return the refusal that names the missing canastas."""
    missing = [need for need in needs(rules, melds, seat) if need.have < need.need]
    kinds = " ".join(need.kind for need in missing)
    count = sum(need.need - need.have for need in missing)
    return rules.refusal(Code.NOT_READY, missing=kinds, n=count)


def check_black_threes(
    rules: CanastaAnswers, table: Table, seat: int, left: int, melds: tuple[LaidMeld, ...]
) -> None:
    """Refuse black threes that are not laid to go out; `left` cards would remain in hand."""
    if rules.black_threes_go_out and rules.auto_foot and pony_arrives(rules, table, melds, seat):
        left += len(table.feet[seat])
    if left > 1:
        raise rules.refusal(Code.BLACK_THREES_LATE, left=left)
    check_ready(rules, table, seat, melds)
