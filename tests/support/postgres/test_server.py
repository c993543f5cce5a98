"""Tests of the PostgreSQL server for tests."""

import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.support.postgres.server import execute, new_folder
from tests.support.postgres.supervisor import READY


def test_every_test_has_a_database_of_its_own(postgres):
    with postgres.database() as one, postgres.database() as other:
        execute(one, "CREATE TABLE mine (number bigint)")
        found = execute(other, "SELECT count(*) FROM pg_tables WHERE tablename = 'mine'")
    assert found == [(0,)]


def test_a_database_is_gone_after_its_test(postgres):
    with postgres.database() as address:
        name = address.rpartition("/")[2]
    asked = f"SELECT count(*) FROM pg_database WHERE datname = '{name}'"
    assert execute(postgres.address(), asked) == [(0,)]


def test_the_server_ends_with_its_run_and_leaves_nothing():
    folder = new_folder()
    run = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    command = [sys.executable, "-m", "tests.support.postgres.supervisor", str(folder), str(run.pid)]
    with subprocess.Popen(command) as keeper:
        until = time.monotonic() + 30
        while not (folder / READY).exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert execute((folder / READY).read_text().format(database="postgres"), "SELECT 1")
        servers = psutil.Process(keeper.pid).children(recursive=True)
        run.kill()
        run.communicate()
        assert keeper.wait(30) == 0
    assert servers
    assert not any(server.is_running() for server in servers)
    assert not Path(folder).exists()
