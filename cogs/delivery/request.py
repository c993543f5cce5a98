"""What may become of an attempt to show something; whose fault it is decides who hears of it.

Unshown          nothing was shown, or nobody can tell whether it was: Discord's trouble
├── NotNow       trouble that passes; Discord may have done it all the same
├── Gone         the message was put away, or deleted
├── Closed       no answer to this press is taken any more
└── Answered     the press has been answered before

Anything else that an attempt raises is a request that was wrong: our fault.
"""

import asyncio
import re
from collections.abc import Awaitable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

HUNG: Final = 30.0
"""Seconds after which a request is believed to hang; aiohttp itself would wait for five minutes."""


async def with_timeout(bot: discord.Client, work: Awaitable[T], seconds: float = HUNG) -> T:
    """Do something that may hang. Raises `TimeoutError` when it does."""
    task = asyncio.ensure_future(work)
    try:
        # `wait` cancels nothing: whether that may be done is asked first.
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and is_limited(bot):
            await asyncio.wait({task}, timeout=1.0)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def is_limited(bot: discord.Client) -> bool:
    """Whether discord.py waits out a limit on the whole bot.

    Whoever cut it off there would stop the bot for ever: it opens the way again only after its
    sleep, not in a `finally`, and no other request is made before that.
    """
    way = bot.http._global_over  # noqa: SLF001 - nothing public tells it
    return isinstance(way, asyncio.Event) and not way.is_set()


# ---- What may become of an attempt to show something; whose fault it is decides who hears of it


LONGEST: Final = 10.0
"""Seconds for an attempt; discord.py itself repeats what met a server error."""
SESSION_CLOSED: Final = "Session is closed"
"""What aiohttp says once the bot has let go of its connections."""
NUMBER: Final = re.compile(r"\d+(\.\d+)?", re.ASCII)
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
UNKNOWN_MESSAGE: Final = 10008
ALREADY_ACKNOWLEDGED: Final = 40060
REFUSED: Final = frozenset({401, 403, 404})
SLEEPING: Final = frozenset({50083, 160005})  # a thread that is archived, or locked
"""Discord's codes for a thread that is archived, and for one that is locked."""


class DeliveryError(Exception):
    """Something was not shown, or nobody can tell. `code`: Discord's, 0 where there is none."""

    def __init__(self, what: str, code: int = 0) -> None:
        super().__init__(what)
        self.code = code


class TransientError(DeliveryError):
    """Trouble that passes. `after`: the seconds that Discord asks us to wait."""

    def __init__(self, what: str, after: float = 0.0) -> None:
        super().__init__(what)
        self.after = after


class MessageGone(DeliveryError):  # noqa: N818 - says what became of the request
    """The message is no more."""


class InteractionExpired(DeliveryError):  # noqa: N818 - the same
    """Discord takes no answer to this press any more."""


class AlreadyResponded(DeliveryError):  # noqa: N818 - the same
    """The press has been answered, perhaps by an attempt whose success we never heard of."""


async def request(bot: discord.Client, work: Awaitable[T]) -> T:
    """The same as `attempt_move`, for what the bot asks in its own name: see `with_timeout`."""
    return await attempt_move(with_timeout(bot, work, LONGEST), None)


async def attempt_move(work: Awaitable[T], seconds: float | None = LONGEST) -> T:
    """What Discord answers to some work. Raises `DeliveryError`, or what is a fault of ours."""
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
    except RuntimeError as error:  # aiohttp has no class of its own for this
        if str(error) != SESSION_CLOSED:
            raise
        raise InteractionExpired("the process stops") from error


def classify_error(error: discord.HTTPException) -> DeliveryError | None:
    """What an error of Discord means; None for a request that was wrong. No text of it is kept."""
    what = f"{error.status} {error.code}"
    if error.status == TOO_MANY or error.status >= SERVER_ERROR:
        # discord.py waits by itself, but not for ever; then it does not say how long it should be.
        return TransientError(what, seconds(error.response.headers.get("Retry-After", "")))
    if error.code == UNKNOWN_MESSAGE:
        return MessageGone(what, error.code)
    if error.code == ALREADY_ACKNOWLEDGED:
        return AlreadyResponded(what, error.code)
    if error.status in REFUSED or error.code in SLEEPING:
        return InteractionExpired(what, error.code)
    return None


def seconds(text: str) -> float:
    """The seconds that a header names; 0 for none, or for a date."""
    return float(text) if NUMBER.fullmatch(text) else 0.0


# ---- Discord's codes for what a request may come up against, and which troubles pass by themselves


NO_CHANNEL: Final = 10003
NO_GUILD: Final = 10004
NO_MESSAGE: Final = 10008
MESSAGE_TOO_OLD: Final = 30046
"""A message that is too old to be edited so often."""
THREAD_ARCHIVED: Final = 50083
"""A thread that is archived: a new message wakes it, an edit does not."""
HAS_THREAD: Final = 160004
THREAD_LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006
"""No more threads may be active here; waking one that sleeps counts as well."""
CHANNEL_GONE_CODES: Final = frozenset({NO_CHANNEL, NO_GUILD, THREAD_LOCKED})
"""What a place answers that is no more, or is locked."""

DISCORD_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request may raise that is Discord's doing, or the network's; a timeout is an `OSError`."""
TOO_FAST: Final = 429


def is_transient(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed a little later: Discord is slow, not unwilling."""
    return error.status == TOO_FAST or error.status >= SERVER_ERROR
