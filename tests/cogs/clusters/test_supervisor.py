"""Tests of the supervisor with clusters that only start and end."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.clusters.entry import START_COMMANDS
from cogs.clusters.identity import ClusterRange
from cogs.clusters.supervisor import FOR_GOOD, ChildProcess, Supervisor
from cogs.core import exit_status
from tests.repository.test_documents import CLUSTER_COMMANDS

FAKE = Path(__file__).with_name("fake_cluster.py")
WITHIN = 10.0


class Machine:
    """A running supervisor, and the records of its clusters."""

    def __init__(self, folder: Path, orders: str) -> None:
        self.folder = folder
        (folder / "orders").write_text(orders)
        (folder / "notes").touch()
        self.stop, self.deploy = asyncio.Event(), asyncio.Event()
        self.slept: list[float] = []
        self.awake = asyncio.Event()
        self.awake.set()
        self.command = [sys.executable, str(FAKE), str(folder)]

    def can_start(self, *, well: bool) -> None:
        """Let the system start clusters from now on, or refuse to."""
        self.command[0] = sys.executable if well else str(self.folder / "nothing")

    @asynccontextmanager
    async def running(self, part: str) -> AsyncIterator[asyncio.Task[int]]:
        self.supervisor = Supervisor(self.command, ClusterRange.read(part), self._sleep)
        task = asyncio.create_task(self.supervisor.run(self.stop, self.deploy))
        try:
            yield task
        finally:
            self.stop.set()
            await task

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.awake.wait()

    @property
    def notes(self) -> list[str]:
        return (self.folder / "notes").read_text().splitlines()

    async def until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + WITHIN
        while not is_so():
            assert time.monotonic() < end, self.notes
            await asyncio.sleep(0.01)


@pytest.fixture
def machine(tmp_path: Path) -> Callable[..., Machine]:
    return lambda orders="": Machine(tmp_path, orders)


def begun(*names: str) -> list[str]:
    return [f"{name} begins" for name in names]


async def test_as_many_clusters_begin_as_there_are_shards(machine: Callable[..., Machine]) -> None:
    here = machine()
    async with here.running("0-7/8"):
        await here.until(lambda: len(here.notes) == 3)
        await asyncio.sleep(0.3)
        assert sorted(here.notes) == begun("0.1", "1.1", "2.1")


async def test_a_machine_begins_its_own_part(machine: Callable[..., Machine]) -> None:
    here = machine()
    async with here.running("1-2/4"):
        await here.until(lambda: sorted(here.notes) == begun("1.1", "2.1"))


async def test_all_end_in_order_when_asked_to(machine: Callable[..., Machine]) -> None:
    here = machine()
    async with here.running("0-2/3") as task:
        await here.until(lambda: len(here.notes) == 3)
        here.stop.set()
        assert await task == exit_status.OK
    assert sorted(here.notes[3:]) == ["0.1 ends", "1.1 ends", "2.1 ends"]


async def test_a_killed_cluster_begins_again_and_no_other_does(
    machine: Callable[..., Machine],
) -> None:
    here = machine()
    async with here.running("0-2/3"):
        await here.until(lambda: len(here.notes) == 3)
        os.kill(here.supervisor.pids[1], signal.SIGKILL)
        await here.until(lambda: len(here.notes) == 4)
        assert here.notes[3] == "1.2 begins"


async def test_who_ends_at_once_each_time_waits_longer_each_time(
    machine: Callable[..., Machine],
) -> None:
    here = machine("0.1 exits 70\n0.2 exits 70\n0.3 exits 75\n")
    async with here.running("0/1"):
        await here.until(lambda: "0.4 begins" in here.notes)
    assert here.slept == [0.0, 1.0, 3.0]


async def test_who_has_served_is_not_kept_waiting_as_long(machine: Callable[..., Machine]) -> None:
    here = machine("".join(f"0.{serial} falls 70\n" for serial in range(1, 6)))
    async with here.running("0/1"):
        await here.until(lambda: "0.6 begins" in here.notes)
    assert here.slept == [0.0, 1.0, 3.0, 5.0, 5.0]


async def test_who_cannot_be_started_is_tried_again_until_it_can(
    machine: Callable[..., Machine],
) -> None:
    here = machine()
    async with here.running("0/1"):
        await here.until(lambda: len(here.notes) == 1)
        here.can_start(well=False)
        os.kill(here.supervisor.pids[0], signal.SIGKILL)
        await here.until(lambda: len(here.slept) >= 4)
        here.can_start(well=True)
        await here.until(lambda: len(here.notes) == 2)


async def test_the_first_start_too_is_tried_again(machine: Callable[..., Machine]) -> None:
    here = machine()
    here.can_start(well=False)
    async with here.running("0/1"):
        await here.until(lambda: len(here.slept) >= 2)
        here.can_start(well=True)
        await here.until(lambda: len(here.notes) == 1)


async def test_a_deploy_that_cannot_start_leaves_the_old_one_and_the_next_one_may(
    machine: Callable[..., Machine], caplog: pytest.LogCaptureFixture
) -> None:
    here = machine()
    async with here.running("0/1"):
        await here.until(lambda: here.notes == begun("0.1"))
        here.can_start(well=False)
        here.deploy.set()
        await here.until(lambda: "cannot be replaced" in caplog.text)
        here.can_start(well=True)
        here.deploy.set()
        await here.until(lambda: "0.1 ends" in here.notes)
        assert any("begins beside" in note for note in here.notes)


async def test_what_starting_again_does_not_mend_ends_all(machine: Callable[..., Machine]) -> None:
    here = machine(f"1.1 exits {exit_status.SETTINGS}\n")
    async with here.running("0-2/3") as task:
        assert await asyncio.wait_for(task, WITHIN) == exit_status.SETTINGS
    assert "0.1 ends" in here.notes


async def test_a_deploy_relieves_one_after_the_other(machine: Callable[..., Machine]) -> None:
    here = machine()
    async with here.running("0-2/3"):
        await here.until(lambda: len(here.notes) == 3)
        here.deploy.set()
        await here.until(lambda: len(here.notes) == 9)
    deployed = [(f"{n}.2 begins beside", f"{n}.1 ends") for n in range(3)]
    assert here.notes[3:9] == [note for both in deployed for note in both]


async def test_a_deploy_that_does_not_serve_leaves_the_old_ones_at_work(
    machine: Callable[..., Machine],
) -> None:
    here = machine("1.2 exits 70\n")
    async with here.running("0-2/3"):
        await here.until(lambda: len(here.notes) == 3)
        here.deploy.set()
        await here.until(lambda: "1.2 begins beside" in here.notes)
        await asyncio.sleep(0.5)
        assert here.notes[3:] == ["0.2 begins beside", "0.1 ends", "1.2 begins beside"]
        # The old cluster, which the supervisor keeps.
        os.kill(here.supervisor.pids[1], signal.SIGKILL)
        await here.until(lambda: here.notes[-1] == "1.3 begins")


async def test_a_deploy_while_a_dead_one_waits_for_its_restart_leaves_one_at_each_place(
    machine: Callable[..., Machine],
) -> None:
    here = machine("0.1 exits 70\n")
    here.awake.clear()
    async with here.running("0/1"):
        await here.until(lambda: here.slept != [])
        here.deploy.set()
        await here.until(lambda: here.notes == ["0.1 begins", "0.2 begins beside"])
        here.awake.set()
        await asyncio.sleep(0.3)
        assert len(here.notes) == 2


async def test_one_that_died_before_a_deploy_that_failed_is_started_again_once(
    machine: Callable[..., Machine],
) -> None:
    here = machine("0.1 exits 70\n0.2 exits 70\n")
    here.awake.clear()
    async with here.running("0/1"):
        await here.until(lambda: here.slept != [])
        here.deploy.set()
        # Both tasks that wait for the end of the same process.
        await here.until(lambda: len(here.slept) == 2)
        here.awake.set()
        await here.until(lambda: "0.3 begins" in here.notes)
        await asyncio.sleep(0.3)
        assert len(here.notes) == 3


async def test_clusters_do_not_outlive_who_started_them(machine: Callable[..., Machine]) -> None:
    here = machine()
    async with here.running("0/1"):
        await here.until(lambda: len(here.notes) == 1)
        child = here.supervisor._children[0].process
        assert child.stdin is not None
        child.stdin.close()  # As the kernel does when the supervisor is killed.
        await here.until(lambda: "0.1 is alone" in here.notes)


async def test_one_that_is_just_being_started_again_ends_with_the_others(
    machine: Callable[..., Machine],
) -> None:
    here = machine("0.1 exits 70\n")
    async with here.running("0/1") as task:
        while not here.slept:  # noqa: ASYNC110 - the moment itself is tested
            await asyncio.sleep(0)
        while here.supervisor._serials[0] == 1:  # noqa: ASYNC110 - the moment itself is tested
            await asyncio.sleep(0)
        here.stop.set()
        assert await task == exit_status.OK
    assert here.supervisor._children[0].process.returncode is not None


@pytest.mark.parametrize("later", range(5))
async def test_a_stop_in_the_very_moment_in_which_one_is_relieved_is_a_stop(later: int) -> None:
    gone = asyncio.Event()
    old = SimpleNamespace(wait=gone.wait)
    deploying = asyncio.create_task(ChildProcess(0, cast("Any", old)).end())
    await asyncio.sleep(0.01)
    gone.set()
    for _ in range(later):
        await asyncio.sleep(0)
    heard = deploying.cancel()
    await asyncio.wait({deploying})
    assert deploying.cancelled() is heard


@pytest.mark.parametrize("text", ["", "4", "0-3", "3-1/4", "0-4/4", "a-b/c", "0-3/16/2"])
def test_what_is_no_part_of_the_clusters_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="clusters"):
        ClusterRange.read(text)


def test_clusters_are_started_again_exactly_where_the_page_says_so():
    fine = {exit_status.OK, exit_status.DOCTOR_FAILED}
    assert {s for s, row in exit_status.MEANINGS.items() if not row.restart} - fine == FOR_GOOD


def test_documents_may_name_the_commands_that_start_clusters():
    assert START_COMMANDS == CLUSTER_COMMANDS
