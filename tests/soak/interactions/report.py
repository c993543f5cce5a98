"""The output of a run: a line at every rest, the figures and the verdict at the end."""

import resource
import sys
import time
from collections import Counter
from resource import RUSAGE_CHILDREN, RUSAGE_SELF
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.soak.interactions.run import Run

EXAMPLES = 12


class Report:
    def __init__(self, run: "Run") -> None:
        self.figures: Counter[str] = Counter()
        self._run = run
        self._begun = time.monotonic()
        self._rests: list[float] = []
        self._told: Counter[str] = Counter()

    def line(self, took: float, left: list[str]) -> None:
        """Print the line of one rest."""
        self._rests.append(took)
        wrong = {kind: len(all_) for kind, all_ in self._run.judge.verdict.wrong.items()}
        passed = time.monotonic() - self._begun
        print(
            f"{self._run.presses:6} presses  {passed:6.0f} s  right after {took:4.1f} s"
            f"  left {len(left)}  wrong {wrong}",
        )
        self._tell_news()

    def _tell_news(self) -> None:
        """Print the faults found since the last rest."""
        for kind, examples in self._run.judge.verdict.wrong.items():
            for example in examples[self._told[kind] :][:EXAMPLES]:
                print(f"    {kind}: {example}")
            self._told[kind] = len(examples)
        sys.stdout.flush()

    def final(self) -> int:
        """Print everything; return 0 if there is no fault."""
        run, verdict = self._run, self._run.judge.verdict
        passed = time.monotonic() - self._begun
        for player in run.players:
            self.figures.update(player.did)
        print(f"\n{run.presses} presses in {passed:.0f} s, seed {run.plan.seed}")
        self._print("presses", verdict.figures)
        self._print("pressed", verdict.verbs)
        self._print("entries in the logs", run.books.moves())
        self._print("tables and habits", self.figures)
        self._print("faults of the process, the gateway and messages", run.faults.happened)
        self._print("faults of requests", run.request_faults.faults)
        print(
            f"requests: {run.discord.rest.requests}, sessions:"
            f" {run.discord.gateway.identified}, resumed: {run.discord.gateway.resumed}"
        )
        own, bot = (resource.getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
        print(f"CPU: {spent(bot):.0f} s of the bot, {spent(own):.0f} s of the test")
        print(f"right after a rest within: {max(self._rests, default=0):.1f} s")
        for gap in run.discord.rest.gaps:
            verdict.say("the fake Discord does not know", gap)
        for ended in run.faults.died:
            verdict.say("4 the process ended", ended)
        return self._verdict()

    def _print(self, title: str, figures: Counter[str]) -> None:
        print(f"{title}: " + ", ".join(f"{name} {n}" for name, n in sorted(figures.items())))

    def _verdict(self) -> int:
        wrong = self._run.judge.verdict.wrong
        for kind, examples in sorted(wrong.items()):
            print(f"\nWRONG: {kind}: {len(examples)}")
            for example, times in Counter(examples).most_common(EXAMPLES):
                print(f"    {times} x {example}" if times > 1 else f"    {example}")
        print("\neverything held" if not wrong else "\nnot everything held")
        return 1 if wrong else 0


def spent(usage: resource.struct_rusage) -> float:
    """Return the seconds of CPU time."""
    return usage.ru_utime + usage.ru_stime
