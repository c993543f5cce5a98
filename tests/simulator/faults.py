"""Faults of Discord that SimCord cannot inject, and refusals that SimCord lacks.

Connections are cut, answers are lost, requests hang. A message sent twice with one nonce is sent
once, for a few minutes. Every request of a bot passes this module's `dispatch` before SimCord's.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fnmatch import fnmatch
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _path_of

from tests.fake_discord import validation
from tests.simulator.laws import ClosedMessages, LimitedFollowUps

DISPATCH = router.dispatch
KNOWN_FOR: Final = timedelta(minutes=3)
"""Seconds in which Discord recognizes a nonce: "the past few minutes"."""
FULL: Final = BackendError(400, 160006, "Maximum number of active threads reached")


@dataclass
class Fault:
    """A fault of the next `times` matching requests; None means all of them."""

    method: str
    path: str
    times: int | None
    error: BaseException | None = None
    carried_out: bool = True
    happens: Callable[[], object] | None = None

    def applies(self, method: str, path: str) -> bool:
        """Whether the fault applies to a request."""
        return self.times != 0 and self.method in {method, "*"} and fnmatch(path, self.path)


@dataclass(frozen=True)
class Call:
    """A request as Discord received it, including the bytes of its files."""

    method: str
    path: str
    body: str
    """The request's JSON."""
    files: tuple[tuple[str, bytes], ...]


class Faults:
    """The faults of the requests to one simulated Discord."""

    calls: list[Call] | None = None
    """A list for all requests, if a test wants them."""

    def __init__(self, backend: Backend, parked: Callable[..., Awaitable[Any]]) -> None:
        self.no_more_threads = False
        self.closed = ClosedMessages()
        self.follow_ups = LimitedFollowUps(backend)
        self._faults: list[Fault] = []
        self._hanging: list[tuple[str, str]] = []
        self._calm = asyncio.Event()
        self._backend = backend
        self._parked = parked
        self._nonces: dict[tuple[str, str], tuple[datetime, Any]] = {}
        ALL[id(backend)] = self

    def lose(
        self,
        method: str,
        path: str,
        error: BaseException,
        *,
        times: int | None,
        carried_out: bool = True,
    ) -> None:
        """Lose matching requests, or only their answers."""
        self._faults.append(Fault(method, path, times, error, carried_out))

    def meanwhile(
        self, method: str, path: str, happens: Callable[[], object], times: int | None = 1
    ) -> None:
        """Run something before the next matching requests."""
        self._faults.append(Fault(method, path, times, happens=happens))

    def hang(self, method: str, path: str) -> None:
        """Let matching requests hang until all faults are cleared."""
        self._calm.clear()
        self._hanging.append((method, path))

    def clear(self) -> None:
        """Clear all faults, so that nothing hangs any more."""
        self._faults.clear()
        self._hanging.clear()
        self._calm.set()

    async def hung(self, method: str, path: str) -> None:
        """Wait while a request hangs."""
        while any(m in {method, "*"} and fnmatch(path, p) for m, p in self._hanging):
            await self._parked(self._calm.wait(), reason="Discord does not answer")

    def lawful(self, method: str, path: str, body: Any, work: Callable[[], Any]) -> Any:
        """Return the answer that only the real Discord would give. Raises Discord's errors."""
        if self.no_more_threads and self._wakes(method, path):
            raise FULL
        validation.check(self._backend, method, path)
        self.closed.check(method, path)
        self.follow_ups.check(method, path)
        answer = self._known(path, body) or work()
        self._keep(path, body, answer)
        return answer

    def _wakes(self, method: str, path: str) -> bool:
        """Whether the request would open one more thread."""
        if method != "POST" or not path.endswith(("/threads", "/messages")):
            return False
        channel = self._backend.channels.get(int(path.split("/")[2]))
        thread = channel.thread_metadata if channel is not None else None
        return path.endswith("/threads") or (thread is not None and thread.archived)

    def _known(self, path: str, body: Any) -> Any:
        at, answer = self._nonces.get(nonce(path, body), (self._backend.clock.now(), None))
        return answer if self._backend.clock.now() - at <= KNOWN_FOR else None

    def _keep(self, path: str, body: Any, answer: Any) -> None:
        key = nonce(path, body)
        if key[1]:
            self._nonces[key] = (self._backend.clock.now(), answer)

    def hear(self, method: str, path: str, body: Any, files: Sequence[Any] | None) -> None:
        """Record a request if somebody listens."""
        if self.calls is not None:
            held = tuple((file.filename, content(file)) for file in files or ())
            self.calls.append(Call(method, path, json.dumps(body), held))

    def meet(self, method: str, path: str) -> Fault | None:
        """Return the fault of a request, and run what was planned before the request."""
        for fault in [one for one in self._faults if one.applies(method, path)]:
            if fault.times is not None:
                fault.times -= 1
            if fault.happens is None:
                return fault
            fault.happens()
        return None


ALL: "WeakValueDictionary[int, Faults]" = WeakValueDictionary()
"""Simulators' faults by the id of their Discord. Each entry keeps its Discord alive; a finished
test deletes it.
"""


def content(file: Any) -> bytes:
    """Return the bytes of a file that is about to be sent."""
    found: bytes = file.fp.read()
    file.fp.seek(0)
    return found


def nonce(path: str, body: Any) -> tuple[str, str]:
    """Return a request's nonce; an empty text if there is none."""
    told = isinstance(body, dict) and body.get("enforce_nonce")
    return path, str(body["nonce"]) if told else ""


def oldest_first(backend: Backend, path: str, **how: Any) -> Any:
    """Return the messages that follow `after`. SimCord would return the newest of all instead."""
    params, found = dict(how.pop("params")), []
    limit = int(params["limit"])
    while True:
        page = DISPATCH(backend, "GET", path, params=params, **how)
        found += page
        if len(page) < int(params["limit"]):
            return found[-limit:]
        params = {"limit": 100, "before": page[-1]["id"], "after": params["after"]}


def executed(backend: Backend, method: str, path: str, **how: Any) -> Any:
    """Let SimCord execute a request as the real Discord does."""
    is_search = method == "GET" and path.endswith("/messages")
    if is_search and "after" in (how.get("params") or {}):
        return oldest_first(backend, path, **how)
    return DISPATCH(backend, method, path, **how)


def dispatch(backend: Backend, method: str, path: str, **how: Any) -> Any:
    """Apply the faults of this Discord, then call SimCord's `dispatch`."""
    faults, work = ALL.get(id(backend)), partial(executed, backend, method, path, **how)
    if faults is None:
        return work()
    faults.hear(method, path, how.get("json"), how.get("files"))
    fault = faults.meet(method, path)
    if fault is None or fault.error is None:
        return faults.lawful(method, path, how.get("json"), work)
    if fault.carried_out:
        faults.lawful(method, path, how.get("json"), work)
    raise fault.error


def slow(request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Let a request hang while a fault requires it, then dispatch it."""

    async def asked(self: Any, route: Any, *rest: Any, **how: Any) -> Any:
        faults = ALL.get(id(self.backend))
        if faults is not None:
            await faults.hung(route.method, _path_of(route.url))
        return await request(self, route, *rest, **how)

    return asked


router.dispatch = dispatch
for client in (FakeHTTPClient, FakeWebhookAdapter):
    setattr(client, "request", slow(client.request))  # noqa: B010 - mypy knows its type
