"""Replies: defer, edit, follow up.

A change is on disk before its reply is sent. So nothing here raises because Discord is in trouble:
a member would read that something failed which counts. A reply goes the first way that is open: the
initial response, an edit of it, a follow-up. If none is, the next interaction shows the state.
Nothing that is shown is ever logged.

    defer            tell Discord within three seconds that the answer follows
    send             a message of its own, private unless said otherwise
    edit_or_send     new content for the component's message, or a message of its own
    answer_deferred  the answer to a deferred interaction, retried if Discord fails
    mark_committed   the change is on disk: from here on no error is told as a failure
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final, TypeVar, cast

import discord
from discord import ui

from cogs.core.bot import Interaction
from cogs.core.log import mask_ids
from cogs.delivery.request import (
    AlreadyResponded,
    DeliveryError,
    InteractionExpired,
    MessageGone,
    TransientError,
    attempt_request,
)
from cogs.ui.custom_id import may_update_message

T = TypeVar("T")
log = logging.getLogger(__name__)

INITIAL_RESPONSE_SECONDS: Final = 3.0
"""Seconds that Discord waits for the initial response to an interaction."""
PATIENCE: Final = 1.0
"""The longest wait that Discord may ask for before we try another way to reply."""
CLOSED_INTERACTION_CODES: Final = {10062: "unknown interaction", 40060: "already acknowledged"}
"""Discord's codes for a response that is too late, and for a second one. They are counted."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a text, with files.

    `files` makes new files for each attempt, because discord.py reads each to its end.
    """

    view: ui.LayoutView | None = None
    text: str | None = None
    files: Callable[[], list[discord.File]] = list
    private: bool = True
    mentions: discord.AllowedMentions | None = None

    def new(self) -> dict[str, Any]:
        """Return the keyword arguments for a new message."""
        shown = {"view": self.view, "content": self.text, "allowed_mentions": self.mentions}
        given = {name: value for name, value in shown.items() if value is not None}
        return {**given, "files": self.files(), "ephemeral": self.private}

    def edit(self) -> dict[str, Any]:
        """Return the keyword arguments for an edit of a message."""
        what = {"content": self.text} if self.view is None else {"view": self.view}
        return {**what, "attachments": self.files()}


class ReplyProgress(Enum):
    """How far the reply to an interaction has come."""

    FREE = "no response was sent"
    UNSURE = "a response was sent, and its result is unknown"
    TAKEN = "responded; from here on only edits and follow-ups"
    CLOSED = "Discord takes no response any longer"


@dataclass
class ReplyState:
    """The state of the reply to one interaction.

    `thinking`: the member's client shows "thinking…". `done`: the change is on disk.
    """

    answering: ReplyProgress = ReplyProgress.FREE
    thinking: bool = False
    done: bool = False


def state_of(raw: Interaction) -> ReplyState:
    """Return the state of an interaction's reply."""
    state = cast("ReplyState", raw.extras.setdefault("state", ReplyState()))
    # discord.py itself may have responded, for example to a command that failed a check.
    if state.answering is ReplyProgress.FREE and raw.response.is_done():
        state.answering = ReplyProgress.TAKEN
    return state


def track(raw: Interaction) -> None:
    """Start to measure the time to the initial response."""
    raw.extras["arrived"] = raw.client.clock.elapsed()


def mark_responded(raw: Interaction) -> None:
    """Record the time to the initial response, once."""
    arrived_at = raw.extras.pop("arrived", None)
    if arrived_at is not None:
        raw.client.metrics.took("press", raw.client.clock.elapsed() - arrived_at)


def mark_committed(raw: Interaction) -> None:
    """Note that the change is on disk: from here on no error is told as a failure."""
    state_of(raw).done = True


def is_committed(raw: Interaction) -> bool:
    return state_of(raw).done


def is_deferred_thinking(raw: Interaction) -> bool:
    """Return whether the member's client shows "thinking…"."""
    return state_of(raw).thinking


