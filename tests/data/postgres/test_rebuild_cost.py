"""Tests of the cost of rebuilding all leaderboards on PostgreSQL."""

from data.core.connection import Connection
from data.core.location import DatabaseUrl
from data.database import Database
from data.leaderboards import rebuild
from tests.support.postgres.server import execute

SERVERS = 40
GAMES = 50
FILLED = (
    "SET session_replication_role = replica",  # The rebuild does not read tables and players.
    f"""INSERT INTO result SELECT n, n, 1 + n % {SERVERS}, 'house', n, 'target', 0, 0, '[]'
        FROM generate_series(1, {SERVERS * GAMES}) n""",
    f"""INSERT INTO result_seat SELECT n, seat, seat, 1, 0, NULL, '{{}}', NULL
        FROM generate_series(1, {SERVERS * GAMES}) n, generate_series(0, 1) seat""",
    "ANALYZE",
)
TOUCHED = """SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables
    WHERE relname = 'result'"""


async def test_no_game_is_touched_but_when_its_own_server_has_its_turn(
    store: Database, place: DatabaseUrl
) -> None:
    execute(place.whole, *FILLED)

    def touched(connection: Connection, _: object) -> int:
        rebuild.rebuild(connection)
        number: int = connection.execute(TOUCHED).fetchone()[0]
        return number

    # The exceptions are read a few times in full: which servers there are, which games are not
    # rated, and the first five pages, for which PostgreSQL makes a new plan each time.
    assert await store._opened.writer.submit(touched) <= 12 * SERVERS * GAMES
