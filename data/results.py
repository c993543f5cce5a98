"""Finished games."""

import json
import sqlite3
from collections.abc import Iterator

from data import ladder
from data.rows import Outcome
from data.seats import answerable


def finish(connection: sqlite3.Connection, now: int, table_id: int, outcome: Outcome) -> None:
    """End the game: keep its result and count it on the ladder. ValueError for other seats."""
    answers = answerable(connection, table_id)
    rated = _is_rated(outcome, answers)
    _check_seats(connection, table_id, outcome)
    number: int = connection.execute(
        """INSERT INTO result (table_id, guild_id, game, at, reason, rated, lowest_wins, rounds)
           SELECT id, guild_id, game, ?, ?, ?, ?, ? FROM card_table WHERE id = ?
           RETURNING number""",
        (now, outcome.reason, rated, outcome.lowest_wins, packed(outcome.rounds), table_id),
    ).fetchone()["number"]
    connection.executemany(
        """INSERT INTO result_seat (number, seat, side, place, score, player_id, feats)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [(number, *seat, answers.get(seat[0]), *feats) for seat, *feats in seats_of(outcome)],
    )
    connection.execute(
        "UPDATE card_table SET status = 'finished', deadline = NULL WHERE id = ?", (table_id,)
    )
    guild = connection.execute("SELECT guild_id FROM card_table WHERE id = ?", (table_id,))
    ladder.count(connection, guild.fetchone()["guild_id"], number)


def seats_of(outcome: Outcome) -> Iterator[tuple[tuple[int, int, int, int], str]]:
    """Seat, side, rank and score of every seat; and its feats."""
    for side, seats in enumerate(outcome.sides):
        for seat in seats:
            place = (seat, side, outcome.ranks[side], outcome.scores[side])
            yield place, packed(dict(outcome.feats.get(seat, {})))


def packed(value: object) -> str:
    """A value as the text the file keeps."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _is_rated(outcome: Outcome, answers: dict[int, int]) -> bool:
    """Rated when members sat on at least two sides; nobody answers for two seats."""
    return sum(any(seat in answers for seat in side) for side in outcome.sides) > 1


def _check_seats(connection: sqlite3.Connection, table_id: int, outcome: Outcome) -> None:
    rows = connection.execute(
        "SELECT DISTINCT seat FROM seat_driver WHERE table_id = ? ORDER BY seat", (table_id,)
    )
    if [row["seat"] for row in rows] != sorted(outcome.seats):
        raise ValueError("an outcome names every seat of its table and no other")
