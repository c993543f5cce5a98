"""One request to Discord: its timeout, and what its errors mean.

    DeliveryError            nothing was shown, or nobody can tell whether it was
    ├── TransientError       passes by itself; Discord may have done it nevertheless
    ├── MessageGone          the message was dismissed or deleted
    ├── InteractionExpired   Discord takes no answer to this interaction any longer
    └── AlreadyResponded     the interaction has its answer

Any other error means that the request was wrong, which is a fault of ours.
"""

import asyncio
import re
from collections.abc import Awaitable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

# ---- timeouts

HUNG: Final = 30.0
"""Seconds after which a request counts as hanging. aiohttp itself would wait for five minutes."""


async def with_timeout(bot: discord.Client, work: Awaitable[T], seconds: float = HUNG) -> T:
    """Await something that may hang. Raises `TimeoutError` after `seconds`.

    The time in which discord.py waits for a rate limit of the whole bot does not count.
    """
    task = asyncio.ensure_future(work)
    try:
        # `wait` and not `wait_for`, which would cancel the task before `is_limited` is asked.
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and is_limited(bot):
            await asyncio.wait({task}, timeout=1.0)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def is_limited(bot: discord.Client) -> bool:
    """Return whether discord.py waits for a rate limit of the whole bot.

    A task that is cancelled in that wait would block the bot for ever: discord.py sends no other
    request until the event is set, and it sets the event only after its sleep, not in a `finally`.
    """
    event = bot.http._global_over  # noqa: SLF001 - nothing public tells it
    return isinstance(event, asyncio.Event) and not event.is_set()


# ---- errors of a request


LONGEST: Final = 10.0
"""Seconds for an attempt, in which discord.py itself retries after server errors."""
SESSION_CLOSED: Final = "Session is closed"
"""aiohttp's message for a request after the bot has closed its connections."""
NUMBER: Final = re.compile(r"\d+(\.\d+)?", re.ASCII)
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
UNKNOWN_MESSAGE: Final = 10008
ALREADY_ACKNOWLEDGED: Final = 40060
REFUSED: Final = frozenset({401, 403, 404})
SLEEPING: Final = frozenset({50083, 160005})
"""Discord's codes for a thread that is archived, and for one that is locked."""


class DeliveryError(Exception):
    """Nothing was shown, or nobody can tell. `code` is Discord's, 0 where there is none."""

    def __init__(self, what: str, code: int = 0) -> None:
        super().__init__(what)
        self.code = code


class TransientError(DeliveryError):
    """A failure that passes. `after`: the seconds that Discord asks us to wait."""

    def __init__(self, what: str, after: float = 0.0) -> None:
        super().__init__(what)
        self.after = after


class MessageGone(DeliveryError):  # noqa: N818 - a state of the message, not a fault
    """The message was dismissed or deleted."""


class InteractionExpired(DeliveryError):  # noqa: N818 - the same
    """Discord takes no answer to this interaction any longer."""


class AlreadyResponded(DeliveryError):  # noqa: N818 - the same
    """The interaction has its answer, perhaps by an attempt whose response was lost."""


async def request(bot: discord.Client, work: Awaitable[T]) -> T:
    """Send a request in the bot's own name. Raises as `attempt_request` does.

    Its timeout excludes rate limits of the whole bot: see `with_timeout`.
    """
    return await attempt_request(with_timeout(bot, work, LONGEST), None)


async def attempt_request(work: Awaitable[T], seconds: float | None = LONGEST) -> T:
    """Await one attempt of a request and return its result.

    Raises:
        DeliveryError: Discord failed, or takes the request no longer.
        discord.HTTPException: The request was wrong.
    """
    try:
        async with asyncio.timeout(seconds):
            return await work
    except discord.HTTPException as error:
        trouble = classify_error(error)
        if trouble is None:
            raise
        raise trouble from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TransientError(type(error).__name__) from error
    except RuntimeError as error:  # aiohttp has no class of its own for a closed session
        if str(error) != SESSION_CLOSED:
            raise
        raise InteractionExpired("the process stops") from error


def classify_error(error: discord.HTTPException) -> DeliveryError | None:
    """Return what an error means; None for a request that was wrong.

    The text of the error is not kept: it may quote what a member typed.
    """
    what = f"{error.status} {error.code}"
    if error.status == TOO_MANY or error.status >= SERVER_ERROR:
        # discord.py gives up a long rate limit and does not pass on its length.
        return TransientError(what, seconds(error.response.headers.get("Retry-After", "")))
    if error.code == UNKNOWN_MESSAGE:
        return MessageGone(what, error.code)
    if error.code == ALREADY_ACKNOWLEDGED:
        return AlreadyResponded(what, error.code)
    if error.status in REFUSED or error.code in SLEEPING:
        return InteractionExpired(what, error.code)
    return None


def seconds(text: str) -> float:
    """Return the seconds in a `Retry-After` header; 0 for none, or for a date."""
    return float(text) if NUMBER.fullmatch(text) else 0.0


# ---- Discord's error codes


NO_CHANNEL: Final = 10003
NO_GUILD: Final = 10004
NO_MESSAGE: Final = 10008
NO_ACCESS: Final = 50001
MESSAGE_TOO_OLD: Final = 30046
"""Discord limits how often a message older than an hour may be edited."""
THREAD_ARCHIVED: Final = 50083
"""A new message reopens an archived thread, an edit does not."""
HAS_THREAD: Final = 160004
THREAD_LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006
"""The limit of active threads is reached. Reopening an archived thread counts as well."""
CHANNEL_GONE_CODES: Final = frozenset({NO_CHANNEL, NO_GUILD, THREAD_LOCKED})
"""Codes for a channel, thread or guild that is gone, and for a locked thread."""

DISCORD_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a request that Discord or the network causes. A `TimeoutError` is an `OSError`."""
TOO_FAST: Final = 429


def is_transient(error: discord.HTTPException) -> bool:
    """Return whether the same request may succeed a little later."""
    return error.status == TOO_FAST or error.status >= SERVER_ERROR
