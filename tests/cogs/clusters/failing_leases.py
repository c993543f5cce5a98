"""A leases repository that loses its connection to PostgreSQL on request."""

import asyncio

from data.leases.models import NO_OWNER, SHARD_PREFIX, Lease
from data.leases.repository import LeaseRepository, LeasesUnreachable


class Broken(LeaseRepository):
    """Leases whose connection breaks once, at the call that `breaks` names.

    `give before` breaks it before anything is written, and `give after` before the answer arrives.
    """

    def __init__(self, address: str, holder: str, kind: str = SHARD_PREFIX) -> None:
        super().__init__(address, holder)
        self.breaks = ""
        self._kind = kind

    async def transfer(self, lease: Lease, to: str = NO_OWNER, said: str = "") -> bool:
        self._break("give before", lease)
        given = await super().transfer(lease, to, said)
        self._break("give after", lease)
        return given

    async def acquire(self, lease: Lease, said: str = "") -> Lease | None:
        self._break("take before", lease)
        got = await super().acquire(lease, said)
        self._break("take after", lease)
        return got

    def _break(self, when: str, lease: Lease) -> None:
        if self.breaks == when and lease.name.startswith(self._kind):
            self.breaks = ""
            raise LeasesUnreachable("server closed the connection unexpectedly")


class Silent(LeaseRepository):
    """Leases of a process that hangs when it reports that it leaves."""

    async def start_leaving(self) -> None:
        await asyncio.Event().wait()
