"""Try mutants; see the package."""

import argparse
import gc
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.mutation.making import sample
from tests.mutation.mutant import ROOT, Mutant
from tests.mutation.named import NAMED
from tests.mutation.nearest import nearest
from tests.mutation.trying import refused_by_types, tried, typed

BAR = 0.1


def files(places: Iterable[str]) -> Iterator[Path]:
    """Yield the modules below some places that contain more than a docstring."""
    for place in places:
        under = ROOT / place
        for path in sorted(under.rglob("*.py")) if under.is_dir() else [under]:
            if path.read_text().count("\n") > 1:
                yield path


@dataclass
class Trials:
    """A pytest plugin that tries mutants instead of running the tests that pytest collected."""

    mutants: Iterator[Mutant]
    most_survive: float
    minutes: float
    ends: Counter[str] = field(default_factory=Counter)
    killers: set[str] = field(default_factory=set)
    failed: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()  # `trying` finds functions and caches by `gc.get_objects`.
        until = monotonic() + 60 * self.minutes
        for mutant in self.mutants:
            if monotonic() > until:
                break
            self.add(mutant, near(mutant, session.items))
        self.failed = self.ends["survives"] > self.most_survive * self.ends.total()
        killers = [item for item in session.items if item.nodeid in self.killers]
        wrong = tried(None, killers)
        if "types" in self.killers and not typed():
            wrong = "mypy"
        if wrong:
            say(f"{wrong} fails with nothing changed: nothing is proved.")
            self.failed = True
        return True

    def add(self, mutant: Mutant, items: Sequence[pytest.Item]) -> None:
        """Try one mutant by its nearest tests, and report its result."""
        killer = tried(mutant, items) or ("types" if refused_by_types(mutant) else "")
        self.killers.add(killer)
        word = "died" if killer else "survives"
        self.ends[word] += 1
        say(f"{word} {mutant.change}\n{killer}\n")


def near(mutant: Mutant, items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests nearest to a mutant, in the order of the table."""
    places = mutant.tests or nearest(mutant.module)
    return [item for place in places for item in items if item.nodeid.startswith(place)]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def say(words: str) -> None:
    """Print outside of pytest's captured output."""
    print(words, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="*", default=["engine", "data"])
    parser.add_argument("--per-file", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--named", action="store_true")
    asked = parser.parse_args()
    if asked.named:
        named = [one.mutant() for one in NAMED]
        trials, wanted = (
            Trials(iter(named), 0, asked.minutes),
            {t for one in named for t in one.tests},
        )
    else:
        random, places = Random(asked.seed), list(files(asked.places))
        random.shuffle(places)
        trials = Trials(sample(places, asked.per_file, random), BAR, asked.minutes)
        wanted = {test for place in places for test in nearest(module_of(place))}
    os.chdir(ROOT)
    quiet = ["-q", "-s", "--no-header", "-p", "no:cacheprovider"]
    ended = pytest.main([*quiet, *sorted({one.partition("::")[0] for one in wanted})], [trials])
    tried_all, survive = trials.ends.total(), trials.ends["survives"]
    share, bar = survive / max(tried_all, 1), trials.most_survive
    say(f"{tried_all} tried, {survive} survive ({share:.1%}, bar {bar:.0%})")
    return int(ended not in {0, 5} or trials.failed)


if __name__ == "__main__":
    sys.exit(main())
