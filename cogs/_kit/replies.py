"""Replies: what a press is answered with. What it has done is done, whatever becomes of telling it.

A change is on disk before anything is shown, so nothing here raises because Discord is in
trouble: that would tell a member that something failed which counts. A reply goes the first way
that is open: the first answer to the press, an edit of it, a message of its own; what cannot be
shown at all is shown by the next press. Nothing that is shown is ever logged.

    acknowledge    the press is being worked on (Discord wants that within three seconds)
    tell           a message of its own, private unless said otherwise
    turn           the pressed message, with new content; beside it, once it is gone
    show           the answer to an acknowledged press

`done` says that what was asked for is on disk: from there on no error is told as a failure.
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

from cogs._kit.carried import may_turn
from cogs._kit.client import Press
from cogs._process.log import nameless
from cogs._traffic.unshown import Answered, Gone, NotNow, PressClosed, Unshown, attempt

T = TypeVar("T")
log = logging.getLogger(__name__)

IN_TIME: Final = 3.0
"""Seconds that Discord waits for the first answer to a press."""
PATIENCE: Final = 1.0
"""Seconds that Discord may ask us to wait before something is tried another way."""
UNANSWERABLE: Final = {10062: "unknown interaction", 40060: "already acknowledged"}
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


class Answering(Enum):
    """How far the answering of a press has come."""

    FREE = "nothing was answered"
    UNSURE = "something was answered; nobody knows whether it has arrived"
    TAKEN = "answered; everything else is an edit, or a message of its own"
    CLOSED = "Discord takes no answer any more"


@dataclass
class State:
    """What we know about the answering of one press. `thinking`: the app shows that it waits."""

    answering: Answering = Answering.FREE
    thinking: bool = False
    done: bool = False


def state_of(raw: Press) -> State:
    """The state of a press."""
    state = cast("State", raw.extras.setdefault("state", State()))
    if state.answering is Answering.FREE and raw.response.is_done():
        state.answering = Answering.TAKEN
    return state


def arrived(raw: Press) -> None:
    """The press, or the command, has come: from here on somebody waits for the first answer."""
    raw.extras["arrived"] = raw.client.clock.elapsed()


def answered(raw: Press) -> None:
    """It has its first answer."""
    begun = raw.extras.pop("arrived", None)
    if begun is not None:
        raw.client.figures.took("press", raw.client.clock.elapsed() - begun)


def done(raw: Press) -> None:
    """What the press asked for is on disk: from here on nothing is told as a failure."""
    state_of(raw).done = True


def is_done(raw: Press) -> bool:
    """Whether what the press asked for is on disk."""
    return state_of(raw).done


def is_thinking(raw: Press) -> bool:
    """Whether the app shows that it waits for us."""
    return state_of(raw).thinking


def describe(raw: Press) -> str:
    """Which press this was, for the log: nobody's name or number, and nothing that was typed."""
    data = cast("Mapping[str, object]", raw.data or {})
    what = data.get("custom_id") or data.get("name")
    return nameless(f"{what} by {raw.user.id} in {raw.channel_id}")


# ---- the ways to show it


async def acknowledge(raw: Press, *, thinking: bool = False, private: bool = True) -> None:
    """Say that the press is being worked on; `thinking` in a message of its own."""
    state = state_of(raw)
    thinking = thinking or not may_turn(raw)
    state.thinking = thinking or raw.type is discord.InteractionType.application_command
    try:
        await first(raw, partial(raw.response.defer, thinking=thinking, ephemeral=private))
    except Gone:  # the pressed message was put away meanwhile
        state.thinking = True
        await first(raw, partial(raw.response.defer, thinking=True, ephemeral=True))


@asynccontextmanager
async def acknowledged(raw: Press, *, thinking: bool = False) -> AsyncIterator[None]:
    """Acknowledge beside the work in this block: neither waits for the other, nor fails with it."""
    beside = asyncio.create_task(acknowledge(raw, thinking=thinking))
    try:
        yield
    finally:
        await beside


async def tell(raw: Press, reply: Reply) -> None:
    """Show a message of its own."""
    state = state_of(raw)
    is_first = state.answering is Answering.FREE
    if is_first and await first(raw, lambda: respond(raw, reply)):
        return
    if state.thinking:
        await show(raw, reply)
    else:  # what was sent first may be there; what was only acknowledged is somebody else's
        ours = is_first and state.answering is Answering.UNSURE
        await quietly(raw, finish if ours else follow_up, reply)


