"""Grace after an absence of the bot: nobody loses anything by what they could not press meanwhile.

More is never given twice: whoever has that much time already keeps theirs.
"""

from collections.abc import Mapping
from typing import Final

from data.file.clock import to_ms
from data.sql.connection import Connection
from data.time import holds
from data.time.rows import WHOLE_TABLE, Gap, Hold

WORLD: Final = 86_400.0
"""Seconds, at least, to find a place for a game, or a member for it, before it is given up."""
# The tables of the servers of a shard: `data.file.portion`.
OF_SHARD: Final = "(guild_id >> 22) % :shards = :shard"
IN_PLAY: Final = f"status = 'playing' AND {OF_SHARD}"
# In the order in which a holiday goes through them, and before anything is looked at: another
# process may be about to begin a pause, which changes decisions and deadline together.
LOCK: Final = f"SELECT id FROM card_table WHERE {IN_PLAY} ORDER BY id /*! FOR UPDATE */"  # noqa: S608 - ours
# Since when time ran for a seat in the gap: all the while, or from the end of a pause on.
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


def grant(
    connection: Connection, gap: Gap, grace: Mapping[str, float], shard: int, shards: int
) -> frozenset[int]:
    """Nobody has less time to decide than the grace of the table's pace, in seconds.

    The gap is charged to nobody's bank. Of a shard, of so many. Return the tables where somebody
    was given more.
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


def _spare(connection: Connection, gap: Gap, mine: Mapping[str, int]) -> None:
    """Let what nobody could decide in the gap be time that did not run."""
    times = {"last": to_ms(gap.since), "now": to_ms(gap.until), "whole": WHOLE_TABLE}
    connection.execute(SPARE, {**times, **mine})


def _wait_longer(
    connection: Connection, now: float, which: Mapping[str, int | str], seconds: float
) -> None:
    """Let games wait that long for their place, their server or their members.

    Last, as the decisions that are open meanwhile have their grace after it.
    """
    until = {**which, "until": to_ms(now + seconds)}
    for row in connection.execute(PAUSED, until).fetchall():
        pause = Hold(WHOLE_TABLE, row["reason"], now, now + seconds)
        holds.hold(connection, to_ms(now), row["table_id"], pause)


def keep_lobbies(
    connection: Connection, changed: Mapping[str, float], shard: int, shards: int
) -> None:
    """Count no lobby of a shard as idle since before a time, by pace."""
    for pace, at in changed.items():
        which = {"at": to_ms(at), "pace": pace, "shard": shard, "shards": shards}
        connection.execute(LOBBIES, which)
