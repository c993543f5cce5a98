"""Finished games as rows: one row for each seat. Tables `result` and `result_seat`."""

import json
from collections.abc import Sequence
from functools import lru_cache

from data.ladders.fold import Game, SeatResult
from data.ladders.seasons import month_of
from data.sql.connection import SqlRow

GAMES = """
    SELECT r.number, r.guild_id, r.game, r.at, r.table_id, r.rated, r.lowest_wins, r.rounds,
           r.share, s.seat, s.side, s.place, s.player_id, s.feats
    FROM {results} AS r JOIN result_seat AS s ON s.number = r.number
    ORDER BY r.number, s.side, s.seat"""
"""Query of the seats of some results. `results` is replaced by a table or subquery."""


def game_from(seats: Sequence[SqlRow]) -> Game:
    """Return the game of these rows, which are ordered by side."""
    first, *_ = seats
    return Game(
        slug=first["game"],
        month=month_of(first["at"]),
        rated=bool(first["rated"]),
        lowest_wins=bool(first["lowest_wins"]),
        rounds=_rounds(first["rounds"]),
        share=first["share"],
        places=tuple(
            SeatResult(row["side"], row["place"], row["player_id"], _pennies(row["feats"]))
            for row in seats
        ),
    )


def _rounds(rounds: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, json.loads(rounds)))


@lru_cache(maxsize=4096)  # most seats have no pennies, and equal feats have equal texts
def _pennies(feats: str) -> int | None:
    pennies: int | None = json.loads(feats).get("pennies")
    return pennies
