"""A ledger that loses the connection to PostgreSQL when a test wants it to."""

import asyncio

from data.leases.ledger import Ledger, LedgerAway
from data.leases.rows import NOBODY, SHARD, Lease


class Broken(Ledger):
    """A ledger whose connection breaks once, at a lease of one kind, as `breaks` says.

    Before anything is written (`give before`), or once it is, before the answer (`give after`).
    """

    def __init__(self, address: str, holder: str, kind: str = SHARD) -> None:
        super().__init__(address, holder)
        self.breaks = ""
        self._kind = kind

    async def give(self, lease: Lease, to: str = NOBODY, said: str = "") -> bool:
        self._break("give before", lease)
        given = await super().give(lease, to, said)
        self._break("give after", lease)
        return given

    async def take(self, lease: Lease, said: str = "") -> Lease | None:
        self._break("take before", lease)
        got = await super().take(lease, said)
        self._break("take after", lease)
        return got

    def _break(self, when: str, lease: Lease) -> None:
        if self.breaks == when and lease.name.startswith(self._kind):
            self.breaks = ""
            raise LedgerAway("server closed the connection unexpectedly")


class Silent(Ledger):
    """A ledger of which nothing is heard any more when somebody says that they leave."""

    async def leave(self) -> None:
        await asyncio.Event().wait()
