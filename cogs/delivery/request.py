"""One request to Discord: its timeout, and what its errors mean.

DeliveryError            nothing was shown, or it is unknown whether it was
├── TransientError       the error passes by itself; Discord may have done the request
├── MessageGone          the message was dismissed or deleted
├── InteractionExpired   Discord refuses the request, mostly because an interaction has expired
└── AlreadyResponded     the interaction already has its answer

Any other error means that the request itself was wrong, which is a fault in our program.
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
"""Seconds after which a request counts as hanging. aiohttp's own limit is five minutes."""


async def with_timeout(bot: discord.Client, work: Awaitable[T], seconds: float = HUNG) -> T:
    """Await a request that may hang. Raises `TimeoutError` after `seconds`.

    Time in which discord.py waits for a rate limit of the whole bot does not count.
    """
    task = asyncio.ensure_future(work)
    try:
        # `wait`, because `wait_for` would cancel the task before we can check `is_limited`.
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and is_limited(bot):
            await asyncio.wait({task}, timeout=1.0)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def is_limited(bot: discord.Client) -> bool:
    """Return whether discord.py is waiting for a rate limit of the whole bot.

    We must not cancel a task that waits for this limit. discord.py sends no other request until
    that task sets an event. A cancelled task never sets the event, because discord.py does not use
    `finally`.
    """
    event = bot.http._global_over  # noqa: SLF001 - discord.py has no public call for this
    return isinstance(event, asyncio.Event) and not event.is_set()


# ---- errors of a request


LONGEST: Final = 10.0
"""Seconds for one attempt. In this time discord.py itself retries after server errors."""
SESSION_CLOSED: Final = "Session is closed"
"""aiohttp's error message for a request after the bot has closed its connections."""
NUMBER: Final = re.compile(r"\d+(\.\d+)?", re.ASCII)
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
UNKNOWN_MESSAGE: Final = 10008
ALREADY_ACKNOWLEDGED: Final = 40060
REFUSED: Final = frozenset({401, 403, 404})
SLEEPING: Final = frozenset({50083, 160005})
"""Discord's codes for a thread that is archived, and for one that is locked."""


class DeliveryError(Exception):
    """Nothing was shown, or it is unknown whether it was. `code` is Discord's error code, or 0."""

    def __init__(self, what: str, code: int = 0) -> None:
        super().__init__(what)
        self.code = code


class TransientError(DeliveryError):
    """An error that passes by itself. Discord asks us to wait `after` seconds."""

    def __init__(self, what: str, after: float = 0.0) -> None:
        super().__init__(what)
        self.after = after


class MessageGone(DeliveryError):  # noqa: N818 - a state of the message, not a fault
    """The message was dismissed or deleted."""


class InteractionExpired(DeliveryError):  # noqa: N818 - as `MessageGone`
    """Discord refuses a request for good, or the process stops.

    Most often an interaction has expired. But Discord may also refuse a request without an
    interaction: with a 401, 403 or 404, or because a thread is archived or locked.
    """


class AlreadyResponded(DeliveryError):  # noqa: N818 - as `MessageGone`
    """The interaction already has an answer, perhaps from an attempt whose response was lost."""


async def request(bot: discord.Client, work: Awaitable[T]) -> T:
    """Send a request with the bot's token. Raises what `attempt_request` raises.

    `with_timeout` describes what counts towards the timeout.
    """
    return await attempt_request(with_timeout(bot, work, LONGEST), None)


async def attempt_request(work: Awaitable[T], seconds: float | None = LONGEST) -> T:
    """Await one attempt of a request and return its result.

    Raises:
        DeliveryError: Discord failed, or no longer accepts the request.
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
    except RuntimeError as error:  # aiohttp raises a bare RuntimeError for a closed session
        if str(error) != SESSION_CLOSED:
            raise
        raise InteractionExpired("the process stops") from error


def classify_error(error: discord.HTTPException) -> DeliveryError | None:
    """Return the `DeliveryError` for an error; None if the request was wrong.

    The new error omits the old error's text, which may quote what a member typed.
    """
    what = f"{error.status} {error.code}"
    if error.status == TOO_MANY or error.status >= SERVER_ERROR:
        # discord.py gives up on a long rate limit, and does not tell us how long it is.
        return TransientError(what, seconds(error.response.headers.get("Retry-After", "")))
    if error.code == UNKNOWN_MESSAGE:
        return MessageGone(what, error.code)
    if error.code == ALREADY_ACKNOWLEDGED:
        return AlreadyResponded(what, error.code)
    if error.status in REFUSED or error.code in SLEEPING:
        return InteractionExpired(what, error.code)
    return None


def seconds(text: str) -> float:
    """Return the seconds in a `Retry-After` header; 0 if it is empty or a date."""
    return float(text) if NUMBER.fullmatch(text) else 0.0


# ---- Discord's error codes


NO_CHANNEL: Final = 10003
NO_GUILD: Final = 10004
NO_MESSAGE: Final = 10008
NO_ACCESS: Final = 50001
MESSAGE_TOO_OLD: Final = 30046
"""The message is older than an hour. Discord limits the number of its edits."""
THREAD_ARCHIVED: Final = 50083
"""A thread is archived. Sending a message reopens it; editing a message does not."""
HAS_THREAD: Final = 160004
THREAD_LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006
"""The guild has too many active threads. Reopening an archived thread counts too."""
CHANNEL_GONE_CODES: Final = frozenset({NO_CHANNEL, NO_GUILD, THREAD_LOCKED})
"""Codes for a channel or guild that is gone, and for a locked thread."""

DISCORD_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a request that Discord or the network causes. `TimeoutError` is an `OSError` too."""
TOO_FAST: Final = 429


def is_transient(error: discord.HTTPException) -> bool:
    """Return whether the same request may succeed later."""
    return error.status == TOO_FAST or error.status >= SERVER_ERROR
