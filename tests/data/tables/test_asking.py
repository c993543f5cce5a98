"""Tests of invitations by name: who may ask whom, whose seat is kept, and when rows are deleted."""

import asyncio

import pytest

from data.core.location import DatabaseLocation, DatabaseUrl
from data.database import Database
from data.members.invitations import REFERENCES
from data.models.invitations import KEPT_SECONDS, KEPT_SECONDS_LIVE, MOST_ASKED
from data.models.messages import MessageDraft
from data.models.tables import NotChanged, TableRow
from tests.data.builders import (
    GUILD,
    SEED,
    Clock,
    basil,
    changed,
    computer,
    found,
    game_of,
    lobby,
    member,
    plain,
    seated,
    unmixed,
)

BEN, CLEO, DAN = 2, 3, 4


async def ask(store: Database, table: TableRow, friend: int, by: int = 1) -> TableRow:
    return changed(await store.lobbies.ask(table.id, by, friend, f"Member {friend}"))


async def refused(store: Database, table: TableRow, friend: int, by: int = 1) -> str:
    answer = await store.lobbies.ask(table.id, by, friend, f"Member {friend}")
    assert isinstance(answer, NotChanged)
    return answer.reason


async def open_of_three(store: Database) -> TableRow:
    """Return a lobby for three with one member."""
    return await lobby(store, member(1, "Ann"), seats=3)


