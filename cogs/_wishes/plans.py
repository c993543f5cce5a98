"""Plans that members have made for their next turn, as they are kept and as their panels show them.

To all others the moves of a plan are moves like any.
"""

from dataclasses import dataclass, replace
from typing import Final

from data.people.plans import PlanRow
from engine.advice.turn_plan import Halt, Plan

NO_WISH: Final = Plan()


@dataclass(frozen=True, slots=True)
class Planned:
    """A member's plan: whether it is to be played, or why it was not played to its end."""

    plan: Plan = NO_WISH
    armed: bool = False
    halt: Halt | None = None


NOTHING_PLANNED: Final = Planned()


def planned(row: PlanRow, newest: int, round_: int) -> Planned:
    """A plan as its panel shows it. Why it stopped is said until something is done.

    `newest` is the newest entry of the log. What was set in another round than `round_` is not
    played any more.
    """
    halt = Halt.read(row.note) if row.note and row.seq == newest else None
    return Planned(Plan.read(row.body), row.armed and row.round == round_, halt)


def stopped(row: PlanRow, seq: int, halt: Halt) -> PlanRow:
    """A plan that goes no further from entry `seq` of the log on."""
    return replace(row, seq=seq, armed=False, note=str(halt))
