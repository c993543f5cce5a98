"""The coach at work: what it says on a panel, and that it remembers it."""

from dataclasses import replace

from cogs._game.live import Live
from cogs._game.practice import is_practice, unread
from cogs._game.tables import Tables
from cogs._learning.coach import asked, coached
from cogs._learning.occasions import Seen
from cogs._panel.coach_page import coach_words
from cogs._panel.panel import Page
from data.people.learning import CoachingRow
from data.stores.learning import LearningStore


async def with_coach(
    store: LearningStore, tables: Tables, live: Live, seat: int, page: Page
) -> Page:
    """The page with the coach's line, at a table for practice; what is said is remembered."""
    if not is_practice(live) or unread(live) is not None:
        return page
    row = live.beside.coaching or CoachingRow()
    if row.silent or not any(one.seat == seat for one in live.view(seat).pending):
        return page
    seen = Seen(live.view(seat), live.seen(seat), seat)
    deeds = done_since(live, seat, row.heard.get("turn", 0))
    said = coached(row.heard, live.row.id, live.game.turn_seq, seen, deeds)
    if said.heard != row.heard:
        await store.coach(live.member(seat), CoachingRow(heard=said.heard))
        tables.changed(live.row.id)
    return replace(page, coach=coach_words(said, live))


async def was_asked(store: LearningStore, tables: Tables, live: Live, seat: int) -> None:
    """Remember at a table for practice that a hint was asked for."""
    row = live.beside.coaching
    if not is_practice(live) or row is None:
        return
    await store.coach(live.member(seat), replace(row, heard=asked(row.heard)))
    tables.changed(live.row.id)


def done_since(live: Live, seat: int, seq: int) -> frozenset[str]:
    """The kinds of deeds that a seat has done after an entry."""
    own = (step for step in live.game.steps if step.seq > seq and step.seat == seat)
    return frozenset(deed.kind for step in own for event in step.events for deed in event.deeds())
