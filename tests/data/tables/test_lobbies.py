import asyncio
import hashlib
from dataclasses import replace
from functools import partial
from typing import get_args

import pytest

from data.database import Database
from data.models.members import Substitution
from data.models.tables import Changed, InterventionRow, NotChanged, Player, TableStatus
from tests.data.builders import (
    GUILD,
    SEED,
    Clock,
    changed,
    computer,
    found,
    game_of,
    lobby,
    member,
    mixing,
    press,
    seated,
    two_players,
    unmixed,
)

UNKNOWN = 4711
NASTY = "Robert'); DROP TABLE card_table;-- ? :name %s \u202e\U0001f0cf\" OR 1=1"


async def test_a_new_lobby_has_empty_seats_and_shows_the_hash_of_its_seed(store: Database) -> None:
    table = await lobby(store, seats=4)
    assert seated(table) == [".", ".", ".", "."]
    assert table.status is TableStatus.LOBBY
    assert table.commitment == hashlib.sha256(SEED).hexdigest()


async def test_a_lobby_is_read_back_as_it_was_opened(store: Database, clock: Clock) -> None:
    table = await lobby(store)
    assert await store.tables.find(table.id) == table
    assert dict(table.options) == {"jokers": True, "target": 5000}
    assert (table.guild_id, table.game, table.pace) == (GUILD, "house", "day")
    assert table.created == clock.now


async def test_there_is_no_table_of_an_unknown_number(store: Database) -> None:
    assert await store.tables.find(UNKNOWN) is None
    assert await store.lobbies.seat_player(UNKNOWN, member(1)) == NotChanged("gone")


async def test_a_seed_of_the_wrong_length_opens_no_lobby(store: Database) -> None:
    table = await lobby(store, member(1), member(2), seats=2)
    with pytest.raises(Exception, match=r"(?i)check"):
        await store.lobbies.start(table.id, mix=mixing(b"short"), deadline=None)
    assert (await found(store, table.id)).status is TableStatus.LOBBY


