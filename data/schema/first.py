"""The schema as it began: the first eight migrations, in their order.

The later ones, and what runs them all, are in `migrations`. They stay together, however long: files
of those days have been made by them, and no line of them may change.
"""

from collections.abc import Callable
from typing import Final

from data.sql.connection import Connection

Migration = Callable[[Connection], None]


def m001_tables(connection: Connection) -> None:
    """Tables, the people of each server, and who drove which seat since which entry."""
    connection.execute(
        # no number is given a second time (AUTOINCREMENT): old messages name tables by theirs
        """CREATE TABLE card_table (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild_id INTEGER NOT NULL,
            channel_id INTEGER NOT NULL,
            host_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            rules_version INTEGER NOT NULL,
            options TEXT NOT NULL,
            pace TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
            revision INTEGER NOT NULL DEFAULT 0,
            seed BLOB NOT NULL CHECK (length(seed) = 32),
            lobby_seed BLOB NOT NULL CHECK (length(lobby_seed) = 32),
            commitment TEXT NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0,
            rendered_seq INTEGER NOT NULL DEFAULT -1,
            lobby_message_id INTEGER,
            thread_id INTEGER,
            message_id INTEGER,
            deadline INTEGER,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            rematch_of INTEGER REFERENCES card_table (id)
        ) STRICT"""
    )
    # a row here is the only place that says who somebody is: forgetting is one UPDATE
    connection.execute(
        """CREATE TABLE player (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild_id INTEGER NOT NULL,
            user_id INTEGER,
            name TEXT NOT NULL,
            UNIQUE (guild_id, user_id)
        ) STRICT"""
    )
    connection.execute("CREATE INDEX player_user ON player (user_id)")
    connection.execute(
        """CREATE TABLE seat_driver (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            from_seq INTEGER NOT NULL,
            kind TEXT CHECK (kind IN ('member', 'computer')),
            player_id INTEGER REFERENCES player (id),
            name TEXT NOT NULL DEFAULT '',
            level TEXT,
            PRIMARY KEY (table_id, seat, from_seq)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX seat_driver_player ON seat_driver (player_id)")


def m002_log(connection: Connection) -> None:
    """The moves, what is due, and what must be painted."""
    connection.execute(
        """CREATE TABLE entry (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seq INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            key TEXT NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            body TEXT NOT NULL,
            chain BLOB NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        # partial, so that it stays small however many games are finished
        """CREATE INDEX table_due ON card_table (deadline)
           WHERE status = 'playing' AND deadline IS NOT NULL"""
    )
    connection.execute(
        """CREATE INDEX table_behind ON card_table (id)
           WHERE status IN ('playing', 'finished') AND rendered_seq < seq"""
    )
    connection.execute("CREATE INDEX table_status ON card_table (status)")


def m003_ladder(connection: Connection) -> None:
    """Finished games, and the ratings folded from them. Game '' is all games together."""
    connection.execute(
        """CREATE TABLE result (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER NOT NULL UNIQUE REFERENCES card_table (id),
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            reason TEXT NOT NULL,
            rated INTEGER NOT NULL CHECK (rated IN (0, 1))
        ) STRICT"""
    )
    connection.execute(
        """CREATE TABLE result_seat (
            number INTEGER NOT NULL REFERENCES result (number),
            seat INTEGER NOT NULL,
            side INTEGER NOT NULL,
            place INTEGER NOT NULL,
            score INTEGER NOT NULL,
            player_id INTEGER REFERENCES player (id),
            PRIMARY KEY (number, seat)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE ladder (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            player_id INTEGER NOT NULL REFERENCES player (id),
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            practice_games INTEGER NOT NULL,
            practice_wins INTEGER NOT NULL,
            PRIMARY KEY (guild_id, game, player_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX ladder_rating ON ladder (guild_id, game, rating DESC)")


def m004_panels_and_settings(connection: Connection) -> None:
    """The newest token of each private panel; small things to remember."""
    connection.execute(
        """CREATE TABLE panel (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            token TEXT NOT NULL,
            application_id INTEGER NOT NULL,
            message_id INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
    )


def m005_contributions(connection: Connection) -> None:
    """What each member added to the shuffle: Discord's number of their press."""
    connection.execute(
        """CREATE TABLE contribution (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            press INTEGER NOT NULL,
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX contribution_player ON contribution (player_id)")


def m006_seasons(connection: Connection) -> None:
    """What statistics need of a game; ladders by month, of partnerships; who is not shown."""
    connection.execute("ALTER TABLE result ADD COLUMN lowest_wins INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE result ADD COLUMN rounds TEXT NOT NULL DEFAULT '[]'")
    connection.execute("ALTER TABLE result_seat ADD COLUMN feats TEXT NOT NULL DEFAULT '{}'")
    connection.execute("ALTER TABLE result_seat ADD COLUMN rating REAL")
    connection.execute("ALTER TABLE player ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0")
    connection.execute("CREATE INDEX result_seat_player ON result_seat (player_id)")
    connection.execute("CREATE INDEX result_guild ON result (guild_id, at)")
    connection.execute("DROP TABLE ladder")  # it is made again from the results
    connection.execute(
        """CREATE TABLE ladder (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            period TEXT NOT NULL,
            player_id INTEGER NOT NULL REFERENCES player (id),
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            practice_games INTEGER NOT NULL,
            practice_wins INTEGER NOT NULL,
            rounds INTEGER NOT NULL,
            points INTEGER NOT NULL,
            best_round INTEGER,
            lowest_wins INTEGER NOT NULL,
            penny_games INTEGER NOT NULL,
            pennies INTEGER NOT NULL,
            PRIMARY KEY (guild_id, game, period, player_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX ladder_rating ON ladder (guild_id, game, period, rating)")
    connection.execute("CREATE INDEX ladder_player ON ladder (player_id)")
    connection.execute(
        """CREATE TABLE partnership (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            player_1 INTEGER NOT NULL REFERENCES player (id),
            player_2 INTEGER NOT NULL REFERENCES player (id),
            player_3 INTEGER NOT NULL DEFAULT 0,
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            PRIMARY KEY (guild_id, game, player_1, player_2, player_3)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX partnership_rating ON partnership (guild_id, game, rating)")
    connection.execute(
        """INSERT OR REPLACE INTO setting
           SELECT 'ladders', 'stale' WHERE EXISTS (SELECT 1 FROM result)"""
    )


def m007_time(connection: Connection) -> None:
    """Open decisions with their times, time used up, pauses, and how members are reminded."""
    connection.execute(
        """CREATE TABLE wait (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            since INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            free INTEGER NOT NULL,
            tell INTEGER,
            remind INTEGER,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX wait_tell ON wait (tell) WHERE tell IS NOT NULL")
    connection.execute("CREATE INDEX wait_remind ON wait (remind) WHERE remind IS NOT NULL")
    connection.execute(
        """CREATE TABLE bank (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            spent INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE hold (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            seat INTEGER NOT NULL,
            reason TEXT NOT NULL CHECK (reason IN ('member', 'table', 'place', 'server')),
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat, reason)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX hold_until ON hold (until)")
    connection.execute(
        """CREATE TABLE preference (
            user_id INTEGER PRIMARY KEY,
            zone TEXT NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            way TEXT NOT NULL CHECK (way IN ('thread', 'direct', 'none'))
        ) STRICT"""
    )
    connection.execute("CREATE INDEX table_guild ON card_table (guild_id, status)")


def m008_fame(connection: Connection) -> None:
    """Records of a server; logs of finished games packed away; servers that are to be erased."""
    connection.execute(
        """CREATE TABLE fame (
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            kind TEXT NOT NULL,
            value INTEGER NOT NULL,
            at INTEGER NOT NULL,
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            PRIMARY KEY (guild_id, game, kind, value)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX fame_player ON fame (player_id)")
    connection.execute(
        """CREATE TABLE archive (
            table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
            entries BLOB NOT NULL,
            digest BLOB NOT NULL
        ) STRICT"""
    )
    connection.execute(
        "CREATE TABLE departure (guild_id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT"
    )
    connection.execute(
        """INSERT OR REPLACE INTO setting
           SELECT 'ladders', 'stale' WHERE EXISTS (SELECT 1 FROM result)"""
    )


FIRST: Final[tuple[Migration, ...]] = (
    m001_tables,
    m002_log,
    m003_ladder,
    m004_panels_and_settings,
    m005_contributions,
    m006_seasons,
    m007_time,
    m008_fame,
)
"""In the order in which they are made; `data.file.migrations` has those after them."""
