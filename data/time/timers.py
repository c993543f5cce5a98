"""Times that are still to come, of tables as a whole. A timer is a row: no restart forgets one."""

from collections.abc import Mapping

from data.file.clock import to_ms, to_seconds
from data.sql.connection import Connection

OPEN = (
    """UPDATE wait SET since = since + :by, deadline = deadline + :by, tell = tell + :by,
                       remind = remind + :by, again = again + :by""",
    "UPDATE hold SET since = since + :by, until = until + :by",
    "UPDATE card_table SET deadline = deadline + :by WHERE deadline IS NOT NULL",
    "UPDATE card_table SET updated = updated + :by WHERE status = 'lobby'",
    """UPDATE vote SET opened = opened + :by, until = until + :by, revision = revision + 1
       WHERE verdict IS NULL""",
    # what nobody waits for, and what others have to wait for all the same
    "UPDATE vote SET opened = opened + :by, until = until + :by WHERE verdict IS NOT NULL",
    "UPDATE holiday SET until = until + :by",
    "UPDATE nudge SET at = at + :by",
)

TIMED = """
    SELECT id AS table_id FROM card_table WHERE status = 'playing' AND deadline IS NOT NULL
    UNION SELECT table_id FROM vote WHERE verdict IS NULL"""


def due(connection: Connection, until: float) -> tuple[tuple[int, float], ...]:
    """Tables in play whose deadline is at or before `until`, earliest first."""
    rows = connection.execute(
        """SELECT id, deadline FROM card_table
           WHERE status = 'playing' AND deadline IS NOT NULL AND deadline <= ?
           ORDER BY deadline, id""",
        (to_ms(until),),
    )
    return tuple((row["id"], to_seconds(row["deadline"])) for row in rows)


def stale_lobbies(connection: Connection, before: Mapping[str, float]) -> tuple[int, ...]:
    """Lobbies where nothing has changed since so long `before`, by their pace."""
    of_a_pace = " OR ".join("pace = ? AND updated < ?" for _ in before)
    rows = connection.execute(
        f"""SELECT id FROM card_table WHERE status = 'lobby' AND ({of_a_pace})
            ORDER BY updated, id""",  # noqa: S608 - only question marks
        [each for pace, at in before.items() for each in (pace, to_ms(at))],
    )
    return tuple(row["id"] for row in rows)


def shift(connection: Connection, by: float) -> frozenset[int]:
    """The clock was set: move every open time by so many seconds; what was never set stays so.

    Return the tables in play where one was moved.
    """
    for change in OPEN:
        connection.execute(change, {"by": to_ms(by)})
    return frozenset(row["table_id"] for row in connection.execute(TIMED))
