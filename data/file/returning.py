"""What a copy says otherwise than the database it is of: one day it may take that one's place.

Discord will have gone on by then. Its messages show moves that the copy has not, and their controls
name tables that were opened since: so the copy knows of every message that it is old, and gives no
number that may have been given meanwhile. Said in the copy, it is so whoever puts it in place, and
whichever program reads it then.
"""

from pathlib import Path
from typing import Final

from data.file import copies

MEANWHILE: Final = 10_000
"""Numbers that may be given to tables before a copy returns, if not as many as ever before."""
NUMBER_ON: Final = (
    # there is no row before the first table
    """INSERT INTO sqlite_sequence (name, seq) SELECT 'card_table', 0
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'card_table')""",
    f"""UPDATE sqlite_sequence SET seq = seq + max(seq, {MEANWHILE})
       WHERE name = 'card_table'""",  # noqa: S608 - ours
)
SINCE: Final = (
    # Not only behind: they are posted below those that show moves which the copy has not, and tell
    # everybody that it is their turn, once more.
    (1, "UPDATE card_table SET rendered_seq = -1 WHERE status = 'playing'"),
    (7, "UPDATE wait SET tell = since"),
    (14, "UPDATE card_table SET message_seq = -1 WHERE status = 'playing'"),
    (
        14,
        """UPDATE card_table SET lobby_due = 1
           WHERE status IN ('lobby', 'playing') AND lobby_message_id IS NOT NULL""",
    ),
    # Decided since, its message takes no answer any more: silence would decide it otherwise.
    (18, "UPDATE vote SET message_id = NULL, shown = -1 WHERE verdict IS NULL"),
)
"""Statements, each with the first version of the schema that knows what it names."""


def make_ready(part: Path) -> None:
    """Let a copy that nobody has yet say so, of whatever version its schema is."""
    with copies.opened(part) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("BEGIN")
        for statement in (*NUMBER_ON, *(change for since, change in SINCE if since <= version)):
            connection.execute(statement)
        connection.execute("COMMIT")
