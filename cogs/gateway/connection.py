"""The connection to Discord: log in, connect, resume, and retry while Discord is unreachable.

If the bot ended instead of retrying, an operator would have to restart it. The bot doubles the wait
after each attempt, up to a minute, and logs the reason once a minute. An error that a retry cannot
fix, such as a wrong token, is raised at once. The functions at the end of the file trace requests
and set the proxy.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from email.utils import mktime_tz, parsedate_tz
from functools import partial
from itertools import cycle
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from cogs.core.bot import TuppenceBot
from cogs.core.log import quiet_discord_log
from cogs.delivery.request import with_timeout
from cogs.gateway.guild_cache import CompressedGuildState
from cogs.gateway.identify import may_begin

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_RETRY_DELAY: Final = 60.0
"""Maximum seconds between two attempts, and between two lines in the log."""
REQUEST_TIMEOUT: Final = 60.0
"""Seconds in which Discord must answer a request."""
RETRYABLE_STATUSES: Final = frozenset({408, 425, 429})
"""Client errors (4xx) after which a retry may succeed."""
UNAUTHORIZED: Final = 401
MIN_CONNECTION_SECONDS: Final = 10.0
"""Minimum seconds that a healthy connection to the gateway lasts."""
NORMAL_CLOSURE: Final = 1000
"""The close code of a connection that ended without an error."""

# Otherwise discord.py warns at each start that its voice libraries are missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class DiscordRetry:
    """Repeats a request while Discord is unreachable."""

    def __init__(
        self,
        client: discord.Client,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
        hung: float = REQUEST_TIMEOUT,
    ) -> None:
        self._client = client
        self._sleep = sleep
        self._now = now
        self._hung = hung
        self._said: float | None = None

    async def until_done(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `work` once Discord answers. Each attempt calls `work` again.

        Raises:
            discord.LoginFailure: Discord does not accept the token.
            Exception: Any other error that a retry cannot fix.
        """
        delay = 1.0
        while True:
            begin = self._now()
            try:
                with quiet_discord_log():
                    return await with_timeout(self._client, work(), self._hung)
            except Exception as error:
                if is_refused(error):
                    raise discord.LoginFailure(str(error)) from error
                if not is_away(error):
                    raise
                self.say(error)
            # The wait counts from the start of the attempt. It is at least a second: Discord bans
            # clients that send requests too fast.
            await self._sleep(max(1.0, begin + delay - self._now()))
            delay = min(MAX_RETRY_DELAY, delay * 2)

    def say(self, error: Exception) -> None:
        """Log why Discord is unreachable, at most once a minute."""
        now = self._now()
        if self._said is None or now - self._said >= MAX_RETRY_DELAY:
            self._said = now
            log.warning("cannot reach Discord, retrying: %s", reason(error))


