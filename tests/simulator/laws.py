"""Rules for direct messages and groups that SimCord does not check.

A member may take no direct messages. The bot may send them only to members who have chosen them, or
who have pressed something there. Where only a member has installed the bot, five follow-ups answer
an interaction.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from simcord.backend import Backend
from simcord.backend.errors import BackendError

if TYPE_CHECKING:
    from tests.simulator.simulator import Simulator

POST = re.compile(r"/channels/(\d+)/messages")
FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)")
MOST_FOLLOW_UPS: Final = 5


class ClosedMessages:
    """The members who take no direct messages, each with Discord's code for that."""

    def __init__(self) -> None:
        self._codes: dict[int, int] = {}
        self.refused: Counter[int] = Counter()
        """The number of refused messages, by channel."""

    def close(self, channel_id: int, code: int = 50007) -> None:
        """Refuse messages in these direct messages: 50278 if no server is shared."""
        self._codes[channel_id] = code

    def open(self, channel_id: int) -> None:
        """Take messages again."""
        self._codes.pop(channel_id, None)

    def check(self, method: str, path: str) -> None:
        """Raise Discord's error for a message to such a member."""
        found = POST.fullmatch(path) if method == "POST" else None
        channel_id = int(found[1]) if found else 0
        if channel_id in self._codes:
            self.refused[channel_id] += 1
            raise BackendError(403, self._codes[channel_id], "Cannot send messages to this user")


class LimitedFollowUps:
    """The interactions to which a sixth follow-up is refused."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._tokens: set[str] = set()

    def limit(self, token: str) -> None:
        """Limit the follow-ups to the interaction with this token."""
        self._tokens.add(token)

    def check(self, method: str, path: str) -> None:
        """Raise Discord's error for the sixth follow-up."""
        found = FOLLOW_UP.fullmatch(path) if method == "POST" else None
        if found is None or found[1] not in self._tokens:
            return
        if len(self._backend.interaction_by_token(found[1]).followup_ids) >= MOST_FOLLOW_UPS:
            raise BackendError(400, 40094, "Maximum number of follow-up messages reached")


def unasked(simulator: "Simulator", requests: Iterable[Any]) -> list[str]:
    """Return the direct messages to members who have neither chosen them nor pressed there."""
    found = [POST.fullmatch(one.path) for one in requests if one.method == "POST"]
    channels = {int(one[1]) for one in found if one}
    return [
        f"an unasked direct message to {user_id}"
        for channel_id in channels
        for user_id in _recipients(simulator, channel_id) - simulator.pressed_in_dm
        if not _has_chosen(simulator, user_id)
    ]


def _recipients(simulator: "Simulator", channel_id: int) -> set[int]:
    backend = simulator.env.backend
    channel = backend.channels.get(channel_id)
    is_direct = (
        channel is not None
        and backend.dm_channels.get(next(iter(channel.recipient_ids), 0)) == channel_id
    )
    return set(channel.recipient_ids) if channel is not None and is_direct else set()


def _has_chosen(simulator: "Simulator", user_id: int) -> bool:
    """Whether a member has chosen direct messages, or has a mailbox from an earlier press."""
    with closing(sqlite3.connect(f"file:{simulator.database}?mode=ro", uri=True)) as database:
        chosen = "SELECT 1 FROM preference WHERE user_id = ? AND way = 'direct'"
        return database.execute(chosen, (user_id,)).fetchone() is not None
