"""The one error handler: whatever a press or a command raises ends here, as `CardRoom.failed`."""

import logging
import secrets

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.refusals import MissingPermissions, RateLimited, Refusal, ShuttingDown
from cogs.narration.labels import refusal_words
from cogs.ui.replies import (
    CLOSED_INTERACTION_CODES,
    Reply,
    defer,
    describe_for_log,
    is_committed,
    record_failure,
    send,
)
from data.errors import CommitUncertain, NotOwner, NotSaved
from engine.model.refusals import Refused
from render.text.catalogue import Catalogue

log = logging.getLogger(__name__)

# Discord's codes for a bot that may not: no access to the channel, a permission missing in it.
FORBIDDEN = {50001, 50013}
INVALID = 50035  # of a request that Discord cannot read, such as one with an emoji that is gone


async def handle_error(raw: Interaction, error: Exception) -> None:
    """Answer an error in the language of whoever pressed: nobody else reads it."""
    with raw.client.languages.of_press(raw):
        await answer(raw, error)


async def answer(raw: Interaction, error: Exception) -> None:
    """Answer an error: the first case that fits decides.

    1. what discord.py wrapped (`CommandInvokeError`) stands for the wrapper;
    2. Discord's 10062 and 40060 are counted and logged at INFO: there is nobody left to answer;
    3. an expected refusal, of the rules or of the room, is told as its sentence;
    4. what is done already is told as done, whatever failed afterwards;
    5. a failed check of discord.py: missing permissions are named, a cooldown is counted;
    6. Discord's "forbidden" names the permissions that Discord says we lack here;
    7. a write that failed is told as not done, or as nobody can tell, and logged;
    8. anything else is our fault: a number for the person, the same number in the log.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    # another process has the table by now, and nothing was done
    error = ShuttingDown(midway=True) if isinstance(error, NotOwner) else error
    if isinstance(error, discord.HTTPException) and error.code in CLOSED_INTERACTION_CODES:
        record_failure(raw, error.code)
        return
    if isinstance(error, Refused):
        await tell_privately(raw, refusal_words(error))
        return
    if isinstance(error, RateLimited) and error.told and is_press(raw):
        await defer(raw)  # so that the app does not call it failed
        return
    refusal = counting(error) if is_committed(raw) else refusal_for(raw, error)
    await tell_privately(raw, (refusal or fault(raw, error)).sentence(Catalogue.load()))


def is_press(raw: Interaction) -> bool:
    """Whether a control was pressed: a command would wait for ever for what was deferred."""
    return raw.type is not discord.InteractionType.application_command


def counting(error: Exception) -> Refusal | None:
    """What to tell when what was asked for is done; None for a fault of ours."""
    if isinstance(error, ShuttingDown):
        return Refusal("room.leaving_done")
    return error if isinstance(error, Refusal) else None


def refusal_for(raw: Interaction, error: Exception) -> Refusal | None:
    """The refusal that an expected error stands for, steps 3, 5 and 6; None for any other."""
    match error:
        case Refusal():
            return error
        case app_commands.BotMissingPermissions():
            return MissingPermissions(error.missing_permissions)
        case app_commands.MissingPermissions():
            names = ", ".join(name.replace("_", " ").title() for name in error.missing_permissions)
            return Refusal("room.you_lack", n=len(error.missing_permissions), permissions=names)
        case app_commands.CommandOnCooldown():
            return Refusal("room.cooldown", n=max(1, round(error.retry_after)))
        case app_commands.NoPrivateMessage():
            return Refusal("room.only_in_servers")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Refusal("room.unknown_command")
        case discord.Forbidden() if error.code in FORBIDDEN:
            return forbidden(raw)
        case _:
            return None


def forbidden(raw: Interaction) -> Refusal:
    """Name the permissions this bot needs and has not got where it was pressed."""
    missing = raw.client.missing(raw.app_permissions)
    return MissingPermissions(missing) if missing else Refusal("room.forbidden")


def fault(raw: Interaction, error: Exception) -> Refusal:
    """Steps 4, 7 and 8: log it with its traceback, and say as much as helps."""
    number = secrets.token_hex(3)
    if isinstance(error, discord.HTTPException) and error.code == INVALID:
        raw.client.card_emojis.forget()  # perhaps one that somebody has deleted
    raw.client.counts["faults"] += 1
    log.error("fault %s: %s", number, describe_for_log(raw), exc_info=error)
    if is_committed(raw):
        return Refusal("room.done_unshown", number=number)
    if isinstance(error, CommitUncertain):  # the process ends over it
        return ShuttingDown(midway=True)
    if isinstance(error, NotSaved):
        return Refusal("room.not_saved", number=number)
    return Refusal("room.error", number=number)


async def tell_privately(raw: Interaction, sentence: str) -> None:
    """Tell the one who pressed, and nobody else."""
    await send(raw, Reply(text=sentence))
