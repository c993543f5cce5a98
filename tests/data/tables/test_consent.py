"""Tests of the rows about consent: votes that were seen, and accepted terms."""

from data.database import Database
from data.models.consent import unconfirmed
from data.models.tables import NotChanged
from data.models.votes import NewVote, Vote
from tests.data.builders import (
    GUILD,
    Clock,
    changed,
    computer,
    found,
    lobby,
    member,
    two_players,
    unmixed,
)

HOUR = 3600.0


async def asked(store: Database, table_id: int) -> Vote:
    """A vote on ending the game, asked by the member at seat 0."""
    vote = await store.votes.open(NewVote(table_id, "end", 1, None, HOUR), 9)
    assert isinstance(vote, Vote)
    return vote


async def test_a_vote_that_is_not_seen_is_never_overdue(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    vote = await asked(store, table_id)
    await store.votes.set_unseen(vote, {1})
    (kept,) = await store.votes.of_table(table_id)
    assert kept.unseen == {1}
    assert kept.revision == vote.revision + 1
    clock.now += 2 * HOUR
    assert await store.votes.overdue(clock.now, table_id) == ()


async def test_who_sees_a_vote_again_has_the_full_time_and_is_called(
    store: Database, clock: Clock
) -> None:
    table_id = await two_players(store)
    await store.votes.set_unseen(await asked(store, table_id), {1})
    clock.now += 2 * HOUR
    (hidden,) = await store.votes.of_table(table_id)
    await store.votes.set_unseen(hidden, frozenset())
    (vote,) = await store.votes.of_table(table_id)
    assert (vote.unseen, vote.until) == (frozenset(), clock.now + HOUR)
    calls = [post.what for post in await store.messages.pending(table_id)]
    assert f"ask.{vote.number}.1" in calls


async def test_the_tables_of_a_guild_with_an_open_vote_are_found(store: Database) -> None:
    table_id = await two_players(store)
    assert await store.votes.with_open_votes(GUILD) == ()
    vote = await asked(store, table_id)
    assert await store.votes.with_open_votes(GUILD) == (table_id,)
    await store.votes.cast(table_id, vote.number, 2, 9, yes=False)
    assert await store.votes.with_open_votes(GUILD) == ()


async def test_changed_terms_are_confirmed_by_those_who_joined(store: Database) -> None:
    table = await lobby(store, member(1), seats=2)
    joined = changed(
        await store.lobbies.seat_player(table.id, member(2), press=7, seen=table.revision)
    )
    assert unconfirmed(joined) == frozenset()
    live = changed(await store.lobbies.set_pace(table.id, "live", joined.revision))
    assert unconfirmed(live) == {1}
    assert await store.lobbies.confirm_terms(table.id, 2, joined.revision) == NotChanged("stale")
    assert unconfirmed(changed(await store.lobbies.confirm_terms(table.id, 2, live.revision))) == (
        frozenset()
    )


async def test_a_start_needs_a_computer_player_for_each_who_has_not_confirmed(
    store: Database,
) -> None:
    table = await lobby(store, member(1), seats=2)
    await store.lobbies.seat_player(table.id, member(2), press=7, seen=table.revision)
    table = changed(
        await store.lobbies.set_options(table.id, {}, (await found(store, table.id)).revision)
    )
    begin = store.lobbies.start
    assert await begin(table.id, mix=unmixed, deadline=None) == NotChanged("unconfirmed")
    for seats, answer in (({0: computer()}, "stale"), ({1: computer()}, None)):
        started = await begin(table.id, mix=unmixed, deadline=None, computers=seats)
        assert (started.reason if isinstance(started, NotChanged) else None) == answer
    assert [seat.is_of(2) for seat in (await found(store, table.id)).seats] == [False, False]
