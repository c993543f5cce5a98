"""Coming into Discord, and back: log in, tell it the commands, connect; for as long as it takes.

Discord is away now and then, and so is the network between. A bot that ended then would have to be
started by somebody; this one waits, longer each time up to a minute, and says so once a minute.
What waiting cannot mend (a token, a setting) is raised at once.
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
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from cogs.core.log import quiet_discord_log
from cogs.core.ownership import ShardOwnership
from cogs.delivery.request import with_timeout
from cogs.gateway.guild_cache import CompressedGuildState
from cogs.gateway.identify import may_begin

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_RETRY_DELAY: Final = 60.0
"""Seconds between two tries, and between two lines in the log."""
REQUEST_TIMEOUT: Final = 60.0
"""Seconds that Discord has for an answer."""
RETRYABLE_STATUSES: Final = frozenset({408, 425, 429})
"""What Discord answers to whoever should ask again later."""
UNAUTHORIZED: Final = 401
MIN_CONNECTION_SECONDS: Final = 10.0
"""Seconds that a connection to the gateway lives at least, if nothing is wrong."""
NORMAL_CLOSURE: Final = 1000
"""The close code that means nothing at all."""

# discord.py says at each start that two libraries for speaking are missing. Nobody speaks here.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class DiscordRetry:
    """Tries something again for as long as Discord is away."""

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
        """What the work gives once Discord answers; it is begun anew for each try.

        Raises `LoginFailure` where Discord does not know the token, and anything else that
        waiting cannot mend.
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
            await self._sleep(max(1.0, begin + delay - self._now()))
            delay = min(MAX_RETRY_DELAY, delay * 2)

    def say(self, error: Exception) -> None:
        """One line a minute, however often it is tried."""
        now = self._now()
        if self._said is None or now - self._said >= MAX_RETRY_DELAY:
            self._said = now
            log.warning("cannot reach Discord, retrying: %s", reason(error))


