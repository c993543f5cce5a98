"""Private tables: a member's lessons and practice games. Table `card_table`.

A private table has no guild, channel or host, so queries by guild, channel or host never find it. A
member has one lesson, and one practice game of each kind. Opening another one deletes the older one
in the same transaction. Abandoned tables are deleted. What the member has learnt is in
`data.members.learning_progress`.
"""

import hashlib
from collections.abc import Iterable, Sequence

from data.core.connection import Connection
from data.core.timestamps import Millis, to_ms
from data.guilds.departures import BY_TABLE
from data.members import learning_progress, lookup
from data.models.members import CoachingRow
from data.models.tables import NO_GUILD, LearnerState, NewPrivateTable, TablePurpose, TableRow
from data.tables import search
from data.tables.seats import assign_by_own_interaction
from data.tables.table import find, get_known, pack_options

INSERT = """
    INSERT INTO card_table (
        guild_id, channel_id, host_id, game, rules_version, options, pace, status,
        seed, lobby_seed, commitment, created, updated, purpose, start, lesson, misses)
    VALUES (
        :nowhere, :nowhere, :nowhere, :game, :rules_version, :options, 'none', 'playing',
        :seed, :seed, :commitment, :now, :now, :purpose, :start, :lesson, :misses)
    RETURNING id"""
OWN = """
    SELECT t.id, t.purpose, t.game FROM player AS p
    JOIN seat_driver AS d ON d.player_id = p.id JOIN card_table AS t ON t.id = d.table_id
    WHERE p.guild_id = :nowhere AND p.user_id = :user AND t.purpose <> 'play' ORDER BY t.id"""
NOBODY_LEFT = """
    DELETE FROM player WHERE guild_id = :nowhere
    AND NOT EXISTS (SELECT 1 FROM seat_driver AS d WHERE d.player_id = player.id)"""


def create(connection: Connection, now: Millis, new: NewPrivateTable) -> TableRow:
    """Open a private table. It replaces the member's older one of its kind."""
    user_id = new.players[0].user_id
    assert user_id is not None  # The table is this member's.
    own = _own(connection, user_id)
    delete_tables(connection, [number for number, what, game in own if _gives_way(what, game, new)])
    for reached in new.reached:
        learning_progress.save_lesson_progress(connection, now, user_id, reached)
    table_id: int = connection.execute(INSERT, _columns(new, now)).fetchone()["id"]
    for seat, player in enumerate(new.players):
        assign_by_own_interaction(connection, table_id, NO_GUILD, seat, player)
    return get_known(connection, table_id)


def _columns(new: NewPrivateTable, now: Millis) -> dict[str, object]:
    return {
        "nowhere": NO_GUILD,
        "game": new.game,
        "rules_version": new.rules_version,
        "options": pack_options({}),
        "seed": new.seed,
        "commitment": hashlib.sha256(new.seed).hexdigest(),
        "now": now,
        "purpose": str(new.purpose),
        "start": new.start,
        "lesson": new.lesson,
        "misses": new.misses,
    }


def _gives_way(purpose: str, game: str, new: NewPrivateTable) -> bool:
    """Return whether the new table replaces an older one.

    It replaces the only lesson, or a practice game of the same card game.
    """
    same_game = new.purpose is TablePurpose.LESSON or game == new.game
    return TablePurpose(purpose) is new.purpose and same_game


def _own(connection: Connection, user_id: int) -> Sequence[tuple[int, str, str]]:
    """Return a member's private tables: id, purpose and game.

    Rows are tuples, because a backup's connection may have no row factory.
    """
    return connection.execute(OWN, {"nowhere": NO_GUILD, "user": user_id}).fetchall()


def private_tables_of(connection: Connection, user_id: int) -> tuple[TableRow, ...]:
    """Return a member's private tables, oldest first."""
    found = (find(connection, table_id) for table_id, *_ in _own(connection, user_id))
    return tuple(table for table in found if table is not None)


def own(connection: Connection, guild_id: int | None, user_id: int) -> tuple[TableRow, ...]:
    """Return a member's lobbies and games in a guild, or in all, and their private tables."""
    return (
        *search.tables_of_member(connection, guild_id, user_id),
        *private_tables_of(connection, user_id),
    )


def learner(connection: Connection, user_id: int) -> LearnerState:
    """Return a member's progress, and their private tables."""
    return LearnerState(
        learning_progress.lesson_progress(connection, user_id),
        private_tables_of(connection, user_id),
    )


def coach(connection: Connection, user_id: int, row: CoachingRow) -> None:
    """Save the coach's memory of a member, if they have private tables."""
    if lookup.member_number(connection, NO_GUILD, user_id) is not None:
        learning_progress.save_coaching_row(connection, user_id, row)


def count_miss(connection: Connection, table_id: int) -> None:
    """Count another miss of the goal at a lesson's table."""
    connection.execute("UPDATE card_table SET misses = misses + 1 WHERE id = ?", (table_id,))


# ---- deleting


def delete_tables(connection: Connection, table_ids: Iterable[int]) -> None:
    """Delete private tables with all their rows."""
    for table_id in table_ids:
        for table in BY_TABLE:
            connection.execute(f"DELETE FROM {table} WHERE table_id = ?", (table_id,))  # noqa: S608
        connection.execute("DELETE FROM card_table WHERE id = ?", (table_id,))
    connection.execute(NOBODY_LEFT, {"nowhere": NO_GUILD})


def erase_member(connection: Connection, user_id: int) -> bool:
    """Delete a member's private tables and learning progress.

    Returns whether there was anything.
    """
    own = [table_id for table_id, *_ in _own(connection, user_id)]
    delete_tables(connection, own)
    return learning_progress.delete_learning(connection, user_id) or bool(own)


def delete_inactive(connection: Connection, before: float) -> int:
    """Delete the private tables without activity since a time. Returns their number."""
    rows = connection.execute(
        "SELECT id FROM card_table WHERE purpose <> 'play' AND updated < ?", (to_ms(before),)
    ).fetchall()
    delete_tables(connection, [row["id"] for row in rows])
    return len(rows)
