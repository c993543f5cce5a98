"""Which release this is: `pyproject.toml` says so, and nobody else."""

import tomllib
from typing import Final

from cogs._process.settings import ROOT

VERSION: Final[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "version"
]
