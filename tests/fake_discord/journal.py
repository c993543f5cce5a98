"""The journal: what every member pressed, and everything that was told in answer to it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simcord.backend import Backend
from simcord.backend.models import Interaction

from tests.simulator.messages import texts_in


@dataclass
class Press:
    """One interaction: who did what, when, and every text that its token brought."""

    record: Interaction
    member: int
    what: str
    at: float
    heard: bool = True
    told: list[tuple[float, str]] = field(default_factory=list)

    @property
    def id(self) -> int:
        """Discord's number of it."""
        return self.record.id

    @property
    def texts(self) -> list[str]:
        """What was told, oldest first."""
        return [text for _, text in self.told]

    @property
    def thinking(self) -> bool:
        """Whether Discord shows "thinking…" for it."""
        return self.record.loading


class Journal:
    """Keeps every press by its number, and wakes whoever waits for its answer."""

    def __init__(self, backend: Backend) -> None:
        self.presses: dict[int, Press] = {}
        self.heard = 0
        """How many were made while the bot listened."""
        self._backend = backend
        self._events: dict[int, asyncio.Event] = {}

    def begin(self, press: Press) -> None:
        """A member presses."""
        self.presses[press.id] = press
        self.heard += press.heard

    def answered(self, token: str, body: Any) -> None:
        """Something was done with the token of an interaction."""
        press = self.presses.get(self._backend.interaction_tokens.get(token, 0))
        if press is None:
            return
        if text := words(body):
            press.told.append((time.time(), text))
        if press.id in self._events:
            self._events[press.id].set()

    async def until(self, press: Press, is_over: Callable[[], bool], patience: float) -> bool:
        """Wait until something is so; False when it was not within `patience` seconds."""
        event = self._events[press.id] = asyncio.Event()
        try:
            async with asyncio.timeout(patience):
                while not is_over():
                    await event.wait()
                    event.clear()
        except TimeoutError:
            return False
        finally:
            del self._events[press.id]
        return True


def words(body: Any) -> str:
    """All the words of a message or of an answer that is one."""
    if not isinstance(body, dict):
        return ""
    body = body.get("data") or body
    return "\n".join(filter(None, [body.get("content"), *texts_in(body.get("components") or ())]))
