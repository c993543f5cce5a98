"""The coach of a practice game. It says at most one sentence in a turn.

A row of `coach_rows` is a piece of advice. The coach says the first row that applies and is due. A
row may be said twice, and a third time if the learner did not follow its advice. If the learner
does such a deed unprompted, the row counts as said twice. After ten turns without a sentence the
coach says goodbye. The counts are stored with the member. No row contradicts the hint, which is the
advice for the present move.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from cogs.lessons.coach_rows import ROWS, Facts, LearnerView, Row

Heard = Mapping[str, int]

ENOUGH: Final = 2
"""How often the coach says a row, whether the learner follows it or not."""
WARNINGS: Final = frozenset({"threat", "way_out", "feed"})
"""Rows that warn of a danger in this turn: said three times in a game, and again in the next game.
"""
QUIET: Final = 10
"""Number of turns without a sentence after which the coach says goodbye."""
GOODBYE: Final = "goodbye"
SLIP: Final = "slip_"
"""Prefix of the keys of a blunder in the coach's memory; see `cogs.lessons.slip`."""

FAREWELL: Final = 21
"""The number of the goodbye. Stored memories contain it, so it must never change."""
# Not strict, because `count` is endless.
NUMBERS: Final = dict(zip(ROWS, (n for n in count(1) if n != FAREWELL), strict=False))


@dataclass(frozen=True, slots=True)
class CoachLine:
    """The row that the coach says, or None, and the coach's memory after that."""

    row: Row | None
    facts: Facts = field(default_factory=dict)
    heard: Heard = field(default_factory=dict)


def next_coach_line(
    heard: Heard, table_id: int, turn: int, seen: LearnerView, deeds: Collection[str]
) -> CoachLine:
    """Return what the coach says in this turn.

    While the sentence of this turn applies, the coach repeats it and says no other.

    Args:
        heard: The coach's memory, as stored with the member.
        table_id: The id of the practice table.
        turn: The number of this turn.
        seen: What the learner sees now.
        deeds: Kinds of the learner's deeds since the last turn.
    """
    if heard.get("table") != table_id:
        heard = fresh_table(heard, table_id)
    # This is the first call in a new turn. Only now is it known what the learner did in the last.
    if heard.get("turn") != turn:
        heard = {**remember_turn_end(heard, deeds), "turn": turn, "said": 0, "open": 0}
    said = heard["said"]
    if said:
        row = next((row for row, number in NUMBERS.items() if number == said), GOODBYE)
        facts = ROWS[row][0](seen) if row in ROWS else {}
        return CoachLine(row if facts is not None else None, facts or {}, heard)
    return first_applicable(heard, seen)


def first_applicable(heard: Heard, seen: LearnerView) -> CoachLine:
    """Return the first row that applies and is due.

    Without such a row, return the goodbye or nothing.
    """
    found = {row: facts for row, (ask, _) in ROWS.items() if (facts := ask(seen)) is not None}
    # One bit for each row that applied. The turn's end uses them to find unprompted deeds.
    heard = {**heard, "open": heard["open"] | sum(1 << NUMBERS[row] for row in found)}
    row = next((row for row in found if is_due(heard, row)), None)
    if row is not None:
        told = {"said": NUMBERS[row], row: heard.get(row, 0) + 1, "quiet": 0}
        return CoachLine(row, found[row], {**heard, **told})
    if heard.get("quiet", 0) >= QUIET and not heard.get(GOODBYE):
        return CoachLine(GOODBYE, {}, {**heard, "said": FAREWELL, GOODBYE: 1})
    return CoachLine(None, {}, heard)


def is_due(heard: Heard, row: Row) -> bool:
    """Return whether the coach may still say a row."""
    times = heard.get(row, 0)
    if row in WARNINGS:
        return times <= ENOUGH
    return times < ENOUGH or (times == ENOUGH and heard.get(f"{row}?", 0) == 1)


def remember_hint(heard: Heard) -> Heard:
    """Return the memory after the learner asked for a hint. A turn with a hint is not quiet."""
    if heard.get("said") == FAREWELL:
        heard = {**heard, "said": 0, GOODBYE: 0}
    return {**heard, "quiet": -1}


def remember_turn_end(heard: Heard, deeds: Collection[str]) -> Heard:
    """Return the memory after a turn.

    Advice that was followed and unprompted deeds are recorded.
    """
    if "turn" not in heard:
        return heard
    after = {**heard, "quiet": 0 if heard["said"] else heard.get("quiet", 0) + 1}
    for row, number in NUMBERS.items():
        done = not ROWS[row][1].isdisjoint(deeds)
        if number == heard["said"]:
            after[f"{row}?"] = int(not done)
        elif heard["open"] >> number & 1 and done:
            after[row] = after.get(row, 0) + ENOUGH
    return after


def fresh_table(heard: Heard, table_id: int) -> Heard:
    """Return what the coach still remembers about the learner when a new practice game starts."""
    # "read" is `READ_ROUND_KEY` of `cogs.game.private_tables`, which shares this memory.
    passing = {"turn", "said", "open", "read", *WARNINGS}
    kept = {k: n for k, n in heard.items() if k not in passing and not k.startswith(SLIP)}
    return {**kept, "table": table_id}
