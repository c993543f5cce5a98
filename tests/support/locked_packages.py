"""Run one of our programs with only the packages that a file has locked.

python -m tests.support.locked_packages requirements-server.txt bot [its arguments]

The tests run with all packages installed, so they would not notice a missing one.
"""

import re
import runpy
import sys
from collections.abc import Iterator, MutableMapping
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import cast

ROOT = Path(__file__).parents[2]
LOCKED = ROOT / ".ci/locked"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==([^\s;\\]+)", re.MULTILINE)


def normal(name: str) -> str:
    """Return a package's name as the index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path: Path) -> dict[str, str]:
    """Return the packages of a file and their versions."""
    return {normal(name): version for name, version in PIN.findall(path.read_text("utf-8"))}


def others(locked: str) -> Iterator[str]:
    """Yield the modules of all other installed packages."""
    packages = pins(LOCKED / locked).keys()
    for module, owners in packages_distributions().items():
        if packages.isdisjoint(map(normal, owners)):
            yield module


def without_others(locked: str) -> None:
    """Prevent this process from importing the other packages."""
    # With None in `sys.modules` an import fails.
    modules = cast("MutableMapping[str, ModuleType | None]", sys.modules)
    modules.update(dict.fromkeys(others(locked)))


if __name__ == "__main__":
    _, file, program, *arguments = sys.argv
    without_others(file)
    sys.argv[1:] = arguments
    runpy.run_module(program, run_name="__main__", alter_sys=True)
