"""Nudges: a friend at the table asks once more, at most once a day."""

from cogs._game.paces import DAY
from cogs._game.quiet_hours import is_quiet
from cogs._game.tables import Live
from cogs._kit.names import clean
from cogs._kit.refusals import Refusal
from cogs._kit.texts import listed, say
from cogs._work.notifications import asking, member
from cogs._work.services import Parlour
from data.people.rows import Preference
from render.text.catalogue import speaking


async def nudge(parlour: Parlour, live: Live, seat: int, now: float) -> str:
    """Nudge everybody the table waits for but oneself; what to tell the one who did.

    Raises `Refusal` when nobody may be nudged now.
    """
    waits = [wait for wait in await parlour.store.time.waits(live.row.id) if wait.seat != seat]
    waited = [(wait, user_id) for wait in waits if (user_id := member(live, wait.seat))]
    if not waited:
        raise Refusal("nudge.nobody")
    for wait, user_id in waited:
        wish = await parlour.store.people.preference(user_id)
        await check_awake(live, wait.seat, wish, now)
        await check_day(parlour, live, wait.seat, now)
        with speaking(await parlour.pings.language(live, user_id, wish)):
            text = asking(live, "nudge", user_id, wait, by=clean(live.driver(seat).name))
            await parlour.pings.tell(live, user_id, wish, text)
    return say("nudge.done", who=listed(live.called(wait.seat) for wait, _ in waited))


async def check_awake(live: Live, seat: int, wish: Preference, now: float) -> None:
    """Raise `Refusal` when the member does not want to be disturbed."""
    if wish.way == "none":
        raise Refusal("nudge.never", who=live.called(seat))
    if is_quiet(wish, now):
        raise Refusal("nudge.asleep", who=live.called(seat))


async def check_day(parlour: Parlour, live: Live, seat: int, now: float) -> None:
    """Take the one nudge of a day. Raises `Refusal` when it is spent."""
    last = await parlour.store.time.nudged(live.row.id, seat)
    if last is not None and now < last + DAY:
        raise Refusal("nudge.once", who=live.called(seat), at=round(last + DAY))
    await parlour.store.time.nudge(live.row.id, seat, now)
