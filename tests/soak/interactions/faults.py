"""Faults of the process, the gateway, messages and permissions, by the seed."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from simcord.backend import serializers

from tests.fake_discord import FakeDiscord, Process
from tests.fake_discord.gateway import INVALID, RECONNECT
from tests.soak.interactions.plan import Plan
from tests.soak.interactions.public import Public
from tests.soak.interactions.request_faults import RequestFaults

RIGHTS: Final = (
    ("send_messages", "send_messages_in_threads"),
    ("attach_files",),
    ("view_channel",),
    ("create_public_threads",),
    ("read_message_history",),
)


class Faults:
    """One fault after the other, with a short pause between them."""

    def __init__(
        self,
        discord: FakeDiscord,
        process: Process,
        public: Public,
        request_faults: RequestFaults,
        plan: Plan,
    ) -> None:
        self.happened: Counter[str] = Counter()
        self.died: list[str] = []
        """Exit statuses of a process that no fault had ended."""
        self.deleted: set[int] = set()
        """Messages that a moderator deleted; the bot gets no event."""
        self._discord = discord
        self._process = process
        self._public = public
        self._request_faults = request_faults
        self._chance = Random(f"calamities/{plan.seed}")
        self.killed: Callable[[], None] = lambda: None
        known = self._known()
        self._all = {name: known[name] for name in plan.only or known}

    def _known(self) -> dict[str, tuple[float, Callable[[], Awaitable[None]]]]:
        """Return each fault with its frequency."""
        return {
            "requests fail": (6, self._foul),
            "Discord away": (1, self._away),
            "killed -9": (3, self._kill),
            "killed, started while requests fail": (1, self._start_in_foul),
            "killed, started while Discord is away": (0.7, self._start_away),
            "asked to stop": (1.5, self._stop),
            "gateway cut": (2, self._cut),
            "gateway says reconnect": (1, self._reconnect),
            "session invalid": (1, self._invalid),
            "session to be resumed": (1, self._resumable),
            "gateway closed": (1, self._closed),
            "rights taken": (2, self._deny),
            "thread locked": (1, self._lock),
            "thread asleep": (1, self._archive),
            "table message deleted": (2, self._delete),
            "thread deleted": (0.7, self._delete_thread),
            "server away": (1, self._server_away),
        }

    async def strike(self) -> None:
        """Run one fault to its end."""
        names = list(self._all)
        weights = [share for share, _ in self._all.values()]
        name = self._chance.choices(names, weights)[0]
        self.happened[name] += 1
        await self._all[name][1]()

    # ------------------------------------------------------------ requests

    async def _foul(self) -> None:
        self._request_faults.foul = True
        await asyncio.sleep(self._chance.uniform(4, 12))
        self._request_faults.foul = False

    async def _away(self) -> None:
        self._request_faults.away = True
        await asyncio.sleep(self._chance.uniform(1, 5))
        self._request_faults.away = False

    # ------------------------------------------------------------ the process

    async def _kill(self) -> None:
        self.killed()
        await self._process.kill()
        self.killed()
        await self.up()

    async def _start_in_foul(self) -> None:
        self._request_faults.foul = True
        await self._kill()
        await asyncio.sleep(self._chance.uniform(0, 3))
        self._request_faults.foul = False

    async def _start_away(self) -> None:
        self._request_faults.away = True
        back = asyncio.get_running_loop().call_later(
            self._chance.uniform(1, 6), self._request_faults.clear
        )
        await self._kill()
        back.cancel()
        self._request_faults.clear()

    async def _stop(self) -> None:
        self.killed()
        status = await self._process.stop()
        if status:
            self.died.append(f"asked to stop, it ended with {status}")
        self.killed()
        await self.up()

    async def up(self) -> None:
        """Start the process until it stays up, because a start may fail while requests fail."""
        while (status := await self._process.start()) is not None:
            self.died.append(f"starting, it ended with {status}")

    async def revive(self) -> None:
        """Restart the process if it has ended by itself."""
        if self._process.ended is not None:
            self.died.append(f"playing, it ended with {self._process.ended}")
            self.killed()
            await self.up()

    # ------------------------------------------------------------ the gateway

    async def _cut(self) -> None:
        session = self._discord.gateway.session
        if session is not None and session.connection is not None:
            session.connection.cut()

    async def _reconnect(self) -> None:
        self._say(RECONNECT, None)

    async def _resumable(self) -> None:
        self._say(INVALID, data=True)

    async def _invalid(self) -> None:
        self._say(INVALID, data=False)
        self._discord.gateway.forget()

    def _say(self, op: int, data: object) -> None:
        session = self._discord.gateway.session
        if session is not None and session.connection is not None:
            session.connection.say(op, data)

    async def _closed(self) -> None:
        session = self._discord.gateway.session
        if session is not None and session.connection is not None:
            await session.connection.socket.close(
                code=self._chance.choice((1000, 1001, 4000, 4008))
            )

    async def _server_away(self) -> None:
        """Take the server away for a while, so that nobody can press there either."""
        backend, guild = self._discord.state.backend, self._discord.state.guild
        self._discord.gateway.heard("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
        await asyncio.sleep(self._chance.uniform(0.5, 4))
        back = serializers.guild_create_payload(backend, guild)
        self._discord.gateway.heard("GUILD_CREATE", back)

    # ------------------------------------------------------------ places

    async def _deny(self) -> None:
        channel = self._chance.choice(self._discord.state.channels)
        self._discord.state.deny(channel, *self._chance.choice(RIGHTS))
        await asyncio.sleep(self._chance.uniform(3, 10))
        self._discord.state.deny(channel)

    async def _lock(self) -> None:
        await self._shut(locked=True)

    async def _archive(self) -> None:
        await self._shut(locked=False)

    async def _shut(self, *, locked: bool) -> None:
        threads = self._discord.state.guild.thread_ids
        if not threads:
            return
        thread = self._chance.choice(threads[-30:])
        self._discord.state.shut(thread, locked=locked)
        await asyncio.sleep(self._chance.uniform(3, 10))
        if locked:
            self._discord.state.open_again(thread)

    async def _delete(self) -> None:
        """Let a moderator delete a table's message, or its lobby."""
        backend = self._discord.state.backend
        channels = [*self._discord.state.channels, *self._discord.state.guild.thread_ids[-30:]]
        channel = self._chance.choice(channels)
        mine = [m for m in backend.messages[channel].values() if not m.is_ephemeral]
        if mine:
            gone = self._chance.choice(mine[-3:]).id
            self.deleted.add(gone)
            backend.delete_message(channel, gone)

    async def _delete_thread(self) -> None:
        """Let a moderator delete a whole thread; its players may ask for a new place."""
        threads = self._discord.state.guild.thread_ids
        if threads:
            self._discord.state.backend.delete_channel(self._chance.choice(threads[-30:]))