class ResumingShard(Shard):
    """A shard that waits between two reconnects, and resumes its session.

    discord.py's own shard drops the session when the network fails, and then waits up to 17
    minutes. If the gateway closes connections at once, that shard reconnects hundreds of times a
    second.
    """

    def __init__(
        self, ws: DiscordWebSocket, bot: "PatientBot", queue_put: Callable[[EventItem], None]
    ) -> None:
        super().__init__(ws, bot, queue_put)
        self._retry = bot.discord_retry
        self._ownership = bot.ownership
        self._rejoining: asyncio.Task[None] | None = None
        self._closed = False
        self._connected_at = time.monotonic()
        self._cut_short = 0

    def launch(self) -> None:
        """Start to receive events. discord.py calls this too."""
        # discord.py has no public way to give one shard its own event handlers
        parsers = self._client._connection.parsers  # noqa: SLF001 - see above
        self.ws._discord_parsers = self._ownership.parsers(self.id, parsers)  # noqa: SLF001
        super().launch()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Reconnect: resume the session or begin a new one. discord.py calls this."""
        if self._closed:
            return
        self._cancel_task()
        self._dispatch("disconnect")
        self._dispatch("shard_disconnect", self.id)
        self._rejoining = asyncio.create_task(self._rejoin(exc), name="shard")

    async def close(self) -> None:
        """Close the connection, and cancel a reconnect that is in progress."""
        self._closed = True
        if self._rejoining is not None:
            self._rejoining.cancel()
        await super().close()

    async def _rejoin(self, exc: ReconnectWebSocket) -> None:
        """Reconnect. This runs in its own task, so that other shards do not wait for it."""
        try:
            await self._rest(exc)
            await (self._resume() if exc.resume else self._identify())
        except Exception as error:  # noqa: BLE001 - `connect` of the client raises it
            self._queue_put(EventItem(EventType.terminate, self, error))
        else:
            self._connected_at = time.monotonic()
            self.launch()

    async def _resume(self) -> None:
        # The gateway of the session may be the one that failed. So every other attempt uses the
        # default.
        gateways = cycle([self.ws.gateway, None])
        self.ws = await self._retry.until_done(
            lambda: self._connection_of(next(gateways), resume=True)
        )

    async def _identify(self) -> None:
        async with self._ownership.identify_queue.turn(self.id):
            self.ws = await self._retry.until_done(lambda: self._connection_of(None, resume=False))

    async def _connection_of(self, gateway: yarl.URL | None, *, resume: bool) -> DiscordWebSocket:
        return await DiscordWebSocket.from_client(
            self._client,
            resume=resume,
            gateway=gateway,
            shard_id=self.id,
            session=self.ws.session_id,
            sequence=self.ws.sequence,
        )

    async def _rest(self, exc: ReconnectWebSocket) -> None:
        """Wait after repeated short connections, longer each time."""
        lived = time.monotonic() - self._connected_at
        self._cut_short = self._cut_short + 1 if lived < MIN_CONNECTION_SECONDS else 0
        if self._cut_short > 1:
            self._retry.say(exc)
            await asyncio.sleep(min(MAX_RETRY_DELAY, 2.0**self._cut_short))

    async def _handle_disconnect(self, e: Exception) -> None:
        if isinstance(e, discord.ConnectionClosed) and e.code != NORMAL_CLOSURE:
            await super()._handle_disconnect(e)
        else:
            again = ReconnectWebSocket(self.id, resume=True)
            self._queue_put(EventItem(EventType.resume, self, again))


class PatientBot(TuppenceBot):
    """A bot that retries while it connects. Raises only errors that a retry cannot fix."""

    def _get_state(self, **options: Any) -> CompressedGuildState:
        # discord.py documents this method for subclasses with their own connection state.
        own = {"handlers": self._handlers, "hooks": self._hooks, "http": self.http}
        return CompressedGuildState(dispatch=self.dispatch, **own, **options)

    async def login(self, token: str) -> None:
        """Log in as soon as Discord answers.

        Raises:
            discord.LoginFailure: Discord does not accept the token.
        """
        await self.discord_retry.until_done(partial(self._try_login, token))

    async def _try_login(self, token: str) -> None:
        # Each login opens a session. Closing it closes its connector too, so we need a new
        # connector.
        await self.http.close()
        self.http.connector = discord.utils.MISSING
        await super().login(token)

    async def launch_shards(self) -> None:
        """Connect the shards of this process. discord.py calls this."""
        await self.ownership.connect(self)

    async def connect_all(self) -> None:
        """Connect all shards, as many in parallel as Discord allows.

        The shards are those in `shard_ids`. If `shard_ids` is None, the bot connects as many shards
        as Discord recommends.

        discord.py's own `launch_shards` fails in a long outage: it calls itself every five seconds,
        and reaches Python's recursion limit after an hour.
        """
        address = await self._gateway_address()
        groups = self.ownership.identify_queue.groups(self._connection.shard_ids)
        tasks = [asyncio.create_task(self._launch(address, group)) for group in groups]
        try:
            await asyncio.gather(*tasks)
        finally:
            for work in tasks:
                work.cancel()

    async def _gateway_address(self) -> yarl.URL:
        """Return the gateway's address, once Discord allows a session start for each shard."""
        while True:
            count, address, starts = await self.discord_retry.until_done(self.http.get_bot_gateway)
            self.shard_count = self.shard_count if self.shard_ids else count
            self._connection.shard_count = self.shard_count
            shard_ids = self._connection.shard_ids = self.shard_ids or range(count)
            self.ownership.identify_queue.granted(starts["max_concurrency"])
            if await may_begin(starts, len(shard_ids)):
                return yarl.URL(address)

    async def _launch(self, gateway: yarl.URL, shard_ids: Sequence[int]) -> None:
        """Connect the shards of one identify group, one after another."""
        for shard_id in shard_ids:
            async with self.ownership.identify_queue.turn(shard_id):
                await self.launch_shard(gateway, shard_id)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        connect = partial(DiscordWebSocket.from_client, self, gateway=gateway, shard_id=shard_id)
        ws = await self.discord_retry.until_done(partial(connect, initial=initial))
        # discord.py has no public access to its shards and their queue
        mine: dict[str, Any] = vars(self)
        shard = ResumingShard(ws, self, mine["_AutoShardedClient__queue"].put_nowait)
        mine["_AutoShardedClient__shards"][shard_id] = shard
        shard.launch()

    async def leave_shard(self, shard_id: int) -> None:
        """Disconnect a shard and remove its guilds from the cache."""
        mine: dict[str, Any] = vars(self)
        shard = mine["_AutoShardedClient__shards"].pop(shard_id, None)
        if shard is not None:
            await shard.close()
        for guild in [guild for guild in self.guilds if guild.shard_id == shard_id]:
            self._connection._remove_guild(guild)  # noqa: SLF001 - discord.py has no public call to remove a guild

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py's signature
    ) -> None:
        """Wait until the shard may identify. discord.py calls this.

        discord.py's own hook would wait five seconds.
        """
        await self.ownership.identify_queue.wait(shard_id or 0)


