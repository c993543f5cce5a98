"""The data stored about a member: showing, exporting, and erasing it.

Table `player` has the Discord id and the newest display name for each guild. `card_table` has the
host's id. Hand panels, plans and preferences have the id of their member.
"""

from collections.abc import Mapping

from data.core.connection import Connection, Row
from data.core.timestamps import Millis
from data.erasure import vacate_seats
from data.erasure.vacate_seats import StandIn
from data.members import identity
from data.members.lookup import UNREAD, mentions_member
from data.models.members import MemberErased, Record
from data.tables import archive, private_tables

# One query for each kind of data. `:user` is the member. Times are milliseconds since 1970.
SECTIONS: Mapping[str, str] = {
    "names": """
        SELECT guild_id, name, hidden FROM player WHERE user_id = :user AND guild_id <> 0""",
    "preferences": "SELECT * FROM preference WHERE user_id = :user",
    "tables_hosted": """
        SELECT id AS table_id, guild_id, channel_id, game, status, created
        FROM card_table WHERE host_id = :user""",
    "seats": """
        SELECT d.table_id, p.guild_id, t.game, t.status, t.created, d.seat, d.from_seq,
               CASE WHEN d.player_id = p.id AND d.kind = 'member' THEN 0 ELSE 1 END AS kept_for_you
        FROM player AS p JOIN seat_driver AS d ON d.player_id = p.id OR d.owner_id = p.id
        JOIN card_table AS t ON t.id = d.table_id WHERE p.user_id = :user""",
    "votes": """
        SELECT v.table_id, v.number, v.kind, v.seat, v.opened, v.until, v.verdict,
               CASE WHEN v.asker_id = p.id THEN 1 ELSE 0 END AS asked_by_you,
               CASE WHEN v.owner_id = p.id THEN 1 ELSE 0 END AS about_your_seat,
               CASE WHEN v.candidate_id = p.id THEN 1 ELSE 0 END AS for_you
        FROM player AS p JOIN vote AS v
        ON v.asker_id = p.id OR v.owner_id = p.id OR v.candidate_id = p.id
        WHERE p.user_id = :user""",
    "ballots": """
        SELECT b.table_id, b.number, b.seat, b.yes FROM player AS p
        JOIN ballot AS b ON b.player_id = p.id WHERE p.user_id = :user""",
    "hands_held": """
        SELECT h.table_id, h.seat, h.until AS until_seq FROM player AS p
        JOIN holding AS h ON h.player_id = p.id WHERE p.user_id = :user""",
    "presses_in_shuffles": """
        SELECT c.table_id, c.press, c.accepted FROM player AS p
        JOIN contribution AS c ON c.player_id = p.id WHERE p.user_id = :user""",
    "hands_in_replays": """
        SELECT a.table_id FROM player AS p
        JOIN agreement AS a ON a.player_id = p.id WHERE p.user_id = :user""",
    "moves": """
        SELECT e.table_id, e.seq, e.at, e.body FROM player AS p
        JOIN seat_driver AS d ON d.player_id = p.id AND d.kind = 'member'
        JOIN entry AS e ON e.table_id = d.table_id AND e.seat = d.seat
        WHERE p.user_id = :user AND d.from_seq = (
            SELECT max(x.from_seq) FROM seat_driver AS x
            WHERE x.table_id = e.table_id AND x.seat = e.seat AND x.from_seq < e.seq)""",
    "results": """
        SELECT r.table_id, r.game, r.at, r.reason, r.rated, s.side, s.place, s.score, s.feats,
               s.rating, s.mean
        FROM player AS p JOIN result_seat AS s ON s.player_id = p.id
        JOIN result AS r ON r.number = s.number WHERE p.user_id = :user""",
    "ladders": """
        SELECT l.* FROM player AS p JOIN ladder AS l ON l.player_id = p.id
        WHERE p.user_id = :user""",
    "partnerships": """
        SELECT t.guild_id, t.game, t.mu, t.sigma, t.rating, t.games, t.wins
        FROM player AS p JOIN partnership AS t ON p.id IN (t.player_1, t.player_2, t.player_3)
        WHERE p.user_id = :user""",
    "records": """
        SELECT f.game, f.kind, f.value, f.at, f.table_id FROM player AS p
        JOIN fame AS f ON f.player_id = p.id WHERE p.user_id = :user""",
    "presets": """
        SELECT s.guild_id, s.game, s.name FROM player AS p
        JOIN preset AS s ON s.creator_id = p.id WHERE p.user_id = :user""",
    "plans": "SELECT table_id, round, armed, body, note FROM plan WHERE user_id = :user",
    "looks": "SELECT deck, hand_order, words_first FROM look WHERE user_id = :user",
    "standing_answers": """
        SELECT table_id, seat, offer, leave, until FROM standing_answer WHERE user_id = :user""",
    "cards_laid_ready": "SELECT table_id, groups FROM staging WHERE user_id = :user",
    "notes": "SELECT table_id, body FROM memo WHERE user_id = :user",
    "follows": "SELECT table_id FROM follower WHERE user_id = :user",
    "reactions": "SELECT table_id, seq, kind FROM reaction WHERE user_id = :user",
    "holidays": "SELECT until FROM holiday WHERE user_id = :user",
    "moves_put_forward": "SELECT table_id, seq, body FROM proposal WHERE user_id = :user",
    "pauses_and_nudges": """
        SELECT m.table_id, m.seat, b.days AS days_of_pause, n.at AS nudged
        FROM (SELECT d.table_id, d.seat FROM player AS p
              JOIN seat_driver AS d ON d.player_id = p.id WHERE p.user_id = :user
              AND d.from_seq = (SELECT max(x.from_seq) FROM seat_driver AS x
                                WHERE x.table_id = d.table_id AND x.seat = d.seat)) AS m
        LEFT JOIN pause_budget AS b ON b.table_id = m.table_id AND b.seat = m.seat
        LEFT JOIN nudge AS n ON n.table_id = m.table_id AND n.seat = m.seat
        WHERE b.days IS NOT NULL OR n.at IS NOT NULL""",
    "unread_settings": UNREAD,
    "lessons": "SELECT lesson, step, at FROM lesson_progress WHERE user_id = :user",
    "coach": "SELECT silent, heard FROM coaching WHERE user_id = :user",
    "open_panels": "SELECT table_id, seat, at FROM panel WHERE user_id = :user",
    "direct_messages": """
        SELECT table_id, seat, channel_id, message_id, seq, at, call, pressed
        FROM dm_hand WHERE user_id = :user""",
    "direct_message_channels": """
        SELECT channel_id, not_before, tries, used FROM mailbox WHERE user_id = :user""",
    "invitations": """
        SELECT a.table_id, a.at, a.answer, CASE WHEN a.by_id = p.id THEN 1 ELSE 0 END AS by_you
        FROM player AS p JOIN asked AS a ON a.player_id = p.id OR a.by_id = p.id
        WHERE p.user_id = :user""",
    "games_you_want": """
        SELECT p.guild_id, w.game, w.called FROM player AS p
        JOIN wanted AS w ON w.player_id = p.id WHERE p.user_id = :user""",
    "champion": """
        SELECT c.guild_id, c.month, c.game, c.place, c.rating, c.games FROM player AS p
        JOIN champion AS c ON c.player_id = p.id WHERE p.user_id = :user""",
}
PACKED = """
    SELECT d.table_id, d.seat, d.from_seq, t.seed, (
        SELECT min(x.from_seq) FROM seat_driver AS x
        WHERE x.table_id = d.table_id AND x.seat = d.seat AND x.from_seq > d.from_seq) AS until
    FROM player AS p JOIN seat_driver AS d ON d.player_id = p.id AND d.kind = 'member'
    JOIN archive AS a ON a.table_id = d.table_id JOIN card_table AS t ON t.id = d.table_id
    WHERE p.user_id = :user"""


