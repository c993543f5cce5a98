"""The gateway: hello, identify, events, heartbeats, resume, and every way in which it can break."""

import asyncio
import json
import time
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord.backend import serializers
from simcord.intents import prune_guild_create, required_intent

from tests.fake_discord.rest import TOKEN
from tests.fake_discord.state import State

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
BEAT = 41250  # Milliseconds, as Discord says.
KEPT = 2000  # Number of events after which a session cannot be resumed.
BAD_TOKEN = 4004


class Connection:
    """One websocket. Messages go out in order, compressed as one stream."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._transport = request.transport
        self._packer = zlib.compressobj() if "compress" in request.query else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Queue a message."""
        self._queue.put_nowait(text)

    def say(self, op: int, data: Any = None) -> None:
        """Queue a message that is not an event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def drain(self) -> None:
        """Send queued messages until cancelled or cut."""
        while True:
            text = await self._queue.get()
            try:
                await self._write(text)
            except ConnectionError:
                return

    async def _write(self, text: str) -> None:
        if self._packer is None:
            await self.socket.send_str(text)
            return
        packed = self._packer.compress(text.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        await self.socket.send_bytes(packed)

    def cut(self) -> None:
        """Break the connection without a close code."""
        if self._transport is not None:
            self._transport.abort()


@dataclass
class Session:
    """A session: an IDENTIFY starts it and a RESUME continues it."""

    id: str
    intents: discord.Intents
    shard: tuple[int, int] = (0, 1)
    """The shard's number, and the number of shards."""
    seq: int = 0
    kept: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    connection: Connection | None = None

    def serves(self, guild_id: int) -> bool:
        """Whether the session receives the events of a server."""
        number, of = self.shard
        return (guild_id >> 22) % of == number

    def event(self, name: str, data: Any) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.seq += 1
        text = json.dumps({"op": DISPATCH, "t": name, "s": self.seq, "d": data})
        self.kept.append((self.seq, text))
        if self.connection is not None:
            self.connection.send(text)


