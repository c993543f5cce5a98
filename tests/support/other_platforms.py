"""Run one of our programs as on a system that is no Unix, as far as Python shows the difference.

    python -m tests.support.other_platforms bot.py doctor

Modules, functions and constants that Windows lacks are hidden from our own files. What the
libraries do on Windows is not tested.
"""

import asyncio
import builtins
import os
import runpy
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
MODULES: Final = frozenset(
    {
        *("crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline"),
        *("resource", "spwd", "syslog", "termios", "tty"),
    }
)
NAMES: Final = frozenset(
    {
        *("O_DIRECTORY", "chown", "chroot", "fchmod", "fchown", "getegid", "geteuid", "getgid"),
        *("getgroups", "getpgid", "getpgrp", "getuid", "initgroups", "killpg", "lchown"),
        *("mkfifo", "nice", "pread", "pwrite", "setegid", "seteuid", "setgid", "setsid"),
        *("setuid", "statvfs", "sync", "ttyname"),
        *(name for name in dir(os) if name.startswith("EX_")),
    }
)
"""Names that `os` has on Unix alone."""
SIGNALS: Final = frozenset({"SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1"})


def ours(file: str | None) -> bool:
    """Whether a module is one of our own."""
    return file is not None and Path(file).is_relative_to(ROOT) and ".venv" not in Path(file).parts


def hide() -> None:
    """Hide everything for the rest of this process."""
    real, opened = builtins.__import__, os.open

    def importing(name: str, where: Any = None, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] in MODULES and ours((where or {}).get("__file__")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, where, *rest, **more)

    def opening(path: Any, *rest: Any, **more: Any) -> int:
        if isinstance(path, (str, Path)) and Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *rest, **more)

    def unheard(*_: Any) -> None:
        raise NotImplementedError

    builtins.__import__ = importing  # type: ignore[assignment]
    os.open = opening
    asyncio.SelectorEventLoop.add_signal_handler = unheard  # type: ignore[method-assign,assignment]
    # There, the standard library uses another function for the disk.
    for name in NAMES - {"statvfs"}:
        if hasattr(os, name):
            delattr(os, name)


if __name__ == "__main__":
    hide()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
