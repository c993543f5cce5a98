"""Hand panels as the initial response to an interaction, and deferrals for those that take long.

`cogs.ui.replies` has all other replies.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from cogs.core.bot import Interaction
from cogs.delivery.request import attempt_request
from cogs.ui.replies import (
    Reply,
    ReplyProgress,
    defer,
    edit_original,
    initial_response,
    settled,
    state_of,
)

DEFERRAL_SECONDS: Final = 0.08
"""Seconds after which an interaction is deferred, unless its answer was ready before."""


@asynccontextmanager
async def deferring(raw: Interaction, *, thinking: bool = False) -> AsyncIterator[None]:
    """Defer the interaction if the block takes longer than `DEFERRAL_SECONDS`.

    Also defer at the end of a block that has not responded. If the block raises before the delay is
    over, nothing is deferred.
    """
    state = state_of(raw)
    state.opens = thinking
    state.deferral = asyncio.create_task(_defer_late(raw, thinking=thinking))
    try:
        yield
    finally:
        await settled(raw)
    await ensure_deferred(raw)


async def ensure_deferred(raw: Interaction) -> None:
    """Defer an interaction of a `deferring` block now, unless it has a response."""
    state = await settled(raw)
    if state.answering is ReplyProgress.FREE:
        await defer(raw, thinking=state.opens)


async def _defer_late(raw: Interaction, *, thinking: bool) -> None:
    await raw.client.sleep(DEFERRAL_SECONDS)
    state_of(raw).deferring = True
    await defer(raw, thinking=thinking)


async def answer_privately(
    raw: Interaction, reply: Reply, instead: Callable[[], Awaitable[bool]]
) -> int | None:
    """Answer an interaction inside a `deferring` block.

    Sends the initial response if there is none yet. Otherwise edits the response.

    Args:
        raw: The interaction.
        reply: The answer.
        instead: See `edit_original`.

    Returns:
        The message's id; None if `instead` succeeded, or if Discord accepts no replies.

    Raises:
        MessageGone: The component's message is gone, so the interaction has no response.
        TransientError: Discord failed.
    """
    state = await settled(raw)
    if state.answering is ReplyProgress.FREE:
        sent = await (_send_new(raw, reply) if state.opens else _update(raw, reply))
        if sent is not None:
            return sent
    return await edit_original(raw, reply, instead)


async def _update(raw: Interaction, reply: Reply) -> int | None:
    """Edit the component's message as the initial response. Returns None if that fails."""
    assert raw.message is not None
    done = await initial_response(raw, lambda: raw.response.edit_message(**reply.edit()))
    return raw.message.id if done else None


async def _send_new(raw: Interaction, reply: Reply) -> int | None:
    """Send a message as the initial response. Returns None if that fails."""
    state = state_of(raw)
    sent: list[int | None] = []

    async def answer() -> None:
        sent.append((await raw.response.send_message(**reply.new(raw))).message_id)

    # If Discord's answer is lost, the message may exist. So it is edited like a deferred one.
    state.thinking = True
    await initial_response(raw, answer)
    state.thinking = not sent
    return sent[0] if sent else None


async def delete_answer(raw: Interaction) -> None:
    """Delete the response to an interaction, after a deferral if there is none.

    Without any response, Discord would tell the member that the interaction failed. Raises what
    `attempt_request` raises.
    """
    await ensure_deferred(raw)
    await attempt_request(raw.delete_original_response())
