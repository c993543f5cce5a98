"""What a host or a moderator has done to a running table: part of its log, in words.

It names a role and a seat, never a person, so that nothing is left to forget. It is no move: it
stands beside the log of moves, after the entry that it followed.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cogs.game.permissions import Role
from cogs.game.state import TableState
from cogs.narration.events import LogLine
from cogs.ui.texts import say
from data.models.tables import InterventionRow
from data.repositories.tables import TableRepository

Kind = Literal[
    "replace",
    "give_back",
    "substitute",
    "stop",
    "pause",
    "resume",
    "desert",
    "waited_nobody",
    "waited_place",
    "waited_server",
    "stop_unfair",
    "stop_quarrel",
    "stop_stuck",
    "stop_mistake",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ROLES: Final[tuple[Role, ...]] = get_args(Role)
INTERVENTION_REASONS: Final[tuple[Kind, ...]] = (
    "stop_unfair",
    "stop_quarrel",
    "stop_stuck",
    "stop_mistake",
)
"""Why a moderator ends a game that they do not play."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """One, after entry `seq` of the log; `seat` where it was about one."""

    seq: int
    kind: Kind
    by: Role
    seat: int | None = None


async def interventions(store: TableRepository, table_id: int) -> list[Intervention]:
    """All interventions at a table, oldest first."""
    rows = await store.interventions(table_id)
    return [
        Intervention(row.seq, KINDS[KINDS.index(row.kind)], ROLES[ROLES.index(row.role)], row.seat)
        for row in rows
    ]


async def record_intervention(
    store: TableRepository, table_id: int, intervention: Intervention
) -> None:
    """Write one into the table's log."""
    await store.add_intervention(
        table_id,
        InterventionRow(intervention.seq, intervention.kind, intervention.by, intervention.seat),
    )


def intervention_text(state: TableState, intervention: Intervention) -> str:
    """One in words."""
    player = "" if intervention.seat is None else state.player_name(intervention.seat)
    return say(
        "interventions.line",
        who=say(f"interventions.{intervention.by}"),
        did=say(f"interventions.{intervention.kind}", player=player),
    )


async def lines(store: TableRepository, state: TableState) -> list[LogLine]:
    """All interventions at a table as lines of its story."""
    return [
        LogLine(intervention.seq, None, intervention_text(state, intervention))
        for intervention in await interventions(store, state.row.id)
    ]
