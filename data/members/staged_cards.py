"""Staged cards of the Build page, and the latest proposal to a member."""

from dataclasses import asdict

from data.core.connection import Connection
from data.members import lookup
from data.models.members import Proposal


def staged_cards(connection: Connection, table_id: int, user_id: int) -> str:
    """Return the groups of cards that a member has staged, as text; "" for none."""
    row = connection.execute(
        "SELECT groups FROM staging WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return "" if row is None else str(row["groups"])


def save_staged_cards(connection: Connection, table_id: int, user_id: int, groups: str) -> None:
    """Save staged groups in place of the earlier ones."""
    if not lookup.has_played_at(connection, table_id, user_id):
        return
    connection.execute(
        """INSERT INTO staging (table_id, user_id, groups) VALUES (?, ?, ?)
           ON CONFLICT (table_id, user_id) DO UPDATE SET groups = excluded.groups""",
        (table_id, user_id, groups),
    )


def delete_staged_cards(connection: Connection, table_id: int) -> None:
    """Delete all staged groups at a table, because they contain cards of an earlier round."""
    connection.execute("DELETE FROM staging WHERE table_id = ?", (table_id,))


def proposal(connection: Connection, table_id: int, user_id: int) -> Proposal | None:
    """Return the latest move proposed to a member; None without one."""
    row = connection.execute(
        "SELECT * FROM proposal WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else Proposal(**dict(row))


def save_proposal(connection: Connection, new: Proposal) -> None:
    """Save a proposed move in place of the earlier one."""
    if not lookup.has_played_at(connection, new.table_id, new.user_id):
        return
    connection.execute(
        """INSERT INTO proposal (table_id, user_id, seq, body)
           VALUES (:table_id, :user_id, :seq, :body)
           ON CONFLICT (table_id, user_id)
           DO UPDATE SET seq = excluded.seq, body = excluded.body""",
        asdict(new),
    )