class ResumingShard(Shard):
    """A shard that comes back as it came: patiently, and to what it has missed meanwhile.

    discord.py's own forgets its session when the network fails, waits up to 17 minutes, and asks
    a gateway that hangs up at once again without any pause, hundreds of times a second.
    """

    def __init__(
        self, ws: DiscordWebSocket, bot: "PatientBot", queue_put: Callable[[EventItem], None]
    ) -> None:
        super().__init__(ws, bot, queue_put)
        self._patience = bot.discord_retry
        self._ownership = bot.ownership
        self._coming_back: asyncio.Task[None] | None = None
        self._ended = False
        self._begun = time.monotonic()
        self._cut_short = 0

    def launch(self) -> None:
        """Begin to hear. discord.py calls this too."""
        # discord.py has no public way to give one shard handlers of its own
        parsers = self._client._connection.parsers  # noqa: SLF001 - see above
        self.ws._discord_parsers = self._ownership.parsers(self.id, parsers)  # noqa: SLF001
        super().launch()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Come back to the session, or to a new one. discord.py calls this."""
        if self._ended:
            return
        self._cancel_task()
        self._dispatch("disconnect")
        self._dispatch("shard_disconnect", self.id)
        self._coming_back = asyncio.create_task(self._come_back(exc), name="shard")

    async def close(self) -> None:
        """End it, also on its way back."""
        self._ended = True
        if self._coming_back is not None:
            self._coming_back.cancel()
        await super().close()

    async def _come_back(self, exc: ReconnectWebSocket) -> None:
        """As a task of its own: other shards do not wait behind this one."""
        try:
            await self._rest(exc)
            await (self._resumed() if exc.resume else self._identified())
        except Exception as error:  # noqa: BLE001 - whoever runs the client is told
            self._queue_put(EventItem(EventType.terminate, self, error))
        else:
            self._begun = time.monotonic()
            self.launch()

    async def _resumed(self) -> None:
        gateways = cycle([self.ws.gateway, None])
        self.ws = await self._patience.until_done(
            lambda: self._connected(next(gateways), resume=True)
        )

    async def _identified(self) -> None:
        async with self._ownership.identify_queue.turn(self.id):
            self.ws = await self._patience.until_done(lambda: self._connected(None, resume=False))

    async def _connected(self, gateway: yarl.URL | None, *, resume: bool) -> DiscordWebSocket:
        return await DiscordWebSocket.from_client(
            self._client,
            resume=resume,
            gateway=gateway,
            shard_id=self.id,
            session=self.ws.session_id,
            sequence=self.ws.sequence,
        )

    async def _rest(self, exc: ReconnectWebSocket) -> None:
        """Wait after connections that were cut short, one after the other, longer each time."""
        lived = time.monotonic() - self._begun
        self._cut_short = self._cut_short + 1 if lived < MIN_CONNECTION_SECONDS else 0
        if self._cut_short > 1:
            self._patience.say(exc)
            await asyncio.sleep(min(MAX_RETRY_DELAY, 2.0**self._cut_short))

    async def _handle_disconnect(self, e: Exception) -> None:
        if isinstance(e, discord.ConnectionClosed) and e.code != NORMAL_CLOSURE:
            await super()._handle_disconnect(e)
        else:
            again = ReconnectWebSocket(self.id, resume=True)
            self._queue_put(EventItem(EventType.resume, self, again))


class PatientBot(commands.AutoShardedBot):
    """A bot whose way into Discord is patient. What is raised here, waiting cannot mend."""

    discord_retry: DiscordRetry
    ownership: ShardOwnership

    def _get_state(self, **options: Any) -> CompressedGuildState:
        # discord.py makes its memory of servers here, and says so to whoever derives from it.
        own = {"handlers": self._handlers, "hooks": self._hooks, "http": self.http}
        return CompressedGuildState(dispatch=self.dispatch, **own, **options)

    async def login(self, token: str) -> None:
        """Log in. Raises `LoginFailure` where Discord does not know the token."""
        await self.discord_retry.until_done(partial(self._try_login, token))

    async def _try_login(self, token: str) -> None:
        # Each login makes a session of its own, and a closed one takes its connector with it.
        await self.http.close()
        self.http.connector = discord.utils.MISSING
        await super().login(token)

    async def launch_shards(self) -> None:
        """Connect the shards of this process. discord.py calls this."""
        await self.ownership.connect(self)

    async def connect_all(self) -> None:
        """Ask for the gateway's address and connect the shards, as many at once as Discord grants.

        These are all that Discord asks for, or those in `shard_ids` where these are set.

        discord.py's `launch_shards` gives up when nobody answers. While the gateway is away it
        calls itself every five seconds, until Python's recursion limit ends it after an hour.
        """
        address = await self._invited()
        groups = self.ownership.identify_queue.groups(self._connection.shard_ids)
        works = [asyncio.create_task(self._launch(address, group)) for group in groups]
        try:
            await asyncio.gather(*works)
        finally:
            for work in works:
                work.cancel()

    async def _invited(self) -> yarl.URL:
        """Where the gateway is, once as many sessions may be begun as there are shards."""
        while True:
            count, address, starts = await self.discord_retry.until_done(self.http.get_bot_gateway)
            self.shard_count = self.shard_count if self.shard_ids else count
            self._connection.shard_count = self.shard_count
            shard_ids = self._connection.shard_ids = self.shard_ids or range(count)
            self.ownership.identify_queue.granted(starts["max_concurrency"])
            if await may_begin(starts, len(shard_ids)):
                return yarl.URL(address)

    async def _launch(self, gateway: yarl.URL, shard_ids: Sequence[int]) -> None:
        """Connect the shards of a group, one after the other."""
        for shard_id in shard_ids:
            async with self.ownership.identify_queue.turn(shard_id):
                await self.launch_shard(gateway, shard_id)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard."""
        connect = partial(DiscordWebSocket.from_client, self, gateway=gateway, shard_id=shard_id)
        ws = await self.discord_retry.until_done(partial(connect, initial=initial))
        mine: dict[str, Any] = vars(self)  # its shards and their queue have no other door
        shard = ResumingShard(ws, self, mine["_AutoShardedClient__queue"].put_nowait)
        mine["_AutoShardedClient__shards"][shard_id] = shard
        shard.launch()

    async def leave_shard(self, shard_id: int) -> None:
        """Hear of a shard no longer, and know nothing of its servers."""
        mine: dict[str, Any] = vars(self)
        shard = mine["_AutoShardedClient__shards"].pop(shard_id, None)
        if shard is not None:
            await shard.close()
        for guild in [guild for guild in self.guilds if guild.shard_id == shard_id]:
            self._connection._remove_guild(guild)  # noqa: SLF001 - nothing public forgets a server

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py's signature
    ) -> None:
        """Wait for the shard's turn. discord.py asks for this; its own waits five seconds."""
        await self.ownership.identify_queue.wait(shard_id or 0)


def is_refused(error: Exception) -> bool:
    """Whether Discord does not take the token."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    return isinstance(cause, discord.HTTPException) and cause.status == UNAUTHORIZED


def is_away(error: BaseException | None) -> bool:
    """Whether an error passes by itself: no network, no Discord behind it, or too much for it."""
    match error:
        case discord.GatewayNotFound():
            return is_away(error.__cause__)
        case discord.HTTPException():
            # An answer without a code of Discord's comes from somebody before it.
            return error.status >= 500 or error.status in RETRYABLE_STATUSES or not error.code
        case OSError() | aiohttp.ClientError() | ReconnectWebSocket() | json.JSONDecodeError():
            return True
        case _:
            return False


def reason(error: BaseException) -> str:
    """An error in a few words, on one line."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if isinstance(cause, ReconnectWebSocket):
        return "the gateway closed the connection"
    if isinstance(cause, TimeoutError):
        return "no answer"
    return " ".join(str(cause).split())[:200] or type(cause).__name__


# ---- What every answer of Discord says beside its content: what time it is, or that it is too much


TOO_MANY: Final = 429


def http_trace(too_many: Callable[[], None], dated: Callable[[float], None]) -> aiohttp.TraceConfig:
    """For the client of Discord: `dated` hears of the time that each answer was given, in UTC."""
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


# ---- A proxy between us and Discord, which keeps Discord's limits for many processes at once


def use_proxy(proxy: str) -> None:
    """Let every request go by a proxy, answers to presses among them; the gateway stays direct.

    For all clients of this process: discord.py has one address for them.
    """
    version = yarl.URL(discord.http.Route.BASE).path
    discord.http.Route.BASE = f"{proxy}{version}"
