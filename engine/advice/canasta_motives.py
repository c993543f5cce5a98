"""Motives in canasta: what a reason leaves out of stock, partners, the end, and black threes."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.canasta.book.card_values import collected
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.open_melds import open_meld
from engine.canasta.turn.drawing import must_take
from engine.model.cards import RANK_NAMES, THREE
from engine.model.view import View
from engine.players import Advice
from engine.players.canasta.seen import CanastaSeen
from engine.players.canasta.wishes import comes_too_late
from engine.players.levels import style_of
from engine.players.thinking.thought import CARELESS, Facts, Reason


def in_canasta(
    rules: CanastaAnswers, view: View, seat: int, driver: str | None, advice: Advice
) -> Advice:
    """The advice, its reason told as it is true; or what spoke for it without a search."""
    reason = Reason(str(advice.facts.get("plain", advice.reason)))
    retold = RETOLD.get(reason)
    if retold is None:
        return advice
    style = style_of(rules, driver) or CARELESS
    told = retold(CanastaSeen(rules, rules.face_down(view), seat, style), reason, advice.facts)
    if told is reason:
        return advice
    if "plain" in advice.facts:
        return Advice(advice.move, advice.reason, {**advice.facts, "plain": told})
    return Advice(advice.move, told, advice.facts)


def _taken(seen: CanastaSeen, reason: Reason, _: Facts) -> Reason:
    """Without a stock nobody can draw instead; a card alone may come to lie on a meld."""
    rules, table = seen.rules, seen.table
    if not table.stock:
        return Reason.TAKE_MUST if must_take(rules, table, seen.seat) else Reason.TAKE_LAST
    lies = open_meld(rules, table.melds, seen.seat, collected(table.pile[-1])) is not None
    return Reason.TAKE_ONTO if lies and len(table.pile) == 1 else reason


def _left(seen: CanastaSeen, reason: Reason, _: Facts) -> Reason:
    """To leave the pile where the stock is empty is to end the round."""
    return reason if seen.table.stock else Reason.LET_END


def _extended(_: CanastaSeen, reason: Reason, facts: Facts) -> Reason:
    """Black threes make no canasta."""
    return Reason.EXTEND_THREES if facts["rank"] == RANK_NAMES[THREE] else reason


def _thrown(seen: CanastaSeen, reason: Reason, _: Facts) -> Reason:
    """What a partner takes is not given away, however likely that is."""
    following = (seen.seat + 1) % seen.rules.seat_count
    return Reason.THROW_TO_PARTNER if following in seen.partners else reason


def _paired(seen: CanastaSeen, reason: Reason, facts: Facts) -> Reason:
    """Once the round may be over before the next turn, no pair is kept for the pile."""
    if not seen.closing:
        return reason
    safe = Reason.THROW_SAFE if seen.style.counts else Reason.THROW_SPARE
    return _thrown(seen, safe, facts)


def _allowed(seen: CanastaSeen, reason: Reason, _: Facts) -> Reason:
    """Leave is given for want of time too, whatever the hand could still lay."""
    question = seen.table.question
    late = question is not None and comes_too_late(seen, question.asker)
    return Reason.LEAVE_LATE if late else reason


RETOLD: Final[Mapping[Reason, Callable[[CanastaSeen, Reason, Facts], Reason]]] = {
    Reason.TAKE_PILE: _taken,
    Reason.PILE_NOT_WORTH_IT: _left,
    Reason.EXTEND: _extended,
    Reason.EXTEND_FULL: _extended,
    Reason.THROW_SAFE: _thrown,
    Reason.THROW_STOPPER: _thrown,
    Reason.KEEP_PAIRS: _paired,
    Reason.LEAVE_YES: _allowed,
}
"""What is told in place of a reason, where that is not the whole truth."""
