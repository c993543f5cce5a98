"""Tests of opening a database on a PostgreSQL server, and of what is refused."""

import asyncio
import sys
import time

import psycopg
import pytest

from data.admin.inspection import inspect, last_heartbeat, pending_erasures
from data.bootstrap.compatibility import ReleaseCheck
from data.core.location import AS, DatabaseUrl
from data.database import Database
from data.errors import (
    DatabaseLocked,
    DatabaseUnreachable,
    DatabaseUnusable,
    ForeignDatabase,
    NotSaved,
    SchemaTooNew,
    SchemaTooOld,
)
from data.leases.fencing import table_fence
from data.leases.shards import OwnedShards
from data.migrations import BASELINE, NEWEST
from data.models.members import ReminderPreferences
from data.postgres.connection import ThreadedConnection, is_transient
from data.postgres.open import DatabaseLock, no_setup
from data.postgres.statements import PostgresConnection
from data.postgres.value_types import NumericLoader
from tests.data.builders import (
    Clock,
    basil,
    forgotten_everywhere,
    found,
    game_of,
    lobby,
    member,
    opened,
    rows_of,
    seated,
)
from tests.support.postgres.server import execute

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
OF_SERVERS = ("data.postgres.open", "data.admin.server_", "data.postgres")


async def test_an_empty_database_is_made_ours_and_opened_again(address: str) -> None:
    place = DatabaseUrl(address)
    async with opened(place) as store:
        table = await lobby(store, member(1))
    async with opened(place) as store:
        assert await store.tables.find(table.id) == table
    assert inspect(place).version == NEWEST


async def test_nobody_opens_what_another_process_has(place: DatabaseUrl) -> None:
    async with opened(place):
        with pytest.raises(DatabaseLocked):
            await Database.open(place)


async def test_those_who_share_it_open_it_at_once_and_nobody_alone(address: str) -> None:
    place = DatabaseUrl(address)
    fence = table_fence(OwnedShards())
    both = await asyncio.gather(*(Database.open(place, fence=fence) for _ in range(2)))
    with pytest.raises(DatabaseLocked):
        await Database.open(place)
    for store in both:
        await store.close()


async def test_an_older_schema_is_not_changed_under_processes_that_have_it(
    place: DatabaseUrl,
) -> None:
    store = await Database.open(place, fence=table_fence(OwnedShards()))
    execute(place.whole, "UPDATE tuppence SET version = version - 1")
    with pytest.raises(DatabaseLocked, match="older schema"):
        await Database.open(place, fence=table_fence(OwnedShards()))
    await store.close()


async def test_a_newer_schema_is_refused(place: DatabaseUrl) -> None:
    execute(place.whole, "UPDATE tuppence SET version = version + 1")
    with pytest.raises(SchemaTooNew):
        await Database.open(place)


async def test_a_schema_from_before_the_first_release_is_refused(place: DatabaseUrl) -> None:
    execute(place.whole, f"UPDATE tuppence SET version = {BASELINE - 1}")
    with pytest.raises(SchemaTooOld, match=r"Start 0\.1\.0 on it once"):
        await Database.open(place)
    assert execute(place.whole, "SELECT version FROM tuppence") == [(BASELINE - 1,)]


@pytest.mark.parametrize("by", [1, -1])
async def test_who_finds_another_schema_after_an_outage_writes_nothing_and_starts_again(
    place: DatabaseUrl, by: int
) -> None:
    """A newer release was started meanwhile, or an old backup was restored."""
    async with opened(place) as store:
        await store.program_state.set("k", "before")
        execute(place.whole, f"UPDATE tuppence SET version = version + {by}", CUT)
        with pytest.raises(NotSaved, match=f"schema version {NEWEST + by}"):
            await store.program_state.set("k", "after")
        assert await store.program_state.get("k") == "before"
        assert store.failed is not None  # This ends the process.


async def test_another_programs_database_is_left_alone(address: str) -> None:
    execute(address, "CREATE TABLE theirs (number bigint)")
    with pytest.raises(ForeignDatabase):
        await Database.open(DatabaseUrl(address))
    assert execute(address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(1,)]


def test_a_password_behind_a_question_mark_is_not_shown() -> None:
    place = DatabaseUrl("postgresql://ann@db/cards?password=secret")
    assert "secret" not in f"{place}{place!r}"


@pytest.mark.parametrize(
    "text", ["postgresql://db", "postgresql:///", "sqlite://x/y", "postgresql://h:x/y"]
)
def test_what_names_no_database_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="postgresql://user:password@host:5432/database"):
        DatabaseUrl(text)


@pytest.mark.parametrize("login", ["u:50%off", "u:50%of", "u:s3cr@t", "u:12/34", "u:12/x#34"])
def test_a_password_that_is_not_quoted_is_refused_without_a_word_of_it(login: str) -> None:
    with pytest.raises(ValueError, match="%40 for @") as caught:
        DatabaseUrl(f"postgresql://{login}@host/cards")
    assert str(caught.value) == AS


async def test_what_libpq_cannot_read_is_refused_without_a_word_of_it() -> None:
    with pytest.raises(DatabaseUnusable, match="no address that PostgreSQL can read") as caught:
        await Database.open(DatabaseUrl("postgresql://u@host/cards?s3cr3t"))
    assert "s3cr3t" not in f"{caught.value}"
    assert caught.value.__suppress_context__


def test_a_password_is_taken_out_of_what_is_said_as_it_is_written_and_as_it_is_meant() -> None:
    place = DatabaseUrl("postgresql://u:a%40b@host/cards?sslpassword=c%3Dd")
    assert place.without_password("a%40b, a@b, c%3Dd, c=d, host") == "…, …, …, …, host"


