"""Timers of whole tables: what is due, idle lobbies, clock changes.

A timer is a row, so a restart loses no timer. Deadlines are columns of `card_table`, `wait`, `hold`
and `vote`.
"""

from collections.abc import Mapping

from data.core.connection import Connection
from data.core.timestamps import to_ms, to_seconds

OPEN = (
    """UPDATE wait SET since = since + :by, deadline = deadline + :by, tell = tell + :by,
                       remind = remind + :by, again = again + :by""",
    "UPDATE hold SET since = since + :by, until = until + :by",
    "UPDATE card_table SET deadline = deadline + :by WHERE deadline IS NOT NULL",
    "UPDATE card_table SET updated = updated + :by WHERE status = 'lobby'",
    """UPDATE vote SET opened = opened + :by, until = until + :by, revision = revision + 1
       WHERE verdict IS NULL""",
    # decided votes, because the same question may be asked again only after `until`
    "UPDATE vote SET opened = opened + :by, until = until + :by WHERE verdict IS NOT NULL",
    "UPDATE holiday SET until = until + :by",
    "UPDATE nudge SET at = at + :by",
    "UPDATE asked SET at = at + :by",
)

TIMED = """
    SELECT id AS table_id FROM card_table WHERE status = 'playing' AND deadline IS NOT NULL
    UNION SELECT table_id FROM vote WHERE verdict IS NULL"""


def due_tables(connection: Connection, until: float) -> tuple[tuple[int, float], ...]:
    """Return tables in play whose deadline is at or before `until`, earliest first."""
    rows = connection.execute(
        """SELECT id, deadline FROM card_table INDEXED BY table_due
           WHERE status = 'playing' AND deadline IS NOT NULL AND deadline <= ?
           ORDER BY deadline, id""",
        (to_ms(until),),
    )
    return tuple((row["id"], to_seconds(row["deadline"])) for row in rows)


def idle_lobbies(connection: Connection, before: Mapping[str, float]) -> tuple[int, ...]:
    """Return lobbies without a change since a time that depends on their pace."""
    # The status is in each part, because SQLite looks for an index for each part.
    of_a_pace = " OR ".join("status = 'lobby' AND pace = ? AND updated < ?" for _ in before)
    rows = connection.execute(
        f"""SELECT id FROM card_table INDEXED BY table_idle WHERE {of_a_pace}
            ORDER BY updated, id""",  # noqa: S608 - only question marks
        [each for pace, at in before.items() for each in (pace, to_ms(at))],
    )
    return tuple(row["id"] for row in rows)


def shift_all(connection: Connection, by: float) -> frozenset[int]:
    """Shift every open deadline by `by` seconds after a clock change. Unset deadlines stay unset.

    Returns the ids of tables in play that have a deadline.
    """
    for change in OPEN:
        connection.execute(change, {"by": to_ms(by)})
    return frozenset(row["table_id"] for row in connection.execute(TIMED))
