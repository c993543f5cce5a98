"""Nudges: a friend at the table asks once more, at most once a day.

A nudge waits in the outbox until Discord takes it: nobody is nudged twice for one press, and the
day counts from the moment it was pressed.
"""

from cogs._game.live import Live
from cogs._game.paces import DAY
from cogs._game.quiet_hours import is_quiet
from cogs._kit.links import home
from cogs._kit.refusals import Refusal
from cogs._kit.texts import listed, say
from cogs._work.notifications import member
from cogs._work.services import Parlour
from data.game.posts import Draft
from data.people.rows import Preference

AT_ONCE = 2.0
"""Seconds that whoever presses waits for Discord to take the nudge."""


async def nudge(parlour: Parlour, live: Live, seat: int, now: float) -> str:
    """Nudge everybody the table waits for but oneself; what to tell the one who did.

    Raises `Refusal` when nobody may be nudged now.
    """
    waits = [wait for wait in await parlour.store.time.waits(live.row.id) if wait.seat != seat]
    waited = [(wait.seat, user_id) for wait in waits if (user_id := member(live, wait.seat))]
    if not waited:
        raise Refusal("nudge.nobody")
    for other, user_id in waited:
        await check_awake(live, other, await parlour.store.people.preference(user_id), now)
        await check_day(parlour, live, other, now)
    for other, _ in waited:
        await parlour.store.messages.begin_post(drafted(live, other, seat, now))
    parlour.show(live.row)
    await parlour.repaint.rested(live.row.id, AT_ONCE)
    return say("nudge.done", who=listed(live.called(other) for other, _ in waited))


def drafted(live: Live, seat: int, by: int, now: float) -> Draft:
    """The nudge of a seat; the queue words and sends it."""
    return Draft(
        live.row.id,
        f"nudge.{seat}.{by}",
        home(live.row),
        key=f"nudge.{seat}",
        value=str(now),
        tried=False,
    )


async def check_awake(live: Live, seat: int, wish: Preference, now: float) -> None:
    """Raise `Refusal` when the member does not want to be disturbed."""
    if wish.way == "none":
        raise Refusal("nudge.never", who=live.called(seat))
    if is_quiet(wish, now):
        raise Refusal("nudge.asleep", who=live.called(seat))


async def check_day(parlour: Parlour, live: Live, seat: int, now: float) -> None:
    """Raise `Refusal` when the one nudge of a day is spent, or on its way."""
    last = await parlour.store.time.nudged(live.row.id, seat)
    for post in await parlour.store.messages.posts(live.row.id):
        if post.what.startswith(f"nudge.{seat}."):
            last = post.at
    if last is not None and now < last + DAY:
        raise Refusal("nudge.once", who=live.called(seat), at=round(last + DAY))
