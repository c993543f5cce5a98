"""A member's profile in a guild, and the games that were finished there."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace

from data.core.connection import Connection, Row
from data.core.timestamps import month_bounds, to_seconds
from data.members.equal_names import equal_name_numbers, with_number
from data.models.leaderboards import (
    WHOLE_HISTORY,
    HistoryFilter,
    HistoryGame,
    HistorySide,
    Profile,
    RatingPoint,
    Viewer,
)

ALWAYS = (0, 2**62)
LARGEST = frozenset({"pile"})  # feats of which the largest counts, not the sum
RECENT = 10

MINE = """
    SELECT r.number, r.game, r.at, s.side, s.place, s.feats, s.rating, s.mean
    FROM player AS p
    JOIN result_seat AS s ON s.player_id = p.id
    JOIN result AS r ON r.number = s.number
    WHERE p.guild_id = ? AND p.user_id = ? ORDER BY r.number"""
PARTNERS = """
    SELECT them.name, count(*) AS games
    FROM player AS me
    JOIN result_seat AS mine ON mine.player_id = me.id
    JOIN result_seat AS theirs ON theirs.number = mine.number AND theirs.side = mine.side
    JOIN player AS them ON them.id = theirs.player_id AND them.id <> me.id
    WHERE me.guild_id = ? AND me.user_id = ? AND them.user_id IS NOT NULL AND them.hidden = 0
    GROUP BY them.id ORDER BY games DESC, them.id LIMIT 1"""


def profile(connection: Connection, guild_id: int, user_id: int) -> Profile:
    """Return statistics of a member's finished games, including those against computer players."""
    rows = connection.execute(MINE, (guild_id, user_id)).fetchall()
    partner = connection.execute(PARTNERS, (guild_id, user_id)).fetchone()
    wins = [row["place"] == 1 for row in rows]
    games = Counter(row["game"] for row in rows)
    return Profile(
        games=len(rows),
        wins=sum(wins),
        favourite=max(games, key=lambda game: games[game], default=None),
        partner=partner and partner["name"],
        partner_games=partner["games"] if partner else 0,
        feats=sum_feats(json.loads(row["feats"]) for row in rows),
        longest_streak=longest_streak(wins),
        recent=tuple(wins[-RECENT:]),
        ratings=tuple(
            RatingPoint(to_seconds(row["at"]), row["mean"], row["rating"])
            for row in rows
            if row["rating"] is not None
        ),
    )


