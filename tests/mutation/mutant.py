"""A wrong version of a file, made by hand or by mutmut."""

import difflib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutant:
    """A wrong version of a file."""

    path: str
    source: str
    tests: tuple[str, ...] = ()
    """The tests that have to fail; empty to use the nearest tests."""

    @property
    def module(self) -> str:
        return ".".join(Path(self.path).with_suffix("").parts).removesuffix(".__init__")

    @property
    def change(self) -> str:
        """Return the change: its place, and the lines removed and added."""
        before = (ROOT / self.path).read_text().splitlines()
        lines = list(difflib.unified_diff(before, self.source.splitlines(), n=0, lineterm=""))[2:]
        place = lines[0].split()[1].lstrip("-").partition(",")[0]
        told = [f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "+-"]
        return "\n".join([f"{self.path}:{place}", *told])
