"""How often members met in a month, by pseudonyms that outlive an erasure. Table `meeting`.

With these counts, the limit on games against the same opponent also holds for a member who was
erased and came back. A pair is counted under a hash of both pseudonyms (see
`data.tables.hand_holders`). All members with few games count as one opponent, so a new account for
every ten games gains nothing. A member who meets an opponent again after an erasure is not rated
against them in that month. The counts of a month are deleted once the next month has begun. The
weight with which a game was counted is saved with its result.
"""

import hashlib
from collections.abc import Iterator, Mapping

from data.core.connection import Connection
from data.core.timestamps import month_of, to_ms
from data.leaderboards.totals import ALL_GAMES, FULL_GAMES, FinishedGame, Meeting, meetings_of
from data.models.leaderboards import ALL_TIME

Marks = Mapping[int, bytes]
"""The pseudonym of each player of a game."""
BEGINNERS = b"beginners"
"""Replaces the pseudonyms of all opponents with few games."""


def earlier_meetings(
    connection: Connection, guild_id: int, game: FinishedGame, marks: Marks
) -> Mapping[Meeting, int]:
    """Return how often the opponents of a game met in its month, by their pseudonyms."""
    return {
        meeting: max(
            (_games(connection, guild_id, game.month, mark) for mark in _counted(found, marks)),
            default=0,
        )
        for meeting, found in _pairs(connection, guild_id, game).items()
    }


def meets_again_after_erasure(
    connection: Connection, guild_id: int, game: FinishedGame, marks: Marks
) -> bool:
    """Return whether two opponents of a game met this month, and one was erased since then.

    If a member has met an opponent more often than the member has rated games, the member was
    erased. Such a game is not rated, because the opponent would gain from a rating that has
    restarted.
    """
    return any(
        _games(connection, guild_id, game.month, _together(*sorted((marks[one], marks[other]))))
        > min(_rated(connection, guild_id, one), _rated(connection, guild_id, other))
        for _, one, other in meetings_of(game)
        if one in marks and other in marks
    )


def count_meetings(connection: Connection, guild_id: int, game: FinishedGame, marks: Marks) -> None:
    """Count the meetings of a game. Deletes the counts of earlier months."""
    pairs = _pairs(connection, guild_id, game).values()
    connection.execute(
        "DELETE FROM meeting WHERE guild_id = ? AND month < ?", (guild_id, game.month)
    )
    connection.executemany(
        """INSERT INTO meeting (guild_id, month, mark, games) VALUES (?, ?, ?, 1)
           ON CONFLICT (guild_id, month, mark) DO UPDATE SET games = meeting.games + 1""",
        # A set: several beginners at one table count as one opponent, met once.
        sorted({(guild_id, game.month, mark) for pair in pairs for mark in _counted(pair, marks)}),
    )


def delete_old(connection: Connection, at: float) -> None:
    """Delete the counts of past months, even if nobody has played since."""
    connection.execute("DELETE FROM meeting WHERE month < ?", (month_of(to_ms(at)),))


Pair = tuple[int, int, bool, bool]
"""Two opponents, and whether each of them has few games."""


def _pairs(connection: Connection, guild_id: int, game: FinishedGame) -> Mapping[Meeting, Pair]:
    found = meetings_of(game)
    new = {
        player: _rated(connection, guild_id, player) < FULL_GAMES
        for _, *both in found
        for player in both
    }
    return {(month, one, other): (one, other, new[one], new[other]) for month, one, other in found}


def _rated(connection: Connection, guild_id: int, player: int) -> int:
    row = connection.execute(
        "SELECT games FROM ladder WHERE guild_id = ? AND game = ? AND period = ? AND player_id = ?",
        (guild_id, ALL_GAMES, ALL_TIME, player),
    ).fetchone()
    return 0 if row is None else int(row["games"])


def _counted(pair: Pair, marks: Marks) -> Iterator[bytes]:
    """Yield the hashes of a meeting's pairs."""
    one, other, one_is_new, other_is_new = pair
    if one in marks and other in marks:
        yield _together(*sorted((marks[one], marks[other])))
    if one in marks and other_is_new:
        yield _together(marks[one], BEGINNERS)
    if other in marks and one_is_new:
        yield _together(marks[other], BEGINNERS)


def _together(one: bytes, other: bytes) -> bytes:
    return hashlib.blake2b(one + other, digest_size=16).digest()


def _games(connection: Connection, guild_id: int, month: str, mark: bytes) -> int:
    row = connection.execute(
        "SELECT games FROM meeting WHERE guild_id = ? AND month = ? AND mark = ?",
        (guild_id, month, mark),
    ).fetchone()
    return 0 if row is None else int(row["games"])