async def test_an_asked_member_is_named_without_a_seat(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    (one,) = table.asked
    assert (one.user_id, one.name, one.by, one.answer, one.told) == (BEN, "Member 2", "Ann", "", 0)
    assert seated(table) == ["Ann", ".", "."]


async def test_whoever_neither_sits_there_nor_hosts_asks_nobody(store: Database) -> None:
    table = await open_of_three(store)
    assert await refused(store, table, BEN, by=DAN) == "not_seated"
    await store.lobbies.leave(table.id, 1)
    await ask(store, table, BEN)  # The host, who has no seat any longer.


async def test_joining_accepts_and_leaving_lets_the_member_be_asked_again(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    table = changed(await store.lobbies.seat_player(table.id, member(BEN)))
    assert [one.answer for one in table.asked] == ["yes"]
    assert await refused(store, table, BEN) == "asked_seated"
    await store.lobbies.leave(table.id, BEN)
    table = await ask(store, table, BEN)
    assert [one.answer for one in table.asked] == [""]


async def test_a_member_is_asked_once_and_not_again_after_not_this_time(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    assert await refused(store, table, BEN) == "asked_before"
    table = changed(await store.lobbies.decline(table.id, BEN))
    assert [one.answer for one in table.asked] == ["no"]
    assert await refused(store, table, BEN) == "asked_declined"
    again = changed(await store.lobbies.decline(table.id, BEN))
    assert again.revision == table.revision


async def test_only_an_asked_member_without_a_seat_declines(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    assert await store.lobbies.decline(table.id, CLEO) == NotChanged("not_asked")
    await store.lobbies.seat_player(table.id, member(BEN))
    assert await store.lobbies.decline(table.id, BEN) == NotChanged("not_asked")


async def test_no_more_questions_are_open_than_seats(store: Database) -> None:
    table = await open_of_three(store)
    await ask(store, table, BEN)
    await ask(store, table, CLEO)
    assert await refused(store, table, DAN) == "asked_all"
    await store.lobbies.decline(table.id, BEN)
    await ask(store, table, DAN)


async def test_a_question_of_the_host_replaces_the_newest_of_a_guest(
    store: Database, clock: Clock
) -> None:
    table = await lobby(store, member(1), member(5), seats=4)
    for friend in (BEN, CLEO):
        clock.now += 1
        await ask(store, table, friend, by=5)
    assert await refused(store, table, DAN, by=5) == "asked_all"
    for friend, left in ((DAN, [BEN, DAN]), (6, [DAN, 6])):
        clock.now += 1
        table = await ask(store, table, friend)
        assert [one.user_id for one in table.asked] == left
    assert await refused(store, table, 7) == "asked_all"
    assert not any((await store.erasure.export(CLEO)).values())


@pytest.mark.parametrize("freed", [False, True])
async def test_the_open_questions_of_a_guest_end_when_the_guest_leaves(
    store: Database, freed: bool
) -> None:
    table = await lobby(store, member(1, "Ann"), member(5), seats=4)
    await ask(store, table, CLEO, by=5)
    await store.lobbies.decline(table.id, CLEO)
    await ask(store, table, DAN, by=5)
    table = await ask(store, table, BEN)
    drafts = [MessageDraft(table.id, f"asked.{one.player_id}", 1) for one in table.asked]
    for draft in drafts:
        await store.messages.create_pending(draft)
    if freed:
        seating = (member(1, "Ann"), None, None, None)
        table = changed(await store.lobbies.reseat(table.id, seating, table.revision))
    else:
        table = changed(await store.lobbies.leave(table.id, 5))
    assert {(one.user_id, one.answer) for one in table.asked} == {(BEN, ""), (CLEO, "no")}
    pending = [await store.messages.find_pending(table.id, draft.what) for draft in drafts]
    assert [post is None for post in pending].count(True) == 1
    assert not any((await store.erasure.export(DAN)).values())


async def test_the_questions_of_the_host_stay_when_the_host_leaves_the_seat(
    store: Database,
) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    table = changed(await store.lobbies.leave(table.id, 1))
    assert [one.user_id for one in table.asked] == [BEN]


async def test_old_players_take_kept_seats_of_a_rematch(store: Database) -> None:
    old = await game_of(store, member(1), member(BEN))
    again = await store.lobbies.create(
        guild_id=GUILD,
        channel_id=1,
        host_id=1,
        game=old.game,
        rules_version=1,
        options=old.options,
        seat_count=2,
        pace="day",
        seed=SEED,
        rematch_of=old.id,
        host=member(1),
    )
    await ask(store, again, CLEO)
    assert await store.lobbies.seat_player(again.id, member(DAN)) == NotChanged("kept")
    assert seated(changed(await store.lobbies.seat_player(again.id, member(BEN))))[1] == "Member 2"


async def test_of_two_questions_at_once_for_one_seat_one_is_asked(store: Database) -> None:
    table = await lobby(store, member(1), member(5), member(6), seats=4)
    answers = await asyncio.gather(
        store.lobbies.ask(table.id, 5, BEN, "Ben"), store.lobbies.ask(table.id, 6, CLEO, "Cleo")
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Changed", "NotChanged"]
    assert len((await found(store, table.id)).asked) == 1


async def test_the_asked_member_and_another_at_once_both_get_what_is_theirs(
    store: Database,
) -> None:
    table = await ask(store, await lobby(store, member(1), seats=2), BEN)
    other, own = await asyncio.gather(
        store.lobbies.seat_player(table.id, member(DAN)),
        store.lobbies.seat_player(table.id, member(BEN)),
    )
    assert isinstance(other, NotChanged)
    assert seated(changed(own)) == ["Member 1", "Member 2"]


async def test_questions_at_once_at_many_tables_count_all(store: Database) -> None:
    tables = [await lobby(store, member(1), seats=2) for _ in range(MOST_ASKED + 2)]
    answers = await asyncio.gather(
        *(store.lobbies.ask(one.id, 1, 100 + one.id, "Friend") for one in tables)
    )
    refused = [answer.reason for answer in answers if isinstance(answer, NotChanged)]
    assert refused == ["asked_too_often"] * 2


async def test_a_kept_seat_is_for_the_asked_member_alone(store: Database, clock: Clock) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    await store.lobbies.seat_player(table.id, member(CLEO))
    assert await store.lobbies.seat_player(table.id, member(DAN)) == NotChanged("kept")
    clock.now += KEPT_SECONDS - 1
    assert await store.lobbies.seat_player(table.id, member(DAN)) == NotChanged("kept")
    table = changed(await store.lobbies.seat_player(table.id, member(BEN)))
    assert seated(table) == ["Ann", "Member 3", "Member 2"]


async def test_after_a_day_the_seat_is_open_to_all(store: Database, clock: Clock) -> None:
    table = await lobby(store, member(1), seats=2)
    await ask(store, table, BEN)
    clock.now += KEPT_SECONDS
    changed(await store.lobbies.seat_player(table.id, member(DAN)))


async def test_a_live_table_keeps_a_seat_for_a_quarter_of_an_hour(
    store: Database, clock: Clock
) -> None:
    table = await lobby(store, member(1), seats=2)
    table = changed(await store.lobbies.set_pace(table.id, "live", table.revision))
    await ask(store, table, BEN)
    clock.now += KEPT_SECONDS_LIVE - 1
    assert await store.lobbies.seat_player(table.id, member(DAN)) == NotChanged("kept")
    clock.now += 1
    changed(await store.lobbies.seat_player(table.id, member(DAN)))


async def test_a_computer_player_takes_a_kept_seat_only_if_the_host_says_so(
    store: Database,
) -> None:
    table = await ask(store, await lobby(store, member(1), seats=3), BEN)
    add = store.lobbies.seat_computer
    changed(await add(table.id, computer(), takes_kept=False))
    assert await add(table.id, computer("Cora"), takes_kept=False) == NotChanged("kept")
    changed(await add(table.id, computer("Cora"), takes_kept=True))
    assert await add(table.id, computer("Dora"), takes_kept=False) == NotChanged("full")


async def test_changes_of_the_seats_take_no_kept_seat(store: Database) -> None:
    table = await ask(store, await lobby(store, member(1), seats=3), BEN)
    full, one_open = (member(1), computer(), computer("Cora")), (None, member(1), computer())
    assert await store.lobbies.reseat(table.id, full, table.revision) == NotChanged("kept")
    table = changed(await store.lobbies.reseat(table.id, one_open, table.revision))
    assert await store.lobbies.resize(table.id, 2, table.revision) == NotChanged("kept")
    changed(await store.lobbies.resize(table.id, 4, table.revision))


async def test_a_clock_change_moves_the_time_of_a_kept_seat(store: Database, clock: Clock) -> None:
    table = await ask(store, await lobby(store, member(1), seats=2), BEN)
    clock.now += KEPT_SECONDS
    await store.deadlines.shift_all(KEPT_SECONDS, noting=("alive", "1"))
    assert await store.lobbies.seat_player(table.id, member(DAN)) == NotChanged("kept")


async def test_members_are_not_asked_who_have_said_so(store: Database) -> None:
    table = await open_of_three(store)
    await store.members.set_invited_by(BEN, "nobody")
    assert await refused(store, table, BEN) == "asked_by_nobody"
    assert await store.lobbies.refusal_to_ask(1, BEN, 1.0) == "asked_by_nobody"
    await store.members.set_invited_by(BEN, "everybody")
    assert await store.lobbies.refusal_to_ask(1, BEN, 1.0) is None
    await ask(store, table, BEN)


async def test_a_member_asks_ten_others_a_day_even_at_new_tables(
    store: Database, clock: Clock
) -> None:
    for number in range(MOST_ASKED):
        table = await lobby(store, member(1), seats=2, guild=GUILD + number % 2)
        await ask(store, table, BEN + number)
        await store.lobbies.close(table.id)
    table = await lobby(store, member(1), seats=2)
    assert await refused(store, table, BEN) == "asked_too_often"
    assert await store.lobbies.refusal_to_ask(1, BEN, clock.now) == "asked_too_often"
    await store.lobbies.seat_player(table.id, member(DAN))
    clock.now += KEPT_SECONDS
    assert await store.lobbies.refusal_to_ask(1, BEN, clock.now) is None
    other = await lobby(store, member(1), seats=2)
    await ask(store, other, BEN)


async def test_a_refused_question_does_not_count(store: Database, clock: Clock) -> None:
    table = await lobby(store, member(1), seats=2)
    await ask(store, table, BEN)
    for _ in range(MOST_ASKED):
        assert await refused(store, table, BEN) == "asked_before"
    assert await store.lobbies.refusal_to_ask(1, CLEO, clock.now) is None


async def test_a_start_and_a_close_delete_the_questions_and_their_messages(store: Database) -> None:
    started = await ask(store, await lobby(store, member(1), seats=2), BEN)
    closed = await ask(store, await lobby(store, member(1), seats=2), BEN)
    for table in (started, closed):
        await store.messages.create_pending(MessageDraft(table.id, "asked.7", 1, key="asked"))
        await store.messages.create_pending(MessageDraft(table.id, "wanted", 1, key="wanted"))
    changed(
        await store.lobbies.start(started.id, mix=unmixed, deadline=None, computers={1: computer()})
    )
    await store.lobbies.close(closed.id)
    assert (await store.erasure.export(BEN))["invitations"] == []
    for table in (started, closed):
        assert await store.messages.find_pending(table.id, "asked.7") is None
        assert await store.messages.find_pending(table.id, "wanted") is None


async def test_whoever_was_only_asked_is_forgotten_with_the_lobby(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    await ask(store, table, CLEO)
    assert (await store.erasure.export(BEN))["names"]
    await lobby(store, member(CLEO))
    await store.lobbies.close(table.id)
    assert not any((await store.erasure.export(BEN)).values())
    assert (await store.erasure.export(CLEO))["names"]


async def test_whoever_is_asked_at_two_tables_is_known_until_both_are_over(store: Database) -> None:
    one, other = await open_of_three(store), await open_of_three(store)
    await ask(store, one, BEN)
    await ask(store, other, BEN)
    await store.lobbies.close(one.id)
    assert [each.user_id for each in (await found(store, other.id)).asked] == [BEN]
    await store.lobbies.close(other.id)
    assert not any((await store.erasure.export(BEN)).values())


async def test_every_reference_to_a_member_keeps_the_member_known(
    store: Database, place: DatabaseLocation
) -> None:
    del store
    if isinstance(place, DatabaseUrl):
        pytest.skip("the schema is the same")
    connection = plain(place)
    names = [row[0] for row in connection.execute("SELECT name FROM pragma_table_list")]
    keys = 'SELECT "from" FROM pragma_foreign_key_list(?) WHERE "table" = \'player\''
    found = {(name, row[0]) for name in names for row in connection.execute(keys, (name,))}
    connection.close()
    assert found == set(REFERENCES)


async def test_a_sent_message_tells_the_member_once(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    assert await store.lobbies.untold_invitations() == ()
    await store.tables.set_message_ids(table.id, lobby_message_id=4)
    assert await store.lobbies.untold_invitations() == ((table.id, BEN),)
    (one,) = table.asked
    draft = MessageDraft(table.id, "asked.1", 1, key="asked", value=str(one.player_id))
    await store.messages.mark_sent(await store.messages.create_pending(draft), 5)
    assert await store.lobbies.untold_invitations() == ()
    assert (await found(store, table.id)).asked[0].told


async def test_a_member_who_has_answered_is_not_told(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    await store.lobbies.decline(table.id, BEN)
    assert await store.lobbies.untold_invitations() == ()


async def test_erasing_an_asked_member_deletes_the_question_and_the_lobby_is_shown_again(
    store: Database,
) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    erased = await store.erasure.erase_member(BEN, basil)
    assert erased.left == {table.id: ()}
    after = await found(store, table.id)
    assert (after.asked, after.revision) == ((), table.revision + 1)


async def test_a_lobby_shows_the_new_name_of_an_asked_member(store: Database) -> None:
    table = await ask(store, await open_of_three(store), BEN)
    await store.messages.mark_sent(
        await store.messages.create_pending(MessageDraft(table.id, "lobby", 1)), 5
    )
    await store.messages.mark_lobby_rendered(table.id, table.revision)
    assert await store.tables.rename_member(GUILD, BEN, "Benjamin") == (table.id,)
    after = await found(store, table.id)
    assert (after.asked[0].name, after.lobby_due) == ("Benjamin", True)