async def turn(raw: Press, reply: Reply) -> bool:
    """Give the pressed message new content, or show that beside; whether the message has it."""
    state = state_of(raw)
    if not may_turn(raw):
        await tell(raw, reply)
        return False
    try:
        if state.answering is Answering.FREE and await first(
            raw, lambda: raw.response.edit_message(**reply.edit())
        ):
            return True
    except Gone:
        await tell(raw, reply)
        return False
    if await edited(raw, reply) is not None:
        return True
    await quietly(raw, follow_up, reply)
    return False


async def show(raw: Press, reply: Reply) -> None:
    """Answer an acknowledged press; where the app waits for it, later if it must be."""
    if state_of(raw).thinking:
        work = partial(finish, raw, reply)
        await raw.client.late.show(raw.id, work, partial(raw.client.failed, raw))
    else:
        await quietly(raw, finish, reply)


async def respond(raw: Press, reply: Reply) -> object:
    """Send the first answer as a message."""
    return await raw.response.send_message(**reply.new())


async def quietly(
    raw: Press, way: Callable[[Press, Reply], Awaitable[object]], reply: Reply
) -> None:
    """Show something one way, if Discord takes it."""
    try:
        await way(raw, reply)
    except Unshown as trouble:
        log.info("not shown: %s: %s", describe(raw), trouble)


async def first(raw: Press, answer: Callable[[], Awaitable[object]]) -> bool:
    """Make the first answer to a press; whether Discord shows it, as far as we know.

    What met trouble is tried once more: "answered before" then says that it had arrived.
    Raises `Gone` when the pressed message is no more; the press is not answered then.
    """
    state = state_of(raw)
    for once_more in (False, True):
        try:
            await attempt(answer(), IN_TIME)
        except NotNow as trouble:
            state.answering = Answering.UNSURE
            log.info("perhaps not answered: %s: %s", describe(raw), trouble)
        except (Answered, PressClosed) as trouble:
            state.answering = Answering.TAKEN if isinstance(trouble, Answered) else Answering.CLOSED
            # The first attempt had arrived after all.
            if once_more and state.answering is Answering.TAKEN:
                return True
            count(raw, trouble.code)
            return False
        else:
            state.answering = Answering.TAKEN
            answered(raw)
            return True
    return False


def count(raw: Press, code: int) -> None:
    """Count and log an answer that Discord did not take."""
    what = UNANSWERABLE.get(code, "unanswered")
    raw.client.counts[what] += 1
    log.info("%s: %s", what, describe(raw))


async def finish(
    raw: Press, reply: Reply, instead: Callable[[], Awaitable[bool]] | None = None
) -> discord.Message | None:
    """Edit the answer, or show it `instead`, or as a message of its own; that message.

    None when it was shown `instead`, or nothing is taken any more. Raises `NotNow`.
    """
    sent = await edited(raw, reply)
    if sent is not None or (instead is not None and await instead()):
        return sent
    return await follow_up(raw, reply)


async def edited(raw: Press, reply: Reply) -> discord.Message | None:
    """Edit the answer to a press; None when that cannot be."""
    state = state_of(raw)
    if state.answering is Answering.CLOSED:
        return None
    try:
        sent = await twice(raw, lambda: raw.edit_original_response(**reply.edit()))
    except PressClosed as trouble:
        close(raw, trouble)
        return None
    except Unshown as trouble:
        log.info("its answer stays as it is: %s: %s", describe(raw), trouble)
        return None
    state.thinking = False
    return sent


async def follow_up(raw: Press, reply: Reply) -> discord.Message | None:
    """Show something in a message of its own; None when none is taken. Raises `NotNow`."""
    if state_of(raw).answering is Answering.CLOSED:
        return None
    try:
        sent = await attempt(raw.followup.send(**reply.new(), wait=True))
    except (PressClosed, Gone, Answered) as trouble:
        close(raw, trouble)
        return None
    state_of(raw).thinking = False
    return cast("discord.Message", sent)


def close(raw: Press, trouble: Unshown) -> None:
    """Nothing more is taken; the next press shows how things stand."""
    state_of(raw).answering = Answering.CLOSED
    count(raw, trouble.code)


async def twice(raw: Press, work: Callable[[], Awaitable[T]]) -> T:
    """Try once more what met trouble, after the wait that Discord asks for if it is short."""
    try:
        return await attempt(work())
    except NotNow as trouble:
        if trouble.after > PATIENCE:
            raise
        if trouble.after:
            await raw.client.sleep(trouble.after)
    return await attempt(work())


def is_panel(raw: Press) -> bool:
    """Whether a private message was pressed, which may be edited.

    A hand is never shown on one that others can read, whatever the address of the control claims.
    """
    return raw.message is not None and raw.message.flags.ephemeral


async def turned(raw: Press, reply: Reply) -> None:
    """Show something on the private page that was pressed; beside whatever others can read."""
    await (turn(raw, reply) if is_panel(raw) else tell(raw, reply))
