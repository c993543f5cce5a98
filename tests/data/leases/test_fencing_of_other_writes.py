"""Tests of two databases on one server: a process without its lease cannot write anything else,
either.
"""

from collections.abc import Awaitable, Callable

import pytest

from data.database import Database
from data.errors import NotOwner
from data.models.deadlines import WHOLE_TABLE, OpenDecision, Pause, Reminder
from data.models.messages import MessageDraft, PendingMessage, StaleMessage
from data.models.tables import InterventionRow, Player
from data.models.votes import NewVote, Vote
from data.votes import queries
from tests.data.leases.holders import Holder, table_of
from tests.support.postgres.server import execute

HOUR = 3600.0
ACT = InterventionRow(0, "stop_stuck", "moderator", None)
POST = PendingMessage(table_id=0, what="table", place=1, seq=1, nonce=7, at=0.0)
Writing = Callable[[Database, int], Awaitable[object]]

WRITINGS: dict[str, Writing] = {
    "waits": lambda s, table: s.deadlines.replace_open_decisions(
        table, (OpenDecision(0, 0, 0.0, HOUR, HOUR),)
    ),
    "told": lambda s, table: s.reminders.claim(table, "tell", 0, 0),
    "told again": lambda s, table: s.reminders.release(Reminder(table, 0, 0, "tell", HOUR)),
    "a pause": lambda s, table: s.pauses.begin(table, Pause(0, "member", 0.0, HOUR)),
    "a counted pause": lambda s, table: s.pauses.begin_budgeted(
        table, Pause(0, "member", 0, HOUR), 9
    ),
    "the end of a pause": lambda s, table: s.pauses.end(table, WHOLE_TABLE, "table"),
    "a pause that is over": lambda s, table: s.pauses.finish(table, WHOLE_TABLE, "table"),
    "holidays": lambda s, table: s.pauses.apply_holidays(table, 9),
    "a nudge": lambda s, table: s.reminders.record_nudge(table, 0, HOUR),
    "a vote": lambda s, table: s.votes.open(NewVote(table, "end", 1, None, HOUR), 9),
    "a say": lambda s, table: on_vote(
        s, table, lambda vote: s.votes.cast(table, vote.number, 2, 9, yes=False)
    ),
    "a verdict": lambda s, table: s.votes.close_decided(table, 9),
    "a vote asked": lambda s, table: on_vote(s, table, s.votes.mark_asked),
    "a vote shown": lambda s, table: on_vote(s, table, s.votes.mark_rendered),
    "a vote gone": lambda s, table: on_vote(s, table, s.votes.mark_message_deleted),
    "a place": lambda s, table: s.tables.set_message_ids(table, thread_id=7),
    "a picture": lambda s, table: s.tables.mark_rendered(table, 0),
    "an intervention": lambda s, table: s.tables.add_intervention(table, ACT),
    "an idle lobby": lambda s, table: s.lobbies.expire(table, {"day": HOUR}),
    "a lobby shown": lambda s, table: s.messages.mark_lobby_rendered(table, 1),
    "a message gone": lambda s, table: s.messages.mark_message_deleted(table, 1),
    "another channel": lambda s, table: s.messages.move_table(table, 2),
    "another home": lambda s, table: s.messages.relocate(table, 2, 1, lambda _: None),
    "no thread": lambda s, table: s.messages.leave_thread(table),
    "no place": lambda s, table: s.messages.clear_location(table),
    "a message to send": lambda s, table: s.messages.create_pending(
        MessageDraft(table, "table", 1, 1)
    ),
    "a message refused": lambda s, table: s.messages.mark_refused(of(POST, table)),
    "a message sent": lambda s, table: s.messages.mark_sent(of(POST, table), 5),
    "a message not wanted": lambda s, table: s.messages.delete_pending(of(POST, table)),
    "another message instead": lambda s, table: s.messages.replace_pending(of(POST, table), ()),
    "an old message": lambda s, table: s.messages.mark_stale(table, 1, 5),
    "an old message put away": lambda s, table: s.messages.delete_stale(
        StaleMessage(table, 5, 1, 1)
    ),
}


async def newest(store: Database, table_id: int) -> Vote:
    """Return the newest vote of a table, or an invented one if there is none."""
    votes = await store.votes.backend.query(lambda c: queries._votes(c, "1 = 1", table_id))
    asker = Player("member", 1, "Ann")
    times, message = (0, 0.0, HOUR, None), (1, 5, 1, 0)
    none = Vote(table_id, 1, "end", None, asker, None, None, *times, *message, frozenset(), {})
    return (*votes, none)[0]


async def on_vote(
    store: Database, table_id: int, writing: Callable[[Vote], Awaitable[object]]
) -> object:
    return await writing(await newest(store, table_id))


def of(post: PendingMessage, table_id: int) -> PendingMessage:
    return PendingMessage(table_id, post.what, post.place, post.seq, nonce=post.nonce, at=post.at)


BESIDE = (
    *("card_table", "wait", "hold", "pause_budget", "nudge"),
    *("post", "posted", "relic", "vote", "ballot", "act"),
)


def rows(address: str) -> list[object]:
    """Return all rows except the logs."""
    return [execute(address, f"SELECT t::text FROM {name} AS t ORDER BY 1") for name in BESIDE]


async def test_who_holds_the_shard_writes_beside_the_log(both: tuple[Holder, Holder]) -> None:
    ann, _ = both
    table_id, _ = await table_of(ann)
    for writing in WRITINGS.values():
        await writing(ann.store, table_id)


async def told(name: str, writing: Awaitable[object]) -> None:
    await writing
    pytest.fail(f"{name} was written")


async def test_who_has_lost_the_shard_writes_nothing_beside_the_log(
    address: str, both: tuple[Holder, Holder]
) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    await ben.take(shard)
    before = rows(address)
    for name, writing in WRITINGS.items():
        with pytest.raises(NotOwner):  # Ann's process has not heard of it.
            await told(name, writing(ann.store, table_id))
    assert rows(address) == before


async def test_a_digest_asks_another_process_to_send_it(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, _ = await table_of(ann)
    other, shard = await table_of(ann)
    await ben.take(shard)
    post = await ben.store.messages.create_pending(MessageDraft(other, "digest.1", 1, 1))
    await ben.store.messages.replace_pending(
        post, [MessageDraft(table_id, "digest.1.thread", 1, 1)]
    )
    assert await ann.store.messages.find_pending(table_id, "digest.1.thread") is not None
