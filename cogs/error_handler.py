"""The error handler: answers an interaction whose handler has raised an exception.

Components (`cogs.ui.router`) and commands (`cogs.ui.commands`) pass every exception to
`handle_error`. The classes of expected refusals are in `cogs.core.refusals`.
"""

import logging
import secrets

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.refusals import RateLimited, Refusal, ShuttingDown
from cogs.narration.labels import reason
from cogs.ui.permissions import lacking
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

# Discord's codes for "missing access" to a channel and "missing permissions" in it.
FORBIDDEN = {50001, 50013}
INVALID = 50035  # a request that Discord cannot read, for example with an emoji that was deleted


async def handle_error(raw: Interaction, error: Exception) -> None:
    """Answer an error in the language of the member, who alone reads the answer."""
    with raw.client.languages.of_interaction(raw):
        await answer(raw, error)


async def answer(raw: Interaction, error: Exception) -> None:
    """Answer an error, by the first case that fits.

    1. An exception that discord.py has wrapped (`CommandInvokeError`) is unwrapped.
    2. Discord's codes 10062 and 40060 are counted and logged at INFO: no response is possible.
    3. A refusal by the rules or by the bot is sent as its sentence.
    4. A committed change is reported as done, whatever failed afterwards.
    5. What discord.py raises before a command begins is the member's input, never our fault.
    6. For Discord's "forbidden", the permissions that we lack here are named.
    7. A failed write is reported as not saved, or as unknown, and logged.
    8. Anything else is a fault of ours: the member reads an incident number that is in the log.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    # Another process serves the table by now. Nothing was changed here.
    error = ShuttingDown(midway=True) if isinstance(error, NotOwner) else error
    if isinstance(error, discord.HTTPException) and error.code in CLOSED_INTERACTION_CODES:
        record_failure(raw, error.code)
        return
    if isinstance(error, Refused):
        await send_privately(raw, reason(error))
        return
    if isinstance(error, RateLimited) and error.told and is_component(raw):
        # Without a response the member's client would show "interaction failed". A deferred
        # command would show "thinking…" for ever, so it gets the sentence.
        await defer(raw)
        return
    refusal = refusal_after_commit(error) if is_committed(raw) else refusal_for(raw, error)
    await send_privately(raw, (refusal or report_fault(raw, error)).sentence(Catalogue.load()))


def is_component(raw: Interaction) -> bool:
    """Return whether a component or modal is answered, and not a command."""
    return raw.type is not discord.InteractionType.application_command


def refusal_after_commit(error: Exception) -> Refusal | None:
    """Return what to tell when the change is on disk; None for a fault of ours."""
    if isinstance(error, ShuttingDown):
        return Refusal("room.leaving_done")
    return error if isinstance(error, Refusal) else None


def refusal_for(raw: Interaction, error: Exception) -> Refusal | None:
    """Return the refusal for an expected error (cases 3, 5 and 6); None for any other."""
    match error:
        case Refusal():
            return error
        case app_commands.AppCommandError():
            return refusal_of_input(raw, error)
        case discord.Forbidden() if error.code in FORBIDDEN:
            return forbidden(raw)
        case _:
            return None


def refusal_of_input(raw: Interaction, error: app_commands.AppCommandError) -> Refusal:
    """Return the refusal for what discord.py raises before a command begins.

    The member, their Discord app or the server's settings cause these errors; we do not.
    """
    match error:
        case app_commands.BotMissingPermissions():
            return lacking(raw, error.missing_permissions)
        case app_commands.MissingPermissions():
            names = ", ".join(name.replace("_", " ").title() for name in error.missing_permissions)
            return Refusal("room.you_lack", n=len(error.missing_permissions), permissions=names)
        case app_commands.CommandOnCooldown():
            return Refusal("room.cooldown", n=max(1, round(error.retry_after)))
        case app_commands.NoPrivateMessage():
            return Refusal("room.only_in_servers")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Refusal("room.unknown_command")
        case _:
            return Refusal("room.unreadable_option")


def forbidden(raw: Interaction) -> Refusal:
    """Return the refusal that names the permissions which the bot lacks here."""
    missing = raw.client.missing(raw.app_permissions)
    return lacking(raw, missing) if missing else Refusal("room.forbidden")


def report_fault(raw: Interaction, error: Exception) -> Refusal:
    """Log an error with its traceback. Returns the sentence for the member (cases 4, 7 and 8)."""
    incident = secrets.token_hex(3)
    if isinstance(error, discord.HTTPException) and error.code == INVALID:
        raw.client.card_emojis.forget()  # somebody may have deleted one
    raw.client.counts["faults"] += 1
    log.error("fault %s: %s", incident, describe_for_log(raw), exc_info=error)
    if is_committed(raw):
        return Refusal("room.done_unshown", number=incident)
    if isinstance(error, CommitUncertain):  # this error also ends the process
        return ShuttingDown(midway=True)
    if isinstance(error, NotSaved):
        return Refusal("room.not_saved", number=incident)
    return Refusal("room.error", number=incident)


async def send_privately(raw: Interaction, sentence: str) -> None:
    await send(raw, Reply(text=sentence))
