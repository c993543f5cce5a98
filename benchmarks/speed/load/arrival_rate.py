"""Presses at a fixed rate, and their results."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any, Final

from benchmarks.speed.load.tables import LATEST, Table
from tests.fake_discord import Answer, FakeDiscord, Member, Seen
from tests.simulator.messages import Control

IN_VAIN: Final = 10.0
"""Waits after an answer without an enabled component that are reported, in seconds."""
BARS: Final = {"acknowledged": 100.0, "panel": 500.0}
"""Milliseconds at p99."""
SPOKEN: Final = 10.0
"""Seconds between two lines of progress."""


@dataclass
class Taken:
    """One measurement: the milliseconds of each press, and the failures."""

    acknowledged: list[float] = field(default_factory=list)
    panel: list[float] = field(default_factory=list)
    ended: list[tuple[float, float]] = field(default_factory=list)
    """Time of each press (epoch seconds), and milliseconds to its panel."""
    held_back: int = 0
    unanswered: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """Long waits from an answer until anybody at the table could press, in seconds."""
    waited_in_vain: list[str] = field(default_factory=list)

    @property
    def served(self) -> int:
        """The number of presses whose panel arrived."""
        return len(self.panel)

    @property
    def is_whole(self) -> bool:
        """Whether every planned press was made and answered."""
        return not (self.held_back or self.unanswered or self.late or self.waited_in_vain)

    @property
    def keeps(self) -> bool:
        """Whether both bars are kept."""
        return all(p99(getattr(self, name)) <= bar for name, bar in BARS.items())

    def words(self) -> str:
        """Return the measurement as one line."""
        told = "; ".join(f"{name} {both(getattr(self, name))}" for name in BARS)
        wrong = f"held back {self.held_back}, unanswered {len(self.unanswered)}"
        return f"{told}; {wrong}, late {len(self.late)}, in vain {len(self.waited_in_vain)}"


class Load:
    """Presses at a fixed rate."""

    def __init__(
        self, discord: FakeDiscord, tables: list[Table], tell: Callable[[str], None]
    ) -> None:
        self._backend = discord.state.backend
        self._tables = tables
        self._tell = tell
        self._answered: dict[int, float] = {}
        self._place = 0
        self._looking: set[asyncio.Task[None]] = set()
        self.taken = Taken()
        self.answers: list[Answer] = []
        """All answers, for the checks."""
        told = discord.rest.answered

        def answered(token: str, body: Any) -> None:
            self._answered.setdefault(self._backend.interaction_tokens.get(token, 0), time.time())
            told(token, body)

        discord.rest.answered = answered

    async def offer(self, rate: float, seconds: float) -> Taken:
        """Press at this rate for so many seconds, then wait for the remaining answers."""
        taken = self.taken = Taken()
        begun, works, spoken = time.monotonic(), set[asyncio.Task[None]](), time.monotonic()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            if time.monotonic() - spoken > SPOKEN:
                spoken = time.monotonic()
                self._tell(f"  {spoken - begun:.0f} s: {taken.served} served; {taken.words()}")
            if (press := self._next()) is None:
                taken.held_back += 1
                continue
            task = asyncio.create_task(self._press(taken, *press))
            works.add(task)
            task.add_done_callback(works.discard)
        if works:
            await asyncio.wait(works, timeout=LATEST)
        return taken

    def _next(self) -> tuple[Table, Member, Seen, Control] | None:
        """Return the next table, in turn, at which somebody can press."""
        for _ in self._tables:
            self._place = (self._place + 1) % len(self._tables)
            table = self._tables[self._place]
            if table.busy:
                continue
            if (found := table.next_press()) is not None:
                return table, *found
            if time.monotonic() - table.since > IN_VAIN:
                task = asyncio.create_task(self._look_again(table))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)
        return None

    async def _look_again(self, table: Table) -> None:
        table.busy = True
        if await table.comes_late():
            self.taken.late.append(time.monotonic() - table.since)
        else:
            self.taken.waited_in_vain.append(await table.look_again())
        table.busy, table.since = False, time.monotonic()

    async def _press(
        self, taken: Taken, table: Table, member: Member, panel: Seen, pressed: Control
    ) -> None:
        table.busy = True
        values = list(pressed.options.values())[:1]
        answer = await member.press(panel, pressed, values, patience=LATEST)
        at, acknowledged = answer.press.at, self._answered.pop(answer.press.id, None)
        table.busy, table.since = False, time.monotonic()
        self.answers.append(answer)
        if answer.failed or acknowledged is None or not answer.press.told:
            taken.unanswered.append(f"{pressed.verb}: {answer.text or 'no answer'}")
            return
        took = 1000 * (answer.press.told[-1][0] - at)
        taken.acknowledged.append(1000 * (acknowledged - at))
        taken.panel.append(took)
        taken.ended.append((at, took))


def p99(times: list[float]) -> float:
    """Return the p99, or infinity if there were too few answers."""
    return quantiles(times, n=100)[98] if len(times) > 1 else float("inf")


def both(times: list[float]) -> str:
    """Format median and p99."""
    if len(times) < 2:
        return "never"
    parts = quantiles(times, n=100)
    return f"p50 {parts[49]:.0f}, p99 {parts[98]:.0f} ms"
