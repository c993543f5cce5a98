from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from data.core.location import DatabaseUrl
from data.database import Database
from data.leases.fencing import table_fence
from data.leases.repository import LeaseRepository
from data.leases.shards import OwnedShards
from data.migrations.v23_leases import TABLES
from tests.data.leases.holders import Holder, Opening
from tests.support.postgres.server import execute

Joined = Callable[[str], Awaitable[LeaseRepository]]


@pytest.fixture
def leased(address: str) -> str:
    """The address of a database that has only the tables of the leases."""
    execute(address, *(table.replace("STRICT", "") for table in TABLES))
    return address


@pytest.fixture
async def joined(leased: str) -> AsyncIterator[Joined]:
    """A function that makes participants with leases."""
    async with AsyncExitStack() as stack:

        async def made(holder: str) -> LeaseRepository:
            ledger = LeaseRepository(leased, holder)
            stack.push_async_callback(ledger.close)
            await ledger.register()
            return ledger

        yield made


@pytest.fixture
async def opening(address: str) -> AsyncIterator[Opening]:
    async with AsyncExitStack() as stack:

        async def made(name: str) -> Holder:
            owned = OwnedShards()
            store = await Database.open(DatabaseUrl(address), fence=table_fence(owned))
            stack.push_async_callback(store.close)
            ledger = LeaseRepository(address, name)
            stack.push_async_callback(ledger.close)
            await ledger.register()
            return Holder(store, ledger, owned)

        yield made


@pytest.fixture
async def both(opening: Opening) -> tuple[Holder, Holder]:
    return await opening("0:ann:1"), await opening("1:ben:1")
