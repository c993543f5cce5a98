"""One of the two simulators, with a record of everything that it sends and queries."""

import asyncio
import json
import logging
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from tests.cogs.support.play import Game
from tests.cogs.support.time import timed
from tests.simulator import Member, Simulator, open_simulator
from tests.simulator.faults import Call
from tests.simulator.messages import EPHEMERAL

T = TypeVar("T")
PLAYERS: Final = 3
OURS: Final = ("bot", "cogs", "data", "engine", "render", "tuppence")
WAYS: Final = ("transaction", "query", "slow_query")
"""Ways in which a database object calls its backend."""
STORES: Final = (
    "tables",
    "messages",
    "deadlines",
    "votes",
    "leaderboards",
    "members",
    "program_state",
)
CHOICES, FORM = 8, 9
"""Kinds of answers that only whoever asked is given."""
DRAWN: Final = re.compile(r'"nonce": "\d+"|"id": \d+')
"""Fields by which Discord recognizes a message, or a part of one, again."""
SAME_MESSAGE: Final = (6, 7)


@dataclass(frozen=True)
class Sent:
    """One call of the bot, and its only recipient; None means everybody."""

    call: Call
    alone: int | None
    on_server: bool = True

    def seen_by(self, blind: frozenset[int]) -> tuple[object, ...]:
        """Return what the watched seats know of a call: of calls for the `blind`, only that they
        happened.
        """
        call, is_seen = self.call, self.alone not in blind
        return (call.method, call.path, *((without_luck(call.body), call.files) if is_seen else ()))


def without_luck(body: str) -> str:
    """Return a call without random numbers, which do not depend on any card."""
    return DRAWN.sub("", body)


@dataclass(frozen=True)
class Happened:
    """The effects of an action: everything sent, logged, and queried."""

    sent: list[Sent]
    logged: list[str]
    asked: Counter[str]
    entries: list[tuple[int, int, str, str]] = field(default_factory=list)


class World:
    """A simulator with an event loop of its own."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.opened = open_simulator(Path(self.folder.name) / "tuppence.db", threads=False)
        self.simulator: Simulator = self.run(self.opened.__aenter__())
        self.simulator.faults.calls = []
        self.simulator.judges = False  # Drawing takes most of the time, and other tests do it.
        self.asked: Counter[str] = Counter()
        self.game: Game
        self.crowd: tuple[Member, ...] = ()
        self.group = 0
        self.listen()

    def listen(self) -> None:
        """Record the queries of the bot, also of one that was just started."""
        for name in STORES:
            self._listen(name)

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        """Run something in this simulator."""
        return self.runner.run(what)

    def close(self) -> None:
        """Check the simulator as every test does."""
        try:
            self.run(self.opened.__aexit__(None, None, None))
        finally:
            self.runner.close()
            self.folder.cleanup()

    def _listen(self, name: str) -> None:
        """Record the queries of a database object."""
        store = getattr(self.simulator.bot.database, name)
        counted: dict[str, Any] = {
            way: self._counted(f"{name}.{way}", getattr(store.backend, way)) for way in WAYS
        }
        store.backend = replace(store.backend, **counted)

    def _counted(self, name: str, ask: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        def counted(*what: Any) -> Awaitable[T]:
            self.asked[name] += 1
            return ask(*what)

        return counted

    # ---- what happens

    def people(self) -> None:
        """The players, the spectators, and one of them a moderator."""
        self.crowd = (*self.simulator.members, self.simulator.invite("Mo", manages=True))
        for person in self.crowd:  # in the same order, so that both simulators have the same ids
            assert person.dm
        self.group = self.simulator.group_dm(*self.crowd)

    async def begin(self, players: int, **how: Any) -> None:
        """Start a game of the first `players` people."""
        self.game = await timed(self.simulator, self.crowd[:players], **how)

    def watch(self, deed: Callable[["World"], Coroutine[Any, Any, object]]) -> Happened:
        """Run something, and return all its effects."""
        calls, log = self.simulator.faults.calls, self.simulator.log
        assert calls is not None
        calls.clear()
        self.asked.clear()
        begun = len(log)
        self.run(deed(self))
        told = [one for one in log[begun:] if one.name.split(".")[0] in OURS]
        logged = [one.getMessage() for one in told if one.levelno >= logging.INFO]
        return Happened([self._sent(one) for one in calls], logged, +self.asked)

    def live(self) -> TableState | None:
        """Return the table; None if the game is no longer played."""
        try:
            found = self.run(self.game.live())
        except Refusal:
            return None
        return found if found.game.outcome() is None else None

    # ---- to whom something is sent

    def _sent(self, call: Call) -> Sent:
        _, kind, number, *rest = call.path.split("/")
        channel_id = int(number) if kind == "channels" else 0
        if kind in {"interactions", "webhooks"}:
            channel_id = self._record(kind, number, rest[0]).channel_id
        channel = self.simulator.env.backend.channels.get(channel_id)
        return Sent(call, self._alone(call), channel is None or channel.guild_id is not None)

    def _alone(self, call: Call) -> int | None:
        """Return the only recipient; None for everybody who sees the channel."""
        _, kind, number, *rest = call.path.split("/")
        if kind == "channels":
            return self._reader_of(int(number))
        if kind not in {"interactions", "webhooks"}:
            return None
        record = self._record(kind, number, rest[0])
        if self._is_private(call, record, rest[1:]):
            return int(record.user_id)
        return self._reader_of(record.channel_id)

    def _reader_of(self, channel_id: int) -> int | None:
        """Return the member with whom the bot has this channel alone; None for any other."""
        channel = self.simulator.env.backend.channels[channel_id]
        alone = channel.guild_id is None and len(channel.recipient_ids) == 1
        return channel.recipient_ids[0] if alone else None

    def _record(self, kind: str, number: str, token: str) -> Any:
        backend = self.simulator.env.backend
        found = int(number) if kind == "interactions" else backend.interaction_tokens[token]
        return backend.interactions[found]

    def _is_private(self, call: Call, record: Any, rest: list[str]) -> bool:
        """Whether only the pressing member sees the answer; a deleted message counts as public."""
        body = json.loads(call.body) or {}
        if rest == ["callback"]:
            if body["type"] in {CHOICES, FORM}:
                return True
            if body["type"] in SAME_MESSAGE:
                return self._is_hidden(record.channel_id, record.source_message_id)
            body = body.get("data") or {}
        if rest[:1] == ["messages"]:
            own = record.message_id or record.source_message_id
            message = own if rest[1] == "@original" else int(rest[1])
            return self._is_hidden(record.channel_id, message)
        return bool(int(body.get("flags") or 0) & EPHEMERAL)

    def _is_hidden(self, channel: int, message: int | None) -> bool:
        stored = self.simulator.env.backend.messages.get(channel, {}).get(message or 0)
        return stored is not None and bool(stored.flags & EPHEMERAL)
