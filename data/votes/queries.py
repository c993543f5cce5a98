"""Votes and ballots. Tables `vote`, `ballot`. Rows name people by `player.id`."""

from typing import Final, Literal

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.deadlines import pauses
from data.members import lookup
from data.members.identity import ensure_member_number
from data.models.consent import CONSENT
from data.models.tables import Player, TableRow
from data.models.votes import NewVote, Verdict, Vote

VOID_BY_MOVE: Final = tuple(kind for kind, row in CONSENT.items() if "moved" in row.voids)
SEATS: Final = 8
"""Most seats of a table. `unseen` has as many bits."""
VoteRefusal = Literal[
    "over",
    "asked",
    "nobody",
    "held",
    "not_open",
    "seated",
    "busy",
    "seen",
    "forgotten",
    "not_asked",
]
"""Reasons to refuse a vote, or a ballot."""


SELECT = """
    SELECT v.*, a.user_id AS asker, a.name AS asker_name, o.user_id AS owner, o.name AS owner_name,
           c.user_id AS candidate, c.name AS candidate_name
    FROM vote AS v LEFT JOIN player AS a ON a.id = v.asker_id
    LEFT JOIN player AS o ON o.id = v.owner_id LEFT JOIN player AS c ON c.id = v.candidate_id"""
# Votes whose time is over. The clock is stopped while the table is paused or has no channel, and
# while a member whose silence means yes cannot see the question.
OVER = """
    v.verdict IS NULL AND v.until <= ? AND v.message_id IS NOT NULL AND v.unseen = 0
    AND NOT EXISTS (
        SELECT 1 FROM hold AS h WHERE h.table_id = v.table_id
        AND h.reason IN ('table', 'place', 'server'))"""


def insert(connection: Connection, now: Millis, table: TableRow, motion: NewVote) -> Vote:
    """Insert a vote. Its clock starts once no pause stops the clock. The vote's message is pending.

    The vote's number is the current second, or the next free number. The components of the vote's
    message contain the number. A counter would be wrong: after a restore it would reuse the number
    of a vote that old components name.
    """
    opened = max(pauses.end_of_vote_pauses(connection, now, table.id), to_ms(motion.heard))
    about = table.seats[motion.seat].player if motion.seat is not None else None
    owner = about.user_id if about else None
    candidate = motion.candidate and ensure_member_number(
        connection, table.guild_id, motion.candidate.user_id or 0, motion.candidate.name
    )
    number: int = connection.execute(
        """INSERT INTO vote (table_id, number, kind, seat, asker_id, owner_id, candidate_id,
                             round_began, opened, until)
           SELECT :table, CASE WHEN max(number) >= CAST(:second AS BIGINT) THEN max(number) + 1
                          ELSE CAST(:second AS BIGINT) END, :kind, CAST(:seat AS BIGINT),
                  CAST(:asker AS BIGINT), CAST(:owner AS BIGINT), CAST(:candidate AS BIGINT),
                  :round_began, :opened, :until FROM vote WHERE table_id = :table
           RETURNING number""",
        {
            "table": table.id,
            "second": int(to_seconds(now)),
            "kind": motion.kind,
            "seat": motion.seat,
            "asker": lookup.member_number(connection, table.guild_id, motion.asker),
            "owner": owner and lookup.member_number(connection, table.guild_id, owner),
            "candidate": candidate,
            "round_began": motion.round_began,
            "opened": opened,
            "until": opened + to_ms(motion.seconds),
        },
    ).fetchone()["number"]
    return get(connection, table.id, number)


def find(connection: Connection, table_id: int, number: int) -> Vote | None:
    """Return the vote, or None if it does not exist."""
    row = connection.execute(
        f"{SELECT} WHERE v.table_id = ? AND v.number = ?", (table_id, number)
    ).fetchone()
    return None if row is None else _vote_from(connection, row)


def get(connection: Connection, table_id: int, number: int) -> Vote:
    """Return a vote that must exist."""
    vote = find(connection, table_id, number)
    assert vote is not None
    return vote


def open_votes(connection: Connection, table_id: int) -> tuple[Vote, ...]:
    """Return the open votes of a table, oldest first."""
    return _votes(connection, "v.verdict IS NULL", table_id)


def outdated(connection: Connection, table_id: int) -> tuple[Vote, ...]:
    """Return the votes of a table whose message is outdated or missing."""
    return _votes(connection, "v.shown < v.revision", table_id)


def _votes(connection: Connection, which: str, *values: int) -> tuple[Vote, ...]:
    rows = connection.execute(
        f"{SELECT} WHERE {which} AND v.table_id = ? ORDER BY v.number", values
    ).fetchall()
    return tuple(_vote_from(connection, row) for row in rows)


def tables_due(connection: Connection, now: float) -> tuple[int, ...]:
    """Return the tables with a vote whose time is over."""
    rows = connection.execute(
        f"""SELECT DISTINCT v.table_id FROM vote AS v INDEXED BY vote_until
            WHERE {OVER}""",  # noqa: S608 - ours
        (to_ms(now),),
    )
    return tuple(row["table_id"] for row in rows)


def overdue(connection: Connection, now: float, table_id: int) -> tuple[Vote, ...]:
    """Return the votes of a table whose time is over."""
    return _votes(connection, OVER, to_ms(now), table_id)


