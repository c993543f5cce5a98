"""Melding and laying off in the play phase, and their consequences.

Source: see `engine.canasta.melds.laying`; for the consequences PFH-Q24, PFH-Q46, PT-R24, PT-Q45,
CC-R15.
"""

from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.canastas import has_canasta, opened, sevens_barred
from engine.canasta.melds.laying import Laying
from engine.canasta.melds.open_melds import open_meld
from engine.canasta.round.ending import end_round
from engine.canasta.round.events import Melded, PileTaken
from engine.canasta.turn.feet import ponies
from engine.canasta.turn.going_out import (
    all_sevens,
    check_black_threes,
    check_leaves,
    frees_last_seven,
    goes_out,
    is_stuck_on_sevens,
)
from engine.canasta.turn.whose_turn import check_turn
from engine.model.cards import SEVEN, Cards, without
from engine.model.events import folded
from engine.model.moves import Add, Meld
from engine.model.refusals import Code
from engine.model.table import Event, Table

POINTS_OF_SEVEN = 5  # The same in every game with a canasta of sevens.


def meld(rules: CanastaAnswers, table: Table, seat: int, move: Meld) -> tuple[Event, ...]:
    """Lay new melds. They are judged as one action."""
    return _laid(rules, table, seat, judged_meld(rules, table, seat, move))


def add(rules: CanastaAnswers, table: Table, seat: int, move: Add) -> tuple[Event, ...]:
    """Lay off on a meld."""
    return _laid(rules, table, seat, judged_add(rules, table, seat, move))


def judged_meld(rules: CanastaAnswers, table: Table, seat: int, move: Meld) -> Laying:
    """Return what a meld lays. Raises `Refused` if the meld is illegal."""
    check_turn(rules, table, seat, "play")
    if not move.melds:
        raise rules.refusal(Code.NOTHING_NAMED)
    laying = Laying(rules, table, seat)
    for cards in move.melds:
        laying.start(cards)
    return _judged(laying)


def judged_add(rules: CanastaAnswers, table: Table, seat: int, move: Add) -> Laying:
    """Return what a lay-off lays. Raises `Refused` if the lay-off is illegal."""
    check_turn(rules, table, seat, "play")
    laying = Laying(rules, table, seat)
    laying.extend(move.meld, move.cards)
    return _judged(laying)


def _judged(laying: Laying) -> Laying:
    laying.judge_together()
    laying.left = without(laying.table.hands[laying.seat], laying.spent)
    if not _is_whole_hand(laying):
        laying.check_minimum()
    check_ending(laying)
    return laying


def _is_whole_hand(laying: Laying) -> bool:
    """Whether the meld goes out with the whole hand; the last card may be a discard (CC-R15)."""
    rules, table, seat = laying.rules, laying.table, laying.seat
    whole = rules.whole_hand_opens and len(laying.left) <= 1
    return whole and goes_out(rules, table, seat, laying.melds)


def _laid(rules: CanastaAnswers, table: Table, seat: int, laying: Laying) -> tuple[Event, ...]:
    melded = Melded(seat, tuple(laying.laid), laying.seventh)
    return after_laying(rules, table, seat, melded, laying.left)


def check_ending(laying: Laying, coming: int = 0) -> None:
    """Refuse an action that would leave no legal way to end the turn.

    `coming` cards join the hand in addition to those that are left in it.
    """
    rules, table, seat, hand = laying.rules, laying.table, laying.seat, laying.left
    melds = laying.melds
    if not rules.black_threes_any_time and laying.lays_black_threes():
        laying.check_one_group()
        check_black_threes(rules, table, seat, len(hand) + coming, melds)
    check_leaves(rules, table, seat, hand, melds, seventh=laying.seventh, coming=coming)


def after_laying(
    rules: CanastaAnswers, table: Table, seat: int, laid: Melded | PileTaken, hand: Cards
) -> tuple[Event, ...]:
    """Return the laying event and its consequences.

    These are ponytails, going out, or the end of the round for a hand of sevens.
    """
    events: tuple[Event, ...] = (laid,)
    if rules.packet == "pony" and laid.seventh:
        events += _ponies(rules, table, seat, laid)
    # The hand before the action decides: a player with only sevens need not discard (PFH-Q24).
    if _ends_by_sevens(rules, table, seat):
        return _after_sevens(rules, table, seat, events)
    # A second event is a ponytail that came with this action: the turn goes on with it (PT-Q23).
    if not hand and len(events) == 1 and not rules.may_float:
        return end_round(rules, table, events, "out", seat)
    return events


def _ponies(
    rules: CanastaAnswers, table: Table, seat: int, laid: Melded | PileTaken
) -> tuple[Event, ...]:
    if has_canasta(rules, table.melds, seat):
        return ()
    return ponies(rules, laid.applied_to(table), seat)


def _ends_by_sevens(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether the round may end because `seat` holds only sevens."""
    if not rules.free_sevens_play_on:
        return rules.bars_sevens and all_sevens(table.hands[seat])
    return is_stuck_on_sevens(rules, table.melds, table.hands[seat])


def _after_sevens(
    rules: CanastaAnswers, table: Table, seat: int, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    if is_over_for_sevens(rules, folded(table, events), seat):
        return end_round(rules, table, events, "sevens")
    return events


def is_over_for_sevens(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether a hand of only sevens can neither discard nor lay any of them."""
    hand = table.hands[seat]
    if hand and not all_sevens(hand):
        return False
    if hand and sevens_barred(rules, table.melds):
        return not can_lay_sevens(rules, table, seat)
    # Sevens may be discarded, but a single one not as the last card, unless a foot follows.
    plays_on = rules.free_sevens_play_on and frees_last_seven(rules, table, seat)
    return not hand or (len(hand) == 1 and not plays_on)


def can_lay_sevens(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    count = len(table.hands[seat])
    if open_meld(rules, table.melds, seat, SEVEN) is not None:
        return True
    if opened(rules, table.melds, seat):
        return count >= 3
    # As an initial meld: whole canastas, and the rest if that makes a meld.
    rest = count % CANASTA
    laid = count if rest == 0 or rest >= 3 else count - rest
    return laid * POINTS_OF_SEVEN >= rules.minimum(table, seat)