def sum_feats(feats: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the total of the feats of many games."""
    total: dict[str, int] = {}
    for found in feats:
        for name, number in found.items():
            before = total.get(name, 0)
            total[name] = max(before, number) if name in LARGEST else before + number
    return total


def longest_streak(wins: Iterable[bool]) -> int:
    """Return the longest run of wins."""
    longest = run = 0
    for won in wins:
        run = run + 1 if won else 0
        longest = max(longest, run)
    return longest


# NULL matches everything. The CASTs tell PostgreSQL the type of a parameter that may be NULL.
PLAYED = """
    FROM result AS r
    WHERE r.guild_id = :guild AND (CAST(:game AS TEXT) IS NULL OR r.game = :game)
    AND r.at >= :since AND r.at < :before
    AND (CAST(:computers AS BIGINT) IS NULL OR :computers = CASE WHEN EXISTS (
        SELECT 1 FROM result_seat AS s WHERE s.number = r.number AND s.player_id IS NULL)
        THEN 1 ELSE 0 END)
    AND (CAST(:user_id AS BIGINT) IS NULL OR r.number IN (
        SELECT s.number FROM result_seat AS s JOIN player AS p ON p.id = s.player_id
        WHERE p.guild_id = :guild AND p.user_id = :user_id
        AND (CAST(:won AS BIGINT) IS NULL OR :won = CASE WHEN s.place = 1 THEN 1 ELSE 0 END)))"""


# The condition that a viewer sees a game. The rule for single tables: `cogs.game.visibility`.
SEEN = """
    (r.channel_id IN ({channels}) OR r.table_id IN (
        SELECT d.table_id FROM player AS p
        JOIN seat_driver AS d ON d.player_id = p.id OR d.owner_id = p.id
        WHERE p.guild_id = :guild AND p.user_id = :viewer))"""


def seen_by(viewer: Viewer) -> tuple[str, dict[str, int]]:
    """Return the SQL condition that a viewer sees the game `r`, and the condition's parameters.

    The query must also have the parameter `guild`.
    """
    # -1 is no channel: PostgreSQL does not accept an empty list.
    channels = {f"channel_{n}": one for n, one in enumerate((-1, *viewer.channels))}
    names = ", ".join(f":{name}" for name in channels)
    return SEEN.format(channels=names), {**channels, "viewer": viewer.user_id}


def history(
    connection: Connection,
    guild_id: int,
    viewer: Viewer,
    sought: HistoryFilter = WHOLE_HISTORY,
    *,
    limit: int,
    offset: int,
) -> tuple[HistoryGame, ...]:
    """Return a page of a guild's finished games that a viewer sees and a filter matches.

    The query sorts by time first, like the index of the guild. If it sorted by number alone,
    PostgreSQL would read the games of all guilds to find an old month, or a card game that the
    guild never plays.
    """
    seen, parameters = seen_by(viewer)
    facts = {**_facts(guild_id, sought), **parameters, "limit": limit, "offset": offset}
    rows = connection.execute(
        f"SELECT r.* {PLAYED} AND {seen}"
        " ORDER BY r.at DESC, r.number DESC LIMIT :limit OFFSET :offset",
        facts,
    ).fetchall()
    seats = _seats_of(connection, [row["number"] for row in rows])
    numbers = equal_name_numbers(connection, guild_id)
    return tuple(_past_from(row, seats[row["number"]], numbers) for row in rows)


def history_count(
    connection: Connection, guild_id: int, viewer: Viewer, sought: HistoryFilter = WHOLE_HISTORY
) -> int:
    """The number of games in `history`."""
    seen, parameters = seen_by(viewer)
    number: int = connection.execute(
        f"SELECT count(*) {PLAYED} AND {seen}", {**_facts(guild_id, sought), **parameters}
    ).fetchone()[0]
    return number


def _facts(guild_id: int, sought: HistoryFilter) -> dict[str, object]:
    since, before = month_bounds(sought.month) if sought.month else ALWAYS
    return {**asdict(sought), "guild": guild_id, "since": since, "before": before}


SEATS = """
    SELECT s.number, s.seat, s.side, s.place, s.score, s.player_id,
           p.user_id, coalesce(p.name, d.name) AS name
    FROM result AS r
    JOIN result_seat AS s ON s.number = r.number
    LEFT JOIN player AS p ON p.id = s.player_id
    LEFT JOIN seat_driver AS d ON d.table_id = r.table_id AND d.seat = s.seat AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    WHERE r.number IN ({}) ORDER BY s.number, s.place, s.side, s.seat"""


def _seats_of(connection: Connection, numbers: list[int]) -> dict[int, list[Row]]:
    """Return the seats of all these games.

    One query, so that the caller waits for PostgreSQL once.
    """
    seats: dict[int, list[Row]] = {number: [] for number in numbers}
    if numbers:
        asked = SEATS.format(", ".join("?" * len(numbers)))
        for seat in connection.execute(asked, tuple(numbers)):
            seats[seat["number"]].append(seat)
    return seats


def _past_from(row: Row, seats: Iterable[Row], numbers: Mapping[int, int]) -> HistoryGame:
    sides: dict[int, HistorySide] = {}
    for seat in seats:
        before = sides.get(seat["side"], HistorySide(seat["place"], seat["score"], ()))
        names = (*before.names, with_number(numbers, seat["user_id"], seat["name"] or ""))
        machine = frozenset({len(before.names)} if seat["player_id"] is None else ())
        sides[seat["side"]] = replace(before, names=names, computers=before.computers | machine)
    return HistoryGame(
        row["table_id"],
        row["game"],
        to_seconds(row["at"]),
        bool(row["rated"]),
        tuple(sides.values()),
    )
