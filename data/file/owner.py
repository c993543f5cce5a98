"""Whose a file is, and who else may read it, on each system.

Windows has neither numbers for accounts nor modes that say who may read: there a folder's own
rights hold, and nothing can be told from a file's mode.
"""

import getpass
import os
from pathlib import Path

OWNER_ONLY = 0o600
OTHERS = 0o077
TELLS_BY_MODE = hasattr(os, "getuid")


def account() -> str:
    """The account that runs this, as a sentence names it."""
    return f"uid {os.getuid()}" if hasattr(os, "getuid") else getpass.getuser()


def open_to_others(path: Path) -> bool:
    """Whether other accounts on this machine can read a file, as far as its mode tells."""
    return TELLS_BY_MODE and bool(path.stat().st_mode & OTHERS)