class Gateway:
    """The gateway: it sends each identified shard the events of its servers."""

    def __init__(self, state: State, address: Callable[[], str]) -> None:
        self.sessions: dict[tuple[int, int], Session] = {}
        self.beside: list[Session] = []
        """Older sessions of a shard that has a newer one as well: Discord sends events to both."""
        self.listening = asyncio.Event()
        """Set while the session of the first server's shard exists."""
        self.identifies: list[tuple[float, int]] = []
        """The times when each shard has identified."""
        self.groups: int | None = None
        """Number of groups of the shards. One shard of each group may identify in a window, and
        others are refused, as by Discord. With None all may identify, for tests that restart
        often.
        """
        self.window = 5.0
        """The window in seconds."""
        self.refused: list[int] = []
        """The refused shards."""
        self._windows: dict[int, float] = {}
        self.asked = 0
        """The number of requested websockets."""
        self.resumed = 0
        self.refuse: int | None = None
        """A close code with which every connection is refused while it is set."""
        self.hang_up: int | None = None
        """A close code after IDENTIFY, as Discord sends for wrong shards and intents."""
        self.away: int | None = None
        """A status that answers requests for a websocket while it is set."""
        self.silent = False
        """Whether HELLO is never sent."""
        self.gaps: list[tuple[float, float]] = []
        """The times without a connection of a session; its events arrive afterwards."""
        self._left = 0.0
        self._state = state
        self._address = address
        state.backend.subscribers.append(self.heard)

    @property
    def identified(self) -> int:
        """The number of sessions that were started."""
        return len(self.identifies)

    @property
    def session(self) -> Session | None:
        """The session of the shard with the first server."""
        guild = self._state.guild.id
        return next((one for one in self.sessions.values() if one.serves(guild)), None)

    @property
    def connected(self) -> bool:
        """Whether the bot is connected."""
        return self.session is not None and self.session.connection is not None

    def hears(self, guild_id: int) -> bool:
        """Whether a connected session receives a server's events."""
        return any(one.serves(guild_id) and one.connection is not None for one in self._all())

    def _all(self) -> list[Session]:
        return [*self.beside, *self.sessions.values()]

    def heard(self, name: str, payload: Mapping[str, Any]) -> None:
        """Send an event of the state to every session."""
        of_guild = name.startswith("GUILD_") and "guild_id" not in payload
        guild = payload.get("guild_id") or (payload["id"] if of_guild else 0)
        for session in self._all():
            if session.serves(int(guild or 0)):
                self._tell(session, name, payload)

    def _tell(self, session: Session, name: str, payload: Mapping[str, Any]) -> None:
        intent = required_intent(name, payload)
        if intent is not None and not getattr(session.intents, intent):
            return
        data = deepcopy(dict(payload)) if name == "GUILD_CREATE" else payload
        if name == "GUILD_CREATE":
            prune_guild_create(data, session.intents, self._state.me)  # type: ignore[arg-type]
        session.event(name, data)

    def forget(self) -> None:
        """End all sessions: their shards miss all later events."""
        self.sessions.clear()
        self.beside.clear()
        self.listening.clear()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket from its start to its end."""
        self.asked += 1
        if self.away is not None:
            return web.Response(status=self.away)
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        connection = Connection(request, socket)
        sending = asyncio.create_task(connection.drain())
        try:
            await self._serve(connection)
        finally:
            sending.cancel()
            for session in self._all():
                if session.connection is connection:
                    session.connection = None
                    self._left = time.time()
            self.beside = [one for one in self.beside if one.connection is not None]
        return socket

    async def _serve(self, connection: Connection) -> None:
        if self.refuse is not None:
            await connection.socket.close(code=self.refuse)
            return
        if not self.silent:
            connection.say(HELLO, {"heartbeat_interval": BEAT})
        async for message in connection.socket:
            if message.type is WSMsgType.TEXT:
                await self._told(connection, json.loads(message.data))

    async def _told(self, connection: Connection, message: Mapping[str, Any]) -> None:
        op, data = message["op"], message["d"]
        if op == HEARTBEAT:
            connection.say(ACK)
        elif op in {IDENTIFY, RESUME} and data["token"] != TOKEN:
            await connection.socket.close(code=BAD_TOKEN)
        elif op == IDENTIFY and self.hang_up is not None:
            await connection.socket.close(code=self.hang_up)
        elif op == IDENTIFY and not self._is_in_window(data.get("shard", (0, 1))[0]):
            connection.say(INVALID, data=False)
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)

    def _is_in_window(self, shard: int) -> bool:
        """Whether no shard of the group identified within the window, if windows are used."""
        if self.groups is None:
            return True
        group, now = shard % self.groups, time.monotonic()
        if now - self._windows.get(group, -self.window) < self.window:
            self.refused.append(shard)
            return False
        self._windows[group] = now
        return True

    def _identify(self, connection: Connection, data: Mapping[str, Any]) -> None:
        number, of = data.get("shard", (0, 1))
        self.identifies.append((time.monotonic(), number))
        intents = discord.Intents._from_value(data["intents"])
        named = f"session-{self.identified}"
        session = Session(named, intents, (number, of), connection=connection)
        before = self.sessions.get((number, of))
        if before is not None and before.connection is not None:
            self.beside.append(before)
        self.sessions[number, of] = session
        guilds = [one for one in self._state.backend.guilds.values() if session.serves(one.id)]
        session.event("READY", self._ready(session, [guild.id for guild in guilds]))
        for guild in guilds:
            payload = serializers.guild_create_payload(self._state.backend, guild)
            self._tell(session, "GUILD_CREATE", payload)
        if session is self.session:
            self.listening.set()

    def _ready(self, session: Session, guilds: list[int]) -> dict[str, Any]:
        backend = self._state.backend
        return {
            "v": 10,
            "user": serializers.user_payload(backend.bot_user),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address(),
            "shard": list(session.shard),
            "application": {"id": str(backend.application_id), "flags": 0},
        }

    def _resume(self, connection: Connection, data: Mapping[str, Any]) -> None:
        known = {session.id: session for session in self._all()}
        session = known.get(data["session_id"])
        if session is None:
            connection.say(INVALID, data=False)
            return
        self.resumed += 1
        if session.connection is not None:
            session.connection.cut()
        for seq, text in session.kept:
            if seq > data["seq"]:
                connection.send(text)
        session.connection = connection
        self.gaps.append((self._left, time.time()))
        session.event("RESUMED", {})
