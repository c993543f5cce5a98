"""The exit statuses of the process, numbered as in sysexits.h, and the messages that go with them.

After an error the process ends with a sentence for the operator, not with a traceback.
`docs/operating/errors.md` is generated from `MEANINGS` and `SENTENCES`.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine, Mapping
from typing import Any, Final, NamedTuple

import discord

from cogs.core.settings import InvalidSettings
from data.errors import DatabaseLocked, DatabaseUnreachable, DiskFull, NotSaved, StorageError

OK: Final = 0
DOCTOR_FAILED: Final = 1
USAGE: Final = 64
UNAVAILABLE: Final = 69
SOFTWARE: Final = 70
CANNOT_CREATE: Final = 73
NO_DATABASE: Final = 74
TRY_AGAIN_LATER: Final = 75
TOKEN_REFUSED: Final = 77
SETTINGS: Final = 78


class Meaning(NamedTuple):
    """The meaning of an exit status, for the operator."""

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
    DOCTOR_FAILED: Meaning(
        "`doctor`, `health`, `rebuild` or `forget` found something wrong.",
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
    CANNOT_CREATE: Meaning(
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
    TRY_AGAIN_LATER: Meaning(
        "Another process has the database, the disk is full, or PostgreSQL does not answer.",
        "Stop the other process, make room, or wait. The next start may succeed.",
        restart=True,
    ),
    TOKEN_REFUSED: Meaning(
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


# ---- ending the process


log = logging.getLogger("tuppence")

DEVELOPERS: Final = "https://discord.com/developers/applications"
NOT_LET_IN: Final = (
    f"Discord refuses the token. Reset it at {DEVELOPERS}, Bot, and put it into .env."
)
NOT_ALLOWED: Final = (
    "Discord does not allow this bot its intents (4014)."
    f" Allow it at {DEVELOPERS}, Bot, Privileged Gateway Intents."
)
OTHER_SHARDS: Final = (
    "Discord wants another number of shards. Restart the bot, so that it asks for it"
)
TOO_OLD: Final = "Discord no longer accepts this version of Tuppence. Install the newest"
OUR_FAULT: Final = "Stopped by an error in Tuppence"
HUNG_UP: Final = {4010: OTHER_SHARDS, 4011: OTHER_SHARDS, 4012: TOO_OLD, 4013: TOO_OLD}
"""Sentences for the close codes of the gateway after which reconnecting does not help."""
SENTENCES: Final = {
    UNAVAILABLE: (OTHER_SHARDS, TOO_OLD),
    SOFTWARE: (OUR_FAULT,),
    TOKEN_REFUSED: (NOT_LET_IN,),
    SETTINGS: (NOT_ALLOWED,),
}
"""The sentences of this module by exit status, for `docs/operating/errors.md`."""


def run_to_exit_status(work: Coroutine[Any, Any, None]) -> int:
    """Run `work` until it ends, and return the exit status."""
    try:
        asyncio.run(work)
    except KeyboardInterrupt:
        return report_and_exit_status(OK, "Stopped before the start was complete.")
    except Exception as error:  # noqa: BLE001 - Python's own traceback could show the token
        return exit_status_for(error)
    return OK


def exit_status_for(error: Exception) -> int:
    """Report the error that ends the process, and return its exit status."""
    match error:
        case InvalidSettings():
            return report_and_exit_status(SETTINGS, str(error))
        case DatabaseLocked() | DiskFull() | DatabaseUnreachable() | NotSaved():
            # Must come before `StorageError`, the base class: these errors pass, so a restart may
            # help.
            return report_and_exit_status(TRY_AGAIN_LATER, str(error))
        case StorageError():
            return report_and_exit_status(NO_DATABASE, str(error))
        case discord.LoginFailure():
            return report_and_exit_status(TOKEN_REFUSED, NOT_LET_IN)
        case discord.PrivilegedIntentsRequired():
            return exit_status_for_close_code(4014)
        case discord.ConnectionClosed():
            return exit_status_for_close_code(error.code)
        case _:
            log.critical("an unexpected error stops the process", exc_info=error)
            return report_and_exit_status(
                SOFTWARE, f"{OUR_FAULT} ({type(error).__name__}): see the log."
            )


def exit_status_for_close_code(code: int) -> int:
    """Report the close code with which the gateway refused the bot. Return the exit status."""
    match code:
        case 4004:
            return report_and_exit_status(TOKEN_REFUSED, NOT_LET_IN)
        case 4014:
            return report_and_exit_status(SETTINGS, NOT_ALLOWED)
        case _:
            what = HUNG_UP.get(code, "Discord closed the connection. Restart the bot")
            return report_and_exit_status(UNAVAILABLE, f"{what} ({code}).")


def report_and_exit_status(status: int, sentence: str) -> int:
    """Write the sentence to standard error and return `status`."""
    sys.stderr.write(f"{sentence}\n")
    return status
