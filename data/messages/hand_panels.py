"""Hand panels that can still be edited, by their newest interaction token. Table `panel`."""

import math
from dataclasses import asdict

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.members import dm_hands, lookup
from data.models.messages import HandPanelRow

TOKEN_EXPIRY_MS = 15 * 60 * 1000  # milliseconds; Discord's limit


def save(
    connection: Connection, panel: HandPanelRow, trusted_from: float = math.inf
) -> tuple[HandPanelRow, ...]:
    """Save a member's newest hand panel, and delete tokens that have expired.

    Does nothing for an erased member. Returns the member's earlier panels of that seat whose token
    is from `trusted_from` or later, because these can still be edited.
    """
    trusted = (
        panels_since(connection, panel.table_id, trusted_from) if trusted_from < math.inf else ()
    )
    row = asdict(panel) | {"at": to_ms(panel.at)}
    delete_expired(connection, panel.at)
    # The message shows this table now, so its row for another table is obsolete.
    connection.execute(
        """DELETE FROM panel WHERE user_id = :user_id AND message_id = :message_id
           AND table_id <> :table_id""",
        row,
    )
    if not lookup.has_played_at(connection, panel.table_id, panel.user_id):
        return ()
    connection.execute(
        # An older interaction that arrives late must not replace a newer token.
        """INSERT INTO panel (table_id, user_id, seat, token, application_id, message_id, at)
           VALUES (:table_id, :user_id, :seat, :token, :application_id, :message_id, :at)
           ON CONFLICT (table_id, user_id) DO UPDATE
           SET seat = excluded.seat, token = excluded.token, message_id = excluded.message_id,
               application_id = excluded.application_id, at = excluded.at
           WHERE excluded.at >= panel.at""",
        row,
    )
    return tuple(one for one in trusted if (one.seat, one.user_id) == (panel.seat, panel.user_id))


def delete_expired(connection: Connection, at: float) -> None:
    """Delete the panels whose tokens have expired at a time."""
    connection.execute("DELETE FROM panel WHERE at < ?", (to_ms(at) - TOKEN_EXPIRY_MS,))


def delete_expired_tokens(connection: Connection, at: float) -> None:
    """Delete all tokens that have expired at a time: whole panels, and those of DM hands."""
    delete_expired(connection, at)
    dm_hands.delete_tokens(connection, Millis(to_ms(at) - TOKEN_EXPIRY_MS))


def delete(connection: Connection, panel: HandPanelRow) -> None:
    """Delete a panel whose message was deleted, unless its member has opened another one since."""
    connection.execute(
        """DELETE FROM panel WHERE table_id = :table AND user_id = :user
           AND (message_id = :message
                OR (message_id IS NULL AND CAST(:message AS BIGINT) IS NULL))""",
        {"table": panel.table_id, "user": panel.user_id, "message": panel.message_id},
    )


def panels_since(connection: Connection, table_id: int, at: float) -> tuple[HandPanelRow, ...]:
    """Return the panels of a table with a token from `at` or later."""
    rows = connection.execute(
        "SELECT * FROM panel WHERE table_id = ? AND at >= ? ORDER BY seat, user_id",
        (table_id, to_ms(at)),
    )
    return tuple(_panel_from(row) for row in rows)


def _panel_from(row: Row) -> HandPanelRow:
    fields = dict(row)
    return HandPanelRow(**fields | {"at": to_seconds(row["at"])})
