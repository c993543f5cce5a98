"""The error handler: answers an interaction whose handler has raised an exception.

Components (`cogs.ui.router`) and commands (`cogs.ui.commands`) pass every exception to
`handle_error`. `cogs.core.refusals` has the classes of expected refusals.
"""

import logging
import secrets

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.refusals import RateLimited, Refusal, ShuttingDown
from cogs.game.state import SeatTakenOver
from cogs.narration.labels import reason
from cogs.table.details import seat_taken_over_layout
from cogs.ui.operator import support_link
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
from cogs.ui.texts import say
from data.errors import CommitUncertain, NotOwner, NotSaved
from engine.model.refusals import Refused
from render.text.catalogue import Catalogue

log = logging.getLogger(__name__)

# Discord's codes for "missing access" to a channel and "missing permissions" in it.
FORBIDDEN = {50001, 50013}
INVALID = 50035  # a request that Discord rejects, for example because it contains a deleted emoji


async def handle_error(raw: Interaction, error: Exception) -> None:
    """Answer an error privately, in the language of the member."""
    with raw.client.languages.of_interaction(raw):
        await answer(raw, error)


async def answer(raw: Interaction, error: Exception) -> None:
    """Answer an error. The first case that fits decides.

    1. discord.py's `CommandInvokeError` contains another exception: handle that exception.
    2. Discord's codes 10062 and 40060 mean that no response is possible: count and log at INFO.
    3. The rules or the bot refuse: send the sentence of the refusal. If somebody else plays the
       member's seat, send it with the button that gives the seat back.
    4. The change was committed before the error: say that it is done.
    5. discord.py has rejected the member's input before the command began: say so.
    6. Discord answers "forbidden": name the permissions that the bot lacks here.
    7. A write has failed: say that nothing was saved, or that this is unknown, and log the error.
    8. Any other error is a fault of ours: send an incident number, which is also in the log.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    # Another process serves the table now. This process has changed nothing.
    error = ShuttingDown(midway=True) if isinstance(error, NotOwner) else error
    if isinstance(error, discord.HTTPException) and error.code in CLOSED_INTERACTION_CODES:
        record_failure(raw, error.code)
        return
    if isinstance(error, Refused):
        await send_privately(raw, reason(error))
        return
    if isinstance(error, SeatTakenOver):
        await send(raw, Reply(seat_taken_over_layout(error.state)))
        return
    if isinstance(error, RateLimited) and error.told and is_component(raw):
        # Without a response the member's client would show "interaction failed". Only components:
        # a deferred command would show "thinking…" for ever, so a command gets the sentence.
        await defer(raw)
        return
    refusal = refusal_after_commit(error) if is_committed(raw) else refusal_for(raw, error)
    await send_privately(raw, (refusal or report_fault(raw, error)).sentence(Catalogue.load()))


def is_component(raw: Interaction) -> bool:
    """Return whether the interaction comes from a component or modal, not from a command."""
    return raw.type is not discord.InteractionType.application_command


def refusal_after_commit(error: Exception) -> Refusal | None:
    """Return the refusal to send after the change was committed; None for a fault of ours."""
    if isinstance(error, ShuttingDown):
        return Refusal("room.leaving_done")
    return error if isinstance(error, Refusal) else None


def refusal_for(raw: Interaction, error: Exception) -> Refusal | None:
    """Return the refusal for an expected error (cases 3, 5 and 6), or None for any other."""
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
    """Return the refusal for an exception that discord.py raises before a command begins.

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
        raw.client.card_emojis.forget()  # the cause may be that somebody has deleted a card emoji
    raw.client.counts["faults"] += 1
    log.error("fault %s: %s", incident, describe_for_log(raw), exc_info=error)
    if is_committed(raw):
        return fault(raw, "done_unshown", incident)
    if isinstance(error, CommitUncertain):  # this error also ends the process
        return ShuttingDown(midway=True)
    return fault(raw, "not_saved" if isinstance(error, NotSaved) else "error", incident)


def fault(raw: Interaction, kind: str, incident: str) -> Refusal:
    """Return the sentence of a fault, with its number and a link to the support, if there is one.

    `kind` names a text of the catalogue in `room`, and one with a link in `operator`.
    """
    tell = support_link(raw.client.settings, say("operator.tell"))
    return Refusal(f"{'operator' if tell else 'room'}.{kind}", number=incident, tell=tell)


async def send_privately(raw: Interaction, sentence: str) -> None:
    await send(raw, Reply(text=sentence))
