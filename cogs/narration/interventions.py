"""Interventions of a host, a moderator or the table in a game, as lines of the game's log.

An intervention contains a role and a seat but no person, so an erasure need not change it.
Interventions are not moves. They are stored outside the move log, each with the number of the log
entry before it.
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
    "waited_solo",
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
"""Reasons for which a moderator can end a game."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """An intervention after entry `seq` of the log. `seat` is the seat that it affects, or None."""

    seq: int
    kind: Kind
    by: Role
    seat: int | None = None


async def interventions(tables: TableRepository, table_id: int) -> list[Intervention]:
    """Return all interventions at a table, oldest first."""
    rows = await tables.interventions(table_id)
    # Look each text up by index, because the type checker needs literal types.
    return [
        Intervention(row.seq, KINDS[KINDS.index(row.kind)], ROLES[ROLES.index(row.role)], row.seat)
        for row in rows
    ]


async def record_intervention(
    tables: TableRepository, table_id: int, intervention: Intervention
) -> None:
    await tables.add_intervention(
        table_id,
        InterventionRow(intervention.seq, intervention.kind, intervention.by, intervention.seat),
    )


def intervention_text(state: TableState, intervention: Intervention) -> str:
    player = "" if intervention.seat is None else state.player_name(intervention.seat)
    return say(
        "interventions.line",
        who=say(f"interventions.{intervention.by}"),
        did=say(f"interventions.{intervention.kind}", player=player),
    )


async def lines(tables: TableRepository, state: TableState) -> list[LogLine]:
    """Return all interventions at a table as lines of its log."""
    return [
        LogLine(intervention.seq, None, intervention_text(state, intervention))
        for intervention in await interventions(tables, state.row.id)
    ]
