"""Canasta: reasons for a move that replace the plain reason.

They concern the stock, partners, the end of the round and black threes.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.canasta.book.card_values import collected
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.open_melds import open_meld
from engine.canasta.turn.drawing import must_take
from engine.model.cards import RANK_NAMES, THREE
from engine.model.view import View
from engine.players import Advice
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.player import comes_too_late
from engine.players.levels import style_of
from engine.players.thinking.thought import CARELESS, Facts, Reason


def in_canasta(
    rules: CanastaAnswers, view: View, seat: int, driver: str | None, advice: Advice
) -> Advice:
    """Return the advice with its real reason.

    If the move was found by a search, the fact "plain" has the reason that is replaced.

    Args:
        rules: the rules of the view's table.
        view: what the seat knows.
        seat: the seat that is advised or that moved.
        driver: the level and taste of the computer player, as `parse_level` reads them.
        advice: the move with its plain reason.
    """
    reason = Reason(str(advice.facts.get("plain", advice.reason)))
    retold = RETOLD.get(reason)
    if retold is None:
        return advice
    style = style_of(rules, driver) or CARELESS
    told = retold(
        CanastaObservation(rules, rules.face_down(view), seat, style), reason, advice.facts
    )
    if told is reason:
        return advice
    if "plain" in advice.facts:
        return Advice(advice.move, advice.reason, {**advice.facts, "plain": told})
    return Advice(advice.move, told, advice.facts)


def _taken(seen: CanastaObservation, reason: Reason, _: Facts) -> Reason:
    """Return the motive of a take: nobody can draw instead, or a single card goes onto a meld."""
    rules, table = seen.rules, seen.table
    if not table.stock:
        return Reason.TAKE_MUST if must_take(rules, table, seen.seat) else Reason.TAKE_LAST
    lies = open_meld(rules, table.melds, seen.seat, collected(table.pile[-1])) is not None
    return Reason.TAKE_ONTO if lies and len(table.pile) == 1 else reason


def _left(seen: CanastaObservation, reason: Reason, _: Facts) -> Reason:
    """Return the motive for not taking the pile when the stock is empty: this ends the round."""
    return reason if seen.table.stock else Reason.LET_END


def _extended(_: CanastaObservation, reason: Reason, facts: Facts) -> Reason:
    """Return the motive for black threes on a meld, which make no canasta."""
    return Reason.EXTEND_THREES if facts["rank"] == RANK_NAMES[THREE] else reason


def _thrown(seen: CanastaObservation, reason: Reason, _: Facts) -> Reason:
    """Return the motive of a discard when a partner plays next, so that no pile is given away."""
    following = (seen.seat + 1) % seen.rules.seat_count
    return Reason.THROW_TO_PARTNER if following in seen.partners else reason


def _paired(seen: CanastaObservation, reason: Reason, facts: Facts) -> Reason:
    """Replace the motive of keeping a pair if the round may end before it takes the pile."""
    if not seen.closing:
        return reason
    safe = Reason.THROW_SAFE if seen.style.counts else Reason.THROW_SPARE
    return _thrown(seen, safe, facts)


def _allowed(seen: CanastaObservation, reason: Reason, _: Facts) -> Reason:
    """Return the motive for agreeing to a partner's going out: no time is left to lay more."""
    question = seen.table.question
    late = question is not None and comes_too_late(seen, question.asker)
    return Reason.LEAVE_LATE if late else reason


RETOLD: Final[Mapping[Reason, Callable[[CanastaObservation, Reason, Facts], Reason]]] = {
    Reason.TAKE_PILE: _taken,
    Reason.PILE_NOT_WORTH_IT: _left,
    Reason.EXTEND: _extended,
    Reason.EXTEND_FULL: _extended,
    Reason.THROW_SAFE: _thrown,
    Reason.THROW_STOPPER: _thrown,
    Reason.KEEP_PAIRS: _paired,
    Reason.LEAVE_YES: _allowed,
}
"""For each plain reason that may be incomplete, the function that returns the real one."""