async def test_one_who_joins_takes_the_first_free_seat(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"), member(2, "Bob"))
    assert seated(table) == ["Ann", "Bob", ".", "."]


async def test_one_who_joins_may_choose_the_seat(store: Database) -> None:
    table = await lobby(store)
    assert seated(changed(await store.lobbies.seat_player(table.id, member(1, "Ann"), 2))) == [
        ".",
        ".",
        "Ann",
        ".",
    ]


async def test_a_member_sits_once_at_a_table(store: Database) -> None:
    table = await lobby(store, member(1))
    assert await store.lobbies.seat_player(table.id, member(1)) == NotChanged("seated")


async def test_two_computers_may_sit_at_one_table(store: Database) -> None:
    table = await lobby(store, computer("Ada"), computer("Ada"))
    assert seated(table)[:2] == ["Ada", "Ada"]
    assert table.seats[0].player == computer("Ada")


async def test_a_taken_seat_is_full(store: Database) -> None:
    table = await lobby(store, member(1))
    assert await store.lobbies.seat_player(table.id, member(2), 0) == NotChanged("full")


async def test_a_full_table_takes_nobody(store: Database) -> None:
    table = await lobby(store, member(1), member(2), seats=2)
    assert await store.lobbies.seat_player(table.id, member(3)) == NotChanged("full")


async def test_a_seat_that_was_removed_meanwhile_is_stale(store: Database) -> None:
    table = await lobby(store, seats=2)
    assert await store.lobbies.seat_player(table.id, member(1), 3) == NotChanged("stale")


async def test_of_many_who_press_join_at_once_as_many_sit_as_there_are_seats(
    store: Database,
) -> None:
    table = await lobby(store, seats=4)
    answers = await asyncio.gather(
        *(store.lobbies.seat_player(table.id, member(n)) for n in range(1, 11))
    )
    assert sum(isinstance(answer, Changed) for answer in answers) == 4
    assert answers.count(NotChanged("full")) == 6
    assert len(set(seated(await found(store, table.id)))) == 4


async def test_standing_up_empties_the_seat(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"), member(2, "Bob"))
    assert seated(changed(await store.lobbies.vacate(table.id, 0))) == [".", "Bob", ".", "."]


async def test_who_leaves_gets_up_from_where_they_sit_by_now(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"), member(2, "Bob"))
    drivers = (table.seats[1].player, table.seats[0].player, None, None)
    changed(await store.lobbies.reseat(table.id, drivers, table.revision))
    assert seated(changed(await store.lobbies.leave(table.id, 1))) == ["Bob", ".", ".", "."]
    assert await store.lobbies.leave(table.id, 1) == NotChanged("not_seated")


async def test_nobody_is_taken_from_a_seat_that_was_looked_at_before_they_sat_there(
    store: Database,
) -> None:
    table = await lobby(store, computer("Basil"), member(1, "Ann"))
    drivers = (table.seats[1].player, table.seats[0].player, None, None)
    changed(await store.lobbies.reseat(table.id, drivers, table.revision))
    assert await store.lobbies.vacate(table.id, 0, table.revision) == NotChanged("stale")


@pytest.mark.parametrize("seat", [0, 9, -1])
async def test_nobody_stands_up_from_an_empty_chair(store: Database, seat: int) -> None:
    table = await lobby(store)
    assert await store.lobbies.vacate(table.id, seat) == NotChanged("not_seated")


async def test_every_change_of_a_lobby_makes_a_new_revision(store: Database) -> None:
    table = await lobby(store, member(1))
    revision = table.revision
    table = changed(await store.lobbies.set_options(table.id, {"target": 3000}, revision))
    table = changed(await store.lobbies.resize(table.id, 2, table.revision))
    assert table.revision == revision + 2


async def test_shrinking_removes_the_last_empty_seats(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"))
    table = changed(await store.lobbies.seat_player(table.id, member(2, "Bob"), 3))
    assert seated(changed(await store.lobbies.resize(table.id, 2, table.revision))) == [
        "Ann",
        "Bob",
    ]


async def test_shrinking_sends_nobody_away(store: Database) -> None:
    table = await lobby(store, member(1), member(2), member(3))
    assert await store.lobbies.resize(table.id, 2, table.revision) == NotChanged("too_many")


async def test_a_table_grows_by_empty_seats(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"), seats=2)
    assert seated(changed(await store.lobbies.resize(table.id, 4, table.revision))) == [
        "Ann",
        *"...",
    ]


async def test_options_chosen_on_an_old_message_are_stale(store: Database) -> None:
    table = await lobby(store)
    changed(await store.lobbies.seat_player(table.id, member(1)))
    assert await store.lobbies.set_options(table.id, {}, table.revision) == NotChanged("stale")
    assert await store.lobbies.resize(table.id, 6, table.revision) == NotChanged("stale")
    assert await store.lobbies.reseat(table.id, (None,) * 4, table.revision) == NotChanged("stale")


async def test_rearranging_seats_everybody_anew(store: Database) -> None:
    table = await lobby(store, member(1, "Ann"), member(2, "Bob"))
    order = (None, member(2, "Bob"), None, member(1, "Ann"))
    moved = changed(await store.lobbies.reseat(table.id, order, table.revision))
    assert seated(moved) == [".", "Bob", ".", "Ann"]


@pytest.mark.parametrize("order", [(None,), (member(1), member(1), None, None)])
async def test_rearranging_needs_one_driver_a_seat(
    store: Database, order: tuple[None, ...]
) -> None:
    table = await lobby(store, member(1))
    with pytest.raises(ValueError, match="nobody twice"):
        await store.lobbies.reseat(table.id, order, table.revision)
    assert await store.tables.find(table.id) == table


async def test_a_game_starts_when_every_seat_is_filled(store: Database) -> None:
    table = await lobby(store, member(1), seats=2)
    assert await store.lobbies.start(table.id, mix=unmixed, deadline=None) == NotChanged("too_few")
    changed(await store.lobbies.seat_player(table.id, computer()))
    started = changed(await store.lobbies.start(table.id, mix=mixing(bytes(32)), deadline=5.5))
    assert (started.status, started.seed, started.deadline) == (TableStatus.PLAYING, bytes(32), 5.5)


async def test_the_commitment_stays_the_one_the_lobby_showed(store: Database) -> None:
    table = await lobby(store, computer(), computer(), seats=2)
    started = changed(await store.lobbies.start(table.id, mix=mixing(bytes(32)), deadline=None))
    assert started.commitment == table.commitment
    assert hashlib.sha256(started.lobby_seed).hexdigest() == started.commitment


async def test_of_two_who_press_start_one_is_told_that_it_has_started(store: Database) -> None:
    table = await lobby(store, member(1), member(2), seats=2)
    answers = await asyncio.gather(
        *(store.lobbies.start(table.id, mix=mixing(bytes([n]) * 32), deadline=None) for n in (1, 2))
    )
    assert isinstance(answers[0], Changed)
    assert answers[1] == NotChanged("started")
    assert (await found(store, table.id)).seed == bytes([1]) * 32


async def test_nobody_joins_a_game_that_has_started(store: Database) -> None:
    table_id = await two_players(store)
    assert await store.lobbies.seat_player(table_id, member(3)) == NotChanged("started")
    assert await store.lobbies.vacate(table_id, 0) == NotChanged("started")
    assert await store.lobbies.close(table_id) == NotChanged("started")


async def test_nobody_joins_a_closed_lobby(store: Database) -> None:
    table = await lobby(store)
    assert changed(await store.lobbies.close(table.id)).status is TableStatus.CLOSED
    assert await store.lobbies.seat_player(table.id, member(1)) == NotChanged("closed")
    assert await store.lobbies.start(table.id, mix=unmixed, deadline=None) == NotChanged("closed")


async def test_a_name_full_of_sql_is_only_a_name(store: Database) -> None:
    table = await game_of(store, member(1, NASTY), computer(NASTY), game=NASTY)
    await press(store, table.id, 0, key=NASTY, body=NASTY)
    await store.program_state.set(NASTY, NASTY)
    assert seated(await found(store, table.id)) == [NASTY, NASTY]
    assert (await store.tables.move_log(table.id))[0].body == NASTY
    assert await store.program_state.get(NASTY) == NASTY


async def test_of_a_name_only_what_no_database_takes_is_left_out(store: Database) -> None:
    table = await lobby(store, member(1, "A\0nn\ud83d"))
    assert seated(await found(store, table.id))[0] == "Ann?"


async def test_half_a_surrogate_in_a_name_becomes_a_question_mark(store: Database) -> None:
    assert seated(await lobby(store, member(1, "A\ud83dB"), seats=1)) == ["A?B"]


async def test_a_seat_may_change_hands_during_play(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    taken = changed(await store.tables.replace_player(table_id, 1, computer("Ada"), from_seq=1))
    assert seated(taken) == ["Member 1", "Ada"]
    back = changed(await store.tables.replace_player(table_id, 1, member(2), from_seq=1))
    assert seated(back) == ["Member 1", "Member 2"]


async def test_when_a_substitute_leaves_a_computer_keeps_the_seat_for_whose_it_is(
    store: Database,
) -> None:
    table_id = await two_players(store)
    changed(await store.tables.replace_player(table_id, 1, member(3), from_seq=0))
    await press(store, table_id, 0)
    kept = changed(await store.tables.replace_player(table_id, 1, computer("Ada"), from_seq=1))
    driver = kept.seats[1].player
    assert driver is not None
    assert (driver.kind, driver.user_id, kept.seats[1].open) == ("computer", 2, False)


async def test_a_seat_is_open_as_its_owner_prefers_now(store: Database) -> None:
    table_id = await two_players(store)
    away = Player("computer", 2, "Ben", "normal")
    kept = changed(await store.tables.replace_player(table_id, 1, away, from_seq=0))
    opened = [kept.seats[1].open]
    for wish in reversed(get_args(Substitution)):
        await store.members.change_reminder_preferences(
            2,
            partial(replace, substitution=wish),  # Of the preferences that are stored then.
        )
        opened.append((await found(store, table_id)).seats[1].open)
    assert opened == [False, True, False]


async def test_a_seat_that_was_left_is_open_if_its_member_said_so_then(store: Database) -> None:
    for opens in (False, True):
        table_id = await two_players(store)
        left = await store.tables.replace_player(
            table_id, 1, computer("Ada"), from_seq=0, opens=opens
        )
        assert changed(left).seats[1].open is opens


async def test_a_game_that_its_last_member_leaves_ends_and_its_record_says_why(
    store: Database,
) -> None:
    table_id = (await game_of(store, member(1), computer())).id
    await press(store, table_id, 0)
    changed(await store.tables.replace_player(table_id, 0, computer("Ada"), from_seq=1))
    assert (await found(store, table_id)).status is TableStatus.CLOSED
    assert await store.tables.interventions(table_id) == (
        InterventionRow(1, "desert", "table", None),
    )


async def test_a_seat_does_not_change_hands_behind_a_move_it_has_made(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)  # Seat 0 moves.
    assert await store.tables.replace_player(table_id, 0, computer(), from_seq=0) == NotChanged(
        "stale"
    )
    assert isinstance(
        await store.tables.replace_player(table_id, 1, computer(), from_seq=0), Changed
    )


async def test_a_seat_does_not_change_hands_in_the_future(store: Database) -> None:
    table_id = await two_players(store)
    assert await store.tables.replace_player(table_id, 0, computer(), from_seq=1) == NotChanged(
        "stale"
    )


async def test_a_member_does_not_take_a_second_seat_during_play(store: Database) -> None:
    table_id = await two_players(store)
    assert await store.tables.replace_player(table_id, 1, member(1), from_seq=0) == NotChanged(
        "seated"
    )
    assert await store.tables.replace_player(table_id, 7, member(3), from_seq=0) == NotChanged(
        "not_seated"
    )


async def test_a_lobby_seat_is_left_by_standing_up_not_handed_over(store: Database) -> None:
    table = await lobby(store, member(1))
    assert await store.tables.replace_player(table.id, 0, computer(), from_seq=0) == NotChanged(
        "stale"
    )
    assert await store.tables.replace_player(UNKNOWN, 0, computer(), from_seq=0) == NotChanged(
        "gone"
    )


async def test_a_members_tables_are_those_they_sit_at_now(store: Database) -> None:
    waiting = await lobby(store, member(1))
    live = await two_players(store)
    left = await two_players(store)
    changed(await store.tables.replace_player(left, 0, computer(), from_seq=0))
    closed = await lobby(store, member(1))
    changed(await store.lobbies.close(closed.id))
    assert [table.id for table in await store.tables.tables_of_member(GUILD, 1)] == [
        waiting.id,
        live,
    ]
    assert await store.tables.tables_of_member(GUILD + 1, 1) == ()


async def test_the_tables_in_play_are_known_at_start_up(store: Database) -> None:
    await lobby(store)
    first, second = await two_players(store), await two_players(store)
    assert await store.tables.playing_ids() == (first, second)


async def test_what_a_log_would_show_of_a_table_has_no_seed_in_it(store: Database) -> None:
    assert repr(SEED) not in repr(await lobby(store))


async def test_a_lobby_that_nobody_began_is_told_from_one_that_was_given_up(
    store: Database, clock: Clock
) -> None:
    one, other = await lobby(store), await lobby(store)
    assert changed(await store.lobbies.close(one.id)).lapsed is False
    assert changed(await store.lobbies.expire(other.id, {"day": clock.now + 1})).lapsed is True


async def test_a_lobby_where_something_has_just_happened_is_not_given_up(
    store: Database, clock: Clock
) -> None:
    table = await lobby(store)
    assert await store.lobbies.expire(table.id, {"day": clock.now}) == NotChanged("stale")
    assert (await found(store, table.id)).status is TableStatus.LOBBY


async def test_whoever_opens_a_game_is_shown_the_oldest_lobby_of_it_with_an_open_seat(
    store: Database,
) -> None:
    await lobby(store, member(1), member(2), seats=2)  # The lobby is full.
    await lobby(store, seats=2, game="classic")
    open_one = await lobby(store, member(3), seats=2)
    await lobby(store, member(4), seats=2)
    assert await store.lobbies.first_open(GUILD, 1, "house") == open_one
    assert await store.lobbies.first_open(GUILD, 2, "house") is None
