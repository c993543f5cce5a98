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

from cogs._traffic.patience import in_time

T = TypeVar("T")

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


class Unshown(Exception):  # noqa: N818 - what became of an attempt, not an error of ours
    """Something was not shown, or nobody can tell. `code`: Discord's, 0 where there is none."""

    def __init__(self, what: str, code: int = 0) -> None:
        super().__init__(what)
        self.code = code


class NotNow(Unshown):
    """Trouble that passes. `after`: the seconds that Discord asks us to wait."""

    def __init__(self, what: str, after: float = 0.0) -> None:
        super().__init__(what)
        self.after = after


class Gone(Unshown):
    """The message is no more."""


class PressClosed(Unshown):
    """Discord takes no answer to this press any more."""


class Answered(Unshown):
    """The press has been answered, perhaps by an attempt whose success we never heard of."""


async def request(bot: discord.Client, work: Awaitable[T]) -> T:
    """The same as `attempt`, for what the bot asks in its own name: see `in_time`."""
    return await attempt(in_time(bot, work, LONGEST), None)


async def attempt(work: Awaitable[T], seconds: float | None = LONGEST) -> T:
    """What Discord answers to some work. Raises `Unshown`, or what is a fault of ours."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except discord.HTTPException as error:
        trouble = trouble_of(error)
        if trouble is None:
            raise
        raise trouble from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise NotNow(type(error).__name__) from error
    except RuntimeError as error:  # aiohttp has no class of its own for this
        if str(error) != SESSION_CLOSED:
            raise
        raise PressClosed("the process stops") from error


def trouble_of(error: discord.HTTPException) -> Unshown | None:
    """What an error of Discord means; None for a request that was wrong. No text of it is kept."""
    what = f"{error.status} {error.code}"
    if error.status == TOO_MANY or error.status >= SERVER_ERROR:
        # discord.py waits by itself, but not for ever; then it does not say how long it should be.
        return NotNow(what, seconds(error.response.headers.get("Retry-After", "")))
    if error.code == UNKNOWN_MESSAGE:
        return Gone(what, error.code)
    if error.code == ALREADY_ACKNOWLEDGED:
        return Answered(what, error.code)
    if error.status in REFUSED or error.code in SLEEPING:
        return PressClosed(what, error.code)
    return None


def seconds(text: str) -> float:
    """The seconds that a header names; 0 for none, or for a date."""
    return float(text) if NUMBER.fullmatch(text) else 0.0
