"""The end of a round and of the game.

Source: HC-R2, HC-Q41, Q42, Q45, Q47, PFH-R33, R38, PFH-Q40, Q41, Q52, PT-R26, R28, PT-Q40, Q41.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round.dealing import deal
from engine.canasta.round.scoring import score
from engine.model.events import EndReason, GameOver, RoundEnded, RoundScored, folded
from engine.model.score import FinalReason, Result
from engine.model.table import Event, Table


def end_round(
    rules: CanastaAnswers,
    table: Table,
    before: tuple[Event, ...],
    reason: EndReason,
    out: int | None = None,
) -> tuple[Event, ...]:
    """Return all events if `before` ends the round: scores, then a deal or the end of the game.

    Args:
        rules: the rules of the table.
        table: the table before the move.
        before: the events of the move so far.
        reason: why the round ends.
        out: the seat that went out, or None.

    """
    events = (*before, RoundEnded(reason, out))
    table = folded(table, events)
    scored = _scored(rules, table, out)
    table = scored.applied_to(table)
    result = verdict(rules, table)
    after = deal(rules, table) if result is None else (GameOver(result),)
    return (*events, scored, *after)


def _scored(rules: CanastaAnswers, table: Table, out: int | None) -> RoundScored:
    scores = score(rules, table, out)
    totals = tuple(had + got.total for had, got in zip(table.scores, scores, strict=True))
    # A tie for first place is played off unless the game shares it.
    tied = is_decided(rules, table.but(scores=totals)) and totals.count(max(totals)) > 1
    played_off = table.tie_break or (tied and not rules.shares_ties)
    return RoundScored(table.round, scores, totals, {"tie_break": played_off})


def is_decided(rules: CanastaAnswers, table: Table) -> bool:
    """Whether a side has reached the target, or extra rounds are being played."""
    best = max(table.scores)
    passed = best > rules.target if rules.target_must_be_passed else best >= rules.target
    return passed or table.tie_break


def is_last(rules: CanastaAnswers, table: Table) -> bool:
    """Whether no further round may be played."""
    return bool(rules.last_round) and table.round >= rules.last_round


def verdict(rules: CanastaAnswers, table: Table) -> Result | None:
    """Return how the game ended after the round just scored, or None if it goes on."""
    last = is_last(rules, table)
    if not (last or is_decided(rules, table)):
        return None
    final = final_result(rules, table)
    if final.reason is FinalReason.SHARED and not (last or rules.shares_ties):
        return None
    return final


def final_result(rules: CanastaAnswers, table: Table) -> Result:
    """Return the result if these scores are final: the highest side wins."""
    best = max(table.scores)
    winners = tuple(side for side, score in enumerate(table.scores) if score == best)
    if len(winners) > 1:
        return Result(winners, table.scores, FinalReason.SHARED)
    # In a tie-break the flag was set before this round, and the target no longer matters.
    reason = FinalReason.TARGET if is_decided(rules, table) else FinalReason.ROUNDS
    return Result(winners, table.scores, FinalReason.TIE_BREAK if table.tie_break else reason)
