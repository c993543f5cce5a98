"""Replies: defer, edit, follow up.

The bot commits a change before it replies. If Discord fails after that, these functions do not
raise: an error message would tell the member that the change had failed. To send a reply, the bot
tries the initial response, then an edit of that response, then a follow-up. If all fail, the
member's next interaction shows the state. The log never contains what a reply shows.

defer            tell Discord within three seconds that the answer will follow
send             send a new message, which is private by default
edit_or_send     edit the component's message, or send a new message
answer_deferred  answer a deferred interaction, and retry if Discord fails
mark_committed   note that the change is on disk, so that no later error is called a failure
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
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
from cogs.ui.places import Place, is_in_bot_dm, place_of

T = TypeVar("T")
log = logging.getLogger(__name__)

INITIAL_RESPONSE_SECONDS: Final = 3.0
"""Seconds in which Discord needs the initial response to an interaction."""
PATIENCE: Final = 1.0
"""Maximum seconds to wait if Discord asks for it. After that, we try another way to reply."""
CLOSED_INTERACTION_CODES: Final = {10062: "unknown interaction", 40060: "already acknowledged"}
"""Discord's codes for a response that is too late, and for a second response."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a text, with files.

    `files` must return new files for each attempt, because discord.py reads each file to its end.
    `private` and `stays` decide who reads the reply; see `is_ephemeral`.
    """

    view: ui.LayoutView | None = None
    text: str | None = None
    files: Callable[[], list[discord.File]] = list
    private: bool = True
    stays: bool = False
    mentions: discord.AllowedMentions | None = None

    def new(self, raw: Interaction) -> dict[str, Any]:
        """Return the keyword arguments for a new message in answer to an interaction."""
        shown = {"view": self.view, "content": self.text, "allowed_mentions": self.mentions}
        given = {name: value for name, value in shown.items() if value is not None}
        ephemeral = is_ephemeral(raw, private=self.private, stays=self.stays)
        return {**given, "files": self.files(), "ephemeral": ephemeral}

    def edit(self) -> dict[str, Any]:
        """Return the keyword arguments for an edit of a message."""
        what = {"content": self.text} if self.view is None else {"view": self.view}
        return {**what, "attachments": self.files()}


class ReplyProgress(Enum):
    """The progress of the reply to an interaction."""

    FREE = "no response was sent"
    UNSURE = "a response was sent, and its result is unknown"
    TAKEN = "responded; from here on only edits and follow-ups"
    CLOSED = "Discord takes no response any longer"


@dataclass
class ReplyState:
    """The state of the reply to one interaction.

    Attributes:
        answering: How far the reply is.
        thinking: Whether the member's client shows "thinking…".
        done: Whether the change is on disk.
        opens: Whether the answer is to be a new message.
        deferral: The task that will defer.
        deferring: Whether that task has begun to defer.
    """

    answering: ReplyProgress = ReplyProgress.FREE
    thinking: bool = False
    done: bool = False
    opens: bool = False
    deferral: asyncio.Task[None] | None = None
    deferring: bool = False


def state_of(raw: Interaction) -> ReplyState:
    """Return the state of an interaction's reply."""
    state = cast("ReplyState", raw.extras.setdefault("state", ReplyState()))
    # discord.py itself may have responded, for example to a command that failed a check.
    if state.answering is ReplyProgress.FREE and raw.response.is_done():
        state.answering = ReplyProgress.TAKEN
    return state


def track(raw: Interaction) -> None:
    """Start to measure the time until the initial response."""
    raw.extras["arrived"] = raw.client.clock.elapsed()


def mark_responded(raw: Interaction) -> None:
    """Record the time until the initial response. Only the first call counts."""
    arrived_at = raw.extras.pop("arrived", None)
    if arrived_at is not None:
        raw.client.metrics.took("press", raw.client.clock.elapsed() - arrived_at)


def mark_committed(raw: Interaction) -> None:
    """Note that the change is on disk, so that no later error is called a failure."""
    state_of(raw).done = True


def is_committed(raw: Interaction) -> bool:
    return state_of(raw).done


def opens_message(raw: Interaction) -> bool:
    """Return whether the answer will be a new message, or "thinking…" shows where it will be."""
    state = state_of(raw)
    return state.thinking or (state.opens and state.answering is ReplyProgress.FREE)


def describe_for_log(raw: Interaction) -> str:
    """Return a description of an interaction, without names, ids or typed text."""
    data = cast("Mapping[str, object]", raw.data or {})
    what = data.get("custom_id") or data.get("name")
    return mask_ids(f"{what} by {raw.user.id} in {raw.channel_id}")


# ---- who reads a reply


def is_ephemeral(raw: Interaction, *, private: bool = True, stays: bool = False) -> bool:
    """Return whether only the member may read a reply. This is the rule for all replies.

    Args:
        raw: The interaction.
        private: Whether the reply is private on a server.
        stays: Whether the reply is an ordinary message in the bot's direct messages, as hands and
            lists are.
    """
    match place_of(raw):
        case Place.SERVER:
            return private
        case Place.BOT_DM:
            return not stays
        case Place.ELSEWHERE:
            return True


# ---- the ways to reply


async def defer(raw: Interaction, *, thinking: bool = False, private: bool = True) -> None:
    """Defer the response. With `thinking`, the answer will be a new message."""
    state = state_of(raw)
    # A member may forge a custom id, to replace a message that others read with the answer.
    thinking = thinking or not may_update_message(raw)
    state.thinking = thinking or raw.type is discord.InteractionType.application_command
    ephemeral = is_ephemeral(raw, private=private)
    try:
        await initial_response(
            raw, partial(raw.response.defer, thinking=thinking, ephemeral=ephemeral)
        )
    except MessageGone:  # the member has dismissed the message
        state.thinking = True
        await initial_response(raw, partial(raw.response.defer, thinking=True, ephemeral=True))


