"""Tests of calls for players: who is called, who is left out, and how often."""

from data.database import Database
from data.models.invitations import (
    CALL_AGE,
    CALL_PAUSE,
    CALLED,
    CALLED_PAUSE,
    MOST_CALLED,
)
from data.models.members import ReminderPreferences
from data.models.tables import NotChanged, TableRow
from tests.data.builders import GUILD, Clock, basil, changed, found, game_of, lobby, member

HOST, BEN, CLEO, DAN = 1, 2, 3, 4
MOST_TABLES = 5


async def want(store: Database, *people: int, games: tuple[str, ...] = ("house",)) -> None:
    for user_id in people:
        await store.members.choose_wanted_games(GUILD, user_id, f"Member {user_id}", games)


async def old_lobby(store: Database, clock: Clock, game: str = "house") -> TableRow:
    """Return a lobby whose host may call players."""
    table = await lobby(store, member(HOST), game=game)
    clock.now += CALL_AGE
    return table


async def callable_users(store: Database, table: TableRow, clock: Clock) -> list[int]:
    found = await store.lobbies.callable_players(table.id, clock.now, MOST_TABLES)
    return [one.user_id for one in found]


async def call(store: Database, table: TableRow, clock: Clock) -> TableRow | NotChanged:
    able = await store.lobbies.callable_players(table.id, clock.now, MOST_TABLES)
    players = [one.player_id for one in able]
    answer = await store.lobbies.call_players(table.id, HOST, players)
    return answer if isinstance(answer, NotChanged) else answer.table


async def called_users(store: Database, table: TableRow) -> tuple[int, ...]:
    post = await store.messages.find_pending(table.id, CALLED)
    assert post is not None
    assert post.value is not None
    assert not post.tried
    free, *players = map(int, post.value.split())
    assert free == sum(seat.player is None for seat in (await found(store, table.id)).seats)
    return await store.lobbies.called_users(players)


async def test_a_member_wants_the_games_that_they_chose_last(store: Database) -> None:
    await want(store, BEN, games=("house", "classic"))
    await want(store, BEN, games=("classic", "tenpennies"))
    assert await store.members.wanted_games(GUILD, BEN) == {"classic", "tenpennies"}
    assert await store.members.wanted_games(GUILD + 1, BEN) == frozenset()
    await want(store, BEN, games=())
    assert await store.members.wanted_games(GUILD, BEN) == frozenset()


async def test_a_member_who_wants_nothing_stays_unknown(store: Database) -> None:
    await want(store, BEN, games=())
    assert not any((await store.erasure.export(BEN)).values())


async def test_those_called_longest_ago_come_first(store: Database, clock: Clock) -> None:
    await want(store, BEN, CLEO)
    first = await old_lobby(store, clock)
    await store.lobbies.seat_player(first.id, member(BEN))
    assert not isinstance(await call(store, first, clock), NotChanged)
    assert await called_users(store, first) == (CLEO,)
    await store.lobbies.leave(first.id, BEN)
    clock.now += CALLED_PAUSE
    await want(store, DAN)
    second = await old_lobby(store, clock)
    assert await callable_users(store, second, clock) == [BEN, DAN, CLEO]


async def test_left_out_are_the_away_the_seated_the_asked_the_busy_and_those_of_other_games(
    store: Database, clock: Clock
) -> None:
    await want(store, BEN, CLEO, DAN, 5, 6)
    await want(store, 7, games=("classic",))
    for _ in range(MOST_TABLES):
        await game_of(store, member(5), member(50))
    table = await old_lobby(store, clock)
    await store.lobbies.seat_player(table.id, member(BEN))
    await store.lobbies.ask(table.id, HOST, CLEO, "Member 3")
    await store.pauses.begin_holiday(DAN, clock.now + 100, MOST_TABLES)
    assert await callable_users(store, table, clock) == [6]


