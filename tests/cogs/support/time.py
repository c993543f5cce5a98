"""Days in tests: open a table at a pace, let time go by, and see who was told what."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from cogs._traffic.pulse import APART
from cogs._work.timekeeper import ALIVE
from tests.cogs.support.play import Game, start
from tests.simulator import Room, Shown

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
HEARD: "WeakKeyDictionary[Room, list[Heard]]" = WeakKeyDictionary()


def clock_of(room: Room):
    return room.bot.parlour.timekeeper


async def timed(room: Room, people, *, pace: str = "day", look: float = HOUR / 2, **rest) -> Game:
    """A game at a pace; the clock looks that often."""
    clock_of(room).longest = look
    listen(room)
    return await start(room, people, pace=pace, **rest)


async def looked(room: Room) -> None:
    """One look of the clock, now."""
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        await clock_of(room).look()
    await room.wait(0)


async def after(room: Room, seconds: float) -> None:
    """Let so much time go by in one leap, as if the clock had looked all the while; then one look.

    Half-hour looks for days are for tests about what happens in between.
    """
    room.env.backend.advance_clock(seconds)
    await room.bot.store.notes.remember(ALIVE, str(room.now()))
    await looked(room)


async def away(room: Room, seconds: float) -> None:
    """Kill the bot and start it again so much later."""
    look = clock_of(room).longest
    for cog in room.bot.cogs.values():  # a killed process does nothing at a later time
        stopping: Any = cog.cog_unload()
        if stopping is not None:
            await stopping
    room.env.backend.advance_clock(seconds)
    await room.restart()
    clock_of(room).longest = look


def hear_twice(room: Room, *, ahead: float = 0) -> None:
    """Two presses, apart, by which Discord's clock is so far ahead of ours: one may be late."""
    for _ in range(2):
        room.bot.pulse.heard(room.now() + ahead)
        room.env.backend.advance_clock(APART)


@dataclass(frozen=True)
class Heard:
    """Somebody was notified."""

    at: float
    user_id: int
    text: str


def listen(room: Room) -> list[Heard]:
    """Keep notifications as they happen: an edit changes what a message says of itself."""
    if room in HEARD:
        return HEARD[room]
    told = HEARD[room] = []
    emit, backend = room.env.backend.emit, room.env.backend

    def heard(event: str, payload: Mapping[str, Any], *rest: Any, **more: Any) -> None:
        if event == "MESSAGE_CREATE":
            channel = backend.channels[int(payload["channel_id"])]
            stored = backend.get_message(channel.id, int(payload["id"]))
            direct = channel.recipient_ids if channel.guild_id is None else []
            text = Shown(room, channel.id, stored.id).text
            told.extend(Heard(room.now(), one, text) for one in {*stored.ping_user_ids, *direct})
        emit(event, payload, *rest, **more)

    backend.emit = heard  # type: ignore[method-assign]
    return told


def notified(room: Room) -> Counter[int]:
    """How often each member was notified, in any channel or by direct message."""
    return Counter(one.user_id for one in HEARD[room])


def thread_texts(game: Game) -> list[str]:
    return [message.text for message in game.room.messages(game.thread)]
