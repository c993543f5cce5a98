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

from tests.simulator import Person, Room, Shown, open_room

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
async def evening(folder: Path) -> AsyncIterator[Room]:
    """The bot of now, started on the database and the messages of then."""
    names = tuple(name.title() for name in THEN["people"])
    async with open_room(folder / "empty.db", names) as room:
        assert {person.name: person.id for person in room.people} == THEN["people"]
        assert (room.guild.id, room.channel.id) == (THEN["guild"], THEN["channel"])
        hang(room)
        await room.wait(0)
        room.entropy.seed = "now"
        room.database = database(folder / "tuppence.db")
        await room.restart()
        yield room


def hang(room: Room) -> None:
    """Let Discord have the threads and messages of then, and the time they were left at."""
    backend = room.env.backend
    backend.clock.elapsed = THEN["elapsed"]
    for thread in THEN["threads"]:
        facts = {**thread, "guild_id": room.guild.id, "owner_id": backend.bot_user.id}
        made = Channel(**facts, thread_metadata=ThreadMetadata())
        backend.channels[made.id] = made
    for number in MESSAGES:
        show(room, number)


def show(room: Room, number: int) -> Shown:
    """A message as it was then, whatever has become of it; only its own member sees a private one.

    So each of its buttons can be pressed by somebody who has it on their screen still.
    """
    backend, message = room.env.backend, MESSAGES[number]
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
    return Shown(room, made.channel_id, made.id)


def person(room: Room, name: str) -> Person:
    """Somebody of then."""
    return next(one for one in room.people if one.name == name)
