"""Changes made to a copy of the database, because it may be restored one day.

Discord goes on meanwhile: its messages show moves that the copy lacks, and their buttons name
tables opened since. So the copy marks every message as outdated, and skips table numbers that may
be given out meanwhile. Written into the copy, this holds for whoever restores it, and for whichever
program reads it.
"""

from pathlib import Path
from typing import Final

from data.sqlite import backup_files

RESERVED_TABLE_IDS: Final = 10_000
"""Table numbers skipped at least; all that were ever given out, if those are more."""
STATEMENTS: Final = (
    # there is no row before the first table
    """INSERT INTO sqlite_sequence (name, seq) SELECT 'card_table', 0
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'card_table')""",
    f"""UPDATE sqlite_sequence SET seq = seq + max(seq, {RESERVED_TABLE_IDS})
       WHERE name = 'card_table'""",  # noqa: S608 - ours
    # -1, not only behind: a new message is sent, below those that show moves which the copy lacks,
    # and every player is told again that it is their turn.
    "UPDATE card_table SET rendered_seq = -1, message_seq = -1 WHERE status = 'playing'",
    "UPDATE wait SET tell = since",
    """UPDATE card_table SET lobby_due = 1
       WHERE status IN ('lobby', 'playing') AND lobby_message_id IS NOT NULL""",
    # The vote's message may have been closed since; without a new one, silence would decide it.
    "UPDATE vote SET message_id = NULL, shown = -1 WHERE verdict IS NULL",
)


def prepare_for_restore(part: Path) -> None:
    """Change a copy that is not finished yet, so that it may be restored. Its version is kept."""
    with backup_files.open_temporary(part) as connection:
        connection.execute("BEGIN")
        for statement in STATEMENTS:
            connection.execute(statement)
        connection.execute("COMMIT")
