import asyncio
from dataclasses import dataclass, field

import pytest
import yarl

from cogs.clusters.discord_limits import RequestBudget, counts
from cogs.clusters.handover import InteractionHandover
from tests.data.builders import Clock


@dataclass
class Desk:
    """The interactions of a cluster, and the ids of those that it has served."""

    clock: Clock
    served: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.presses = InteractionHandover(self.clock)

    def press(self, number: int, shard: int = 0) -> None:
        self.presses.arrived(shard, number, lambda: self.served.append(number))


@pytest.fixture
def clock() -> Clock:
    return Clock(50.0)


@pytest.fixture
def old(clock: Clock) -> Desk:
    desk = Desk(clock)
    desk.presses.open(0)
    return desk


@pytest.fixture
def new(clock: Clock) -> Desk:
    desk = Desk(clock)
    desk.presses.keep(0)
    return desk


def hand_over(old: Desk, new: Desk) -> None:
    new.presses.open(0, old.presses.said(0))


def test_a_press_at_a_shard_of_another_cluster_is_not_served(old: Desk) -> None:
    old.press(1, shard=5)
    assert old.served == []


def test_a_press_while_a_shard_changes_hands_is_served_once(old: Desk, new: Desk) -> None:
    for desk in (old, new):
        desk.press(1)
    old.presses.close(0)
    for desk in (old, new):
        desk.press(2)
    hand_over(old, new)
    assert (old.served, new.served) == ([1], [2])


def test_what_the_new_one_hears_of_late_was_served_by_the_old_one(old: Desk, new: Desk) -> None:
    old.press(1)
    old.presses.close(0)
    hand_over(old, new)
    new.press(1)
    assert new.served == []


def test_what_the_old_one_hears_too_late_is_served_by_the_new_one(old: Desk, new: Desk) -> None:
    old.presses.close(0)
    hand_over(old, new)
    for desk in (old, new):
        desk.press(1)
    assert (old.served, new.served) == ([], [1])


def test_a_press_that_nobody_waits_for_any_more_is_not_begun(new: Desk, clock: Clock) -> None:
    new.press(1)
    clock.now += 2.6
    new.press(2)
    new.presses.open(0)
    assert new.served == [2]


def test_what_was_served_long_ago_is_not_told(old: Desk, clock: Clock) -> None:
    old.press(1)
    clock.now += 16
    old.press(2)
    assert old.presses.said(0) == "2"


# ------------------------------------------------------------ requests


def test_answers_to_members_do_not_count_among_the_requests() -> None:
    api = yarl.URL("https://discord.com/api/v10")
    assert not counts(api / "interactions/1/aW50/callback")
    assert not counts(api / "webhooks/1/aW50/messages/@original")
    assert counts(api / "channels/1/messages")


async def test_two_clusters_ask_half_as_often_each() -> None:
    clock, slept = Clock(0.0), 0.0

    async def sleep(seconds: float) -> None:
        nonlocal slept
        clock.now += seconds
        slept += seconds

    budget = RequestBudget(clock, sleep)
    budget.among(2)
    for _ in range(24 * 10):
        await budget.spend()
    assert 9.0 <= clock.now <= 10.0


async def test_those_who_ask_at_once_wait_for_each_other() -> None:
    clock = Clock(0.0)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    budget = RequestBudget(clock, sleep)
    await asyncio.gather(*(budget.spend() for _ in range(48)))
    assert max(waits) == pytest.approx(47 / 48)
