"""Discarding: which cards may be discarded, and how that ends the turn or the round.

Source: HC-R7, R19, R21, HC-Q29, Q30, PFH-R11, R28, R31, PFH-Q21 to Q27, PT-R24, PT-Q34, PT-Q35.
"""

from engine.canasta.book.card_values import FIRST_WILD, points_of
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import sevens_barred
from engine.canasta.round.ending import end_round
from engine.canasta.round.events import FootEarned
from engine.canasta.turn.feet import can_pick_up, picked_up
from engine.canasta.turn.going_out import (
    check_ready,
    foot_covers,
    foot_falls_due,
    frees_last_seven,
    goes_out,
)
from engine.canasta.turn.next_turn import next_turn
from engine.canasta.turn.whose_turn import check_turn
from engine.model.cards import ALL_FACES, JOKER, NAMES, RED_THREES, SEVEN, SEVENS, Cards, distinct
from engine.model.events import Discarded
from engine.model.moves import DISCARDS, Discard
from engine.model.refusals import Code
from engine.model.table import Event, Table


def discard(rules: CanastaAnswers, table: Table, seat: int, move: Discard) -> tuple[Event, ...]:
    """Discard one card, which ends the turn and perhaps the round."""
    check_discard(rules, table, seat, move)
    events: tuple[Event, ...] = (Discarded(seat, move.card, (seat + 1) % rules.seat_count),)
    # Going out comes first: a foot that falls due with this discard stays in place and counts
    # against its side (PFH-Q21).
    if len(table.hands[seat]) == 1 and goes_out(rules, table, seat, table.melds):
        return end_round(rules, table, events, "out", seat)
    if foot_falls_due(rules, table, seat, seventh=False):
        events = (*events, _foot(rules, events[0].applied_to(table), seat))
    return next_turn(rules, table, events)


def _foot(rules: CanastaAnswers, table: Table, seat: int) -> Event:
    return picked_up(rules, table, seat) if rules.auto_foot else FootEarned((seat,))


def check_discard(rules: CanastaAnswers, table: Table, seat: int, move: Discard) -> None:
    """Refuse a card that may not be discarded now."""
    check_turn(rules, table, seat, "play")
    hand, card = table.hands[seat], move.card
    if card not in hand:
        raise rules.refusal(Code.NOT_IN_HAND, card=NAMES[card])
    if card in RED_THREES:
        raise rules.refusal(Code.RED_THREE)
    if rules.bars_sevens and card // 4 == SEVEN:
        _check_seven(rules, table, seat)
    # Discarding the last card is going out, unless the game allows an empty hand (HC-R21) or a foot
    # replaces the card (PFH-Q22).
    if len(hand) == 1 and not (rules.may_float or foot_covers(rules, table, seat, seventh=False)):
        check_ready(rules, table, seat, table.melds)


def _check_seven(rules: CanastaAnswers, table: Table, seat: int) -> None:
    if sevens_barred(rules, table.melds):
        raise rules.refusal(Code.SEVEN_BARRED)
    if len(table.hands[seat]) == 1 and not frees_last_seven(rules, table, seat):
        raise rules.refusal(Code.SEVEN_LAST)


def legal_discards(rules: CanastaAnswers, table: Table, seat: int) -> Cards:
    """Return the faces that `seat` may discard, each once, in the order of a sorted hand."""
    hand = table.hands[seat]
    # Only the last card raises the question of going out. In a larger hand only red threes and
    # barred sevens must stay, so at most one face needs the full check.
    if len(hand) == 1:
        return hand if rules.check(table, seat, DISCARDS[hand[0]]) is None else b""
    faces = distinct(hand).translate(None, RED_THREES)
    others = faces.translate(None, SEVENS) if rules.bars_sevens else faces
    if len(others) < len(faces) and sevens_barred(rules, table.melds):
        return others
    return faces


def harmless(rules: CanastaAnswers, table: Table, seat: int) -> Discard | None:
    """Return the cheapest legal discard that is not wild, else the cheapest; ties by its text."""
    legal = legal_discards(rules, table, seat)
    # The smallest byte after `translate` is the index of the most harmless face: no key function is
    # called.
    return DISCARDS[_BY_HARM[min(legal.translate(_HARM))]] if legal else None


def _harm(face: int) -> tuple[bool, int, str]:
    return face >= FIRST_WILD, points_of(face), NAMES[face]


_BY_HARM = sorted(range(len(ALL_FACES)), key=_harm)
# By face: its index in that order; `translate` requires a table of 256 entries.
_HARM = bytes(_BY_HARM.index(min(face, JOKER)) for face in range(256))


def is_stuck(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether the turn cannot end by a discard, so that `pass` ends the round."""
    if can_pick_up(rules, table, seat):
        return False
    return not legal_discards(rules, table, seat)
