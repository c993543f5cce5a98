"""Nudges: a friend at the table asks once more, at most once a day.

A nudge waits in the outbox until Discord takes it: nobody is nudged twice for one press, and the
day counts from the moment it was pressed.
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
"""Seconds that the member waits for Discord to take the nudge."""


@table_component(Action.NUDGE)
async def nudge_players(interaction: TableInteraction) -> None:
    """Remind the members that the table waits for, once a day."""
    raw, seat = interaction.raw, interaction.seated()
    await defer(raw, thinking=True)
    said = await nudge(interaction, seat, raw.client.clock())
    mark_committed(raw)
    await answer_deferred(raw, Reply(text=said))


async def nudge(interaction: TableInteraction, seat: int, now: float) -> str:
    """Nudge everybody else that the table waits for; return what to tell the member who did.

    Raises `Refusal` when nobody may be nudged now.
    """
    services = interaction.services
    # One interaction after the other, or two would each find the day's nudge unspent.
    async with services.sessions.changing(interaction.live.row.id):
        live = await services.sessions.newest(interaction.live)
        waited = await may_nudge(live, interaction.store, seat, now)
        for other in waited:
            await interaction.store.messages.create_pending(drafted(live, other, seat, now))
    services.activity.show(live.row)
    await services.repaint_queue.rested(live.row.id, NUDGE_WAIT_SECONDS)
    return say("nudge.done", who=join_words(map(live.player_name, waited)))


async def may_nudge(live: TableState, store: Database, seat: int, now: float) -> list[int]:
    """Return the seats of others to wait for. Raises `Refusal` unless each may be nudged."""
    others = [wait.seat for wait in live.circumstances.open_decisions if wait.seat != seat]
    waited = [other for other in others if deciding_member(live, other) is not None]
    if not waited:
        raise Refusal("nudge.nobody")
    if is_paused(live):
        raise Refusal("nudge.paused")
    posts = await store.messages.pending(live.row.id)
    for other in waited:
        check_awake(live, other, now)
        check_day(live, other, await nudged(store.reminders, live, other, posts), now)
    return waited


def drafted(live: TableState, seat: int, by: int, now: float) -> MessageDraft:
    """Return the nudge of a seat; the queue words and sends it."""
    return MessageDraft(
        live.row.id,
        f"nudge.{seat}.{by}",
        channel_of_table(live.row),
        key=f"nudge.{seat}",
        value=str(now),
        tried=False,
    )


def check_awake(live: TableState, seat: int, now: float) -> None:
    """Raise `Refusal` when the member is away, or does not want to be disturbed."""
    until = paused_until(live, seat)
    if until is not None and until > now:
        raise Refusal("nudge.away", who=live.player_name(seat), at=round(until))
    wish = live.chosen(seat).preference
    if wish.way == "none":
        raise Refusal("nudge.never", who=live.player_name(seat))
    if is_quiet(wish, now):
        raise Refusal("nudge.asleep", who=live.player_name(seat))


async def nudged(
    reminders: ReminderRepository, live: TableState, seat: int, posts: Iterable[PendingMessage]
) -> float | None:
    """Return when a seat was last nudged; nudges that are still to be sent count."""
    under_way = [post.at for post in posts if post.what.startswith(f"nudge.{seat}.")]
    return under_way[-1] if under_way else await reminders.last_nudge(live.row.id, seat)


def check_day(live: TableState, seat: int, last: float | None, now: float) -> None:
    """Raise `Refusal` when the one nudge of a day is spent, or on its way."""
    if last is not None and now < last + DAY:
        raise Refusal("nudge.once", who=live.player_name(seat), at=round(last + DAY))
