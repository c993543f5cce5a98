"""Nudges: a friend at the table asks once more, at most once a day.

A nudge waits in the outbox until Discord takes it: nobody is nudged twice for one press, and the
day counts from the moment it was pressed.
"""

from collections.abc import Iterable

from cogs._game.links import home
from cogs._game.live import Live, is_paused, paused_until
from cogs._game.paces import DAY
from cogs._game.quiet_hours import is_quiet
from cogs._kit import verbs
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show
from cogs._kit.texts import listed, say
from cogs._messages.pings import member
from cogs._press.presses import AtTable, table_component
from data.game.posts import Draft, Post
from data.store import Store
from data.stores.time import TimeStore

AT_ONCE = 2.0
"""Seconds that the member waits for Discord to take the nudge."""


@table_component(verbs.NUDGE)
async def nudge_players(interaction: AtTable) -> None:
    """Remind the members that the table waits for, once a day."""
    raw, seat = interaction.raw, interaction.seated()
    await acknowledge(raw, thinking=True)
    said = await nudge(interaction, seat, raw.client.clock())
    done(raw)
    await show(raw, Reply(text=said))


async def nudge(interaction: AtTable, seat: int, now: float) -> str:
    """Nudge everybody else that the table waits for; return what to tell the member who did.

    Raises `Refusal` when nobody may be nudged now.
    """
    services = interaction.services
    # One interaction after the other, or two would each find the day's nudge unspent.
    async with services.tables.changing(interaction.live.row.id):
        live = await services.tables.newest(interaction.live)
        waited = await may_nudge(live, interaction.store, seat, now)
        for other in waited:
            await interaction.store.messages.begin_post(drafted(live, other, seat, now))
    services.activity.show(live.row)
    await services.repaint.rested(live.row.id, AT_ONCE)
    return say("nudge.done", who=listed(map(live.called, waited)))


async def may_nudge(live: Live, store: Store, seat: int, now: float) -> list[int]:
    """Return the seats of others to wait for. Raises `Refusal` unless each may be nudged."""
    others = [wait.seat for wait in live.beside.waits if wait.seat != seat]
    waited = [other for other in others if member(live, other) is not None]
    if not waited:
        raise Refusal("nudge.nobody")
    if is_paused(live):
        raise Refusal("nudge.paused")
    posts = await store.messages.posts(live.row.id)
    for other in waited:
        check_awake(live, other, now)
        check_day(live, other, await nudged(store.time, live, other, posts), now)
    return waited


def drafted(live: Live, seat: int, by: int, now: float) -> Draft:
    """Return the nudge of a seat; the queue words and sends it."""
    return Draft(
        live.row.id,
        f"nudge.{seat}.{by}",
        home(live.row),
        key=f"nudge.{seat}",
        value=str(now),
        tried=False,
    )


def check_awake(live: Live, seat: int, now: float) -> None:
    """Raise `Refusal` when the member is away, or does not want to be disturbed."""
    until = paused_until(live, seat)
    if until is not None and until > now:
        raise Refusal("nudge.away", who=live.called(seat), at=round(until))
    wish = live.chosen(seat).preference
    if wish.way == "none":
        raise Refusal("nudge.never", who=live.called(seat))
    if is_quiet(wish, now):
        raise Refusal("nudge.asleep", who=live.called(seat))


async def nudged(time: TimeStore, live: Live, seat: int, posts: Iterable[Post]) -> float | None:
    """Return when a seat was last nudged; nudges that are still to be sent count."""
    under_way = [post.at for post in posts if post.what.startswith(f"nudge.{seat}.")]
    return under_way[-1] if under_way else await time.nudged(live.row.id, seat)


def check_day(live: Live, seat: int, last: float | None, now: float) -> None:
    """Raise `Refusal` when the one nudge of a day is spent, or on its way."""
    if last is not None and now < last + DAY:
        raise Refusal("nudge.once", who=live.called(seat), at=round(last + DAY))
