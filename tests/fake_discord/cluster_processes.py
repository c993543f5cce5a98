"""Several processes of the bot on one PostgreSQL: a supervisor and its clusters."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil

from tests.fake_discord.bot_process import ROOT, STOPS_WITHIN
from tests.fake_discord.rest import TOKEN

if TYPE_CHECKING:
    from tests.fake_discord.server import FakeDiscord

STARTS_WITHIN: Final = 90.0


class Clusters:
    """A machine with some or all clusters of a bot. Its log is `folder/clusters.log`."""

    def __init__(
        self, discord: "FakeDiscord", address: str, folder: Path, part: str, **settings: str
    ) -> None:
        self.log = folder / "clusters.log"
        self._discord = discord
        self._part = part
        self._environment = {
            **os.environ,
            "DISCORD_TOKEN": TOKEN,
            "TUPPENCE_DATABASE": address,
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Run the clusters during this block, then ask them to stop."""
        await self.start()
        try:
            yield self
        finally:
            await self.stop()

    async def start(self) -> None:
        """Start the supervisor."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.support.launch", self._discord.address),
                *("--clusters", self._part),
                cwd=ROOT,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def stop(self) -> int:
        """Ask all processes to stop, wait, and return the exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        async with asyncio.timeout(STOPS_WITHIN * 3):
            return await self._process.wait()

    def deploy(self) -> None:
        """Replace each cluster by a new one."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def children(self) -> dict[str, psutil.Process]:
        """Return the clusters by their arguments: place, origin, serial."""
        assert self._process is not None
        found = {}
        for child in psutil.Process(self._process.pid).children():
            try:
                words = child.cmdline()
            except psutil.Error:  # It has just ended.
                continue
            if "cluster" in words:
                found[" ".join(words[words.index("cluster") + 1 :])] = child
        return found

    def cluster(self, number: int) -> psutil.Process:
        """Return the newest process at a place."""
        mine = [
            (int(name.split()[2]), child)
            for name, child in self.children().items()
            if name.startswith(f"{number}/")
        ]
        return max(mine, key=lambda one: one[0])[1]

    async def until_said(self, words: str, times: int = 1, within: float = STARTS_WITHIN) -> None:
        """Wait until the log contains a text this many times."""
        end = time.monotonic() + within
        while self.words().count(words) < times:
            if time.monotonic() > end:
                raise TimeoutError(self.words()[-6000:])
            await asyncio.sleep(0.05)

    def words(self) -> str:
        return self.log.read_text("utf-8", "replace")
