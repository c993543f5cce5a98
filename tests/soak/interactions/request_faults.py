"""Faults of requests, of every kind that Discord has, chosen by a seed."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

from tests.fake_discord.faults import CLEAR, CUT, Fault

Make = Callable[[Random], Fault]


def refused(status: int) -> Make:
    """Return an error without effect."""
    return lambda _chance: Fault(status=status)


def lost(status: int) -> Make:
    """Return a fault that executes the request and loses or replaces its answer."""
    return lambda _chance: Fault(status=status, done=True)


def limited(chance: Random) -> Fault:
    """Return Discord's own rate limit."""
    return Fault(status=429, retry=round(chance.uniform(0.1, 1.5), 2))


def banned(_chance: Random) -> Fault:
    """Return Cloudflare's rate limit, which has no readable body."""
    return Fault(status=429, retry=-1)


def late(chance: Random) -> Fault:
    """Return a fault that delays the request."""
    return Fault(before=chance.uniform(0.1, 2.5))


def slow(chance: Random) -> Fault:
    """Return a fault that executes the request at once and delays the answer."""
    return Fault(after=chance.uniform(0.1, 4.0))


FOUL: Final[dict[str, tuple[float, Make]]] = {
    "500": (0.02, refused(500)),
    "502": (0.01, refused(502)),
    "503": (0.03, refused(503)),
    "504": (0.01, refused(504)),
    "429": (0.03, limited),
    "429 of Cloudflare": (0.01, banned),
    "cut before": (0.03, refused(CUT)),
    "cut after": (0.04, lost(CUT)),
    "500 after": (0.02, lost(500)),
    "503 after": (0.01, lost(503)),
    "late": (0.06, late),
    "slow": (0.04, slow),
}
"""While requests fail, one in so many has this fault."""


class RequestFaults:
    """A random fault for each request. `away`: Discord answers 503 to everything."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(f"sky/{seed}")
        self.foul = False
        self.away = False
        self.faults: Counter[str] = Counter()
        self.spoilt: set[str] = set()
        """Tokens of interactions with a faulty request."""

    def clear(self) -> None:
        self.foul = self.away = False

    def __call__(self, method: str, path: str) -> Fault:
        """Return the fault of one request."""
        fault = self._fault()
        if fault is not CLEAR and path.startswith(("/interactions/", "/webhooks/")):
            self.spoilt.add(path.split("/")[3])
        return fault

    def _fault(self) -> Fault:
        if self.away:
            self.faults["away"] += 1
            return Fault(status=503)
        if not self.foul:
            return CLEAR
        roll = self._chance.random()
        for name, (share, make) in FOUL.items():
            roll -= share
            if roll < 0:
                self.faults[name] += 1
                return make(self._chance)
        return CLEAR