def describe_for_log(raw: Interaction) -> str:
    """Return which interaction this is, without names, ids or typed text."""
    data = cast("Mapping[str, object]", raw.data or {})
    what = data.get("custom_id") or data.get("name")
    return mask_ids(f"{what} by {raw.user.id} in {raw.channel_id}")


# ---- the ways to reply


async def defer(raw: Interaction, *, thinking: bool = False, private: bool = True) -> None:
    """Defer the response; with `thinking` to a message of its own."""
    state = state_of(raw)
    # A forged custom id must not let the answer replace a message that others can read.
    thinking = thinking or not may_update_message(raw)
    state.thinking = thinking or raw.type is discord.InteractionType.application_command
    try:
        await initial_response(
            raw, partial(raw.response.defer, thinking=thinking, ephemeral=private)
        )
    except MessageGone:  # the member has dismissed the message
        state.thinking = True
        await initial_response(raw, partial(raw.response.defer, thinking=True, ephemeral=True))


@asynccontextmanager
async def deferring(raw: Interaction, *, thinking: bool = False) -> AsyncIterator[None]:
    """Defer in a task of its own, while the block works.

    So slow work delays no response, and an error of one does not stop the other.
    """
    deferral = asyncio.create_task(defer(raw, thinking=thinking))
    try:
        yield
    finally:
        await deferral


async def send(raw: Interaction, reply: Reply) -> None:
    """Send a message of its own."""
    state = state_of(raw)
    is_first = state.answering is ReplyProgress.FREE
    if is_first and await initial_response(raw, lambda: send_initial(raw, reply)):
        return
    if state.thinking:
        await answer_deferred(raw, reply)
    else:
        # Our own first message may exist. After a defer the original is the component's message.
        ours = is_first and state.answering is ReplyProgress.UNSURE
        await try_once(raw, edit_original if ours else send_followup, reply)


async def edit_or_send(raw: Interaction, reply: Reply) -> bool:
    """Edit the component's message, or send a message of its own.

    Returns whether the component's message was edited.
    """
    state = state_of(raw)
    if not may_update_message(raw):
        await send(raw, reply)
        return False
    # A deferred interaction takes no edit as its response, only an edit of the original.
    try:
        if state.answering is ReplyProgress.FREE and await initial_response(
            raw, lambda: raw.response.edit_message(**reply.edit())
        ):
            return True
    except MessageGone:
        await send(raw, reply)
        return False
    if state.thinking:
        await answer_deferred(raw, reply)
    elif await try_edit_original(raw, reply) is not None:
        return True
    else:
        await try_once(raw, send_followup, reply)
    return False


async def answer_deferred(raw: Interaction, reply: Reply) -> None:
    """Answer a deferred interaction.

    While the member's client shows "thinking…", the answer is retried for minutes.
    """
    # Otherwise the client shows nothing unfinished, so a retry of minutes helps nobody.
    if state_of(raw).thinking:
        work = partial(edit_original, raw, reply)
        await raw.client.retry_queue.show(raw.id, work, partial(raw.client.handle_error, raw))
    else:
        await try_once(raw, edit_original, reply)


async def send_initial(raw: Interaction, reply: Reply) -> object:
    return await raw.response.send_message(**reply.new())


async def try_once(
    raw: Interaction, way: Callable[[Interaction, Reply], Awaitable[object]], reply: Reply
) -> None:
    """Reply one way, if Discord takes it."""
    try:
        await way(raw, reply)
    except DeliveryError as error:
        log.info("not shown: %s: %s", describe_for_log(raw), error)


