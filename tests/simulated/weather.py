"""Discord in trouble, beyond what SimCord can inject: cut connections, and answers that are lost.

Every request of a bot passes SimCord's `dispatch`; ours stands before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any
from weakref import WeakKeyDictionary

from simcord.backend import Backend
from simcord.http import router

DISPATCH = router.dispatch


@dataclass
class Fault:
    """What becomes of the next so many matching requests; `times` is None for all of them."""

    method: str
    path: str
    times: int | None
    error: Exception | None = None
    carried_out: bool = True
    happens: Callable[[], object] | None = None

    def applies(self, method: str, path: str) -> bool:
        """Whether a request meets it."""
        return self.times != 0 and self.method in {method, "*"} and fnmatch(path, self.path)


class Weather:
    """What becomes of the requests to one simulated Discord."""

    def __init__(self, backend: Backend) -> None:
        self._faults: list[Fault] = []
        ALL[backend] = self

    def lose(
        self,
        method: str,
        path: str,
        error: Exception,
        *,
        times: int | None,
        carried_out: bool = True,
    ) -> None:
        """Lose the answers to matching requests, or the requests themselves."""
        self._faults.append(Fault(method, path, times, error, carried_out))

    def meanwhile(self, method: str, path: str, happens: Callable[[], object]) -> None:
        """Let something happen before the next matching request."""
        self._faults.append(Fault(method, path, 1, happens=happens))

    def clear(self) -> None:
        """Nothing fails any more."""
        self._faults.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """The fault that a request meets; what happens meanwhile happens."""
        for fault in [one for one in self._faults if one.applies(method, path)]:
            if fault.times is not None:
                fault.times -= 1
            if fault.happens is None:
                return fault
            fault.happens()
        return None


ALL: "WeakKeyDictionary[Backend, Weather]" = WeakKeyDictionary()


def dispatch(backend: Backend, method: str, path: str, **how: Any) -> Any:
    """SimCord's `dispatch`, in the weather of that Discord."""
    weather = ALL.get(backend)
    fault = weather.meet(method, path) if weather else None
    if fault is None or fault.error is None:
        return DISPATCH(backend, method, path, **how)
    if fault.carried_out:
        DISPATCH(backend, method, path, **how)
    raise fault.error


router.dispatch = dispatch
