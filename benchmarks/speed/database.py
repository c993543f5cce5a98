"""Moves that the database saves per second, compared with plain sqlite3 in a thread.

    python -m benchmarks.speed.database --moves 20000 --callers 64
    python -m benchmarks.speed.database --postgres

Both do the same work with the same settings, and group up to 64 moves into a commit. The exit
status is 0 if the database saves at least half as many moves as plain sqlite3 in the same run.

With `--postgres` the benchmark starts a PostgreSQL server that syncs every commit to the disk of
the temporary folder; an address names another server. It measures the moves per second of 16
games that play at once, and the time of a move at 200 offered moves a second. It repeats both with
a database shared by several clusters, where every move checks the lease of its shard. The exit
status is 0 if all bars are kept.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from benchmarks.databases import OPTION, new_database
from data.core.location import DatabaseLocation, DatabaseUrl
from data.core.timestamps import Millis
from data.core.write_queue import MAX_GROUP_SIZE
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.repository import LeaseRepository
from data.leases.shards import OwnedShards
from data.models.moves import MoveAppended, NewMove
from data.sqlite.connection import WRITER_PRAGMAS, open_writer, set_pragmas
from data.tables import move_log
from tests.data.builders import game_of, member, opened
from tests.data.leases.holders import SHARDS, Holder

BAR = 0.5
AT_ONCE, POSTGRES_BAR = 16, 2000
OFFERED, OFFERED_TO, SECONDS, P99_BAR = 200, 100, 20.0, 0.05

Opening = Callable[[DatabaseLocation], AbstractAsyncContextManager[Database]]
Job = tuple[NewMove, "Future[object]"]


def move(table_id: int, after: int) -> NewMove:
    """Return the next move at a table."""
    return NewMove(table_id, after, 0, f"{table_id}:{after}", "draw", deadline=float(after))


async def tables(place: DatabaseLocation, count: int) -> list[int]:
    """Return a database with a number of games."""
    async with opened(place) as store:
        return [(await game_of(store, member(1), member(2))).id for _ in range(count)]


@asynccontextmanager
async def leased(place: DatabaseLocation) -> AsyncIterator[Database]:
    """Yield a database of one of several clusters, which owns all shards."""
    assert isinstance(place, DatabaseUrl)
    owned = OwnedShards()
    store = await Database.open(place, fence=table_fence(owned))
    ledger = LeaseRepository(place.whole, "0:throughput:1")
    try:
        await ledger.register()
        holder = Holder(store, ledger, owned)
        for shard in range(SHARDS):
            await holder.take(shard)
        yield store
    finally:
        await ledger.close()
        await store.close()


async def through_the_store(
    place: DatabaseLocation, ids: list[int], moves: int, opening: Opening = opened
) -> float:
    """Return the seconds in which each table plays `moves` moves, with one caller a table."""

    async def play(store: Database, table_id: int) -> None:
        for after in range(moves):
            answer = await store.tables.append_moves(
                NewMove(
                    table_id,
                    after=after,
                    seat=0,
                    key=f"{table_id}:{after}",
                    body="draw",
                    deadline=float(after),
                )
            )
            assert isinstance(answer, MoveAppended)

    async with opening(place) as store:
        begun = time.perf_counter()
        await asyncio.gather(*(play(store, table_id) for table_id in ids))
        return time.perf_counter() - begun


def plainly(path: Path, ids: list[int], moves: int) -> float:
    """Return the seconds of the same moves through a queue into one thread of plain sqlite3."""
    queue: SimpleQueue[Job | None] = SimpleQueue()
    thread = threading.Thread(target=_save, args=(path, queue))
    thread.start()
    begun = time.perf_counter()
    for after in range(moves):
        waiting: list[Future[object]] = []
        for table_id in ids:
            future: Future[object] = Future()
            queue.put((move(table_id, after), future))
            waiting.append(future)
        for future in waiting:
            assert isinstance(future.result(), MoveAppended)
    took = time.perf_counter() - begun
    queue.put(None)
    thread.join()
    return took


def _save(path: Path, queue: "SimpleQueue[Job | None]") -> None:
    connection = open_writer(path)
    set_pragmas(connection, WRITER_PRAGMAS)
    while (job := queue.get()) is not None:
        _commit(connection, [job, *_waiting(queue)])
    connection.close()


def _waiting(queue: "SimpleQueue[Job | None]") -> list[Job]:
    group: list[Job] = []
    while len(group) < MAX_GROUP_SIZE - 1:
        try:
            job = queue.get_nowait()
        except Empty:
            break
        if job is None:
            queue.put(None)
            break
        group.append(job)
    return group


def _commit(connection: sqlite3.Connection, group: list[Job]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    answers = [move_log.append_moves(connection, Millis(0), job) for job, _ in group]
    connection.execute("COMMIT")
    for (_, future), answer in zip(group, answers, strict=True):
        future.set_result(answer)


def measured(work: Callable[[Path, list[int]], float], callers: int) -> float:
    """Return the seconds of a run on a new file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.db"
        return work(path, asyncio.run(tables(path, callers)))


