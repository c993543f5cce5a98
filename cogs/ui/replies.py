"""Replies: what a press is answered with. What it has done is done, whatever becomes of telling it.

A change is on disk before anything is shown, so nothing here raises because Discord is in
trouble: that would tell a member that something failed which counts. A reply goes the first way
that is open: the first answer to the press, an edit of it, a message of its own; what cannot be
shown at all is shown by the next press. Nothing that is shown is ever logged.

    acknowledge    the press is being worked on (Discord wants that within three seconds)
    tell           a message of its own, private unless said otherwise
    turn           the pressed message, with new content; beside it, once it is gone
    show           the answer to an acknowledged press

`mark_committed` says that what was asked for is on disk: from there on no error is told as a
failure.
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
    attempt_move,
)
from cogs.ui.custom_id import may_update_message

T = TypeVar("T")
log = logging.getLogger(__name__)

INITIAL_RESPONSE_SECONDS: Final = 3.0
"""Seconds that Discord waits for the first answer to a press."""
PATIENCE: Final = 1.0
"""Seconds that Discord may ask us to wait before something is tried another way."""
CLOSED_INTERACTION_CODES: Final = {10062: "unknown interaction", 40060: "already acknowledged"}
"""Discord's codes for an answer that comes too late, and for a second one; we count them."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A screen or a text, with files that are made anew for each attempt."""

    view: ui.LayoutView | None = None
    text: str | None = None
    files: Callable[[], list[discord.File]] = list
    private: bool = True
    mentions: discord.AllowedMentions | None = None

    def new(self) -> dict[str, Any]:
        """As a new message."""
        shown = {"view": self.view, "content": self.text, "allowed_mentions": self.mentions}
        given = {name: value for name, value in shown.items() if value is not None}
        return {**given, "files": self.files(), "ephemeral": self.private}

    def edit(self) -> dict[str, Any]:
        """As the new content of a message."""
        what = {"content": self.text} if self.view is None else {"view": self.view}
        return {**what, "attachments": self.files()}


class ReplyProgress(Enum):
    """How far the answering of a press has come."""

    FREE = "nothing was answered"
    UNSURE = "something was answered; nobody knows whether it has arrived"
    TAKEN = "answered; everything else is an edit, or a message of its own"
    CLOSED = "Discord takes no answer any more"


@dataclass
class ReplyState:
    """What we know about the answering of one press. `thinking`: the app shows that it waits."""

    answering: ReplyProgress = ReplyProgress.FREE
    thinking: bool = False
    done: bool = False


def state_of(raw: Interaction) -> ReplyState:
    """The state of a press."""
    state = cast("ReplyState", raw.extras.setdefault("state", ReplyState()))
    if state.answering is ReplyProgress.FREE and raw.response.is_done():
        state.answering = ReplyProgress.TAKEN
    return state


def track(raw: Interaction) -> None:
    """The press, or the command, has come: from here on somebody waits for the first answer."""
    raw.extras["arrived"] = raw.client.clock.elapsed()


def mark_responded(raw: Interaction) -> None:
    """It has its first answer."""
    begun = raw.extras.pop("arrived", None)
    if begun is not None:
        raw.client.metrics.took("press", raw.client.clock.elapsed() - begun)


def mark_committed(raw: Interaction) -> None:
    """What the press asked for is on disk: from here on nothing is told as a failure."""
    state_of(raw).done = True


def is_committed(raw: Interaction) -> bool:
    """Whether what the press asked for is on disk."""
    return state_of(raw).done


def is_deferred_thinking(raw: Interaction) -> bool:
    """Whether the app shows that it waits for us."""
    return state_of(raw).thinking


def describe_for_log(raw: Interaction) -> str:
    """Which press this was, for the log: nobody's name or number, and nothing that was typed."""
    data = cast("Mapping[str, object]", raw.data or {})
    what = data.get("custom_id") or data.get("name")
    return mask_ids(f"{what} by {raw.user.id} in {raw.channel_id}")


# ---- the ways to show it


async def defer(raw: Interaction, *, thinking: bool = False, private: bool = True) -> None:
    """Say that the press is being worked on; `thinking` in a message of its own."""
    state = state_of(raw)
    thinking = thinking or not may_update_message(raw)
    state.thinking = thinking or raw.type is discord.InteractionType.application_command
    try:
        await initial_response(
            raw, partial(raw.response.defer, thinking=thinking, ephemeral=private)
        )
    except MessageGone:  # the pressed message was put away meanwhile
        state.thinking = True
        await initial_response(raw, partial(raw.response.defer, thinking=True, ephemeral=True))


@asynccontextmanager
async def deferring(raw: Interaction, *, thinking: bool = False) -> AsyncIterator[None]:
    """Acknowledge beside the work in this block: neither waits for the other, nor fails with it."""
    beside = asyncio.create_task(defer(raw, thinking=thinking))
    try:
        yield
    finally:
        await beside


async def send(raw: Interaction, reply: Reply) -> None:
    """Show a message of its own."""
    state = state_of(raw)
    is_first = state.answering is ReplyProgress.FREE
    if is_first and await initial_response(raw, lambda: send_initial(raw, reply)):
        return
    if state.thinking:
        await answer_deferred(raw, reply)
    else:  # what was sent first may be there; what was only acknowledged is somebody else's
        ours = is_first and state.answering is ReplyProgress.UNSURE
        await try_once(raw, edit_original if ours else send_followup, reply)