def export(connection: Connection, user_id: int) -> dict[str, list[Record]]:
    """Return all data of a member, by kind. A kind without data has an empty list."""
    facts = {"user": user_id}
    found: dict[str, list[Record]] = {
        name: [dict(row) for row in connection.execute(query, facts)]
        for name, query in SECTIONS.items()
    }
    found["unread_settings"] = [
        row
        for row in found["unread_settings"]
        if mentions_member(user_id, row["key"], row["value"])
    ]
    for row in connection.execute(PACKED, facts).fetchall():
        found["moves"] += archived_moves_of_seat(connection, row)
    return found


def archived_moves_of_seat(connection: Connection, row: Row) -> list[Record]:
    """Return the moves of one seat in an archived game."""
    moves = archive.archived_moves(connection, row["table_id"], row["seed"]) or ()
    until = len(moves) if row["until"] is None else row["until"]
    return [
        {"table_id": row["table_id"], "seq": move.seq, "body": move.body}
        for move in moves
        if move.seat == row["seat"] and row["from_seq"] < move.seq <= until
    ]


def erase_member(
    connection: Connection, now: Millis, user_id: int, stand_in: StandIn
) -> MemberErased:
    """Erase a member: vacate their seats, then delete every trace of id and name."""
    # Lessons and practice games have no other members.
    learnt = private_tables.erase_member(connection, user_id)
    left = vacate_seats.vacate_seats(connection, now, user_id, stand_in)
    return MemberErased(identity.erase_identity(connection, user_id) or int(learnt), left)
