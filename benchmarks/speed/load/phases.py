"""The phases of a measurement: the row, a step of the search, the flood and the recovery."""

import asyncio
import os
import time
from collections.abc import Callable
from itertools import count
from typing import Final

from benchmarks.speed.load.arrival_rate import BARS, Load, Taken, p99
from benchmarks.speed.load.resource_usage import Consumed, occupied, resident, watched
from tests.fake_discord import Process

CPU_BAR: Final = 15.0
"""Milliseconds of CPU of a press, on average."""
STEP: Final = 1.25
"""Increase of the rate in each step."""
MISSES: Final = 2
"""Steps in a row that miss a bar before the search ends: a single one may be the machine's fault.
"""
CALM: Final = 20.0
"""Seconds for the recovery."""

Tell = Callable[[str], None]


async def row(process: Process, load: Load, rate: float, seconds: float, tell: Tell) -> bool:
    """Offer presses and print the measurement; return whether all bars are kept."""
    sizes: list[float] = []
    watching = asyncio.create_task(watched(process.pid, sizes))
    before, begun = Consumed.by(process.pid), time.monotonic()
    taken = await load.offer(rate, seconds)
    took, after = time.monotonic() - begun, Consumed.by(process.pid)
    watching.cancel()
    sizes.append(resident(process.pid))
    each, beside, lag = after.since(before, taken.served)
    tell(f"{taken.served} presses in {took:.0f} s, {taken.served / took:.1f}/s of {rate:g} offered")
    tell(f"{taken.words()} (bars: p99 {BARS['acknowledged']:.0f} and {BARS['panel']:.0f} ms)")
    for what in (*taken.unanswered[:5], *taken.waited_in_vain[:5]):
        tell(f"  {what}")
    tell(
        f"CPU of a press: {each:.1f} ms (bar {CPU_BAR:.0f}); this Discord beside it {beside:.1f} ms"
    )
    tell(f"loop lag p99: at most {lag:.0f} ms (bar 20); load of the machine {busy()}")
    once = f"with shared files counted once {occupied(process.pid):.0f}"
    tell("memory, MB: " + ", ".join(f"{size:.0f}" for size in sizes) + f"; {once}")
    return taken.keeps and each <= CPU_BAR and lag <= 20 and taken.is_whole


async def offered(process: Process, load: Load, rate: float, seconds: float) -> tuple[Taken, str]:
    """Offer presses; return their results and the resources that the bot used meanwhile."""
    before = Consumed.by(process.pid)
    taken = await load.offer(rate, seconds)
    after = Consumed.by(process.pid)
    each, beside, _ = after.since(before, taken.served)
    used = f"CPU of a press {each:.0f} ms, of Discord {beside:.0f}"
    return taken, f"{used}; the loop waited for a core {after.robbed(before):.0%} of its time"


async def search(process: Process, load: Load, begin: float, seconds: float, tell: Tell) -> float:
    """Return the highest rate that kept both bars; 0 if none did."""
    best, missed, rate = 0.0, 0, begin
    while missed < MISSES:
        taken, used = await offered(process, load, rate, seconds)
        good = taken.keeps and not taken.unanswered
        tell(f"{rate:.1f}/s {'kept' if good else 'missed'}: {taken.words()}; {used}")
        best, missed = (rate, 0) if good else (best, missed + 1)
        rate *= STEP
    tell(f"the most that kept both bars: {best:.1f} presses a second")
    return best


async def flood(
    process: Process, load: Load, rates: tuple[float, float], seconds: float, tell: Tell
) -> bool:
    """Offer too many presses, then fewer; return whether all were answered and the bot recovered in
    time.
    """
    (rate, calm), begun = rates, time.monotonic()
    taken, used = await offered(process, load, rate, seconds)
    took = time.monotonic() - begun
    tell(f"flood: {taken.served / took:.1f}/s served of {rate:g}; {taken.words()}; {used}")
    for what in taken.unanswered[:5]:
        tell(f"  {what}")
    after, used = await offered(process, load, calm, CALM)
    well = recovered(after)
    tell(f"then {calm:g}/s: {after.words()}; {used}; well again after {well:.0f} s")
    return not (taken.unanswered or after.unanswered) and well < CALM


def recovered(taken: Taken) -> float:
    """Return the seconds after which every later second kept the panel's bar on average."""
    begun = min((at for at, _ in taken.ended), default=0.0)
    for second in count():
        rest = [took for at, took in taken.ended if at >= begun + second]
        if not rest or p99(rest) <= BARS["panel"]:
            return float(second) if rest else CALM
    raise AssertionError


def busy() -> str:
    """Format the machine's load."""
    return f"{os.getloadavg()[0]:.1f}"
