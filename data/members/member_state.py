"""A member's preferences and prepared moves at a table, in one read."""

from collections.abc import Mapping, Sequence

from data.core.connection import Connection
from data.members import holiday_dates, plans, preferences, table_notes
from data.members.auto_answers import auto_answers_by_seat
from data.members.preferences import hand_appearance
from data.members.staged_cards import proposal, staged_cards
from data.models.members import MemberState


def members_state(
    connection: Connection, table_id: int, members: Sequence[int]
) -> Mapping[int, MemberState]:
    """Return the state of several members at a table, by Discord id."""
    return {user_id: member_state(connection, table_id, user_id) for user_id in members}


def member_state(connection: Connection, table_id: int, user_id: int) -> MemberState:
    """Return the state of one member at a table."""
    return MemberState(
        preferences.reminder_preferences(connection, user_id),
        hand_appearance(connection, user_id),
        plans.plan(connection, table_id, user_id),
        auto_answers_by_seat(connection, table_id, user_id),
        staged_cards(connection, table_id, user_id),
        proposal(connection, table_id, user_id),
        is_newcomer(connection, user_id),
        table_notes.note(connection, table_id, user_id),
        holiday_dates.holiday_until(connection, user_id),
    )


def is_newcomer(connection: Connection, user_id: int) -> bool:
    """Return whether none of a member's games has ended yet."""
    row = connection.execute(
        """SELECT NOT EXISTS (SELECT 1 FROM player AS p
               JOIN result_seat AS s ON s.player_id = p.id WHERE p.user_id = ?)""",
        (user_id,),
    ).fetchone()
    return bool(row[0])
