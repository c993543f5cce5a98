"""The journal: every member's presses, and all answers to them."""

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
    """One interaction: its member, component and time, and every text that its token brought."""

    record: Interaction
    member: int
    what: str
    at: float
    heard: bool = True
    told: list[tuple[float, str]] = field(default_factory=list)

    @property
    def id(self) -> int:
        """The interaction's id."""
        return self.record.id

    @property
    def texts(self) -> list[str]:
        """The texts of the answers, oldest first."""
        return [text for _, text in self.told]

    @property
    def thinking(self) -> bool:
        """Whether Discord shows "thinking…" for the interaction."""
        return self.record.loading


class Journal:
    """A record of every press by its id, which wakes the tasks that wait for answers."""

    def __init__(self, backend: Backend) -> None:
        self.presses: dict[int, Press] = {}
        self.heard = 0
        """The number of presses while the bot was connected."""
        self._backend = backend
        self._events: dict[int, asyncio.Event] = {}

    def begin(self, press: Press) -> None:
        """Record a member's press."""
        self.presses[press.id] = press
        self.heard += press.heard

    def answered(self, token: str, body: Any) -> None:
        """Record a use of an interaction's token."""
        press = self.presses.get(self._backend.interaction_tokens.get(token, 0))
        if press is None:
            return
        if text := words(body):
            press.told.append((time.time(), text))
        if press.id in self._events:
            self._events[press.id].set()

    async def until(self, press: Press, is_over: Callable[[], bool], patience: float) -> bool:
        """Wait until a condition is true; return False if it is not within `patience` seconds."""
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
    """Return all words of a message, or of an answer that is one."""
    if not isinstance(body, dict):
        return ""
    body = body.get("data") or body
    return "\n".join(filter(None, [body.get("content"), *texts_in(body.get("components") or ())]))
