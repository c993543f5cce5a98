"""Learning progress: the member's step in each lesson, and what the coach has said.

Tables `lesson_progress`, `coaching`.
"""

import json

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.models.members import CoachingRow, LessonProgress


def save_lesson_progress(
    connection: Connection, now: Millis, user_id: int, reached: LessonProgress
) -> None:
    """Save how far a member is in a lesson. A finished lesson stays finished."""
    connection.execute(
        """INSERT INTO lesson_progress (user_id, lesson, step, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (user_id, lesson) DO UPDATE SET at = excluded.at,
               step = CASE WHEN lesson_progress.step = '' THEN '' ELSE excluded.step END""",
        (user_id, reached.lesson, reached.step, now),
    )


def lesson_progress(connection: Connection, user_id: int) -> tuple[LessonProgress, ...]:
    """Return a member's step in each lesson they have begun, the latest first."""
    rows = connection.execute(
        "SELECT lesson, step FROM lesson_progress WHERE user_id = ? ORDER BY at DESC, lesson",
        (user_id,),
    )
    return tuple(LessonProgress(row["lesson"], row["step"]) for row in rows)


def coaching_row(connection: Connection, user_id: int) -> CoachingRow:
    """Return what the coach has said to a member, and whether the coach is silent."""
    row = connection.execute(
        "SELECT silent, heard FROM coaching WHERE user_id = ?", (user_id,)
    ).fetchone()
    return (
        CoachingRow() if row is None else CoachingRow(bool(row["silent"]), json.loads(row["heard"]))
    )


def save_coaching_row(connection: Connection, user_id: int, row: CoachingRow) -> None:
    """Save what the coach has said to a member, and whether the coach is silent."""
    connection.execute(
        """INSERT INTO coaching (user_id, silent, heard) VALUES (?, ?, ?)
           ON CONFLICT (user_id) DO UPDATE SET silent = excluded.silent, heard = excluded.heard""",
        (user_id, row.silent, json.dumps(dict(row.heard), sort_keys=True)),
    )


def delete_learning(connection: Connection, user_id: int) -> bool:
    """Delete a member's learning progress. Returns whether there was any."""
    tables = ("lesson_progress", "coaching")
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,)).rowcount  # noqa: S608
        for table in tables
    ]
    return any(gone)
