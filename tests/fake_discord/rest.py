"""REST: requests, their faults, validation, SimCord's routes, the answers."""

import asyncio
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.fake_discord import validation
from tests.fake_discord.faults import CUT, Fault, Faults, clear
from tests.fake_discord.state import State

PREFIX = "/api/v10"
TOKEN = "loop.back.token"
# With a charset in this header discord.py would treat a 429 as Cloudflare's.
JSON = {"Content-Type": "application/json"}
ANSWERING = re.compile(r"/(?:interactions/\d+|webhooks/\d+)/([^/]+)")


@dataclass
class Upload:
    """A file as SimCord's routes read it."""

    filename: str
    fp: io.BytesIO
    description: str | None = None


@dataclass
class Asked:
    """A parsed request."""

    method: str
    path: str
    params: dict[str, str]
    body: Any = None
    files: list[Upload] = field(default_factory=list)


class Rest:
    """The REST server. `answered` is called with interaction tokens and bodies."""

    def __init__(self, state: State, gateway_address: Callable[[], str]) -> None:
        self.state = state
        self.faults: Faults = clear
        self.answered: Callable[[str, Any], None] = lambda _token, _body: None
        self.gaps: list[str] = []
        self.requests = 0
        self.shards, self.at_once, self.remaining = 1, 1, 999
        """What Discord asks for and grants: shards, of how many groups, sessions that are left."""
        self._nonces = validation.Nonces()
        self._gateway_address = gateway_address

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        try:
            asked = await read(request)
        except ConnectionError:  # The client was killed while waiting.
            return web.Response()
        self.requests += 1
        if request.headers.get("Authorization", f"Bot {TOKEN}") != f"Bot {TOKEN}":
            return said(401, {"code": 0, "message": "401: Unauthorized"})
        fault = self.faults(asked.method, asked.path)
        await asyncio.sleep(fault.before)
        if fault.status is not None and not fault.done:
            return befallen(request, fault)
        status, body = self._done(asked)
        await asyncio.sleep(fault.after)
        if fault.status is not None:
            return befallen(request, fault)
        return said(status, body)

    def _done(self, asked: Asked) -> tuple[int, Any]:
        try:
            body = self._dispatched(asked)
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            self.gaps.append(str(gap))
            return 501, {"code": 0, "message": str(gap)}
        except BackendError as error:
            return error.status, error.to_json()
        if found := ANSWERING.match(asked.path):
            self.answered(found[1], asked.body)
        return (204 if body is None else 200), body

    def _dispatched(self, asked: Asked) -> Any:
        if asked.path == "/gateway/bot":
            return self._gateway()
        if (known := self._nonces.known(asked.path, asked.body)) is not None:
            return known
        backend = self.state.backend
        validation.check(backend, asked.method, asked.path)
        answer = router.dispatch(
            backend,
            asked.method,
            asked.path,
            json=asked.body,
            params=dict(asked.params),
            files=asked.files,
        )
        self._nonces.keep(asked.path, asked.body, answer)
        return answer

    def _gateway(self) -> dict[str, Any]:
        limit = {"total": 1000, "remaining": self.remaining, "reset_after": 100}
        return {
            "url": self._gateway_address(),
            "shards": self.shards,
            "session_start_limit": {**limit, "max_concurrency": self.at_once},
        }


async def read(request: web.Request) -> Asked:
    """Parse a request, with its files."""
    path = request.path.removeprefix(PREFIX)
    asked = Asked(request.method, path, dict(request.query))
    if request.content_type.startswith("multipart/"):
        await _read_parts(request, asked)
    elif text := await request.read():
        asked.body = json.loads(text)
    return asked


async def _read_parts(request: web.Request, asked: Asked) -> None:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        if part.filename is None:
            asked.body = json.loads(data)
        else:
            asked.files.append(Upload(part.filename, io.BytesIO(data)))
    told = (asked.body or {}).get("attachments", ())
    described = {one["filename"]: one.get("description") for one in told if "filename" in one}
    for file in asked.files:
        file.description = described.get(file.filename)


def said(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON answer."""
    if body is None:
        return web.Response(status=status)
    return web.Response(
        status=status, body=json.dumps(body).encode(), headers={**JSON, **(headers or {})}
    )


def befallen(request: web.Request, fault: Fault) -> web.Response:
    """Return the answer of a fault instead of the real one."""
    assert fault.status is not None
    if fault.status == CUT:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
    if fault.status != 429:
        return said(fault.status, {"code": fault.code, "message": "a fault"})
    if fault.retry < 0:  # Cloudflare's: HTML, without a Via header.
        return web.Response(status=429, text="<html>error 1015</html>", content_type="text/html")
    body = {"message": "You are being rate limited.", "retry_after": fault.retry, "global": False}
    return said(429, body, {"Via": "1.1 google"})