def save_ballot(
    connection: Connection,
    table: TableRow,
    vote: Vote,
    seat: int,
    user_id: int,
    *,
    yes: bool,
) -> None:
    """Save a member's ballot. It replaces an earlier one."""
    player = lookup.member_number(connection, table.guild_id, user_id)
    if player is None:  # The member was erased meanwhile.
        return
    connection.execute(
        """INSERT INTO ballot (table_id, number, seat, player_id, yes) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (table_id, number, seat)
           DO UPDATE SET player_id = excluded.player_id, yes = excluded.yes""",
        (table.id, vote.number, seat, player, yes),
    )
    _changed(connection, vote)


def set_verdict(connection: Connection, vote: Vote, verdict: Verdict) -> None:
    """Save the verdict of a vote."""
    connection.execute(
        "UPDATE vote SET verdict = ? WHERE table_id = ? AND number = ?",
        (verdict, vote.table_id, vote.number),
    )
    _changed(connection, vote)


def _changed(connection: Connection, vote: Vote) -> None:
    connection.execute(
        "UPDATE vote SET revision = revision + 1 WHERE table_id = ? AND number = ?",
        (vote.table_id, vote.number),
    )


def void_by_move(connection: Connection, table_id: int, seat: int) -> None:
    """Void the open votes about a seat whose member has moved."""
    for kind in VOID_BY_MOVE:
        connection.execute(
            """UPDATE vote SET verdict = 'void', revision = revision + 1
               WHERE table_id = ? AND seat = ? AND kind = ? AND verdict IS NULL""",
            (table_id, seat, kind),
        )


def mark_asked(connection: Connection, now: Millis, vote: Vote) -> Vote:
    """Start the time of a vote, and return it for the message that is about to be sent."""
    return _ask(connection, now, vote.table_id, vote.number)


def _ask(connection: Connection, now: Millis, table_id: int, number: int) -> Vote:
    connection.execute(
        """UPDATE vote SET opened = :now, until = until + :now - opened
           WHERE table_id = :table AND number = :number AND verdict IS NULL
           AND message_id IS NULL AND opened < :now""",
        {"now": now, "table": table_id, "number": number},
    )
    return get(connection, table_id, number)


def restart_clock(connection: Connection, at: Millis, vote: Vote) -> None:
    """Restart the time of a vote at `at`, for a member who is asked or notified only then."""
    connection.execute(
        """UPDATE vote SET opened = :at, until = until + :at - opened, revision = revision + 1
           WHERE table_id = :table AND number = :number AND verdict IS NULL AND opened < :at""",
        {"at": at, "table": vote.table_id, "number": vote.number},
    )


def tables_with_open_votes(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Return the tables of a guild with an open vote."""
    rows = connection.execute(
        """SELECT DISTINCT v.table_id FROM vote AS v JOIN card_table AS t ON t.id = v.table_id
           WHERE v.verdict IS NULL AND t.guild_id = ? ORDER BY v.table_id""",
        (guild_id,),
    )
    return tuple(row["table_id"] for row in rows)


def heard(connection: Connection, vote: Vote, at: float) -> None:
    """Restart a vote's time at `at`, because a member whose silence means yes was notified then."""
    restart_clock(connection, to_ms(at), vote)


def mark_posted(
    connection: Connection, now: Millis, table_id: int, number: int, at: tuple[int, int]
) -> None:
    """Save the message of a vote and its channel."""
    _ask(connection, now, table_id, number)  # Sending may have taken long.
    connection.execute(
        "UPDATE vote SET place = ?, message_id = ? WHERE table_id = ? AND number = ?",
        (*at, table_id, number),
    )


def mark_message_deleted(connection: Connection, vote: Vote) -> None:
    """Clear a vote's deleted message. While the vote is open, another message is sent."""
    connection.execute(
        """UPDATE vote SET message_id = NULL,
               shown = CASE WHEN verdict IS NULL THEN -1 ELSE revision END
           WHERE table_id = ? AND number = ? AND message_id = ?""",
        (vote.table_id, vote.number, vote.message_id),
    )


def mark_moved(connection: Connection, table_id: int) -> None:
    """Record that the table has moved, so that open votes need a message in the new place."""
    connection.execute(
        """UPDATE vote SET message_id = NULL, shown = -1
           WHERE table_id = ? AND verdict IS NULL""",
        (table_id,),
    )


def mark_rendered(connection: Connection, vote: Vote) -> None:
    """Mark a vote's message as showing this revision."""
    connection.execute(
        "UPDATE vote SET shown = ? WHERE table_id = ? AND number = ? AND shown < ?",
        (vote.revision, vote.table_id, vote.number, vote.revision),
    )


def _vote_from(connection: Connection, row: Row) -> Vote:
    ballots = connection.execute(
        """SELECT b.seat, p.user_id, b.yes FROM ballot AS b JOIN player AS p ON p.id = b.player_id
           WHERE b.table_id = ? AND b.number = ?""",
        (row["table_id"], row["number"]),
    )
    as_they_are = ("table_id", "number", "kind", "seat", "round_began", "verdict")
    return Vote(
        **{name: row[name] for name in (*as_they_are, "place", "message_id", "revision", "shown")},
        asker=Player("member", row["asker"], row["asker_name"] or ""),
        owner=_person(row, "owner"),
        candidate=_person(row, "candidate"),
        opened=to_seconds(row["opened"]),
        until=to_seconds(row["until"]),
        unseen=frozenset(seat for seat in range(SEATS) if row["unseen"] >> seat & 1),
        ballots={one["seat"]: (one["user_id"], bool(one["yes"])) for one in ballots},
    )


def _person(row: Row, who: str) -> Player | None:
    if row[f"{who}_id"] is None:
        return None
    return Player("member", row[who], row[f"{who}_name"])
