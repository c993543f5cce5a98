"""Messages under way, old ones that look alive, lobbies that show something old: version 14."""

from data.sql.connection import Connection


def make(connection: Connection) -> None:
    """Make the tables; of a lobby whose answer was lost the message is looked for."""
    connection.execute(
        """CREATE TABLE post (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            what TEXT NOT NULL,
            place INTEGER NOT NULL,
            nonce INTEGER NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            told TEXT NOT NULL,
            key TEXT,
            value TEXT,
            tried INTEGER NOT NULL,
            PRIMARY KEY (table_id, what)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE relic (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            message_id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (table_id, message_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("ALTER TABLE card_table ADD COLUMN message_seq INTEGER NOT NULL DEFAULT -1")
    connection.execute("ALTER TABLE card_table ADD COLUMN lobby_due INTEGER NOT NULL DEFAULT 0")
    connection.execute("CREATE INDEX table_lobby_due ON card_table (id) WHERE lobby_due")
    connection.execute("CREATE INDEX table_rematch ON card_table (rematch_of)")
    # a lobby whose answer was lost under the older program: it is looked for, and shown
    connection.execute(
        """INSERT INTO post
           SELECT id, 'lobby', channel_id, abs(random() / 2), created, 0, '[]', NULL, NULL, 1
           FROM card_table WHERE status = 'lobby' AND lobby_message_id IS NULL"""
    )
