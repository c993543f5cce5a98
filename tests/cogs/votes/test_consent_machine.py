"""A short run of the state machine of `tests.soak.consent`, and violations that it must find."""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cogs.support.time import DAY, HOUR
from tests.soak.consent.machine import Consent
from tests.soak.consent.table import SEATS

SMALL = settings(
    max_examples=3,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)


@pytest.fixture
def machine():
    """A machine with a table of three players."""
    machine: Any = Consent()
    machine.rarely = lambda: False
    try:
        machine.sit_down()
        assert machine.playing
        yield machine
    finally:
        machine.teardown()


def write(machine, sql):
    """Change the database without the bot's knowledge."""
    backend = machine.simulator.bot.database.tables.backend
    return backend.transaction(lambda connection, _: connection.execute(sql))


def test_nobody_harms_anybody_without_consent():
    run_state_machine_as_test(Consent, settings=SMALL)


def test_a_second_account_that_is_let_in_against_the_preference_is_found(machine):
    opened = write(
        machine,
        "INSERT INTO preference (user_id, zone, way, rhythm, substitution) "
        f"VALUES ({machine.crowd[1].id}, 'UTC', 'thread', 'quarter', 'member')",
    )
    machine.runner.run(opened)
    with pytest.raises(AssertionError, match="lets nobody in"):
        takes_over(machine)


def takes_over(machine):
    """Let a second account take the seat of a member."""
    machine.vanish(1)
    machine.ask(SEATS, "seat", 1)
    machine.all_but_one_agree(-1, SEATS)


def test_a_game_that_ends_without_its_owners_is_found(machine):
    with pytest.raises(AssertionError, match="did not agree"):
        machine.do(machine.simulator.bot.database.tables.void(machine.table))


def test_silence_of_an_owner_who_could_not_see_the_question_is_found(machine):
    machine.simulator.bot.services.votes._visibility.check = unchecked
    machine.ask(0, "end", 0)
    machine.hide(1)
    with pytest.raises(AssertionError, match="s that"):
        machine.let_time_go_by(DAY + HOUR)


async def unchecked(*_):
    await asyncio.sleep(0)


def test_a_start_in_a_pace_that_nobody_has_confirmed_is_found(machine):
    machine.rarely = lambda: True
    machine.runner.run(machine.open_lobby())
    machine.change_the_pace(0)
    machine.runner.run(write(machine, "UPDATE card_table SET terms_revision = 0"))
    with pytest.raises(AssertionError, match="has not confirmed"):
        machine.start(fill=False)
