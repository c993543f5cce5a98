"""Tests of the daily session limit, which all clusters share at Discord."""

import logging

import pytest

from cogs.clusters.discord_limits import FEW, FRESH, SessionStartGuard
from cogs.gateway.identify import SessionStartLimit
from tests.data.builders import Clock


class Discord:
    """A fake Discord that says how many sessions are left, and counts the requests."""

    def __init__(self, *left: int) -> None:
        self.left = list(left)
        self.asked = 0
        self.slept: list[float] = []

    async def starts(self) -> SessionStartLimit:
        self.asked += 1
        left = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        return {"total": 1000, "remaining": left, "reset_after": 90_000, "max_concurrency": 1}

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def sessions(discord: Discord, clock: Clock) -> SessionStartGuard:
    return SessionStartGuard(discord.starts, clock, discord.sleep)


async def test_while_many_are_left_discord_is_asked_now_and_then() -> None:
    discord, clock = Discord(FEW + 100), Clock(1000.0)
    counted = sessions(discord, clock)
    for _ in range(20):
        await counted.begin()
    assert discord.asked == 1
    clock.now += FRESH
    await counted.begin()
    assert discord.asked == 2


async def test_once_few_are_left_discord_is_asked_before_each() -> None:
    discord = Discord(FEW + 2)
    counted = sessions(discord, Clock(1000.0))
    for _ in range(3):
        await counted.begin()
    assert discord.asked == 2


async def test_with_none_left_a_shard_waits_until_discord_counts_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    discord = Discord(0, 0, 1000)
    with caplog.at_level(logging.WARNING):
        await sessions(discord, Clock(1000.0)).begin()
    assert discord.slept == [90.0, 90.0]
    assert "no new sessions for 2 minutes" in caplog.text
