"""Preparing a backup for a restore.

By then Discord has newer messages, whose components name tables that were opened since. So the
backup marks every message as outdated, and skips ids that may have been given meanwhile. This is
done when the backup is written, so it holds however the backup is restored.
"""

from pathlib import Path
from typing import Final

from data.file import copies

MEANWHILE: Final = 10_000
"""Least number of table ids to skip."""
NUMBER_ON: Final = (
    # there is no row before the first table
    """INSERT INTO sqlite_sequence (name, seq) SELECT 'card_table', 0
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'card_table')""",
    f"""UPDATE sqlite_sequence SET seq = seq + max(seq, {MEANWHILE})
       WHERE name = 'card_table'""",  # noqa: S608 - ours
)
SINCE: Final = (
    # Not only outdated: they are posted again below messages that show moves which the backup
    # lacks, and notify again.
    (1, "UPDATE card_table SET rendered_seq = -1 WHERE status = 'playing'"),
    (7, "UPDATE wait SET tell = since"),
    (14, "UPDATE card_table SET message_seq = -1 WHERE status = 'playing'"),
    (
        14,
        """UPDATE card_table SET lobby_due = 1
           WHERE status IN ('lobby', 'playing') AND lobby_message_id IS NOT NULL""",
    ),
    # The vote may have been decided since, and then its message takes no answers. Silence must not
    # decide it again.
    (18, "UPDATE vote SET message_id = NULL, shown = -1 WHERE verdict IS NULL"),
)
"""Statements, each with the first schema version that has its table and columns."""


def make_ready(part: Path) -> None:
    """Apply the statements to an unfinished backup, whatever its schema version is."""
    with copies.opened(part) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("BEGIN")
        for statement in (*NUMBER_ON, *(change for since, change in SINCE if since <= version)):
            connection.execute(statement)
        connection.execute("COMMIT")