async def edit_or_send(raw: Interaction, reply: Reply) -> bool:
    """Give the pressed message new content, or show that beside; whether the message has it."""
    state = state_of(raw)
    if not may_update_message(raw):
        await send(raw, reply)
        return False
    try:
        if state.answering is ReplyProgress.FREE and await initial_response(
            raw, lambda: raw.response.edit_message(**reply.edit())
        ):
            return True
    except MessageGone:
        await send(raw, reply)
        return False
    if await try_edit_original(raw, reply) is not None:
        return True
    await try_once(raw, send_followup, reply)
    return False


async def answer_deferred(raw: Interaction, reply: Reply) -> None:
    """Answer an acknowledged press; where the app waits for it, later if it must be."""
    if state_of(raw).thinking:
        work = partial(edit_original, raw, reply)
        await raw.client.retry_queue.show(raw.id, work, partial(raw.client.handle_error, raw))
    else:
        await try_once(raw, edit_original, reply)


async def send_initial(raw: Interaction, reply: Reply) -> object:
    """Send the first answer as a message."""
    return await raw.response.send_message(**reply.new())


async def try_once(
    raw: Interaction, way: Callable[[Interaction, Reply], Awaitable[object]], reply: Reply
) -> None:
    """Show something one way, if Discord takes it."""
    try:
        await way(raw, reply)
    except DeliveryError as trouble:
        log.info("not shown: %s: %s", describe_for_log(raw), trouble)


async def initial_response(raw: Interaction, answer: Callable[[], Awaitable[object]]) -> bool:
    """Make the first answer to a press; whether Discord shows it, as far as we know.

    What met trouble is tried once more: "answered before" then says that it had arrived.
    Raises `MessageGone` when the pressed message is no more; the press is not answered then.
    """
    state = state_of(raw)
    for once_more in (False, True):
        try:
            await attempt_move(answer(), INITIAL_RESPONSE_SECONDS)
        except TransientError as trouble:
            state.answering = ReplyProgress.UNSURE
            log.info("perhaps not answered: %s: %s", describe_for_log(raw), trouble)
        except (AlreadyResponded, InteractionExpired) as trouble:
            state.answering = (
                ReplyProgress.TAKEN
                if isinstance(trouble, AlreadyResponded)
                else ReplyProgress.CLOSED
            )
            # The first attempt had arrived after all.
            if once_more and state.answering is ReplyProgress.TAKEN:
                return True
            record_failure(raw, trouble.code)
            return False
        else:
            state.answering = ReplyProgress.TAKEN
            mark_responded(raw)
            return True
    return False


def record_failure(raw: Interaction, code: int) -> None:
    """Count and log an answer that Discord did not take."""
    what = CLOSED_INTERACTION_CODES.get(code, "unanswered")
    raw.client.counts[what] += 1
    log.info("%s: %s", what, describe_for_log(raw))


async def edit_original(
    raw: Interaction, reply: Reply, instead: Callable[[], Awaitable[bool]] | None = None
) -> discord.Message | None:
    """Edit the answer, or show it `instead`, or as a message of its own; that message.

    None when it was shown `instead`, or nothing is taken any more. Raises `TransientError`.
    """
    sent = await try_edit_original(raw, reply)
    if sent is not None or (instead is not None and await instead()):
        return sent
    return await send_followup(raw, reply)


async def try_edit_original(raw: Interaction, reply: Reply) -> discord.Message | None:
    """Edit the answer to a press; None when that cannot be."""
    state = state_of(raw)
    if state.answering is ReplyProgress.CLOSED:
        return None
    try:
        sent = await with_one_retry(raw, lambda: raw.edit_original_response(**reply.edit()))
    except InteractionExpired as trouble:
        close_interaction(raw, trouble)
        return None
    except DeliveryError as trouble:
        log.info("its answer stays as it is: %s: %s", describe_for_log(raw), trouble)
        return None
    state.thinking = False
    return sent


async def send_followup(raw: Interaction, reply: Reply) -> discord.Message | None:
    """Show something in a message of its own; None when none is taken. Raises `TransientError`."""
    if state_of(raw).answering is ReplyProgress.CLOSED:
        return None
    try:
        sent = await attempt_move(raw.followup.send(**reply.new(), wait=True))
    except (InteractionExpired, MessageGone, AlreadyResponded) as trouble:
        close_interaction(raw, trouble)
        return None
    state_of(raw).thinking = False
    return cast("discord.Message", sent)


def close_interaction(raw: Interaction, trouble: DeliveryError) -> None:
    """Nothing more is taken; the next press shows how things stand."""
    state_of(raw).answering = ReplyProgress.CLOSED
    record_failure(raw, trouble.code)


async def with_one_retry(raw: Interaction, work: Callable[[], Awaitable[T]]) -> T:
    """Try once more what met trouble, after the wait that Discord asks for if it is short."""
    try:
        return await attempt_move(work())
    except TransientError as trouble:
        if trouble.after > PATIENCE:
            raise
        if trouble.after:
            await raw.client.sleep(trouble.after)
    return await attempt_move(work())


def is_private_message(raw: Interaction) -> bool:
    """Whether a private message was pressed, which may be edited.

    A hand is never shown on one that others can read, whatever the address of the control claims.
    """
    return raw.message is not None and raw.message.flags.ephemeral


async def update_or_send(raw: Interaction, reply: Reply) -> None:
    """Show something on the private page that was pressed; beside whatever others can read."""
    await (edit_or_send(raw, reply) if is_private_message(raw) else send(raw, reply))
