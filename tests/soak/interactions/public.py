"""Public messages: where each table is shown, which lobbies are open, who was notified."""

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from simcord.backend import Backend

from cogs.ui.custom_id import CustomId
from tests.fake_discord import Seen
from tests.simulator.messages import controls_in


@dataclass(frozen=True, slots=True)
class Call:
    """A message that notified a member. `seen` is its log entry, None for plain text."""

    at: float
    channel_id: int
    message_id: int
    user_id: int
    table: int | None
    seen: int | None


class Public:
    """Follows the messages of a server."""

    def __init__(self, backend: Backend) -> None:
        self.calls: list[Call] = []
        self._backend = backend
        self._of_table: dict[int, dict[int, int]] = defaultdict(dict)
        backend.subscribers.append(self._heard)

    def boards(self, table: int) -> list[Seen]:
        """Return the messages of a table with a button for the hand, oldest first."""
        return [seen for seen in self.messages(table) if seen.find("hand")]

    def board(self, table: int) -> Seen | None:
        """Return the newest of these messages."""
        return next(reversed(self.boards(table)), None)

    def any_board(self, chance: Random) -> Seen | None:
        """Return the live message of any table."""
        return self.board(chance.choice(list(self._of_table))) if self._of_table else None

    def is_open(self, table: int) -> bool:
        """Whether its lobby can be pressed."""
        return any(seen.find("setup") for seen in self.messages(table))

    def way_back(self, table: int) -> Seen | None:
        """Return the message that offers a new place for a table whose channel is gone."""
        return next((seen for seen in self.messages(table) if seen.find("reopen")), None)

    def is_over(self, table: int) -> bool:
        """Whether the table's final message is shown."""
        return any(seen.find("rematch") for seen in self.messages(table))

    def messages(self, table: int) -> list[Seen]:
        """Return the messages that show a table and have components, oldest first."""
        found = self._of_table[table]
        for message_id, channel_id in list(found.items()):
            if message_id not in self._backend.messages.get(channel_id, {}):
                del found[message_id]
        return [Seen(self._backend.messages[channel][one]) for one, channel in found.items()]

    def _heard(self, name: str, payload: Mapping[str, Any]) -> None:
        if name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            return
        addresses = [CustomId.parse(c.custom_id) for c in controls_in(payload["components"])]
        channel_id, message_id = int(payload["channel_id"]), int(payload["id"])
        for address in addresses:
            self._of_table[address.table][message_id] = channel_id
        if name == "MESSAGE_CREATE":
            self._called(channel_id, message_id, addresses)

    def _called(self, channel_id: int, message_id: int, addresses: list[CustomId]) -> None:
        table = addresses[0].table if addresses else None
        seen = addresses[0].version if addresses else None
        for user_id in self._backend.messages[channel_id][message_id].ping_user_ids:
            self.calls.append(Call(time.time(), channel_id, message_id, user_id, table, seen))
