"""Results of finished games. Tables `result`, `result_seat`."""

import json
from collections.abc import Iterator

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.leaderboards import update
from data.models.outcome import GameOutcome
from data.models.tables import TablePurpose
from data.tables import hand_holders
from data.tables.seats import rated_players


def save_result(connection: Connection, now: Millis, table_id: int, outcome: GameOutcome) -> None:
    """End a game: save its result, and count it on the leaderboards.

    Private tables have no result. Raises `ValueError` if the outcome has other seats.
    """
    if _is_private(connection, table_id):
        _over(connection, table_id)
        return
    answers = rated_players(connection, table_id)
    rated = _is_rated(outcome, answers)
    _check_seats(connection, table_id, outcome)
    number: int = connection.execute(
        """INSERT INTO result (
               table_id, guild_id, channel_id, game, at, reason, rated, lowest_wins, rounds)
           SELECT id, guild_id, channel_id, game, ?, ?, ?, ?, ? FROM card_table WHERE id = ?
           RETURNING number""",
        (now, outcome.reason, rated, outcome.lowest_wins, as_json(outcome.rounds), table_id),
    ).fetchone()["number"]
    connection.executemany(
        """INSERT INTO result_seat (number, seat, side, place, score, player_id, feats)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [(number, *seat, answers.get(seat[0]), *feats) for seat, *feats in seats_of(outcome)],
    )
    _over(connection, table_id)
    guild = connection.execute("SELECT guild_id FROM card_table WHERE id = ?", (table_id,))
    # Read them before they are cleared: the leaderboards count meetings by pseudonym.
    marks = hand_holders.holder_pseudonyms(connection, table_id)
    hand_holders.delete_all(connection, table_id)
    update.count_result(connection, guild.fetchone()["guild_id"], number, marks)


def _is_private(connection: Connection, table_id: int) -> bool:
    row = connection.execute("SELECT purpose FROM card_table WHERE id = ?", (table_id,)).fetchone()
    return TablePurpose(row["purpose"]) is not TablePurpose.PLAY


def _over(connection: Connection, table_id: int) -> None:
    connection.execute(
        "UPDATE card_table SET status = 'finished', deadline = NULL WHERE id = ?", (table_id,)
    )


def seats_of(outcome: GameOutcome) -> Iterator[tuple[tuple[int, int, int, int], str]]:
    """Yield seat, side, place and score of every seat, with its feats."""
    for side, seats in enumerate(outcome.sides):
        for seat in seats:
            place = (seat, side, outcome.ranks[side], outcome.scores[side])
            yield place, as_json(dict(outcome.feats.get(seat, {})))


def as_json(value: object) -> str:
    """Return a value as JSON text for a column."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def replace_result(connection: Connection, table_id: int, outcome: GameOutcome) -> None:
    """Replace a game's result with the one computed from its log. Players and times stay.

    Raises `ValueError` for a game without a result. The caller must rebuild the leaderboards
    afterwards.
    """
    _check_seats(connection, table_id, outcome)
    row = connection.execute(
        """UPDATE result SET reason = ?, lowest_wins = ?, rounds = ?
           WHERE table_id = ? RETURNING number""",
        (outcome.reason, outcome.lowest_wins, as_json(outcome.rounds), table_id),
    ).fetchone()
    if row is None:
        raise ValueError(f"table {table_id} has no result")
    connection.executemany(
        """UPDATE result_seat SET side = ?, place = ?, score = ?, feats = ?
           WHERE number = ? AND seat = ?""",
        [(*place[1:], feats, row["number"], place[0]) for place, feats in seats_of(outcome)],
    )


def tables_with_result(connection: Connection) -> tuple[int, ...]:
    """Return the tables with a result, in the order in which they ended."""
    rows = connection.execute("SELECT table_id FROM result ORDER BY number")
    return tuple(row["table_id"] for row in rows)


def _is_rated(outcome: GameOutcome, answers: dict[int, int]) -> bool:
    """Return whether a game was not shortened, and had members on at least two sides.

    No member owns two seats.
    """
    return (
        outcome.whole and sum(any(seat in answers for seat in side) for side in outcome.sides) > 1
    )


def _check_seats(connection: Connection, table_id: int, outcome: GameOutcome) -> None:
    rows = connection.execute(
        "SELECT DISTINCT seat FROM seat_driver WHERE table_id = ? ORDER BY seat", (table_id,)
    )
    if [row["seat"] for row in rows] != sorted(outcome.seats):
        raise ValueError("an outcome names every seat of its table and no other")
