"""What a host or a moderator has done to a running table: part of its log, in words.

An act names a role and a seat, never a person, so that nothing is left to forget. Acts are no
moves: they stand beside the moves' log, each after the entry it followed.
"""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from cogs._game.tables import Live
from cogs._kit.texts import say
from cogs._story.turns import Line
from data.store import Store

Kind = Literal["replace", "give_back", "stop", "pause", "resume"]
Role = Literal["host", "moderator"]


@dataclass(frozen=True, slots=True)
class Act:
    """One act, after entry `seq` of the log; `seat` where it was about one."""

    seq: int
    kind: Kind
    by: Role
    seat: int | None = None


async def acts(store: Store, table_id: int) -> list[Act]:
    """All acts at a table, oldest first."""
    return [Act(**one) for one in json.loads(await store.people.recall(key(table_id)) or "[]")]


async def note(store: Store, table_id: int, act: Act) -> None:
    """Write an act into the table's log. The caller holds the table's lock."""
    told = [*await acts(store, table_id), act]
    await store.people.remember(key(table_id), json.dumps([asdict(one) for one in told]))


def told(live: Live, act: Act) -> str:
    """An act in words."""
    player = "" if act.seat is None else live.called(act.seat)
    return say("acts.line", who=say(f"acts.{act.by}"), did=say(f"acts.{act.kind}", player=player))


async def lines(store: Store, live: Live) -> list[Line]:
    """All acts at a table as lines of its story."""
    return [Line(act.seq, None, told(live, act)) for act in await acts(store, live.row.id)]


def key(table_id: int) -> str:
    """Where the store keeps them."""
    return f"acts:{table_id}"
