"""Time in tests: open a table at a pace, let time pass, and record the notifications."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from cogs.core.clock import APART
from cogs.game.timekeeper import LAST_POLL_NOTE
from tests.cogs.support.play import Game, start
from tests.simulator import Shown, Simulator

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
HEARD: "WeakKeyDictionary[Simulator, list[Heard]]" = WeakKeyDictionary()


def clock_of(simulator: Simulator):
    return simulator.bot.services.timer_loop


async def timed(
    simulator: Simulator, people, *, pace: str = "day", look: float = HOUR / 2, **rest
) -> Game:
    """Return a game at a pace; the clock looks at this interval."""
    clock_of(simulator).interval = look
    listen(simulator)
    return await start(simulator, people, pace=pace, **rest)


async def looked(simulator: Simulator) -> None:
    """Run one poll of the timer loop now."""
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        await clock_of(simulator).poll()
    await simulator.wait(0)


async def after(simulator: Simulator, seconds: float) -> None:
    """Let time pass in one leap that does not count as downtime, then let the clock look once.

    Tests of what happens in between use half-hour looks.
    """
    simulator.env.backend.advance_clock(seconds)
    await simulator.bot.database.program_state.set(LAST_POLL_NOTE, str(simulator.now()))
    await looked(simulator)


async def away(simulator: Simulator, seconds: float) -> None:
    """Kill the bot and restart it this much later."""
    look = clock_of(simulator).interval
    for cog in simulator.bot.cogs.values():  # A killed process does nothing later.
        stopping: Any = cog.cog_unload()
        if stopping is not None:
            await stopping
    simulator.env.backend.advance_clock(seconds)
    await simulator.restart()
    clock_of(simulator).interval = look


def hear_twice(simulator: Simulator, *, ahead: float = 0) -> None:
    """Press twice with a pause, so that the bot learns how far Discord's clock is ahead of ours."""
    for _ in range(2):
        simulator.bot.clock_skew.heard(simulator.now() + ahead)
        simulator.env.backend.advance_clock(APART)


@dataclass(frozen=True)
class Heard:
    """One notification of a member."""

    at: float
    user_id: int
    text: str


def listen(simulator: Simulator) -> list[Heard]:
    """Return a list that records notifications as they happen: an edit would change the message."""
    if simulator in HEARD:
        return HEARD[simulator]
    told = HEARD[simulator] = []
    emit, backend = simulator.env.backend.emit, simulator.env.backend

    def heard(event: str, payload: Mapping[str, Any], *rest: Any, **more: Any) -> None:
        if event == "MESSAGE_CREATE":
            channel = backend.channels[int(payload["channel_id"])]
            stored = backend.get_message(channel.id, int(payload["id"]))
            direct = channel.recipient_ids if channel.guild_id is None else []
            text = Shown(simulator, channel.id, stored.id).text
            told.extend(
                Heard(simulator.now(), one, text) for one in {*stored.ping_user_ids, *direct}
            )
        emit(event, payload, *rest, **more)

    backend.emit = heard  # type: ignore[method-assign]
    return told


def notified(simulator: Simulator) -> Counter[int]:
    """Return how often each member was notified, in any channel or by direct message."""
    return Counter(one.user_id for one in HEARD[simulator])


def thread_texts(game: Game) -> list[str]:
    return [message.text for message in game.simulator.messages(game.thread)]
