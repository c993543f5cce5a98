"""The bot as a child process: start it, kill it, and read its log."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from tests.fake_discord.rest import TOKEN

if TYPE_CHECKING:
    from tests.fake_discord.server import FakeDiscord

ROOT: Final = Path(__file__).parents[2]
STOPS_WITHIN: Final = 20.0
ON_A_SERVER: Final = (
    sys.executable,
    "-m",
    "tests.support.locked_packages",
    "requirements-server.txt",
)
"""The packages that the container has installed, and nothing else."""


class Process:
    """One run of the bot on a database file. All runs append to the same log."""

    launcher = "tests.support.launch"
    """The module that runs `bot.py`, with Discord at another address."""

    def __init__(self, discord: "FakeDiscord", database: Path, **settings: str) -> None:
        self._discord = discord
        self._settings = settings
        self.database = database
        self.log = database.with_suffix(".log")
        self._child: asyncio.subprocess.Process | None = None

    @classmethod
    async def started(cls, discord: "FakeDiscord", database: Path, **settings: str) -> Self:
        """Start a process with these settings and return it after it has identified."""
        process = cls(discord, database, **settings)
        status = await process.start()
        assert status is None, process.words()
        return process

    async def start(self, patience: float = 60.0) -> int | None:
        """Start the process and wait until it listens. Return its exit status if it ends instead.

        Raises `TimeoutError` with the end of its log.
        """
        self._discord.gateway.forget()
        with self.log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                *(*ON_A_SERVER, self.launcher, self._discord.address),
                cwd=ROOT,
                env={**os.environ, **self._environment()},
                stdout=log,
                stderr=log,
            )
        both = (self._child.wait(), self._discord.gateway.listening.wait())
        works = [asyncio.create_task(work) for work in both]
        done, _ = await asyncio.wait(works, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        for work in works:
            work.cancel()
        if not done:
            raise TimeoutError(self.words()[-3000:])
        return self.ended

    def _environment(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": TOKEN,
            "TUPPENCE_DATABASE": str(self.database),
            "TUPPENCE_LOG_LEVEL": "INFO",
            **self._settings,
        }

    async def kill(self) -> None:
        """Kill the process with -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask the process to stop, wait for its end, and return its exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self._child is not None
        self._discord.gateway.forget()
        if self._child.returncode is None:
            self._child.send_signal(how)
        async with asyncio.timeout(STOPS_WITHIN):
            return await self._child.wait()

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._child is not None
        return self._child.pid

    @property
    def ended(self) -> int | None:
        """The exit status; None while the process runs."""
        assert self._child is not None
        return self._child.returncode

    def words(self) -> str:
        """The whole log so far."""
        return self.log.read_text("utf-8", "replace")