async def settled(raw: Interaction) -> ReplyState:
    """Return the state of the reply, and prevent or await its deferral.

    Otherwise a deferral and an answer could be under way at once. Discord takes only the first.
    """
    state = state_of(raw)
    deferral, state.deferral = state.deferral, None
    if deferral is not None and state.deferring:
        await deferral
    elif deferral is not None:
        deferral.cancel()
    return state


async def send(raw: Interaction, reply: Reply) -> None:
    """Send a new message."""
    state = await settled(raw)
    is_first = state.answering is ReplyProgress.FREE
    if is_first and await initial_response(raw, lambda: send_initial(raw, reply)):
        return
    if state.thinking:
        await answer_deferred(raw, reply)
    else:
        # Our lost first message may exist: edit it. After a defer the original is the component's
        # message.
        ours = is_first and state.answering is ReplyProgress.UNSURE
        await try_once(raw, edit_original if ours else send_followup, reply)


async def edit_or_send(raw: Interaction, reply: Reply) -> bool:
    """Edit the component's message, or send a new message.

    Returns whether it edited the component's message.
    """
    state = await settled(raw)
    if not may_update_message(raw):
        await send(raw, reply)
        return False
    # After a defer Discord accepts no edit as response, only an edit of the original message.
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

    While the member's client shows "thinking…", retry for minutes.
    """
    # Without "thinking…" the member does not see that an answer is missing, so no long retry.
    if state_of(raw).thinking:
        work = partial(edit_original, raw, reply)
        await raw.client.retry_queue.show(raw.id, work, partial(raw.client.handle_error, raw))
    else:
        await try_once(raw, edit_original, reply)


async def send_initial(raw: Interaction, reply: Reply) -> object:
    return await raw.response.send_message(**reply.new(raw))


async def try_once(
    raw: Interaction, way: Callable[[Interaction, Reply], Awaitable[object]], reply: Reply
) -> None:
    """Try one way to reply. If Discord does not accept the reply, only log it."""
    try:
        await way(raw, reply)
    except DeliveryError as error:
        log.info("not shown: %s: %s", describe_for_log(raw), error)


async def initial_response(raw: Interaction, answer: Callable[[], Awaitable[object]]) -> bool:
    """Send the initial response, and retry once after a failure.

    Returns whether Discord has the response, as far as we know. "Already acknowledged" after a
    retry means that the first attempt had arrived.

    Raises:
        MessageGone: The component's message is gone, so the interaction has no response.
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
            # Discord has the first attempt's response; only its answer to us was lost.
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
    """Count and log a response that Discord did not accept."""
    what = CLOSED_INTERACTION_CODES.get(code, "unanswered")
    raw.client.counts[what] += 1
    log.info("%s: %s", what, describe_for_log(raw))


async def edit_original(
    raw: Interaction, reply: Reply, instead: Callable[[], Awaitable[bool]] | None = None
) -> int | None:
    """Edit the original response. If the edit fails, call `instead`.

    If that fails too, send a follow-up. Returns the message's id, or None if `instead` succeeded or
    Discord accepts no replies. Raises `TransientError` if the follow-up fails.
    """
    sent = await try_edit_original(raw, reply)
    state = state_of(raw)
    # `instead` would answer in another place, while "thinking…" stayed where the member looks.
    is_open = state.thinking and state.answering is not ReplyProgress.CLOSED
    if sent is not None or (instead is not None and not is_open and await instead()):
        return sent
    return await send_followup(raw, reply)


async def try_edit_original(raw: Interaction, reply: Reply) -> int | None:
    """Edit the original response. Returns None if the edit fails."""
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
    return sent.id


async def send_followup(raw: Interaction, reply: Reply) -> int | None:
    """Send a follow-up. Returns None if Discord does not accept it. Raises `TransientError`."""
    if state_of(raw).answering is ReplyProgress.CLOSED:
        return None
    try:
        sent = await attempt_request(raw.followup.send(**reply.new(raw), wait=True))
    except (InteractionExpired, MessageGone, AlreadyResponded) as error:
        close_interaction(raw, error)
        return None
    state_of(raw).thinking = False
    return cast("discord.Message", sent).id


def close_interaction(raw: Interaction, error: DeliveryError) -> None:
    """Note that Discord no longer accepts replies to this interaction, and count the failure."""
    state_of(raw).answering = ReplyProgress.CLOSED
    record_failure(raw, error.code)


async def with_one_retry(raw: Interaction, work: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `work`.

    Retry once after a transient error, unless Discord asks for a long wait.
    """
    try:
        return await attempt_request(work())
    except TransientError as error:
        if error.after > PATIENCE:
            raise
        if error.after:
            await raw.client.sleep(error.after)
    return await attempt_request(work())


def is_private_message(raw: Interaction) -> bool:
    """Return whether only the member can read the component's message.

    The bot shows a hand only on a private message. A forged custom id must not change that.
    """
    return raw.message is not None and (raw.message.flags.ephemeral or is_in_bot_dm(raw))


async def update_or_send(raw: Interaction, reply: Reply) -> None:
    """Edit the component's message if that is private. Otherwise send a new private message."""
    await (edit_or_send(raw, reply) if is_private_message(raw) else send(raw, reply))
