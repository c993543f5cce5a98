"""Authority as a property, at length: python -m tests.campaigns.authority --steps 20000

Members, moderators, a second account and a stranger press, forge, type and wait at tables of the
real bot; nobody may ever be shown a hand that is not theirs. See `tests/cogs/authority.py`. A
breach is told at once, with the steps that led to it and the seed that finds it again; the status
is then not 0. With `--shrink` the fewest steps are looked for, which takes minutes without a word.
"""

import argparse
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cogs.authority import Authority

STEPS = 40
"""Steps of one evening."""
AT_ONCE = 10
"""Evenings between two lines of the report."""


def main() -> None:
    """Run evenings until so many steps have been taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shrink", action="store_true")
    asked = parser.parse_args()
    number, began = asked.seed, time.monotonic()
    while Authority.steps < asked.steps:
        print(f"seed {number}: ", end="", flush=True)
        run_state_machine_as_test(seed(number)(evenings()), settings=how(shrink=asked.shrink))
        spent = time.monotonic() - began
        print(f"{Authority.steps} steps, no breach, {spent:.0f} s", flush=True)
        number += 1


def evenings() -> type[Authority]:
    """The machine, to be given a seed of its own."""
    return type("Evenings", (Authority,), {})


def how(*, shrink: bool) -> settings:
    """A few evenings."""
    return settings(
        max_examples=AT_ONCE,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


if __name__ == "__main__":
    main()
