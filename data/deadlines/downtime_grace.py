"""Grace after downtime, so that nobody loses time in which they could not reach the bot.

Members who have enough time left get nothing extra.
"""

from collections.abc import Mapping
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import to_ms
from data.deadlines import pauses
from data.models.deadlines import WHOLE_TABLE, Downtime, Pause

WORLD: Final = 86_400.0
"""Fewest seconds that a game waits for a lost channel or member before it ends."""
# The tables of the guilds of one shard: see `data.leases.shards`.
OF_SHARD: Final = "(guild_id >> 22) % :shards = :shard"
IN_PLAY: Final = f"status = 'playing' AND {OF_SHARD}"
# Locks rows in the same order as a holiday does, to prevent deadlocks. It comes before the first
# query, because another process may be beginning a pause.
LOCK: Final = f"SELECT id FROM card_table WHERE {IN_PLAY} ORDER BY id /*! FOR UPDATE */"  # noqa: S608 - ours
# The time from which the clock ran for a seat: start of the downtime, or end of a later pause.
RAN: Final = """COALESCE((
    SELECT max(until) FROM hold WHERE hold.table_id = wait.table_id
    AND hold.seat IN (wait.seat, :whole) AND until > :last), :last)"""
SPARE: Final = f"""
    UPDATE wait SET since = CASE WHEN since > {RAN} THEN :now ELSE since + :now - {RAN} END
    WHERE since < :now AND {RAN} < :now
    AND table_id IN (SELECT id FROM card_table WHERE {IN_PLAY})"""  # noqa: S608 - ours
OF_PACE: Final = f"SELECT id FROM card_table WHERE {IN_PLAY} AND pace = :pace"  # noqa: S608 - ours
WAITS: Final = f"""
    UPDATE wait SET deadline = :until WHERE deadline < :until
    AND table_id IN ({OF_PACE}) RETURNING table_id"""  # noqa: S608 - ours
SETTLE: Final = f"""
    UPDATE card_table SET deadline = (SELECT min(deadline) FROM wait WHERE table_id = card_table.id)
    WHERE {IN_PLAY} AND deadline IS NOT NULL"""  # noqa: S608 - ours
VOTES: Final = f"""
    UPDATE vote SET until = :until, revision = revision + 1 WHERE until < :until
    AND verdict IS NULL AND table_id IN ({OF_PACE}) RETURNING table_id"""  # noqa: S608 - ours
LOBBIES: Final = f"""
    UPDATE card_table SET updated = :at
    WHERE status = 'lobby' AND pace = :pace AND updated < :at AND {OF_SHARD}"""  # noqa: S608 - ours
PAUSED: Final = f"""
    SELECT table_id, reason FROM hold WHERE reason IN ('place', 'server', 'nobody')
    AND until < :until AND table_id IN ({OF_PACE}) ORDER BY table_id"""  # noqa: S608 - ours


def grant_grace(
    connection: Connection, gap: Downtime, grace: Mapping[str, float], shard: int, shards: int
) -> frozenset[int]:
    """Extend deadlines after a downtime. Return the tables where at least one was extended.

    Afterwards every open decision has at least as much time as the grace of its table's pace. The
    downtime is not charged to time banks.

    Args:
        connection: The database.
        gap: The downtime.
        grace: Seconds of grace by pace.
        shard: The shard whose tables are extended.
        shards: Number of all shards.
    """
    given: set[int] = set()
    now, mine = gap.until, {"shard": shard, "shards": shards}
    connection.execute(LOCK, mine).fetchall()
    _spare(connection, gap, mine)
    for pace, seconds in grace.items():
        until = {"until": to_ms(now + seconds), "pace": pace, **mine}
        for change in (WAITS, VOTES):
            given.update(row["table_id"] for row in connection.execute(change, until).fetchall())
        _wait_longer(connection, now, {**mine, "pace": pace}, max(seconds, WORLD))
    connection.execute(SETTLE, mine)
    return frozenset(given)


def _spare(connection: Connection, gap: Downtime, mine: Mapping[str, int]) -> None:
    """Move `since` ahead by the downtime, so that it is not charged to time banks."""
    times = {"last": to_ms(gap.since), "now": to_ms(gap.until), "whole": WHOLE_TABLE}
    connection.execute(SPARE, {**times, **mine})


def _wait_longer(
    connection: Connection, now: float, which: Mapping[str, int | str], seconds: float
) -> None:
    """Extend pauses that wait for a channel, a guild or members.

    Call this last: it also moves the deadlines of paused decisions, and these must get their grace
    before.
    """
    until = {**which, "until": to_ms(now + seconds)}
    for row in connection.execute(PAUSED, until).fetchall():
        pause = Pause(WHOLE_TABLE, row["reason"], now, now + seconds)
        pauses.begin(connection, to_ms(now), row["table_id"], pause)


def extend_lobbies(
    connection: Connection, changed: Mapping[str, float], shard: int, shards: int
) -> None:
    """After a downtime, count the lobbies of a shard as changed, so that they do not become idle.

    `changed` gives the time of the change by pace.
    """
    for pace, at in changed.items():
        which = {"at": to_ms(at), "pace": pace, "shard": shard, "shards": shards}
        connection.execute(LOBBIES, which)
