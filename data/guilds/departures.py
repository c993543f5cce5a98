"""Guilds that removed the bot: after a while all their data is erased. Table `departure`."""

from collections.abc import Collection, Iterable

from data.core.connection import Connection
from data.core.timestamps import Millis, to_ms

# Children before their parents, or a foreign key would fail.
BY_TABLE = (
    *("entry", "archive", "contribution", "agreement", "seat_driver"),
    *("panel", "plan", "wait", "bank", "hold", "pause_budget", "nudge"),
    *("standing_answer", "staging", "proposal", "act", "posted", "post", "relic"),
    *("ballot", "vote", "holding", "memo", "follower", "reaction"),
    *("dm_hand", "asked"),
)


KNOWN = """
    SELECT guild_id FROM player UNION SELECT guild_id FROM card_table
    UNION SELECT guild_id FROM server_choice UNION SELECT guild_id FROM preset
    UNION SELECT guild_id FROM notice UNION SELECT guild_id FROM server"""


def mark_departed(connection: Connection, now: Millis, guild_id: int) -> None:
    """Record that a guild has removed the bot."""
    connection.execute(
        "INSERT INTO departure (guild_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (guild_id, now),
    )


def clear_departed(connection: Connection, guild_id: int) -> None:
    """Record that a guild has invited the bot again, so that it is not erased."""
    connection.execute("DELETE FROM departure WHERE guild_id = ?", (guild_id,))


def reconcile(connection: Connection, now: Millis, present: Collection[int]) -> tuple[int, int]:
    """Compare the guilds in the database with those that have the bot.

    Return how many guilds have left, and how many have come back.
    """
    known = {row[0] for row in connection.execute(KNOWN)} - {0}  # guild 0 has the private tables
    noted = {row[0] for row in connection.execute("SELECT guild_id FROM departure")}
    gone, back = (known - noted).difference(present), noted.intersection(present)
    for guild_id in gone:
        mark_departed(connection, now, guild_id)
    for guild_id in back:
        clear_departed(connection, guild_id)
    return len(gone), len(back)


def departed_before(connection: Connection, before: float) -> tuple[int, ...]:
    """Return the guilds that removed the bot before a time, and have not invited it again."""
    rows = connection.execute("SELECT guild_id FROM departure WHERE at < ?", (to_ms(before),))
    return tuple(row["guild_id"] for row in rows)


def erase_guilds(connection: Connection, guild_ids: Iterable[int]) -> None:
    """Erase everything about these guilds."""
    for guild_id in guild_ids:
        _erase(connection, guild_id)


def _erase(connection: Connection, guild_id: int) -> None:
    own = "SELECT id FROM card_table WHERE guild_id = :guild"
    results = "SELECT number FROM result WHERE guild_id = :guild"
    members = "SELECT id FROM player WHERE guild_id = :guild"
    _erase_unread(connection, guild_id)
    statements = [
        *(f"DELETE FROM {table} WHERE table_id IN ({own})" for table in BY_TABLE),  # noqa: S608
        f"DELETE FROM result_seat WHERE number IN ({results})",  # noqa: S608
        f"DELETE FROM wanted WHERE player_id IN ({members})",  # noqa: S608
        "UPDATE card_table SET rematch_of = NULL WHERE guild_id = :guild",
        *(
            f"DELETE FROM {table} WHERE guild_id = :guild"  # noqa: S608
            for table in (
                *("block", "fame", "ladder", "partnership", "result"),
                *("preset", "server_choice", "meeting", "notice", "champion", "server"),
                *("card_table", "player", "departure"),
            )
        ),
    ]
    for statement in statements:
        connection.execute(statement, {"guild": guild_id})


def _erase_unread(connection: Connection, guild_id: int) -> None:
    """Delete settings of an older version.

    Their keys contain a table or guild id: `acts:<table>`.
    """
    own = connection.execute("SELECT id FROM card_table WHERE guild_id = ?", (guild_id,))
    about = {str(guild_id), *(str(number) for (number,) in own)}
    keys = connection.execute("SELECT key FROM unread_setting").fetchall()
    connection.executemany(
        "DELETE FROM unread_setting WHERE key = ?",
        [(key,) for (key,) in keys if key.partition(":")[2].partition(":")[0] in about],
    )
