"""A rolling deploy of all clusters while members press: every press is answered."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.fake_discord.journal import Press
from tests.soak.clusters.setup import CLUSTERS, Scene

ANSWER_BY = 4.0
"""Seconds after which a press can be checked."""
DEPLOYED_WITHIN = 300.0


@dataclass
class Answers:
    """The results of presses."""

    counts: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    unanswered: list[Press] = field(default_factory=list)

    def judge(self, press: Press) -> None:
        """Count one press."""
        self.counts["presses"] += 1
        if not press.record.responded:
            self.unanswered.append(press)
        elif press.told:
            self.waits.append(press.told[0][0] - press.at)

    def p(self, share: float) -> float:
        """Return the seconds within which this share of the presses got their first answer."""
        waits = sorted(self.waits)
        return waits[int(len(waits) * share)] if waits else 0.0


async def deploy(scene: Scene, deploys: int, rate: float, tables: int) -> int:
    """Play, deploy several times, and print the results of the presses; return 0 if all were
    answered.
    """
    answers = Answers()
    took = []
    async with scene.played(tables) as tasks:
        await asyncio.sleep(20)
        first = set(scene.discord.journal.presses)
        begun, counted, own = time.time(), scene.counted, time.process_time()
        for number in range(deploys):
            at = time.monotonic()
            scene.clusters.deploy()
            words = "is a new one"
            await scene.clusters.until_said(words, CLUSTERS * (number + 1), DEPLOYED_WITHIN)
            took.append(time.monotonic() - at)
            await asyncio.sleep(5)
        seconds, counted = time.time() - begun, scene.counted - counted
        own = time.process_time() - own
        for task in tasks:
            if task.done():
                task.result()
    await asyncio.sleep(ANSWER_BY)
    for number, press in scene.discord.journal.presses.items():
        if number not in first:
            answers.judge(press)
    print(f"Discord and its members had {own / seconds:.0%} of a core")
    print(f"requests that count at Discord: {counted:,}, {counted / seconds:.1f} a second")
    return told(answers, took, seconds, rate, scene)


def told(answers: Answers, took: list[float], seconds: float, rate: float, scene: Scene) -> int:
    per_second = answers.counts["presses"] / seconds
    shown = ", ".join(f"{one:.0f}" for one in took)
    print(f"deploys of {CLUSTERS} clusters: {len(took)}, in {shown} s")
    print(f"presses meanwhile: {answers.counts['presses']:,}, {per_second:.1f} a second", end=" ")
    print(f"({rate:.0f} wanted)")
    print(f"unanswered: {len(answers.unanswered)}")
    print(f"first words: p50 {answers.p(0.5) * 1000:.0f} ms, p99 {answers.p(0.99) * 1000:.0f} ms")
    for press in answers.unanswered[:20]:
        print(f"  {press.id} {press.what} at {press.at:.2f}, heard {press.heard}")
    scene.books.read()
    for what in scene.books.altered:
        print(f"  {what}")
    return 1 if answers.unanswered or scene.books.altered else 0
