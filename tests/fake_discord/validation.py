"""Requests that Discord refuses and SimCord accepts."""

import re
import time
from typing import Any, Final

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.backend.permissions import flag

THREAD = re.compile(r"/channels/(\d+)/messages/(\d+)/threads")
POST = re.compile(r"/channels/(\d+)/messages")
EDIT = re.compile(r"/channels/(\d+)/messages/(\d+)")


def check(backend: Backend, method: str, path: str) -> None:
    """Raise Discord's error if it would refuse the request."""
    if method == "POST" and (found := THREAD.fullmatch(path)):
        _one_thread_for_each_message(backend, int(found[2]))
    elif method == "POST" and (found := POST.fullmatch(path)):
        _not_locked(backend, int(found[1]))
    elif method == "PATCH" and (found := EDIT.fullmatch(path)):
        _awake(backend, int(found[1]))


def _one_thread_for_each_message(backend: Backend, message_id: int) -> None:
    if message_id in backend.channels:
        raise BackendError(400, 160004, "A thread has already been created for this message")


def _not_locked(backend: Backend, channel_id: int) -> None:
    """Check a post in an archived thread: if the thread is locked, it needs manage_threads."""
    thread = _thread(backend, channel_id)
    if thread is None or thread.thread_metadata is None:
        return
    if thread.thread_metadata.locked and not _manages(backend, thread):
        raise BackendError(403, 160005, "This thread is locked")
    if thread.thread_metadata.archived:
        backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})


def _awake(backend: Backend, channel_id: int) -> None:
    thread = _thread(backend, channel_id)
    if thread is None or thread.thread_metadata is None:
        return
    if thread.thread_metadata.archived:
        raise BackendError(400, 50083, "Thread is archived")


def _thread(backend: Backend, channel_id: int) -> Channel | None:
    channel = backend.channels.get(channel_id)
    return channel if channel is not None and channel.is_thread else None


def _manages(backend: Backend, thread: Channel) -> bool:
    assert thread.guild_id is not None
    granted = backend.compute_permissions(thread.guild_id, backend.bot_user.id, thread.id)
    return bool(granted & flag("manage_threads"))


NONCE_LASTS: Final = 180.0
"""Seconds in which a nonce is remembered; Discord says "the past few minutes"."""


class Nonces:
    """Nonces: Discord answers a second message with the same nonce with the first message.

    The fake does so even if the first message was deleted meanwhile. Discord's answer in that case
    is undocumented; the fake's answer is the worse one for the bot.
    """

    def __init__(self) -> None:
        self._sent: dict[tuple[str, str], tuple[float, Any]] = {}

    def known(self, path: str, body: Any) -> Any:
        """Return the answer to the first message, or None."""
        at, answer = self._sent.get(_nonce(path, body), (0.0, None))
        return answer if time.monotonic() - at < NONCE_LASTS else None

    def keep(self, path: str, body: Any, answer: Any) -> None:
        """Record the answer to the first message."""
        key = _nonce(path, body)
        if key[1]:
            self._sent[key] = time.monotonic(), answer


def _nonce(path: str, body: Any) -> tuple[str, str]:
    told = isinstance(body, dict) and body.get("enforce_nonce")
    return path, str(body["nonce"]) if told else ""
