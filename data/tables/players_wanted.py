"""Members who want to be called to a game, and hosts who call them. Table `wanted`."""

from collections.abc import Collection, Sequence
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import Millis, to_ms, to_seconds
from data.guilds.settings import settings
from data.members.identity import ensure_member_number
from data.messages import delivery
from data.models.invitations import (
    CALL_AGE,
    CALL_PAUSE,
    CALLED,
    CALLED_PAUSE,
    MOST_CALLED,
    WantedPlayer,
)
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft
from data.models.tables import Changed, NotChanged, RefusalReason, TableRow
from data.tables import lobbies
from data.tables.search import SEATS_HELD
from data.tables.table import placeholders


def wanted_games(connection: Connection, guild_id: int, user_id: int) -> frozenset[str]:
    """Return the games to which a member of a guild wants to be called."""
    rows = connection.execute(
        """SELECT w.game FROM player AS p JOIN wanted AS w ON w.player_id = p.id
           WHERE p.guild_id = ? AND p.user_id = ?""",
        (guild_id, user_id),
    )
    return frozenset(row["game"] for row in rows)


def choose_wanted_games(
    connection: Connection, guild_id: int, user_id: int, name: str, games: Collection[str]
) -> None:
    """Save the games to which a member wants to be called. A game that stays keeps its last call.

    `name` is the display name of the member, whose own interaction this is.
    """
    if not games and not wanted_games(connection, guild_id, user_id):
        return  # An unknown member who wants no calls stays unknown.
    number = ensure_member_number(connection, guild_id, user_id, name)
    for game in wanted_games(connection, guild_id, user_id) - set(games):
        connection.execute("DELETE FROM wanted WHERE player_id = ? AND game = ?", (number, game))
    connection.executemany(
        "INSERT INTO wanted (player_id, game) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(number, game) for game in sorted(games)],
    )


CALLABLE: Final = f"""
    SELECT p.id, p.user_id, r.zone, r.quiet_from, r.quiet_to
    FROM wanted AS w JOIN player AS p ON p.id = w.player_id
    LEFT JOIN preference AS r ON r.user_id = p.user_id
    WHERE p.guild_id = :guild AND w.game = :game AND p.user_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM wanted AS other
                    WHERE other.player_id = p.id AND other.called > :since)
    AND NOT EXISTS (SELECT 1 FROM holiday AS h WHERE h.user_id = p.user_id AND h.until > :now)
    AND NOT EXISTS (SELECT 1 FROM asked AS a WHERE a.table_id = :table AND a.player_id = p.id)
    AND {SEATS_HELD} < :most
    ORDER BY w.called, p.id"""  # noqa: S608 - a constant


def callable_players(
    connection: Connection, table_id: int, now: float, most_tables: int
) -> tuple[WantedPlayer, ...]:
    """Return the members whom a lobby may call, those called longest ago first.

    Left out are members who sit there, were asked by name, are away, sit at `most_tables` tables of
    the guild, or were called within `CALLED_PAUSE`. The caller checks quiet hours and channels.
    """
    table = lobbies.find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return ()
    facts = {
        "guild": table.guild_id,
        "game": table.game,
        "table": table_id,
        "now": to_ms(now),
        "since": to_ms(now - CALLED_PAUSE),
        "most": most_tables,
    }
    found = connection.execute(CALLABLE, facts).fetchall()
    return tuple(
        WantedPlayer(
            row["id"],
            row["user_id"],
            ReminderPreferences(row["zone"] or "UTC", row["quiet_from"], row["quiet_to"]),
        )
        for row in found
        if not any(seat.is_of(row["user_id"]) for seat in table.seats)
    )


def refusal_to_call(
    connection: Connection, table_id: int, host_id: int, now: float
) -> RefusalReason | None:
    """Return why a host may not call players to a lobby at a time; None if they may."""
    table = lobbies.find_lobby(connection, table_id)
    return (
        table.reason if isinstance(table, NotChanged) else _refusal(connection, table, host_id, now)
    )


def _refusal(
    connection: Connection, table: TableRow, host_id: int, now: float
) -> RefusalReason | None:
    if table.host_id != host_id:
        return "stale"
    if not table.open_seat_count:
        return "full"
    if table.keeps_all_open_seats(now):
        return "kept"
    if not settings(connection, table.guild_id).wants_players:
        return "calls_off"
    if table.called is not None:
        return "called_before"
    if now < table.created + CALL_AGE:
        return "called_early"
    recent = connection.execute(
        "SELECT 1 FROM card_table WHERE guild_id = ? AND game = ? AND called > ? LIMIT 1",
        (table.guild_id, table.game, to_ms(now - CALL_PAUSE)),
    ).fetchone()
    return "called_recently" if recent else None


def call(
    connection: Connection, now: Millis, table_id: int, host_id: int, players: Sequence[int]
) -> Changed | NotChanged:
    """Call players to a lobby: record the call, and the pending message that mentions them.

    The value of the message is the number of free seats, and the rows of the members. `players` are
    rows of members, in order. Members who were called meanwhile, or do not want that
    any longer, are left out. At most `MOST_CALLED` are called.
    """
    reason = refusal_to_call(connection, table_id, host_id, to_seconds(now))
    if reason is not None:
        return NotChanged(reason)
    table = lobbies.find_lobby(connection, table_id)
    assert not isinstance(table, NotChanged)  # checked above, in the same transaction
    chosen = _still_wanting(connection, now, table.game, players)[:MOST_CALLED]
    if not chosen:
        return NotChanged("nobody_wants")
    connection.executemany(
        "UPDATE wanted SET called = ? WHERE player_id = ? AND game = ?",
        [(now, player, table.game) for player in chosen],
    )
    connection.execute("UPDATE card_table SET called = ? WHERE id = ?", (now, table_id))
    free = table.open_seat_count - table.kept_seat_count(to_seconds(now))
    draft = MessageDraft(
        table_id,
        CALLED,
        table.thread_id or table.channel_id,
        key=CALLED,
        value=" ".join(map(str, (free, *chosen))),
        tried=False,
    )
    delivery.create_pending(connection, now, draft)
    return lobbies.bump_revision(connection, now, table_id)


def _still_wanting(
    connection: Connection, now: Millis, game: str, players: Sequence[int]
) -> list[int]:
    if not players:
        return []
    rows = connection.execute(
        f"""SELECT player_id FROM wanted AS w
            WHERE game = ? AND player_id IN ({placeholders(players)})
            AND NOT EXISTS (SELECT 1 FROM wanted AS other
                            WHERE other.player_id = w.player_id AND other.called > ?)""",  # noqa: S608
        (game, *players, now - to_ms(CALLED_PAUSE)),
    )
    found = {row["player_id"] for row in rows}
    return [player for player in players if player in found]


def user_ids(connection: Connection, players: Sequence[int]) -> tuple[int, ...]:
    """Return the Discord ids of members by their rows, in order. Erased members are left out."""
    if not players:
        return ()
    rows = connection.execute(
        f"SELECT id, user_id FROM player WHERE id IN ({placeholders(players)})",  # noqa: S608
        tuple(players),
    )
    found = {row["id"]: row["user_id"] for row in rows if row["user_id"] is not None}
    return tuple(found[player] for player in players if player in found)
