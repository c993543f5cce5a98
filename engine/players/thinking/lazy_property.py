"""A lazy property: computed at the first access, then stored."""

from collections.abc import Callable
from typing import Generic, TypeVar, overload

Owner = TypeVar("Owner")
Found = TypeVar("Found")


class remembered(Generic[Owner, Found]):  # noqa: N801 - a decorator, like the one it stands for
    """A `functools.cached_property` without its lock.

    Up to Python 3.11 `cached_property` takes a lock at every first access, which costs more than
    most computations of a computer player. Only one thread uses a thought.
    """

    def __init__(self, work_out: Callable[[Owner], Found]) -> None:
        self.__doc__ = work_out.__doc__
        self._work_out = work_out
        self._name = work_out.__name__

    @overload
    def __get__(self, owner: None, kind: type[Owner]) -> "remembered[Owner, Found]": ...

    @overload
    def __get__(self, owner: Owner, kind: type[Owner]) -> Found: ...

    def __get__(self, owner: Owner | None, kind: type[Owner]) -> "Found | remembered[Owner, Found]":
        if owner is None:
            return self
        # Stored under the same name: later accesses find the attribute and do not call this method.
        found = owner.__dict__[self._name] = self._work_out(owner)
        return found
