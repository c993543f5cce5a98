"""Every time that is still to come. When the clock is set they move along with it."""

from data.file.clock import to_ms
from data.sql.connection import Connection

OPEN = (
    """UPDATE wait SET since = since + :by, deadline = deadline + :by, tell = tell + :by,
                       remind = remind + :by, again = again + :by""",
    "UPDATE hold SET since = since + :by, until = until + :by",
    "UPDATE card_table SET deadline = deadline + :by WHERE deadline IS NOT NULL",
    "UPDATE card_table SET updated = updated + :by WHERE status = 'lobby'",
    "UPDATE vote SET opened = opened + :by, until = until + :by WHERE verdict IS NULL",
)


def shift(connection: Connection, by: float) -> None:
    """Move every open time by so many seconds; what was never set stays so."""
    for change in OPEN:
        connection.execute(change, {"by": to_ms(by)})
