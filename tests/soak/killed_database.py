"""Kill the database process many times, and check that no acknowledged move is lost.

    python -m tests.soak.killed_database --kills 1000
    python -m tests.soak.killed_database --kills 1000 --control

A child process plays eight tables at once and reports each acknowledged move on a pipe. The parent
kills the child (SIGKILL) at a random moment, one time in seven while it still opens the file, and
checks a copy of the file. Lost: an acknowledged move that is missing. Torn: a log with a broken
hash chain, or a table that does not agree with its log.

With --control the child reports moves before the database has acknowledged them. The test must then
find losses; otherwise it could never find any. The exit status is 0 if the test found what it must.
"""

import argparse
import asyncio
import os
import random
import select
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from data.database import Database
from data.errors import MoveLogCorrupt
from data.models.moves import NewMove
from data.models.tables import Player
from data.sqlite.connection import open_writer
from data.tables.move_log import moves_after
from tests.data.builders import unmixed

TABLES = 8
SAID = struct.Struct("<II")  # Table, entry.
KILLS_PER_FILE = 50
MEAN_LIFE = 0.012  # Seconds that a child lives after its first report.
OPENING_TIME = 0.010
PATIENCE = 20.0


@dataclass
class Report:
    """The results of the test."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    torn: int = 0
    corrupt: int = 0


# ---- the child


async def play(path: Path, pipe: int, *, speaks_early: bool) -> None:
    """Play all tables until killed."""
    store = await Database.open(path)
    while len(await store.tables.playing_ids()) < TABLES:
        await _new_table(store)
    ids = await store.tables.playing_ids()
    await asyncio.gather(*(_play_table(store, n, pipe, speaks_early=speaks_early) for n in ids))


async def _new_table(store: Database) -> None:
    table = await store.lobbies.create(
        guild_id=1,
        channel_id=1,
        host_id=1,
        game="house",
        rules_version=1,
        options={},
        seat_count=1,
        pace="day",
        seed=bytes(32),
    )
    await store.lobbies.seat_player(table.id, Player("computer", None, "Ada"))
    await store.lobbies.start(table.id, mix=unmixed, deadline=0.0)


async def _play_table(store: Database, table_id: int, pipe: int, *, speaks_early: bool) -> None:
    table = await store.tables.find(table_id)
    assert table is not None
    seq = table.seq
    while True:
        seq += 1
        if speaks_early:
            os.write(pipe, SAID.pack(table_id, seq))
        await store.tables.append_moves(
            NewMove(
                table_id,
                after=seq - 1,
                seat=0,
                key=key(table_id, seq),
                body=body(seq),
                deadline=seq,
            )
        )
        if not speaks_early:
            os.write(pipe, SAID.pack(table_id, seq))


def key(table_id: int, seq: int) -> str:
    """Return the key of the only press that made this entry."""
    return f"{table_id}:{seq}"


def body(seq: int) -> str:
    """Return a move of varying length, so that pages fill unevenly."""
    return f"move {seq} " + "x" * (seq * 37 % 211)


# ---- the parent


def kill_once(path: Path, chance: random.Random, *, speaks_early: bool) -> list[tuple[int, int]]:
    """Start a child, kill it, and return its reports."""
    hears, speaks = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hears)
        _be_the_child(path, speaks, speaks_early=speaks_early)
    os.close(speaks)
    _wait_for_the_moment(hears, chance)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(hears, "rb") as said:
        words = said.read()
    whole = len(words) - len(words) % SAID.size
    return list(SAID.iter_unpack(words[:whole]))


def _be_the_child(path: Path, speaks: int, *, speaks_early: bool) -> None:
    try:
        asyncio.run(play(path, speaks, speaks_early=speaks_early))
    except BaseException:  # noqa: BLE001 - it must not continue as a second parent
        traceback.print_exc()
    finally:
        os._exit(1)


def _wait_for_the_moment(hears: int, chance: random.Random) -> None:
    if chance.random() < 0.15:
        time.sleep(chance.random() * OPENING_TIME)
        return
    ready, _, _ = select.select([hears], [], [], PATIENCE)
    if not ready:
        sys.exit("The child said nothing: the store is wedged.")
    time.sleep(chance.expovariate(1 / MEAN_LIFE))


def inspect(path: Path, promised: dict[int, int], report: Report) -> None:
    """Compare the file with the reports, on a copy: the original must recover by itself."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            if path.with_name(path.name + suffix).exists():
                shutil.copy(path.with_name(path.name + suffix), copy.with_name(copy.name + suffix))
        connection = open_writer(copy)
        try:
            _inspect_tables(connection, promised, report)
        except sqlite3.DatabaseError:
            report.corrupt += 1
        finally:
            connection.close()


def _inspect_tables(
    connection: sqlite3.Connection, promised: dict[int, int], report: Report
) -> None:
    if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        report.corrupt += 1
        return
    for table_id, seq in list(promised.items()):
        there = _entries_there(connection, table_id, report)
        report.lost += max(0, seq - there)
        promised[table_id] = min(seq, there)  # Count each loss once.


def _entries_there(connection: sqlite3.Connection, table_id: int, report: Report) -> int:
    try:
        log = moves_after(connection, table_id, 0)
    except MoveLogCorrupt:
        report.torn += 1
        return 0
    row = connection.execute(
        "SELECT seq, deadline FROM card_table WHERE id = ?", (table_id,)
    ).fetchone()
    sound = all(
        (entry.key, entry.body) == (key(table_id, entry.seq), body(entry.seq)) for entry in log
    )
    if tuple(row) != (len(log), len(log) * 1000) or not sound:
        report.torn += 1
    return len(log)


def soak(kills: int, chance: random.Random, *, speaks_early: bool) -> Report:
    """Kill that many children, with a new file now and then."""
    report = Report()
    while report.kills < kills:
        with tempfile.TemporaryDirectory() as folder:
            _kill_on_one_file(
                Path(folder) / "t.db", kills, report, chance, speaks_early=speaks_early
            )
    return report


def _kill_on_one_file(
    path: Path, kills: int, report: Report, chance: random.Random, *, speaks_early: bool
) -> None:
    promised: defaultdict[int, int] = defaultdict(int)
    for _ in range(min(KILLS_PER_FILE, kills - report.kills)):
        for table_id, seq in kill_once(path, chance, speaks_early=speaks_early):
            promised[table_id] = max(promised[table_id], seq)
            report.acknowledged += 1
        report.kills += 1
        if path.exists():
            inspect(path, promised, report)


def main() -> int:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description="Kill the store, and count what it forgets.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="speak before the commit")
    asked = parser.parse_args()
    begun = time.monotonic()
    report = soak(asked.kills, random.Random(asked.seed), speaks_early=asked.control)
    print(report, f"{time.monotonic() - begun:.1f} s")
    if asked.control:
        return 0 if report.lost else 1
    return 1 if report.lost or report.torn or report.corrupt or not report.acknowledged else 0


if __name__ == "__main__":
    sys.exit(main())