def is_refused(error: Exception) -> bool:
    """Return whether an error means that Discord does not accept the token."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    return isinstance(cause, discord.HTTPException) and cause.status == UNAUTHORIZED


def is_away(error: BaseException | None) -> bool:
    """Return whether an error passes by itself: no network, or Discord is down or overloaded."""
    match error:
        case discord.GatewayNotFound():
            return is_away(error.__cause__)
        case discord.HTTPException():
            # An answer without one of Discord's error codes comes from a proxy in front of Discord.
            return error.status >= 500 or error.status in RETRYABLE_STATUSES or not error.code
        case OSError() | aiohttp.ClientError() | ReconnectWebSocket() | json.JSONDecodeError():
            return True
        case _:
            return False


def reason(error: BaseException) -> str:
    """Return a short description of an error, on one line."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if isinstance(cause, ReconnectWebSocket):
        return "the gateway closed the connection"
    if isinstance(cause, TimeoutError):
        return "no answer"
    return " ".join(str(cause).split())[:200] or type(cause).__name__


# ---- trace of the HTTP requests


TOO_MANY: Final = 429


def http_trace(too_many: Callable[[], None], dated: Callable[[float], None]) -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP client.

    Args:
        too_many: Called for each response with status 429.
        dated: Called with the time of each response, as UTC epoch seconds.
    """
    trace = aiohttp.TraceConfig()

    async def ended(
        _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status == TOO_MANY:
            too_many()
        date = parsedate_tz(end.response.headers.get("Date", ""))
        if date is not None:
            dated(mktime_tz(date))

    trace.on_request_end.append(ended)
    return trace


# ---- a proxy that keeps Discord's rate limits for several processes


def use_proxy(proxy: str) -> None:
    """Send every HTTP request through a proxy, including those that answer interactions.

    The connection to the gateway does not use the proxy. The change affects all clients of the
    process, because discord.py keeps the base address in a class attribute.
    """
    version = yarl.URL(discord.http.Route.BASE).path
    discord.http.Route.BASE = f"{proxy}{version}"
