"""Which guilds this process serves.

`ShardOwnership` is the protocol that the rest of the bot uses. `SingleProcess` implements the
protocol for a process that serves all guilds. `cogs.clusters` implements it for several processes
on PostgreSQL.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias

import aiohttp

from cogs.core.clock import Clock
from cogs.core.refusals import Refusal
from cogs.gateway.connection import PatientBot
from cogs.gateway.identify import IdentifyQueue
from data.core.pipelining import TableFence
from data.errors import NotOwner, TableNotFound
from data.repositories.tables import TableRepository

Parsers: TypeAlias = dict[str, Callable[[Any], None]]
"""discord.py's handlers of gateway events, by event name."""
Tasks: TypeAlias = Sequence[Coroutine[Any, Any, None]]

NOTHING_LEFT_TO_DO: Final[tuple[type[Exception], ...]] = (Refusal, TableNotFound, NotOwner)
"""Errors after which a background job ends: the table has ended, was erased, or changed process."""


class ShardOwnership(Protocol):
    """Which guilds this process serves, and how it connects to their shards."""

    clock: Clock
    identify_queue: IdentifyQueue
    runs_maintenance: bool
    """Whether this process does the maintenance for all processes. The value may change."""
    processes_on_machine: int
    """Number of the bot's processes that share this machine's cores, including this one."""
    is_exclusive: bool
    """Whether no other process writes to the database, so that cached rows stay valid."""
    replaces_another: bool
    """Whether this process starts while the process that it replaces still uses the metrics port.
    """

    @property
    def table_fence(self) -> TableFence | None:
        """The check that precedes each change of a table. None if no other process can write."""

    @property
    def shard_count(self) -> int:
        """Number of shards of all processes together."""

    @property
    def served_shards(self) -> Sequence[int]:
        """The shards that this process serves now."""

    def owns(self, guild_id: int) -> bool:
        """Return whether this process serves a guild. A table without a guild has guild 0."""

    async def connect(self, bot: PatientBot) -> None:
        """Connect the shards of this process to the gateway, or start the tasks that will."""

    async def ready(self, bot: PatientBot) -> None:
        """Wait until the bot knows all guilds that this process serves."""

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return the event handlers for a shard, based on discord.py's handlers."""

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Make requests to Discord wait if several processes share one rate limit."""

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Return background tasks that run until the process ends. They may set `stop`."""

    async def release(self) -> None:
        """Hand all shards over to other processes. The caller is about to stop this process."""

    async def close(self) -> None:
        """Close what this object has opened. This is the last call.

        It comes even if `connect` was never called.
        """


async def owned_tables(
    ownership: ShardOwnership,
    tables: TableRepository,
    table_ids: Iterable[int],
    shard: int | None = None,
) -> tuple[int, ...]:
    """Return the tables of `table_ids` that this process serves, in the same order.

    With `shard`, return only the tables of that shard.
    """
    if ownership.is_exclusive:
        return tuple(table_ids)
    return tuple(
        table_id
        for table_id, guild_id in (await tables.guilds_of(table_ids)).items()
        # Discord assigns a guild to a shard by the same formula.
        if ownership.owns(guild_id) and shard in {None, (guild_id >> 22) % ownership.shard_count}
    )


class SingleProcess:
    """Ownership for a bot of one process: the process serves every guild."""

    runs_maintenance = True
    processes_on_machine = 1
    is_exclusive = True
    table_fence = None
    replaces_another = False
    shard_count = 1
    served_shards = (0,)

    def __init__(self, identify_queue: IdentifyQueue, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.identify_queue = identify_queue

    def owns(self, guild_id: int) -> bool:
        del guild_id
        return True

    async def connect(self, bot: PatientBot) -> None:
        """Connect all shards."""
        await bot.connect_all()

    async def ready(self, bot: PatientBot) -> None:
        """Wait until discord.py knows all guilds."""
        await bot.wait_until_ready()

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return discord.py's handlers unchanged."""
        del shard_id
        return parsers

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Do nothing: in a single process discord.py obeys the rate limits itself."""

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Return no tasks, because a single process needs none."""
        del stop
        return ()

    async def release(self) -> None:
        """Do nothing: no other process could serve the shards."""

    async def close(self) -> None:
        """Do nothing: this class opens nothing."""
