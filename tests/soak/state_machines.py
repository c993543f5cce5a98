"""Runs of a state machine over the real bot, up to a number of steps."""

import argparse
import time
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.soak.authority.machine import Authority
from tests.soak.consent.machine import Consent
from tests.soak.secrecy.machine import Secrecy

STEPS = 100
"""Usual number of steps in one game."""
AT_ONCE = 5
"""Games between two lines of the report."""


def machines(
    machine: type[Authority] | type[Consent] | type[Secrecy],
    asked: str | None,
    more: Callable[[], str],
) -> None:
    """Run games with the seeds from `--seed` on until so many steps have been made."""
    parser = argparse.ArgumentParser(description=asked)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shrink", action="store_true")
    wanted = parser.parse_args()
    number, began = wanted.seed, time.monotonic()
    while machine.steps < wanted.steps:
        print(f"seed {number}: ", end="", flush=True)
        # A state machine type has one seed.
        evenings = seed(number)(type("Evenings", (machine,), {}))
        run_state_machine_as_test(evenings, settings=how(shrink=wanted.shrink))
        spent = time.monotonic() - began
        print(f"{machine.steps} steps, no breach, {spent:.0f} s; {more()}", flush=True)
        number += 1


def how(*, shrink: bool) -> settings:
    """Return settings for a few games."""
    return settings(
        max_examples=AT_ONCE,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
