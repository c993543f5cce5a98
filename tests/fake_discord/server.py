"""The fake Discord: its state, its REST server and its gateway on a port."""

from typing import Self

from aiohttp import web

from tests.fake_discord.gateway import Gateway
from tests.fake_discord.journal import Journal
from tests.fake_discord.members import Member
from tests.fake_discord.rest import PREFIX, Rest
from tests.fake_discord.state import Server, State

LARGEST = 30 * 1024 * 1024  # Bytes of a request; at most ten pictures come at a time.


class FakeDiscord:
    """A fake Discord that serves inside an `async with` block."""

    def __init__(self, channels: int = 1) -> None:
        self.state = State(channels)
        self.gateway = Gateway(self.state, lambda: f"ws://127.0.0.1:{self.port}/")
        self.rest = Rest(self.state, lambda: f"ws://127.0.0.1:{self.port}/")
        self.journal = Journal(self.state.backend)
        self.rest.answered = self.journal.answered
        self.people: dict[int, Member] = {}
        self.port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST)
        app.router.add_get("/", self.gateway.handle)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        """The address for discord.py."""
        return f"http://127.0.0.1:{self.port}"

    def join(
        self,
        name: str,
        *,
        locale: str = "en-US",
        manages: bool = False,
        server: Server | None = None,
    ) -> Member:
        """Add a member to the server, or to another one, and return the member."""
        number = self.state.member(name, manages=manages, server=server)
        member = Member(self, number, name, locale, server or self.state.server)
        self.people[member.id] = member
        return member
