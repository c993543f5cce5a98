"""Which guilds this process serves.

`ShardOwnership` is the protocol that the bot asks. `SingleProcess` implements it for a process that
serves all guilds. The implementation for several processes on PostgreSQL is in `cogs.clusters`.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import aiohttp

from cogs.core.clock import Clock
from cogs.core.refusals import Refusal
from data.core.pipelining import TableFence
from data.errors import NotOwner, TableNotFound
from data.repositories.tables import TableRepository

if TYPE_CHECKING:
    from cogs.gateway.connection import PatientBot
    from cogs.gateway.identify import IdentifyQueue


Parsers: TypeAlias = dict[str, Callable[[Any], None]]
"""discord.py's handlers of gateway events, by event name."""
Tasks: TypeAlias = Sequence[Coroutine[Any, Any, None]]

NOTHING_LEFT_TO_DO: Final[tuple[type[Exception], ...]] = (Refusal, TableNotFound, NotOwner)
"""Errors of a background job whose table ended, was erased or belongs to another process."""


class ShardOwnership(Protocol):
    """Which guilds this process serves, and how it connects to their shards."""

    clock: Clock
    identify_queue: "IdentifyQueue"
    runs_maintenance: bool
    """Whether this process does the maintenance for all processes. It may change."""
    processes_on_machine: int
    """Number of processes of this bot that share the cores, this one included."""
    is_exclusive: bool
    """Whether no other process writes, so that cached rows stay valid."""
    replaces_another: bool
    """Whether this process starts while the one that it replaces still has the metrics port."""

    @property
    def table_fence(self) -> TableFence | None:
        """What a change at a table checks first; None where no other process has the database."""

    @property
    def shard_count(self) -> int:
        """Number of shards over all processes."""

    @property
    def served_shards(self) -> Sequence[int]:
        """The shards that this process serves now."""

    def owns(self, guild_id: int) -> bool:
        """Return whether this process serves a guild. Tables of no guild have guild 0."""

    async def connect(self, bot: "PatientBot") -> None:
        """Connect the shards of this process to the gateway, or start what connects them."""

    async def ready(self, bot: "PatientBot") -> None:
        """Wait until all guilds that this process is to serve are known."""

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return the handlers of a shard's events, made from those of discord.py."""

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Delay requests to Discord, where processes share one rate limit."""

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Return background tasks that run as long as the process. They may set `stop`."""

    async def release(self) -> None:
        """Hand all shards over to processes that stay. Called when the process is about to stop."""

    async def close(self) -> None:
        """Close what the ownership has opened. Called last, even if `connect` never was."""


async def owned_tables(
    ownership: ShardOwnership,
    tables: TableRepository,
    table_ids: Iterable[int],
    shard: int | None = None,
) -> tuple[int, ...]:
    """Return those of the tables that this process serves, in their order.

    With `shard`, only those of that shard. Discord and we give a guild to a shard alike.
    """
    if ownership.is_exclusive:
        return tuple(table_ids)
    return tuple(
        table_id
        for table_id, guild_id in (await tables.guilds_of(table_ids)).items()
        if ownership.owns(guild_id) and shard in {None, (guild_id >> 22) % ownership.shard_count}
    )


class SingleProcess:
    """The ownership of the only process: it serves every guild."""

    runs_maintenance = True
    processes_on_machine = 1
    is_exclusive = True
    table_fence = None
    replaces_another = False
    shard_count = 1
    served_shards = (0,)

    def __init__(self, identify_queue: "IdentifyQueue", clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.identify_queue = identify_queue

    def owns(self, guild_id: int) -> bool:
        del guild_id
        return True

    async def connect(self, bot: "PatientBot") -> None:
        """Connect all shards."""
        await bot.connect_all()

    async def ready(self, bot: "PatientBot") -> None:
        """Wait until discord.py knows all guilds."""
        await bot.wait_until_ready()

    def parsers(self, shard_id: int, parsers: Parsers) -> Parsers:
        """Return `parsers` unchanged."""
        del shard_id
        return parsers

    def trace(self, trace: aiohttp.TraceConfig) -> None:
        """Do nothing: discord.py itself keeps the limits of one process."""

    def tasks(self, stop: asyncio.Event) -> Tasks:
        """Return no tasks."""
        del stop
        return ()

    async def release(self) -> None:
        """Do nothing: nobody else could serve the shards."""

    async def close(self) -> None:
        """Do nothing: nothing was opened."""
