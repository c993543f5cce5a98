"""Days in tests: open a table at a pace, let time go by, and see who was told what."""

from collections import Counter

from cogs._parlour import Parlour
from tests.cogs.playing import Game, start
from tests.simulated import Room

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def clock_of(room: Room):
    return Parlour.of(room.bot).clock


async def timed(room: Room, people, *, pace: str = "day", look: float = HOUR / 2, **rest) -> Game:
    """A game at a pace; the clock looks that often."""
    clock_of(room).longest = look
    return await start(room, people, pace=pace, **rest)


async def looked(room: Room) -> None:
    """One look of the clock, now."""
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        await clock_of(room).look()
    await room.wait(0)


async def away(room: Room, seconds: float) -> None:
    """Kill the bot and start it again so much later."""
    clock_of(room).close()
    room.env.backend.advance_clock(seconds)
    await room.restart()


def notified(room: Room) -> Counter[int]:
    """How often each member was notified, in any channel or by direct message."""
    direct = {
        channel.id: channel.recipient_ids
        for channel in room.env.backend.channels.values()
        if channel.guild_id is None
    }
    told: Counter[int] = Counter()
    for message in room.messages():
        told.update(message.pinged)
        if message.channel_id in direct:
            told.update(set(direct[message.channel_id]) - {room.env.backend.bot_user.id})
    return told


def thread_texts(game: Game) -> list[str]:
    return [message.text for message in game.room.messages(game.thread)]
