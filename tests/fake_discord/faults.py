"""Faults of a request: before Discord receives it, and of its answer."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one request.

    `before` and `after` delay the request and its answer, in seconds. `status` is the answer
    instead of the real one; the request then has no effect, unless `done`. Status 0 cuts the
    connection. `retry` is the number of seconds that a 429 names; a negative one is Cloudflare's
    429, which has no JSON.
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
    """Return no fault."""
    return CLEAR
