"""A member's state at a table: auto-answers, staged cards, proposals, and all of it together.

Tables `standing_answer`, `staging`, `proposal`. Functions that write ignore members who were erased
meanwhile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from data.people import away, kept, looks, memos, plans, preferences
from data.people.looks import LookRow
from data.people.plans import PlanRow
from data.people.rows import Preference
from data.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A member's auto-answers for a seat, as numbers that only `cogs` reads."""

    table_id: int
    seat: int
    user_id: int
    offer: int
    leave: int
    until: str


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A move proposed to a member when entry `seq` was the newest."""

    table_id: int
    user_id: int
    seq: int
    body: str


@dataclass(frozen=True, slots=True)
class MemberRows:
    """Everything that one member has chosen, or said at one table.

    `standing` is by seat. `newcomer`: no game of theirs has ended yet. `memo` is their note.
    `holiday` is the end of their holiday in epoch seconds, or None.
    """

    preference: Preference = field(default_factory=Preference)
    look: LookRow | None = None
    plan: PlanRow | None = None
    standing: Mapping[int, StandingRow] = field(default_factory=dict)
    staged: str = ""
    proposal: ProposalRow | None = None
    newcomer: bool = False
    memo: str = ""
    holiday: float | None = None


NOTHING_CHOSEN: Final = MemberRows()


def of_members(
    connection: Connection, table_id: int, members: Sequence[int]
) -> Mapping[int, MemberRows]:
    """Return the state of several members at a table, by Discord id."""
    return {user_id: of_member(connection, table_id, user_id) for user_id in members}


def of_member(connection: Connection, table_id: int, user_id: int) -> MemberRows:
    """Return the state of one member at a table."""
    return MemberRows(
        preferences.find(connection, user_id),
        looks.find(connection, user_id),
        plans.find(connection, table_id, user_id),
        all_standing(connection, table_id, user_id),
        staged(connection, table_id, user_id),
        proposal(connection, table_id, user_id),
        is_newcomer(connection, user_id),
        memos.find(connection, table_id, user_id),
        away.find(connection, user_id),
    )


def is_newcomer(connection: Connection, user_id: int) -> bool:
    """Whether no game of a member has ended yet."""
    row = connection.execute(
        """SELECT NOT EXISTS (SELECT 1 FROM player AS p
               JOIN result_seat AS s ON s.player_id = p.id WHERE p.user_id = ?)""",
        (user_id,),
    ).fetchone()
    return bool(row[0])


def all_standing(connection: Connection, table_id: int, user_id: int) -> Mapping[int, StandingRow]:
    """Return a member's auto-answers at a table, by seat."""
    rows = connection.execute(
        "SELECT * FROM standing_answer WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    )
    return {row["seat"]: StandingRow(**dict(row)) for row in rows}


def standing(connection: Connection, table_id: int, seat: int, user_id: int) -> StandingRow | None:
    """A member's auto-answers for a seat; None where they have none."""
    row = connection.execute(
        "SELECT * FROM standing_answer WHERE table_id = ? AND seat = ? AND user_id = ?",
        (table_id, seat, user_id),
    ).fetchone()
    return None if row is None else StandingRow(**dict(row))


def keep_standing(connection: Connection, said: StandingRow) -> None:
    """Save auto-answers in place of those before."""
    if not kept.is_of_table(connection, said.table_id, said.user_id):
        return
    connection.execute(
        """INSERT INTO standing_answer (table_id, seat, user_id, offer, leave, until)
           VALUES (:table_id, :seat, :user_id, :offer, :leave, :until)
           ON CONFLICT (table_id, seat, user_id) DO UPDATE SET
               offer = excluded.offer, leave = excluded.leave, until = excluded.until""",
        asdict(said),
    )


def staged(connection: Connection, table_id: int, user_id: int) -> str:
    """The groups of cards that a member has staged, as text; "" for none."""
    row = connection.execute(
        "SELECT groups FROM staging WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return "" if row is None else str(row["groups"])


def stage(connection: Connection, table_id: int, user_id: int, groups: str) -> None:
    """Save these groups in place of those before."""
    if not kept.is_of_table(connection, table_id, user_id):
        return
    connection.execute(
        """INSERT INTO staging (table_id, user_id, groups) VALUES (?, ?, ?)
           ON CONFLICT (table_id, user_id) DO UPDATE SET groups = excluded.groups""",
        (table_id, user_id, groups),
    )


def unstage(connection: Connection, table_id: int) -> None:
    """Delete all staged groups at a table: they were made of cards of an earlier round."""
    connection.execute("DELETE FROM staging WHERE table_id = ?", (table_id,))


def proposal(connection: Connection, table_id: int, user_id: int) -> ProposalRow | None:
    """The move that was proposed to a member last; None if there was none."""
    row = connection.execute(
        "SELECT * FROM proposal WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else ProposalRow(**dict(row))


def propose(connection: Connection, new: ProposalRow) -> None:
    """Save a proposed move in place of the one before."""
    if not kept.is_of_table(connection, new.table_id, new.user_id):
        return
    connection.execute(
        """INSERT INTO proposal (table_id, user_id, seq, body)
           VALUES (:table_id, :user_id, :seq, :body)
           ON CONFLICT (table_id, user_id)
           DO UPDATE SET seq = excluded.seq, body = excluded.body""",
        asdict(new),
    )


def forget(connection: Connection, user_id: int) -> bool:
    """Delete what a member has said at all tables. Returns whether there was anything."""
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,)).rowcount  # noqa: S608
        for table in ("standing_answer", "staging", "proposal")
    ]
    return any(gone)
