"""The coach of a practice game: one sentence a turn, from what the learner sees, and ever fewer.

A row has a trigger, asked of the learner's own view alone, and the deeds by which it is followed.
The topmost row that applies and has not been said often enough is said. Each is said twice; a
third time where it was not followed. Who does it unasked has heard it twice at once. After ten
turns without a sentence the coach takes its leave, once. Counts are kept with the member.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from cogs._learning import occasions
from cogs._learning.occasions import Facts, Seen

Row = str
Heard = Mapping[str, int]

ENOUGH: Final = 2
"""How often a row is said before it matters whether it is followed."""
WARNINGS: Final = frozenset({"threat", "way_out", "feed"})
"""Rows that are about this moment: said three times in a game, and again in the next."""
QUIET: Final = 10
"""Turns without a sentence after which the coach takes its leave."""
GOODBYE: Final = "goodbye"


TOOK: Final = frozenset({"took"})
LAID: Final = frozenset({"laid", "added"})
ROWS: Final[Mapping[Row, tuple[Callable[[Seen], Facts | None], frozenset[str]]]] = {
    "threat": (occasions.threat, LAID),
    "way_out": (occasions.way_out, LAID),
    "packet": (occasions.packet, frozenset({"discarded"})),
    "seven": (occasions.seven, frozenset({"canasta"})),
    "big_pile": (occasions.big_pile, TOOK),
    "take": (occasions.take, TOOK),
    "frozen": (occasions.frozen, frozenset({"took", "drew"})),
    "opening": (occasions.opening, frozenset({"laid"})),
    "buy": (occasions.worth_buying, frozenset({"bought", "offer_yes"})),
    "keep_penny": (occasions.not_worth_it, frozenset({"offer_no"})),
    "contract": (occasions.contract, frozenset({"laid"})),
    "fits": (occasions.fits, frozenset({"added"})),
    "near_end": (occasions.near_end, LAID),
    "partner_close": (occasions.partner_close, LAID),
    "feed": (occasions.feed, frozenset({"discarded"})),
    "guard": (occasions.guard, frozenset({"discarded"})),
    "sevens": (occasions.sevens, frozenset({"discarded"})),
    "dear_three": (occasions.dear_three, frozenset({"discarded"})),
    "locked": (occasions.locked, frozenset({"discarded"})),
    "first_turn": (occasions.first_turn, frozenset({"drew", "took"})),
    # Last, though no less urgent than `buy`: numbers are kept with members.
    "buy_nearer": (occasions.worth_nearing, frozenset({"bought", "offer_yes"})),
}
"""From the most to the least urgent: when it applies, and by which deeds it is followed."""
FAREWELL: Final = 21
"""The number of the goodbye, which was the last when it was given."""
NUMBERS: Final = dict(zip(ROWS, (n for n in count(1) if n != FAREWELL), strict=False))


@dataclass(frozen=True, slots=True)
class Said:
    """What the coach says now, if anything, and what it remembers then."""

    row: Row | None
    facts: Facts = field(default_factory=dict)
    heard: Heard = field(default_factory=dict)


def coached(heard: Heard, table_id: int, turn: int, seen: Seen, deeds: Collection[str]) -> Said:
    """What to say on this turn, known by a number; `deeds` are the learner's since the last one.

    Once something was said on a turn it stands as long as it applies, and nothing else is said.
    """
    if heard.get("table") != table_id:
        heard = fresh_table(heard, table_id)
    if heard.get("turn") != turn:
        heard = {**settled(heard, deeds), "turn": turn, "said": 0, "open": 0}
    said = heard["said"]
    if said:
        row = next((row for row, number in NUMBERS.items() if number == said), GOODBYE)
        facts = ROWS[row][0](seen) if row in ROWS else {}
        return Said(row if facts is not None else None, facts or {}, heard)
    return chosen(heard, seen)


def chosen(heard: Heard, seen: Seen) -> Said:
    """The topmost row that applies and is still to be said."""
    found = {row: facts for row, (ask, _) in ROWS.items() if (facts := ask(seen)) is not None}
    heard = {**heard, "open": heard["open"] | sum(1 << NUMBERS[row] for row in found)}
    row = next((row for row in found if is_due(heard, row)), None)
    if row is not None:
        told = {"said": NUMBERS[row], row: heard.get(row, 0) + 1, "quiet": 0}
        return Said(row, found[row], {**heard, **told})
    if heard.get("quiet", 0) >= QUIET and not heard.get(GOODBYE):
        return Said(GOODBYE, {}, {**heard, "said": FAREWELL, GOODBYE: 1})
    return Said(None, {}, heard)


def is_due(heard: Heard, row: Row) -> bool:
    """Whether a row is still to be said."""
    times = heard.get(row, 0)
    if row in WARNINGS:
        return times <= ENOUGH
    return times < ENOUGH or (times == ENOUGH and heard.get(f"{row}?", 0) == 1)


def asked(heard: Heard) -> Heard:
    """What is remembered once a hint was asked for: such a turn is none without the coach."""
    if heard.get("said") == FAREWELL:
        heard = {**heard, "said": 0, GOODBYE: 0}
    return {**heard, "quiet": -1}


def settled(heard: Heard, deeds: Collection[str]) -> Heard:
    """What is remembered once a turn is over: what was followed, and what was done unasked."""
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
    """What is remembered as another game begins."""
    passing = {"turn", "said", "open", "read", *WARNINGS}
    return {"table": table_id, **{k: n for k, n in heard.items() if k not in passing | {"table"}}}
