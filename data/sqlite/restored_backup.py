"""Changes that every backup gets, because it may be restored one day.

After a restore, Discord still has newer messages: they show moves that the backup lacks, and their
buttons name tables that were opened later. So the backup marks every message as outdated. It also
skips table ids that may have been used meanwhile. These changes are rows of the backup, so a
program that restores it needs no special code.
"""

from pathlib import Path
from typing import Final

from data.sqlite import backup_files

RESERVED_TABLE_IDS: Final = 10_000
"""Fewest table ids to skip. If more were used so far, skip as many as were used."""
STATEMENTS: Final = (
    # SQLite has no row here before the first table.
    """INSERT INTO sqlite_sequence (name, seq) SELECT 'card_table', 0
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'card_table')""",
    f"""UPDATE sqlite_sequence SET seq = seq + max(seq, {RESERVED_TABLE_IDS})
       WHERE name = 'card_table'""",  # noqa: S608 - ours
    # -1 sends a new message, below those that show moves which the backup lacks. Every player is
    # notified of their turn again.
    "UPDATE card_table SET rendered_seq = -1, message_seq = -1 WHERE status = 'playing'",
    "UPDATE wait SET tell = since",
    """UPDATE card_table SET lobby_due = 1
       WHERE status IN ('lobby', 'playing') AND lobby_message_id IS NOT NULL""",
    # The vote's message may have been closed since; without a new one, silence would decide it.
    "UPDATE vote SET message_id = NULL, shown = -1 WHERE verdict IS NULL",
)


def prepare_for_restore(part: Path) -> None:
    """Prepare an unfinished backup for a restore. Its schema version stays."""
    with backup_files.open_temporary(part) as connection:
        connection.execute("BEGIN")
        for statement in STATEMENTS:
            connection.execute(statement)
        connection.execute("COMMIT")
