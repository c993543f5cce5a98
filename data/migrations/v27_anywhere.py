"""Schema version 27: adds tables and columns for direct messages, invitations and servers."""

from typing import Final

from data.core.connection import Connection

DIRECT_MESSAGES: Final = (
    """CREATE TABLE dm_hand (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            channel_id INTEGER NOT NULL,
            message_id INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            language TEXT NOT NULL,
            call INTEGER NOT NULL DEFAULT 0,
            token TEXT NOT NULL DEFAULT '',
            pressed INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX dm_hand_user ON dm_hand (user_id)",
    """CREATE TABLE mailbox (
            user_id INTEGER PRIMARY KEY,
            channel_id INTEGER,
            not_before INTEGER NOT NULL DEFAULT 0,
            tries INTEGER NOT NULL DEFAULT 0,
            used INTEGER NOT NULL
        ) STRICT""",
    "CREATE INDEX mailbox_channel ON mailbox (channel_id) WHERE channel_id IS NOT NULL",
    "CREATE INDEX mailbox_used ON mailbox (used)",
)
# `asked`: members who were invited to a lobby by name. `wanted`: games to which a member wants to
# be called.
FRIENDS: Final = (
    """CREATE TABLE asked (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            player_id INTEGER NOT NULL REFERENCES player (id),
            by_id INTEGER NOT NULL REFERENCES player (id),
            at INTEGER NOT NULL,
            answer TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'yes', 'no')),
            told INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (table_id, player_id)
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX asked_player ON asked (player_id)",
    "CREATE INDEX asked_by ON asked (by_id, at)",
    """CREATE TABLE wanted (
            player_id INTEGER NOT NULL REFERENCES player (id),
            game TEXT NOT NULL,
            called INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (player_id, game)
        ) STRICT, WITHOUT ROWID""",
)
GUILDS: Final = (
    """CREATE TABLE notice (
            guild_id INTEGER NOT NULL,
            what TEXT NOT NULL,
            place INTEGER NOT NULL DEFAULT 0,
            nonce TEXT NOT NULL DEFAULT '',
            at INTEGER NOT NULL,
            tried INTEGER NOT NULL DEFAULT 0,
            message_id INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (guild_id, what)
        ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE champion (
            guild_id INTEGER NOT NULL,
            month TEXT NOT NULL,
            game TEXT NOT NULL,
            place INTEGER NOT NULL,
            player_id INTEGER NOT NULL REFERENCES player (id),
            rating REAL NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (guild_id, month, game, place, player_id)
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX champion_player ON champion (player_id)",
    """CREATE TABLE server (
            guild_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL
        ) STRICT""",
)
SETTINGS: Final = (
    "ALTER TABLE server_choice ADD COLUMN home INTEGER",
    "ALTER TABLE server_choice ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC'",
    "ALTER TABLE server_choice ADD COLUMN link INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE server_choice ADD COLUMN month INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE server_choice ADD COLUMN month_place INTEGER",
    "ALTER TABLE server_choice ADD COLUMN month_due INTEGER",
    "ALTER TABLE server_choice ADD COLUMN wants_players INTEGER NOT NULL DEFAULT 1",
    """CREATE INDEX server_choice_month ON server_choice (month_due)
       WHERE month_due IS NOT NULL""",
)
PREFERENCES: Final = (
    """ALTER TABLE preference ADD COLUMN invitations TEXT NOT NULL DEFAULT 'everybody'
       CHECK (invitations IN ('everybody', 'nobody'))""",
    "ALTER TABLE preference ADD COLUMN asked_for_calls INTEGER NOT NULL DEFAULT 0",
)

# `asks`: how many invitations a member has sent on the day `asks_day`. `called`: when a host called
# players to the lobby.
LIMITS: Final = (
    "ALTER TABLE preference ADD COLUMN asks_day INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE preference ADD COLUMN asks INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE card_table ADD COLUMN called INTEGER",
    """CREATE INDEX table_called ON card_table (guild_id, game, called)
       WHERE called IS NOT NULL""",
)

UNSENT: Final = ("CREATE INDEX notice_unsent ON notice (what) WHERE message_id = 0",)
"""Each poll of the timer loop looks for notices that must still be sent."""


def make(connection: Connection) -> None:
    """Add the tables and columns. Members and servers start with the defaults."""
    for statement in DIRECT_MESSAGES + FRIENDS + GUILDS + SETTINGS + PREFERENCES + LIMITS + UNSENT:
        connection.execute(statement)
