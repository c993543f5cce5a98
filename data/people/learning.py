"""Learning progress: lessons, and what the coach has said. Tables `lesson_progress`, `coaching`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from data.file.clock import Millis
from data.sql.connection import Connection

DONE = ""
"""The step of a completed lesson."""
WAITING = "-"
"""The step of a lesson that cannot begin yet, because the member takes its course first."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A lesson and the member's step in it: `DONE` at its end, `WAITING` before its beginning."""

    lesson: str
    step: str


@dataclass(frozen=True, slots=True)
class CoachingRow:
    """The coach's knowledge of a member. `heard` has counts by keys that only `cogs` reads."""

    silent: bool = False
    heard: Mapping[str, int] = field(default_factory=dict)


def keep(connection: Connection, now: Millis, user_id: int, reached: Reached) -> None:
    """Save how far a member is in a lesson. A lesson once done stays done."""
    connection.execute(
        """INSERT INTO lesson_progress (user_id, lesson, step, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (user_id, lesson) DO UPDATE SET at = excluded.at,
               step = CASE WHEN lesson_progress.step = '' THEN '' ELSE excluded.step END""",
        (user_id, reached.lesson, reached.step, now),
    )


def of(connection: Connection, user_id: int) -> tuple[Reached, ...]:
    """Return a member's step in each lesson they have begun, the latest first."""
    rows = connection.execute(
        "SELECT lesson, step FROM lesson_progress WHERE user_id = ? ORDER BY at DESC, lesson",
        (user_id,),
    )
    return tuple(Reached(row["lesson"], row["step"]) for row in rows)


def coaching(connection: Connection, user_id: int) -> CoachingRow:
    """Return what the coach knows of a member."""
    row = connection.execute(
        "SELECT silent, heard FROM coaching WHERE user_id = ?", (user_id,)
    ).fetchone()
    return (
        CoachingRow() if row is None else CoachingRow(bool(row["silent"]), json.loads(row["heard"]))
    )


def coach(connection: Connection, user_id: int, row: CoachingRow) -> None:
    """Save what the coach knows of a member."""
    connection.execute(
        """INSERT INTO coaching (user_id, silent, heard) VALUES (?, ?, ?)
           ON CONFLICT (user_id) DO UPDATE SET silent = excluded.silent, heard = excluded.heard""",
        (user_id, row.silent, json.dumps(dict(row.heard), sort_keys=True)),
    )


def forget(connection: Connection, user_id: int) -> bool:
    """Delete a member's learning progress. Returns whether there was any."""
    tables = ("lesson_progress", "coaching")
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,)).rowcount  # noqa: S608
        for table in tables
    ]
    return any(gone)
