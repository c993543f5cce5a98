"""The property of `tests.cogs.authority`, small; `tests.campaigns.authority` is the long one."""

import asyncio

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cogs.authority import Authority

SMALL = settings(
    max_examples=4,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)


def test_no_press_shows_anybody_a_hand_that_is_not_theirs():
    run_state_machine_as_test(Authority, settings=SMALL)


def test_a_hand_shown_to_everybody_is_recognised():
    machine = Authority()
    try:
        machine.pace = "day"
        machine.crowd = (*machine.room.people[:3], *machine.room.people[1:])
        machine.runner.run(machine.begin())
        hand = machine.runner.run(shown_hand(machine))
        machine.seen[hand.id] = "\n".join(machine.secret[1])
        with pytest.raises(AssertionError, match="sees the hand of seat 1"):
            machine.check(hand, machine.secret, {})
    finally:
        machine.teardown()


async def shown_hand(machine):
    """A public message."""
    await asyncio.sleep(0)
    return machine.game.board