async def test_a_server_that_goes_away_during_the_start_may_come_back(
    place: DatabaseUrl,
) -> None:
    class Cutting(Clock):
        def __call__(self) -> float:
            execute(place.whole, CUT)
            return super().__call__()

    with pytest.raises(DatabaseUnreachable):
        await Database.open(
            place, now=Cutting(5000.0), program=ReleaseCheck("new", lost=lambda _: ())
        )


@pytest.mark.parametrize(
    "error, passes",
    [
        (psycopg.errors.AdminShutdown, True),
        (psycopg.errors.CannotConnectNow, True),
        (psycopg.errors.DeadlockDetected, True),
        (psycopg.errors.DiskFull, True),
        (psycopg.errors.LockNotAvailable, True),
        (psycopg.errors.InsufficientPrivilege, False),
        (psycopg.errors.UndefinedTable, False),
    ],
)
def test_what_others_in_the_way_cause_is_known_to_pass(
    error: type[psycopg.Error], *, passes: bool
) -> None:
    assert is_transient(error()) is passes


async def test_who_has_taken_a_database_waits_for_others_locks_as_long_as_ever(
    place: DatabaseUrl,
) -> None:
    def waits(speaking: PostgresConnection) -> str:
        speaking.execute("BEGIN")
        DatabaseLock(place, shared=True).take(speaking)
        (found,) = speaking.execute("SELECT current_setting('lock_timeout')").fetchone()
        return str(found)

    link = ThreadedConnection(place, "test", no_setup)
    assert await link.execute(waits) == "10s"
    await link.close()


@pytest.mark.parametrize("text, value", [(b"12", 12), (b"-12", -12), (b"-0.5", -0.5)])
def test_a_sum_is_a_whole_number_where_it_is_one(text: bytes, value: float) -> None:
    found = NumericLoader(0).load(text)
    assert (found, type(found)) == (value, type(value))


async def test_without_psycopg_it_is_said_how_to_get_it(
    place: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith(OF_SERVERS)]:
        monkeypatch.delitem(sys.modules, name)
    for name in [one for one in sys.modules if one.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(
        DatabaseUnusable, match=r"\.venv/bin/python -m pip install .*requirements-postgres\.txt"
    ):
        await Database.open(place)


async def test_a_beat_is_seen_from_outside(place: DatabaseUrl) -> None:
    store = await Database.open(place, now=Clock(5000.0))
    assert last_heartbeat(place) is None
    await store.heartbeat()
    assert last_heartbeat(place) == 5000.0
    await store.close()


# ---- forgetting, where copies are the operator's


@pytest.mark.parametrize("how, given", [("propagate", ()), ("vacate_restored_seats", (basil,))])
async def test_who_came_back_with_a_backup_is_forgotten_again(
    place: DatabaseUrl, how: str, given: tuple[object, ...]
) -> None:
    async with opened(place) as store:
        await game_of(store, member(7, "Zoe"), member(8))
        assert await forgotten_everywhere(store, 7) == ()
        assert await store.erasure.pending_count() == 0
    noted = rows_of(place, "SELECT mark, kind, whose, at FROM erasure")
    # A dump from before their erasure, restored, and the newest table of erasures.
    execute(
        place.whole,
        "DELETE FROM setting WHERE key = 'followed'",
        "UPDATE player SET user_id = 7, name = 'Zoe'"
        " WHERE id = (SELECT min(id) FROM player WHERE user_id IS NULL)",
    )
    assert len(noted) == 1
    assert pending_erasures(place) == 1
    async with opened(place) as store:
        await getattr(store.erasure, how)(*given)
        assert await store.erasure.pending_count() == 0
    assert rows_of(place, "SELECT name FROM player WHERE name = 'Zoe'") == []


async def test_whose_seat_came_back_with_a_backup_has_left_it_when_games_go_on(
    place: DatabaseUrl,
) -> None:
    async with opened(place) as store:
        table = await game_of(store, member(7, "Zoe"), member(8, "Bob"))
    to_forget = f"(1, 'member', 7, {int(time.time() * 1000)})"
    execute(place.whole, f"INSERT INTO erasure (mark, kind, whose, at) VALUES {to_forget}")
    async with opened(place) as store:
        assert await store.erasure.vacate_restored_seats(basil) == {table.id: (0,)}
        assert seated(await found(store, table.id)) == ["Basil", "Bob"]


async def test_who_returns_after_being_forgotten_stays(place: DatabaseUrl) -> None:
    async with opened(place) as store:
        await game_of(store, member(7, "Zoe"), member(8))
        await store.erasure.erase_member(7, basil)
        await store.members.change_reminder_preferences(
            7, lambda _: ReminderPreferences(zone="Europe/Berlin")
        )
        await store.erasure.propagate()
        assert (await store.members.reminder_preferences(7)).zone == "Europe/Berlin"


async def test_whom_no_backup_can_know_any_more_is_not_noted_for_ever(
    place: DatabaseUrl,
) -> None:
    clock = Clock(1e9)
    store = await Database.open(place, now=clock)
    await game_of(store, member(7), member(8))
    await store.erasure.erase_member(7, basil)
    clock.now += 31 * 24 * 3600
    await store.erasure.propagate()
    await store.close()
    assert rows_of(place, "SELECT * FROM erasure") == []


async def test_its_backups_are_not_ours_to_make(place: DatabaseUrl) -> None:
    async with opened(place) as store:
        assert not store.makes_backups
        assert store.backups() == ()
