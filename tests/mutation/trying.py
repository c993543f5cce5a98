"""Trying a change in a fork of a process that has already collected all tests.

A change within a function replaces the function's code, which costs nothing. A change in the
top-level code of a module or class needs a new import in a separate process.
"""

import gc
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import _lru_cache_wrapper, cache
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import CodeType, FunctionType
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutant import ROOT, Mutant

SLOW: Final = 20
"""Seconds of waiting allowed per second of work: the machine may have other work."""
SECONDS: Final = 120
"""CPU seconds for the tests of a package, several times what the longest need."""
OURS: Final = ("engine.", "data.")


class ElsewhereError(Exception):
    """The change is not within functions alone."""


def functions_in(module: CodeType) -> Iterator[CodeType]:
    """Yield the functions of a module and of its classes, in order, without nested functions."""
    for one in module.co_consts:
        if isinstance(one, CodeType):
            yield one
            if is_class(one):
                yield from functions_in(one)


def is_class(code: CodeType) -> bool:
    return "__qualname__" in code.co_names and not code.co_flags & 2  # Not CO_NEWLOCALS.


def changed(mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
    """Return the functions that the mutant changes, with their new code. See `ElsewhereError`."""
    place = str(ROOT / mutant.path)
    before = compile(Path(place).read_text(), place, "exec")
    after = compile(mutant.source, place, "exec")
    old_ones, new_ones = list(functions_in(before)), list(functions_in(after))
    if said(before) != said(after) or len(old_ones) != len(new_ones):
        raise ElsewhereError
    found = [(old, new) for old, new in zip(old_ones, new_ones, strict=True) if old != new]
    if any(is_class(old) and said(old) != said(new) for old, new in found):
        raise ElsewhereError
    living = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    bodies = [(old, new) for old, new in found if not is_class(old)]
    holders = [(one, new) for old, new in bodies for one in living if one.__code__ == old]
    if len(holders) < len(bodies) or not bodies:  # No test has imported the module yet.
        raise ElsewhereError
    return holders


def said(code: CodeType) -> tuple[object, ...]:
    """Return the code of a module or class outside its functions."""
    values = tuple(one for one in code.co_consts if not isinstance(one, CodeType))
    return code.co_code, values, code.co_names


def put_in(changes: Sequence[tuple[FunctionType, CodeType]]) -> None:
    """Replace the functions' code, and clear their caches."""
    for one, new in changes:
        one.__code__ = new
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and str(one.__module__).startswith(OURS):
            one.cache_clear()


def tried(mutant: Mutant | None, items: Sequence[pytest.Item]) -> str:
    """Return the test that failed; "" if none did, "late" if they did not end."""
    if mutant is None:
        return forked(lambda: failing((), items))
    try:
        changes = changed(mutant)
    except ElsewhereError:
        return tried_apart(mutant, items)
    # Values computed at import are still the old ones. Only a separate process shows for certain
    # that no test notices.
    return forked(lambda: failing(changes, items)) or tried_apart(mutant, items)


def refused_by_types(mutant: Mutant) -> bool:
    """Whether mypy, which `./test` also runs, refuses the file."""
    with TemporaryDirectory() as folder:
        shadow = Path(folder) / "mutant.py"
        shadow.write_text(mutant.source)
        return not typed("--shadow-file", mutant.path, str(shadow))


def typed(*arguments: str) -> bool:
    """Whether mypy finds no fault, with its cache of the unchanged tree."""
    remembered = f"--cache-dir={types_of_the_tree().name}"
    command = [sys.executable, "-m", "mypy", remembered, *arguments]
    return subprocess.run(command, capture_output=True, check=False, cwd=ROOT).returncode == 0


@cache
def types_of_the_tree() -> TemporaryDirectory[str]:
    """Return the folder of mypy's cache for this run, which is deleted at the end."""
    return TemporaryDirectory()


def failing(pairs: Sequence[tuple[FunctionType, CodeType]], items: Sequence[pytest.Item]) -> str:
    """Return the first failing test. Runs in the child process."""
    put_in(pairs)
    for item, following in zip_longest(items, items[1:]):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return item.nodeid
    return ""


def forked(work: Callable[[], str]) -> str:
    """Return the output of some work in a fork with so much CPU time."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = 1
        try:
            os.write(writer, work().encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    ended = wait_for(child, SECONDS * SLOW)
    with os.fdopen(reader) as said_by:
        words = said_by.read()
    return words if ended == 0 else "late"


def wait_for(child: int, seconds: int) -> int:
    """Return the child's status; kill it and its children when its time is up."""
    until = monotonic() + seconds
    while monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def tried_apart(mutant: Mutant, items: Sequence[pytest.Item]) -> str:
    """Try a change in a process that imports the mutant instead of the file."""
    files = list(dict.fromkeys(item.nodeid.partition("::")[0] for item in items))
    ended = subprocess.run(
        [sys.executable, "-m", "tests.mutation.apart", mutant.path, *files],
        input=mutant.source,
        capture_output=True,
        text=True,
        timeout=SECONDS * SLOW,
        check=False,
        cwd=ROOT,
    )
    failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    words = failed[0].split()[1] if failed else "on import"
    return "" if ended.returncode == 0 else words
