"""What a host or a moderator has done to a running table: part of its log, in words.

It names a role and a seat, never a person, so that nothing is left to forget. It is no move: it
stands beside the log of moves, after the entry that it followed.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cogs._game.live import Live
from cogs._kit.texts import say
from cogs._screens.roles import Role
from cogs._story.turns import StoryLine
from data.consent.interventions import InterventionRow
from data.stores.tables import TableStore

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
REASONS: Final[tuple[Kind, ...]] = ("stop_unfair", "stop_quarrel", "stop_stuck", "stop_mistake")
"""Why a moderator ends a game that they do not play."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """One, after entry `seq` of the log; `seat` where it was about one."""

    seq: int
    kind: Kind
    by: Role
    seat: int | None = None


async def interventions(store: TableStore, table_id: int) -> list[Intervention]:
    """All interventions at a table, oldest first."""
    rows = await store.interventions(table_id)
    return [
        Intervention(row.seq, KINDS[KINDS.index(row.kind)], ROLES[ROLES.index(row.role)], row.seat)
        for row in rows
    ]


async def note(store: TableStore, table_id: int, act: Intervention) -> None:
    """Write one into the table's log."""
    await store.note_intervention(table_id, InterventionRow(act.seq, act.kind, act.by, act.seat))


def told(live: Live, act: Intervention) -> str:
    """One in words."""
    player = "" if act.seat is None else live.called(act.seat)
    return say(
        "interventions.line",
        who=say(f"interventions.{act.by}"),
        did=say(f"interventions.{act.kind}", player=player),
    )


async def lines(store: TableStore, live: Live) -> list[StoryLine]:
    """All interventions at a table as lines of its story."""
    return [
        StoryLine(act.seq, None, told(live, act)) for act in await interventions(store, live.row.id)
    ]
