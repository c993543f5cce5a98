"""Tests of prefetched queries, on both engines."""

from data.core import pipelining
from data.core.connection import Connection
from data.database import Database

NAMES = "SELECT id, name FROM player ORDER BY id"
ADD = "INSERT INTO player (id, guild_id, name) VALUES (?, 900, ?)"


async def test_what_is_said_before_an_answer_is_waited_for_is_said_all_the_same(
    store: Database,
) -> None:
    def done(connection: Connection, _: object) -> list[list[tuple[object, ...]]]:
        connection.execute(ADD, (1, "Ann"))
        first = pipelining.prefetch(connection, NAMES + " LIMIT ?", (1,))
        connection.execute(ADD, (2, "Bob"))
        one = first()
        second = pipelining.prefetch(connection, NAMES, ())
        return [list(map(tuple, rows)) for rows in (one, second())]

    both = [(1, "Ann"), (2, "Bob")]
    assert await store._opened.writer.submit(done) == [both[:1], both]


async def test_an_answer_has_its_values_by_name(store: Database) -> None:
    def done(connection: Connection, _: object) -> list[str]:
        connection.execute(ADD, (1, "Ann"))
        return [row["name"] for row in pipelining.prefetch(connection, NAMES, ())()]

    assert await store._opened.writer.submit(done) == ["Ann"]