async def test_a_member_is_called_once_in_twelve_hours_whatever_the_game(
    store: Database, clock: Clock
) -> None:
    await want(store, BEN, games=("house", "classic"))
    assert not isinstance(await call(store, await old_lobby(store, clock), clock), NotChanged)
    other = await old_lobby(store, clock, "classic")
    clock.now += CALLED_PAUSE - 2 * CALL_AGE
    assert await call(store, other, clock) == NotChanged("nobody_wants")
    clock.now += 2 * CALL_AGE
    assert not isinstance(await call(store, other, clock), NotChanged)


async def test_the_unit_that_notes_the_call_leaves_out_whoever_was_called_meanwhile(
    store: Database, clock: Clock
) -> None:
    await want(store, BEN, CLEO, games=("house", "classic"))
    one, other = await old_lobby(store, clock), await old_lobby(store, clock, "classic")
    able = await store.lobbies.callable_players(other.id, clock.now, MOST_TABLES)
    await want(store, CLEO, games=("house",))
    assert not isinstance(
        await store.lobbies.call_players(one.id, HOST, [able[0].player_id]), NotChanged
    )
    again = await store.lobbies.call_players(other.id, HOST, [p.player_id for p in able])
    assert again == NotChanged("nobody_wants")


async def test_a_lobby_calls_once_and_a_game_once_in_three_hours(
    store: Database, clock: Clock
) -> None:
    await want(store, *range(2, 6))
    table = await old_lobby(store, clock)
    changed(await store.lobbies.call_players(table.id, HOST, [await number(store, table, clock)]))
    clock.now += CALL_PAUSE
    assert await call(store, table, clock) == NotChanged("called_before")
    second = await old_lobby(store, clock)
    assert not isinstance(await call(store, second, clock), NotChanged)
    third = await old_lobby(store, clock)
    await want(store, 9)
    assert await call(store, third, clock) == NotChanged("called_recently")
    assert await callable_users(store, third, clock) == [9]


async def number(store: Database, table: TableRow, clock: Clock) -> int:
    return (await store.lobbies.callable_players(table.id, clock.now, MOST_TABLES))[0].player_id


async def test_at_most_ten_are_called(store: Database, clock: Clock) -> None:
    await want(store, *range(2, 20))
    table = await old_lobby(store, clock)
    assert not isinstance(await call(store, table, clock), NotChanged)
    assert await called_users(store, table) == tuple(range(2, 2 + MOST_CALLED))


async def test_only_the_host_of_an_open_lobby_with_an_open_seat_calls_after_five_minutes(
    store: Database, clock: Clock
) -> None:
    await want(store, BEN)
    table = await lobby(store, member(HOST), member(CLEO), seats=2)
    assert await store.lobbies.refusal_to_call(table.id, HOST, clock.now) == "full"
    await store.lobbies.leave(table.id, CLEO)
    assert await store.lobbies.refusal_to_call(table.id, CLEO, clock.now) == "stale"
    clock.now += CALL_AGE - 1
    assert await call(store, table, clock) == NotChanged("called_early")
    clock.now += 1
    assert await store.lobbies.refusal_to_call(table.id, HOST, clock.now) is None
    await store.lobbies.close(table.id)
    assert await call(store, table, clock) == NotChanged("closed")


async def test_a_call_to_nobody_costs_no_call(store: Database, clock: Clock) -> None:
    table = await old_lobby(store, clock)
    assert await call(store, table, clock) == NotChanged("nobody_wants")
    assert (await found(store, table.id)).called is None


async def test_quiet_hours_come_with_whoever_may_be_called(store: Database, clock: Clock) -> None:
    await want(store, BEN, CLEO)
    quiet = ReminderPreferences("Europe/Berlin", 1320, 420)
    await store.members.change_reminder_preferences(BEN, lambda _: quiet)
    table = await old_lobby(store, clock)
    able = await store.lobbies.callable_players(table.id, clock.now, MOST_TABLES)
    assert [one.preferences for one in able] == [quiet, ReminderPreferences()]


async def test_an_erased_member_is_not_called(store: Database, clock: Clock) -> None:
    await want(store, BEN, CLEO)
    table = await old_lobby(store, clock)
    assert not isinstance(await call(store, table, clock), NotChanged)
    await store.erasure.erase_member(BEN, basil)
    assert await called_users(store, table) == (CLEO,)
