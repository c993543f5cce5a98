"""Authority as a property, at length: python -m tests.campaigns.authority --steps 20000

Members, moderators, a second account and a stranger press, forge, type and wait at tables of the
real bot; nobody may ever be shown a hand that is not theirs. See `tests/cogs/authority.py`. A
breach is told with the fewest steps that lead to it; the status is then not 0.
"""

import argparse
import time

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cogs.authority import Authority

STEPS = 40
"""Steps of one evening."""


def main() -> None:
    """Run evenings until so many steps have been taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    wanted, began, evenings = parser.parse_args().steps, time.monotonic(), 0
    while Authority.steps < wanted:
        run_state_machine_as_test(Authority, settings=evening(wanted - Authority.steps))
        evenings += 1
        spent = time.monotonic() - began
        print(f"{Authority.steps} steps, no breach, {spent:.0f} s", flush=True)


def evening(left: int) -> settings:
    """As many evenings as have so many steps, by other chance than any before."""
    return settings(
        max_examples=max(1, min(25, left // STEPS)),
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=False,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


if __name__ == "__main__":
    main()
