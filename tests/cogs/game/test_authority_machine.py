"""A short run of the state machine of `tests.soak.authority`."""

import asyncio

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cogs.support.consent_oracle import Deed
from tests.soak.authority.machine import Authority

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
        machine.crowd = (*machine.simulator.members[:3], *machine.simulator.members[1:])
        machine.runner.run(machine.begin())
        hand = machine.runner.run(shown_hand(machine))
        machine.seen[hand.id] = "\n".join(machine.secret[1])
        with pytest.raises(AssertionError, match="sees the hand of seat 1"):
            machine.check(hand, machine.secret, {})
    finally:
        machine.teardown()


@pytest.mark.parametrize("how", ["handed over", "ended"])
def test_what_nobody_consented_to_is_recognised(how):
    machine = Authority()
    try:
        machine.sit_down("day")
        stranger = machine.crowd[-1]
        deed = taken(machine) if how == "handed over" else voided(machine)
        with pytest.raises(AssertionError, match=r"replaced|ended a game"):
            machine.do(deed, Deed(stranger, "t1:more:1:0"))
    finally:
        machine.teardown()


async def taken(machine):
    """Give a seat to a computer player."""
    member = (await machine.game.live()).member(1)
    await machine.simulator.bot.services.seat_changes.leave(machine.game.table_id, member)


async def voided(machine):
    """End the game without a result."""
    await machine.simulator.bot.database.tables.void(machine.game.table_id)


async def shown_hand(machine):
    """Send a public message."""
    await asyncio.sleep(0)
    return machine.game.board