async def offered(
    place: DatabaseLocation, ids: list[int], rate: float, seconds: float, opening: Opening = opened
) -> list[float]:
    """Return the seconds of each move, sorted, at a fixed number of offered moves a second.

    The time of a move starts when the move was due.
    """
    took: list[float] = []

    async def play(store: Database, table_id: int, after: int, at: float) -> None:
        assert isinstance(await store.tables.append_moves(move(table_id, after)), MoveAppended)
        took.append(time.perf_counter() - at)

    async with opening(place) as store, asyncio.TaskGroup() as playing:
        # The moves of a table are in order, so each waits for the one before it.
        last: dict[int, asyncio.Task[None]] = {}
        begun = time.perf_counter()
        for number in range(int(rate * seconds)):
            at, table_id = begun + number / rate, ids[number % len(ids)]
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            if table_id in last:
                await last[table_id]
            made = play(store, table_id, number // len(ids), at)
            last[table_id] = playing.create_task(made)
    return sorted(took)


def on_postgres(address: str | None, moves: int, callers: int) -> int:
    """Measure on PostgreSQL: a server of our own if no address is given."""
    if address:
        return measured_on(DatabaseUrl(address), moves, callers)
    with new_database([OPTION]) as place:
        return measured_on(place, moves, callers)


def measured_on(place: DatabaseLocation, moves: int, callers: int) -> int:
    """Return all measurements."""
    missed = 0
    for name, opening in (("alone", opened), ("leased", leased)):
        print(f"{name}:")
        missed |= measured_by(opening, place, moves, callers)
    return missed


def measured_by(opening: Opening, place: DatabaseLocation, moves: int, callers: int) -> int:
    """Return both measurements of a database that `opening` opens."""
    each = moves // callers
    ids = asyncio.run(tables(place, callers))
    took = asyncio.run(through_the_store(place, ids, each, opening))
    ids = asyncio.run(tables(place, OFFERED_TO))
    times = asyncio.run(offered(place, ids, OFFERED, SECONDS, opening))
    a_second, p99 = each * callers / took, times[len(times) * 99 // 100]
    print(f"  {callers} games at once: {a_second:,.0f} durable moves/s (at least {POSTGRES_BAR:,})")
    print(f"  {OFFERED} moves/s offered to {OFFERED_TO} games, {len(times):,} in all:")
    print(f"    p50 {times[len(times) // 2] * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms", end=" ")
    print(f"(at most {P99_BAR * 1000:.0f})", flush=True)
    return 0 if a_second >= POSTGRES_BAR and p99 <= P99_BAR else 1


def main() -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description="Measure the store beside plain sqlite3.")
    parser.add_argument("--moves", type=int, default=20000)
    parser.add_argument("--callers", type=int)
    parser.add_argument("--postgres", nargs="?", const="", metavar="ADDRESS")
    asked = parser.parse_args()
    if asked.postgres is not None:
        return on_postgres(asked.postgres, asked.moves, asked.callers or AT_ONCE)
    asked.callers = asked.callers or 64
    each = asked.moves // asked.callers
    plain = measured(partial(plainly, moves=each), asked.callers)
    ours = measured(
        lambda path, ids: asyncio.run(through_the_store(path, ids, each)), asked.callers
    )
    total = each * asked.callers
    print(f"plain sqlite3: {total / plain:,.0f} moves/s; the store: {total / ours:,.0f} moves/s")
    print(f"ratio {plain / ours:.2f} (at least {BAR})")
    return 0 if plain / ours >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
