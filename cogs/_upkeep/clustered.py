"""The client as the only process there is, which knows of no other, or as one among several."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import aiohttp

from cogs._kit.client import Client
from cogs._process.arrival import Arriving
from cogs._process.identifying import Turns
from cogs._process.timepiece import Timepiece

Works = Sequence[Coroutine[Any, Any, None]]


class Alone:
    """The only process: whatever several would have to agree on, it does. See `cluster`."""

    does_upkeep = True
    neighbours = 1
    """Processes of this bot on this machine."""
    beside = False
    """Whether it begins beside one that it relieves, which goes when this one serves."""

    def __init__(self, clock: Timepiece | None = None, turns: Turns | None = None) -> None:
        self.clock = clock or Timepiece()
        self.turns = turns or Turns()

    async def launch(self, bot: "Clustered") -> None:
        """Connect the shards that are to be connected."""
        await bot.launch_all()

    async def arrived(self, bot: "Clustered") -> None:
        """Wait until all servers are there that are to be served here."""
        await bot.wait_until_ready()

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Keep to a share of what Discord allows all processes together."""

    def parsers(self, shard: int, all_of: dict[str, Any]) -> dict[str, Any]:
        """What hears a shard's events."""
        del shard
        return all_of

    def works(self, stop: asyncio.Event) -> Works:
        """What goes on for as long as the process lives; it may wish to stop."""
        del stop
        return ()

    async def leave(self) -> None:
        """Hand everything over to those who stay."""

    async def quit(self) -> None:
        """Let go of whatever is left."""


class Clustered(Arriving, Client):
    """A bot that connects the shards that its process is to have."""

    process: Alone

    def belong(self, process: Alone) -> None:
        """Be one of several processes, or the only one; before the bot is started."""
        self.process, self.turns = process, process.turns
        assert self.http.http_trace is not None
        if self.settings.proxy is None:  # it keeps the limits for all
            process.watch(self.http.http_trace)

    @property
    def does_upkeep(self) -> bool:
        """Whether what is done once for all processes is done by this one."""
        return self.process.does_upkeep

    @property
    def neighbours(self) -> int:
        """How many processes of this bot share the machine, this one among them."""
        return self.process.neighbours

    async def launch_shards(self) -> None:
        """Connect them. discord.py asks for this."""
        await self.process.launch(self)

    async def launch_all(self) -> None:
        """Connect all at once."""
        await super().launch_shards()

    def parsers_of(self, shard_id: int) -> dict[str, Callable[[Any], None]]:
        """What hears the events of a shard, by their names."""
        return self.process.parsers(shard_id, super().parsers_of(shard_id))
