"""File ownership and modes on each system.

Windows has no user ids and no modes: the rights of the folder apply, and the mode of a file says
nothing.
"""

import getpass
import os
from pathlib import Path

OWNER_ONLY = 0o600
OTHERS = 0o077
TELLS_BY_MODE = hasattr(os, "getuid")


def account() -> str:
    """Return the account of this process, for a message."""
    return f"uid {os.getuid()}" if hasattr(os, "getuid") else getpass.getuser()


def open_to_others(path: Path) -> bool:
    """Whether other accounts can read a file, as far as its mode tells."""
    return TELLS_BY_MODE and bool(path.stat().st_mode & OTHERS)
