"""What every answer of Discord says beside its content: what time it is, or that it is too much."""

from collections.abc import Callable
from email.utils import mktime_tz, parsedate_tz
from types import SimpleNamespace
from typing import Final

import aiohttp

TOO_MANY: Final = 429


def listening(too_many: Callable[[], None], dated: Callable[[float], None]) -> aiohttp.TraceConfig:
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
