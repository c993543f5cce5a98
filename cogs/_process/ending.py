"""How the process ends: with an exit status of `statuses` and a sentence, without a traceback."""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import Any, Final

import discord

from cogs._process import statuses
from cogs._process.settings import BadSettings
from data.file.errors import Locked, NoRoom, NotSaved, StoreError, Unreachable

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
"""Close codes of the gateway that waiting does not mend, and what does."""
SENTENCES: Final = {
    statuses.UNAVAILABLE: (OTHER_SHARDS, TOO_OLD),
    statuses.SOFTWARE: (OUR_FAULT,),
    statuses.NOT_LET_IN: (NOT_LET_IN,),
    statuses.SETTINGS: (NOT_ALLOWED,),
}
"""The sentences of this module by exit status, for `docs/operating/errors.md`."""


def outcome(work: Coroutine[Any, Any, None]) -> int:
    """Run the process's work to its end and give its exit status."""
    try:
        asyncio.run(work)
    except KeyboardInterrupt:
        return ended(statuses.OK, "Stopped before the start was complete.")
    except Exception as error:  # noqa: BLE001 - Python would print it with the token in it
        return failed(error)
    return statuses.OK


def failed(error: Exception) -> int:
    """The exit status for an error that ends the process, once its sentence is said."""
    match error:
        case BadSettings():
            return ended(statuses.SETTINGS, str(error))
        case Locked() | NoRoom() | Unreachable() | NotSaved():  # another start may succeed
            return ended(statuses.NOT_NOW, str(error))
        case StoreError():
            return ended(statuses.NO_DATABASE, str(error))
        case discord.LoginFailure():
            return ended(statuses.NOT_LET_IN, NOT_LET_IN)
        case discord.PrivilegedIntentsRequired():
            return hung_up(4014)
        case discord.ConnectionClosed():
            return hung_up(error.code)
        case _:
            log.critical("an unexpected error stops the process", exc_info=error)
            return ended(statuses.SOFTWARE, f"{OUR_FAULT} ({type(error).__name__}): see the log.")


def hung_up(code: int) -> int:
    """The exit status for the code with which Discord's gateway has hung up for good."""
    match code:
        case 4004:
            return ended(statuses.NOT_LET_IN, NOT_LET_IN)
        case 4014:
            return ended(statuses.SETTINGS, NOT_ALLOWED)
        case _:
            what = HUNG_UP.get(code, "Discord closed the connection. Restart the bot")
            return ended(statuses.UNAVAILABLE, f"{what} ({code}).")


def ended(status: int, sentence: str) -> int:
    """Say why the process ends."""
    sys.stderr.write(f"{sentence}\n")
    return status
