"""What every test shares: Hypothesis profiles, and the fixtures of the simulated Discord."""

import gc
import os

from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.simulated.fixtures",)

# A room is thousands of objects, which live for one test: to look for garbage among all of them
# as often as Python does by itself costs a tenth of the time.
gc.set_threshold(50_000, 20, 20)

# The same examples on every run: a red test is red for everybody. Set HYPOTHESIS_PROFILE=search to
# look for new counterexamples; what it finds becomes an @example.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.register_profile(
    "search", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
