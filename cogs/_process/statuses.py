"""The exit statuses of the process, after sysexits.h: `os` has them on Unix only.

`docs/operating/errors.md` is made from `MEANINGS`:
`python -m tests.repository.exit_statuses --publish`.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

OK: Final = 0
ILL: Final = 1
USAGE: Final = 64
UNAVAILABLE: Final = 69
SOFTWARE: Final = 70
CANNOT_MAKE: Final = 73
NO_DATABASE: Final = 74
NOT_NOW: Final = 75
NOT_LET_IN: Final = 77
SETTINGS: Final = 78


class Meaning(NamedTuple):
    """What an exit status tells the operator."""

    meaning: str
    what_to_do: str
    restart: bool
    """Whether a service manager should start the bot again."""


MEANINGS: Final[Mapping[int, Meaning]] = {
    OK: Meaning(
        "Somebody asked the bot to stop (SIGTERM, Ctrl-C). It finished what was under way.",
        "Nothing.",
        restart=False,
    ),
    ILL: Meaning(
        "`doctor`, `health` or `rebuild` found something wrong.",
        "Read the lines that begin with WRONG. Each says what to do.",
        restart=False,
    ),
    USAGE: Meaning(
        "There is no such command, or its arguments are wrong.",
        "`./run --help` lists the commands.",
        restart=False,
    ),
    UNAVAILABLE: Meaning(
        "Discord's gateway closed the connection for good, or `./run` cannot download packages.",
        "Do what the message says: connect the network, start again, or install a newer version.",
        restart=True,
    ),
    SOFTWARE: Meaning(
        "Tuppence has a fault. The log has its traceback.",
        "Report the traceback. The bot can be started again at once.",
        restart=True,
    ),
    CANNOT_MAKE: Meaning(
        "`./run` may not write into its folder, and packages are missing there.",
        "Run `sudo ./run --version` once, as [install](install.md) says.",
        restart=False,
    ),
    NO_DATABASE: Meaning(
        "The database cannot be used: it is damaged, too new, too old, or may not be written.",
        "The message names the file and the reason. See [backup](backup.md) or"
        " [upgrade](upgrade.md).",
        restart=False,
    ),
    NOT_NOW: Meaning(
        "Another process has the database, the disk is full, or PostgreSQL does not answer.",
        "Stop the other process, make room, or wait. The next start may succeed.",
        restart=True,
    ),
    NOT_LET_IN: Meaning(
        "Discord refuses the token.",
        "Reset the token in Discord's developer portal and put the new one into `.env`.",
        restart=False,
    ),
    SETTINGS: Meaning(
        "Settings are missing or wrong, in `.env` or at Discord. The message lists them all.",
        "Correct them. `.env.example` describes each setting.",
        restart=False,
    ),
}
