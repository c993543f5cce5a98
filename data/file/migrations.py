"""The schema, as an append-only list of functions.

A released migration is never edited: add another. All that a file lacks run in one transaction
together with the `user_version` that records them, statement by statement (`executescript` would
commit what came before it): when one fails, the program that had the file still opens it. A file
written by a later version is refused.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from data.file.connection import APPLICATION_ID
from data.file.copies import begun, put_in_place
from data.file.errors import Corrupt, Foreign, TooNew
from data.file.returning import make_ready
from data.schema import (
    blocks,
    learning,
    leases,
    posts,
    references,
    reminders,
    settings_strings,
    votes,
)
from data.schema.first import FIRST, Migration
from data.sql.connection import Connection


def m009_fame_of_a_table(connection: Connection) -> None:
    """Which records a table has set."""
    connection.execute("CREATE INDEX fame_table ON fame (table_id)")


def m010_blocks(connection: Connection) -> None:
    """Packed games in blocks that they share; those packed before stand in one each."""
    blocks.make(connection)


def m011_open_hands(connection: Connection) -> None:
    """Who wants all hands in the replay, and what a table agreed on when it began."""
    connection.execute("ALTER TABLE card_table ADD COLUMN open_hands INTEGER NOT NULL DEFAULT 0")
    connection.execute(
        """CREATE TABLE agreement (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX agreement_player ON agreement (player_id)")


def m012_plans(connection: Connection) -> None:
    """What members want done when their next turn comes."""
    connection.execute(
        """CREATE TABLE plan (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            round INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            armed INTEGER NOT NULL,
            body TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX plan_user ON plan (user_id)")


def m013_rows_for_settings(connection: Connection) -> None:
    """Rows of their own for what members and servers have chosen, and for what tables remember."""
    for table in settings_strings.TABLES:
        connection.execute(table)
    settings_strings.carry(connection)


def m014_posts(connection: Connection) -> None:
    """Messages under way, old ones that still look alive, lobbies that show something old."""
    posts.make(connection)


def m015_erasures(connection: Connection) -> None:
    """Whom every copy of the file is still to forget."""
    connection.execute(
        """CREATE TABLE erasure (
            mark INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('member', 'server')),
            whose INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT"""
    )


def m016_presses(connection: Connection) -> None:
    """What was mixed into a deck at the start; games begun before were mixed of the joins alone."""
    connection.execute("ALTER TABLE card_table ADD COLUMN presses TEXT NOT NULL DEFAULT ''")


def m017_nobody(connection: Connection) -> None:
    """A game may wait for any of its members to be back."""
    connection.execute("ALTER TABLE hold RENAME TO hold_before")
    connection.execute(
        """CREATE TABLE hold (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            reason TEXT NOT NULL
                CHECK (reason IN ('member', 'table', 'place', 'server', 'nobody')),
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat, reason)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("INSERT INTO hold SELECT * FROM hold_before")
    connection.execute("DROP TABLE hold_before")
    connection.execute("CREATE INDEX hold_until ON hold (until)")


def m018_votes(connection: Connection) -> None:
    """Votes of a table, whose a seat is, who has held which hand, and how often members met."""
    votes.make(connection)


def m019_lapsed(connection: Connection) -> None:
    """That a lobby lapsed is a fact of its table; a rematch is known by the table it continues."""
    connection.execute("ALTER TABLE card_table ADD COLUMN lapsed INTEGER NOT NULL DEFAULT 0")
    # the thirteenth migration did not know these notes, and put aside those that it met
    for notes in ("setting", "unread_setting"):
        connection.execute(
            f"""UPDATE card_table SET lapsed = 1 WHERE status = 'closed'
                AND EXISTS (SELECT 1 FROM {notes} WHERE key = 'lapsed:' || card_table.id)"""  # noqa: S608 - ours
        )
        connection.execute(f"DELETE FROM {notes} WHERE key LIKE 'lapsed:%'")  # noqa: S608 - ours
    connection.execute("ALTER TABLE posted DROP COLUMN rematch")


def m020_learning(connection: Connection) -> None:
    """Private tables for lessons and practice; how far members have come, what they were told."""
    learning.make(connection)


def m021_days(connection: Connection) -> None:
    """Rhythms, digests, holidays, notes for oneself."""
    reminders.make(connection)


def m022_means(connection: Connection) -> None:
    """The estimate after each game beside its lower end; the ladders are made again for it.

    The ladder of all games held rounds of games whose points do not compare.
    """
    connection.execute("ALTER TABLE result_seat ADD COLUMN mean REAL")
    connection.execute(
        """INSERT OR REPLACE INTO setting (key, value)
           SELECT 'ladders', 'stale' WHERE EXISTS (SELECT 1 FROM result)"""
    )


def m023_leases(connection: Connection) -> None:
    """Which processes share the database, and what each of them holds."""
    leases.make(connection)


def m024_histories(connection: Connection) -> None:
    """A server's history is counted, month by month and game by game, from the index alone."""
    connection.execute("DROP INDEX result_guild")
    connection.execute("CREATE INDEX result_guild ON result (guild_id, at, number, game)")


def m025_references(connection: Connection) -> None:
    """Who points to a member or to a block is found without a walk through whole tables."""
    references.make(connection)


MIGRATIONS: tuple[Migration, ...] = (
    *FIRST,
    m009_fame_of_a_table,
    m010_blocks,
    m011_open_hands,
    m012_plans,
    m013_rows_for_settings,
    m014_posts,
    m015_erasures,
    m016_presses,
    m017_nobody,
    m018_votes,
    m019_lapsed,
    m020_learning,
    m021_days,
    m022_means,
    m023_leases,
    m024_histories,
    m025_references,
)


def check_file(connection: sqlite3.Connection) -> None:
    """Raise `Foreign` or `Corrupt` unless this is a sound database of ours, or an empty one."""
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise Corrupt(f"The database is damaged ({answer}). Restore the newest backup.")
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    used = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if used and owner != APPLICATION_ID:
        raise Foreign("This database belongs to another program. Choose a file of its own.")


def version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has seen."""
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring the file up to date; a copy of the old one stays beside it. Raises `TooNew`."""
    found = version(connection)
    if 0 < found < len(migrations):
        _keep_copy(connection, path.with_name(f"{path.name}.v{found}"))
    upgrade(connection, path, migrations)


def upgrade(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """The same, and no copy is made. Raises `TooNew`."""
    found = version(connection)
    if found > len(migrations):
        raise TooNew(
            f"{path} has schema version {found}, this program knows {len(migrations)}. "
            "Run the newer program, or restore a backup from before it."
        )
    if found < len(migrations):
        _apply(connection, migrations[found:], len(migrations))


def _keep_copy(connection: sqlite3.Connection, copy: Path) -> None:
    part = begun(copy)
    connection.execute("VACUUM INTO ?", (str(part),))
    make_ready(part)
    put_in_place(part, copy)


def _apply(connection: sqlite3.Connection, missing: Sequence[Migration], number: int) -> None:
    # a rebuild drops tables others point to; and the switch does nothing in a transaction
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in missing:
            migration(connection)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={number}")
        _check_references(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def _check_references(connection: sqlite3.Connection) -> None:
    if row := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise Corrupt(f"The migration would leave dangling references in {row[0]}.")