async def initial_response(raw: Interaction, answer: Callable[[], Awaitable[object]]) -> bool:
    """Send the initial response, with one retry after a failure.

    Returns whether Discord has it, as far as we know. "Already acknowledged" after a retry means
    that the first attempt had arrived.

    Raises:
        MessageGone: The component's message is gone. The interaction has no response then.
    """
    state = state_of(raw)
    for is_retry in (False, True):
        try:
            await attempt_request(answer(), INITIAL_RESPONSE_SECONDS)
        except TransientError as error:
            state.answering = ReplyProgress.UNSURE
            log.info("perhaps not answered: %s: %s", describe_for_log(raw), error)
        except (AlreadyResponded, InteractionExpired) as error:
            state.answering = (
                ReplyProgress.TAKEN if isinstance(error, AlreadyResponded) else ReplyProgress.CLOSED
            )
            # The response to the first attempt was lost, but Discord has it.
            if is_retry and state.answering is ReplyProgress.TAKEN:
                return True
            record_failure(raw, error.code)
            return False
        else:
            state.answering = ReplyProgress.TAKEN
            mark_responded(raw)
            return True
    return False


def record_failure(raw: Interaction, code: int) -> None:
    """Count and log a response that Discord did not take."""
    what = CLOSED_INTERACTION_CODES.get(code, "unanswered")
    raw.client.counts[what] += 1
    log.info("%s: %s", what, describe_for_log(raw))


async def edit_original(
    raw: Interaction, reply: Reply, instead: Callable[[], Awaitable[bool]] | None = None
) -> discord.Message | None:
    """Edit the original response, else call `instead`, else send a follow-up.

    Returns the message; None after `instead`, or where Discord takes no reply any longer. Raises
    `TransientError`.
    """
    sent = await try_edit_original(raw, reply)
    state = state_of(raw)
    # An answer elsewhere would leave "thinking…" where the member looks.
    is_open = state.thinking and state.answering is not ReplyProgress.CLOSED
    if sent is not None or (instead is not None and not is_open and await instead()):
        return sent
    return await send_followup(raw, reply)


async def try_edit_original(raw: Interaction, reply: Reply) -> discord.Message | None:
    """Edit the original response. Returns None if that fails."""
    state = state_of(raw)
    if state.answering is ReplyProgress.CLOSED:
        return None
    try:
        sent = await with_one_retry(raw, lambda: raw.edit_original_response(**reply.edit()))
    except InteractionExpired as error:
        close_interaction(raw, error)
        return None
    except DeliveryError as error:
        log.info("its answer stays as it is: %s: %s", describe_for_log(raw), error)
        return None
    state.thinking = False
    return sent


async def send_followup(raw: Interaction, reply: Reply) -> discord.Message | None:
    """Send a follow-up. Returns None where Discord takes none. Raises `TransientError`."""
    if state_of(raw).answering is ReplyProgress.CLOSED:
        return None
    try:
        sent = await attempt_request(raw.followup.send(**reply.new(), wait=True))
    except (InteractionExpired, MessageGone, AlreadyResponded) as error:
        close_interaction(raw, error)
        return None
    state_of(raw).thinking = False
    return cast("discord.Message", sent)


def close_interaction(raw: Interaction, error: DeliveryError) -> None:
    """Send nothing more. The member's next interaction shows the newest state."""
    state_of(raw).answering = ReplyProgress.CLOSED
    record_failure(raw, error.code)


async def with_one_retry(raw: Interaction, work: Callable[[], Awaitable[T]]) -> T:
    """Await `work`, and retry once after a transient error if Discord asks for no long wait."""
    try:
        return await attempt_request(work())
    except TransientError as error:
        if error.after > PATIENCE:
            raise
        if error.after:
            await raw.client.sleep(error.after)
    return await attempt_request(work())


def is_private_message(raw: Interaction) -> bool:
    """Return whether the component's message is private, so that only its member can read it.

    A hand is shown on no other message, whatever the custom id claims: it can be forged.
    """
    return raw.message is not None and raw.message.flags.ephemeral


async def update_or_send(raw: Interaction, reply: Reply) -> None:
    """Edit the component's message if it is private, else send a private one."""
    await (edit_or_send(raw, reply) if is_private_message(raw) else send(raw, reply))
