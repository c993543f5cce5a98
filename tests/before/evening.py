"""The evening of before, opened by the bot of now."""

import json
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from simcord.backend import serializers
from simcord.backend.models.channel import Channel, ThreadMetadata
from simcord.backend.models.message import Message

from tests.simulator import Member, Shown, Simulator, open_simulator

HERE: Final = Path(__file__).parent
THEN: Final[Mapping[str, Any]] = json.loads((HERE / "discord.json").read_text("utf-8"))
KEPT: Final[Mapping[str, Any]] = THEN["kept"]
MESSAGES: Final = {message["id"]: message for message in THEN["messages"]}
MANAGES: Final = "eve"


def database(path: Path) -> Path:
    """The database file as it was left."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript((HERE / "tuppence.sql").read_text("utf-8"))
    connection.close()
    return path


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Simulator]:
    """The bot of now, started on the database and the messages of then."""
    names = tuple(name.title() for name in THEN["people"])
    async with open_simulator(folder / "empty.db", names) as simulator:
        assert {person.name: person.id for person in simulator.members} == THEN["people"]
        assert (simulator.guild.id, simulator.channel.id) == (THEN["guild"], THEN["channel"])
        hang(simulator)
        await simulator.wait(0)
        simulator.entropy.seed = "now"
        simulator.database = database(folder / "tuppence.db")
        await simulator.restart()
        yield simulator


def hang(simulator: Simulator) -> None:
    """Let Discord have the threads and messages of then, and the time they were left at."""
    backend = simulator.env.backend
    backend.clock.elapsed = THEN["elapsed"]
    for thread in THEN["threads"]:
        facts = {**thread, "guild_id": simulator.guild.id, "owner_id": backend.bot_user.id}
        made = Channel(**facts, thread_metadata=ThreadMetadata())
        backend.channels[made.id] = made
    for number in MESSAGES:
        show(simulator, number)


def show(simulator: Simulator, number: int) -> Shown:
    """A message as it was then, whatever has become of it; only its own member sees a private one.

    So each of its buttons can be pressed by somebody who has it on their screen still.
    """
    backend, message = simulator.env.backend, MESSAGES[number]
    user = serializers.user_payload(backend.users[THEN["people"][message["to"] or MANAGES]])
    made = Message(
        number,
        message["channel"],
        backend.bot_user.id,
        content=message["content"],
        timestamp=backend.clock.now().isoformat(),
        flags=message["flags"],
        components=message["components"],
        interaction_metadata={"id": "1", "type": 3, "user": user},
    )
    backend.messages.setdefault(made.channel_id, {})[made.id] = made
    return Shown(simulator, made.channel_id, made.id)


def person(simulator: Simulator, name: str) -> Member:
    """Somebody of then."""
    return next(one for one in simulator.members if one.name == name)
