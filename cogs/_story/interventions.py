"""What a host or a moderator has done to a running table: part of its log, in words.

An act names a role and a seat, never a person, so that nothing is left to forget. Acts are no
moves: they stand beside the moves' log, each after the entry it followed.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cogs._game.tables import Live
from cogs._kit.texts import say
from cogs._story.turns import Line
from data.game.acts import ActRow
from data.store import Store

Kind = Literal["replace", "give_back", "stop", "pause", "resume"]
Role = Literal["host", "moderator"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ROLES: Final[tuple[Role, ...]] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Act:
    """One act, after entry `seq` of the log; `seat` where it was about one."""

    seq: int
    kind: Kind
    by: Role
    seat: int | None = None


async def acts(store: Store, table_id: int) -> list[Act]:
    """All acts at a table, oldest first."""
    rows = await store.tables.acts(table_id)
    return [
        Act(row.seq, KINDS[KINDS.index(row.kind)], ROLES[ROLES.index(row.role)], row.seat)
        for row in rows
    ]


async def note(store: Store, table_id: int, act: Act) -> None:
    """Write an act into the table's log."""
    await store.tables.note_act(table_id, ActRow(act.seq, act.kind, act.by, act.seat))


def told(live: Live, act: Act) -> str:
    """An act in words."""
    player = "" if act.seat is None else live.called(act.seat)
    return say("acts.line", who=say(f"acts.{act.by}"), did=say(f"acts.{act.kind}", player=player))


async def lines(store: Store, live: Live) -> list[Line]:
    """All acts at a table as lines of its story."""
    return [Line(act.seq, None, told(live, act)) for act in await acts(store, live.row.id)]
