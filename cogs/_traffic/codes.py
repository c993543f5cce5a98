"""Discord's codes for what a request may come up against, and which troubles pass by themselves."""

from typing import Final

import aiohttp
import discord

NO_CHANNEL: Final = 10003
NO_GUILD: Final = 10004
NO_MESSAGE: Final = 10008
TOO_OLD: Final = 30046
"""A message that is too old to be edited so often."""
ASLEEP: Final = 50083
"""A thread that is archived: a new message wakes it, an edit does not."""
HAS_THREAD: Final = 160004
LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006
"""No more threads may be active here; waking one that sleeps counts as well."""
GONE: Final = frozenset({NO_CHANNEL, NO_GUILD, LOCKED})
"""What a place answers that is no more, or is locked."""

TROUBLES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request may raise that is Discord's doing, or the network's; a timeout is an `OSError`."""
TOO_FAST: Final = 429
SERVER_ERROR: Final = 500


def passes(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed a little later: Discord is slow, not unwilling."""
    return error.status == TOO_FAST or error.status >= SERVER_ERROR
