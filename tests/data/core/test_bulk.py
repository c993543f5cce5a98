"""Tests of many rows at once, on both engines."""

import pytest

from data.core import bulk
from data.core.connection import Connection
from data.database import Database
from data.leaderboards.rows import LINE_COLUMNS

LINE = ("guild_id", "game", "player_1", "player_2", "player_3")
FIGURES = ("mu", "sigma", "rating", "games", "wins")
ROWS = 2 * bulk.BATCH_SIZE + 3


def lines() -> list[tuple[object, ...]]:
    """Return more rows than one statement can hold, with numbers that a wrong type would round."""
    return [
        (900, f'a "game" of {number} ♠', 1, 2, 0, 25 + 1 / 3 / (number + 1), 0.1, -1e-17, 2**62, 0)
        for number in range(ROWS)
    ]


def entered(connection: Connection, _: object) -> list[tuple[object, ...]]:
    """Insert the rows and return what the table has then."""
    connection.execute("INSERT INTO player (id, guild_id, name) VALUES (1, 900, ''), (2, 900, '')")
    bulk.insert_rows(connection, "partnership", LINE + FIGURES, lines())
    return kept(connection)


def kept(connection: Connection) -> list[tuple[object, ...]]:
    rows = connection.execute(f"SELECT {', '.join(LINE + FIGURES)} FROM partnership")
    return sorted(map(tuple, rows), key=str)


async def test_rows_are_entered_as_they_are(store: Database) -> None:
    found = await store._opened.writer.submit(entered)
    assert found == sorted(lines(), key=str)


async def test_rows_are_written_over_by_their_keys(store: Database) -> None:
    def written(connection: Connection, _: object) -> list[tuple[object, ...]]:
        entered(connection, _)
        new = [(line[5], 7, *line[:5]) for line in lines()[1:]]
        bulk.update_rows(connection, "partnership", ("sigma", "wins"), LINE, new)
        return kept(connection)

    untouched, *others = lines()
    wanted = [untouched, *((*line[:6], line[5], *line[7:9], 7) for line in others)]
    assert await store._opened.writer.submit(written) == sorted(wanted, key=str)


async def test_nothing_is_told_where_there_are_no_rows(store: Database) -> None:
    def told(connection: Connection, _: object) -> int:
        bulk.insert_rows(connection, "partnership", LINE + FIGURES, ())
        bulk.update_rows(connection, "partnership", ("wins",), LINE, ())
        return len(kept(connection))

    assert await store._opened.writer.submit(told) == 0


@pytest.mark.parametrize("bests", [(None, 3, None), (None, None, None), (-5, 0, 2**62)])
async def test_what_is_not_there_is_entered_as_such(
    store: Database, bests: tuple[int | None, ...]
) -> None:
    def found(connection: Connection, _: object) -> list[int | None]:
        connection.execute("INSERT INTO player (id, guild_id, name) VALUES (1, 900, '')")
        least = dict.fromkeys(LINE_COLUMNS, 0) | {"guild_id": 900, "period": "", "player_id": 1}
        rows = [least | {"game": str(n), "best_round": best} for n, best in enumerate(bests)]
        bulk.insert_rows(connection, "ladder", LINE_COLUMNS, [tuple(row.values()) for row in rows])
        return [row[0] for row in connection.execute("SELECT best_round FROM ladder ORDER BY game")]

    assert await store._opened.writer.submit(found) == list(bests)


@pytest.mark.parametrize("word", ["", "NULL", "{a,b}", '"', "\\", '\\"\\', "a\nb", " a ", "ß♠"])
async def test_a_text_is_entered_to_the_letter(store: Database, word: str) -> None:
    def found(connection: Connection, _: object) -> list[str]:
        connection.execute(
            "INSERT INTO player (id, guild_id, name) VALUES (1, 900, ''), (2, 900, '')"
        )
        rows = [(900, one, 1, 2, 0, 25.5, 0.1, 1.5, 1, 0) for one in (word, "another")]
        bulk.insert_rows(connection, "partnership", LINE + FIGURES, rows)
        return [row[0] for row in connection.execute("SELECT game FROM partnership")]

    assert sorted(await store._opened.writer.submit(found)) == sorted([word, "another"])
