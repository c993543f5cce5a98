"""Nudges. A player reminds the members for whom the table waits, at most once a day each.

The button's handler creates a pending message, and `ReminderService` sends it. The day begins with
the interaction, not with the sending.
"""

from collections.abc import Iterable

from cogs.core.refusals import Refusal
from cogs.game.deadlines import DAY
from cogs.game.interactions import TableInteraction, table_component
from cogs.game.quiet_hours import is_quiet
from cogs.game.state import TableState, is_paused, paused_until
from cogs.reminders.reminders import deciding_member
from cogs.ui.actions import Action
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed
from cogs.ui.texts import channel_of_table, join_words, say
from data.database import Database
from data.models.messages import MessageDraft, PendingMessage
from data.repositories.deadlines import ReminderRepository

NUDGE_WAIT_SECONDS = 2.0
"""Seconds that the handler waits for the nudge to be sent."""


@table_component(Action.NUDGE)
async def nudge_players(interaction: TableInteraction) -> None:
    """Remind the members for whom the table waits."""
    raw, seat = interaction.raw, interaction.seated()
    await defer(raw, thinking=True)
    text = await nudge(interaction, seat, raw.client.clock())
    mark_committed(raw)
    await answer_deferred(raw, Reply(text=text))


async def nudge(interaction: TableInteraction, seat: int, now: float) -> str:
    """Nudge all other members for whom the table waits.

    Returns:
        The text for the member who nudged.

    Raises:
        Refusal: Nobody may be nudged now.
    """
    services = interaction.services
    # Without the lock, two interactions at once would both find that nobody was nudged today.
    async with services.sessions.changing(interaction.state.row.id):
        state = await services.sessions.newest(interaction.state)
        seats = await may_nudge(state, interaction.database, seat, now)
        for other in seats:
            await interaction.database.messages.create_pending(drafted(state, other, seat, now))
    # The table's repaint queue sends the nudge. Wait, so that the answer comes after the nudge.
    services.activity.show(state.row)
    await services.repaint_queue.wait_until_idle(state.row.id, NUDGE_WAIT_SECONDS)
    return say("nudge.done", who=join_words(map(state.player_name, seats)))


async def may_nudge(state: TableState, store: Database, seat: int, now: float) -> list[int]:
    """Return the other seats for which the table waits.

    Raises:
        Refusal: There are no such seats, or one of their members may not be nudged now.
    """
    others = [
        decision.seat for decision in state.circumstances.open_decisions if decision.seat != seat
    ]
    seats = [other for other in others if deciding_member(state, other) is not None]
    if not seats:
        raise Refusal("nudge.nobody")
    if is_paused(state):
        raise Refusal("nudge.paused")
    pending = await store.messages.pending(state.row.id)
    for other in seats:
        check_awake(state, other, now)
        check_day(state, other, await nudged(store.reminders, state, other, pending), now)
    return seats


def drafted(state: TableState, seat: int, by: int, now: float) -> MessageDraft:
    """Return the pending message that nudges a seat."""
    return MessageDraft(
        state.row.id,
        f"nudge.{seat}.{by}",
        channel_of_table(state.row),
        key=f"nudge.{seat}",
        value=str(now),
        tried=False,
    )


def check_awake(state: TableState, seat: int, now: float) -> None:
    """Raise `Refusal` if the member is paused, in quiet hours, or wants no reminders."""
    until = paused_until(state, seat)
    if until is not None and until > now:
        raise Refusal("nudge.away", who=state.player_name(seat), at=round(until))
    preferences = state.member_state(seat).preference
    if preferences.way == "none":
        raise Refusal("nudge.never", who=state.player_name(seat))
    if is_quiet(preferences, now):
        raise Refusal("nudge.asleep", who=state.player_name(seat))


async def nudged(
    reminders: ReminderRepository, state: TableState, seat: int, pending: Iterable[PendingMessage]
) -> float | None:
    """Return when a seat was last nudged. None if never. A pending nudge counts as a nudge."""
    pending_since = [post.at for post in pending if post.what.startswith(f"nudge.{seat}.")]
    return pending_since[-1] if pending_since else await reminders.last_nudge(state.row.id, seat)


def check_day(state: TableState, seat: int, last: float | None, now: float) -> None:
    """Raise `Refusal` if the seat was nudged within the last day."""
    if last is not None and now < last + DAY:
        raise Refusal("nudge.once", who=state.player_name(seat), at=round(last + DAY))
