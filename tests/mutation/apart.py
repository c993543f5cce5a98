"""Run some tests with one module imported from standard input instead of its file."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import pytest

ROOT = Path(__file__).parents[2]


class Changed(SourceFileLoader):
    """A loader that takes a module's source from a given text."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec")


class Instead(MetaPathFinder):
    """A finder that uses `Changed` for one module."""

    def __init__(self, path: str, text: str) -> None:
        self.place, self.text = str(ROOT / path), text
        self.module = ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        within = [str(Path(self.place).parent)] if self.place.endswith("__init__.py") else None
        loader = Changed(fullname, self.place, self.text)
        return spec_from_file_location(
            fullname, self.place, loader=loader, submodule_search_locations=within
        )


if __name__ == "__main__":
    changed, *tests = sys.argv[1:]
    sys.meta_path.insert(0, Instead(changed, sys.stdin.read()))
    sys.exit(pytest.main(["-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]))
