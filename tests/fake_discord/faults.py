"""Faults of a request: before Discord receives it, and of its answer."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one request.

    `before` and `after` are seconds that it and its answer are late. `status` is answered instead:
    without anything having been done, unless `done`; 0 is a connection that is cut. `retry` goes
    with a 429: that many seconds; a negative one is Cloudflare's, without a body that tells.
    """

    before: float = 0.0
    after: float = 0.0
    status: int | None = None
    done: bool = False
    retry: float = 0.0
    code: int = 0


CUT = 0
CLEAR = Fault()

Faults = Callable[[str, str], Fault]
"""Method and path (`/channels/1/messages`) of a request -> its fault."""


def clear(_method: str, _path: str) -> Fault:
    """No request has a fault."""
    return CLEAR
