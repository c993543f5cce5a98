"""Tests of grace after downtime: no player loses the time in which they could not press."""

import pytest

from data.database import Database
from data.deadlines.downtime_grace import WORLD
from data.models.deadlines import WHOLE_TABLE, Downtime, OpenDecision, Pause, PauseReason
from data.models.tables import TableStatus
from tests.data.builders import GUILD, Clock, changed, found, lobby, member, two_players

HOUR, DAY = 3600.0, 86_400.0
GRACE = {"day": 12 * HOUR}


async def held(store: Database, reason: PauseReason, until: float) -> int:
    """A game that is paused by the bot, or at a player's request, until this time."""
    table_id = await two_players(store)
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, reason, 0.0, until))
    return table_id


async def ends(store: Database, table_id: int) -> float:
    (hold,) = await store.pauses.of_table(table_id)
    return hold.until


@pytest.mark.parametrize("reason", ["place", "server", "nobody"])
async def test_a_game_that_waits_for_the_world_waits_on(
    store: Database, clock: Clock, reason: PauseReason
) -> None:
    table_id = await held(store, reason, clock.now + DAY)
    clock.now += 7 * DAY
    for _ in range(2):
        await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE)
        assert await ends(store, table_id) == clock.now + WORLD
    assert not await store.pauses.finish(table_id, WHOLE_TABLE, reason)
    assert (await found(store, table_id)).status is TableStatus.PLAYING


async def test_whoever_has_time_enough_has_no_more(store: Database, clock: Clock) -> None:
    far = clock.now + 9 * DAY
    table_id = await held(store, "place", far)
    await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE)
    assert await ends(store, table_id) == far


async def test_a_pause_that_somebody_asked_for_lasts_no_longer(
    store: Database, clock: Clock
) -> None:
    table_id = await held(store, "table", clock.now + HOUR)
    await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE)
    assert await ends(store, table_id) == clock.now + HOUR


async def test_once_its_place_is_there_a_game_has_the_grace_of_its_pace(
    store: Database, clock: Clock
) -> None:
    table_id, began = await two_players(store), clock.now
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, began, began + DAY, DAY),)
    )
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, "place", began, began + 7 * DAY))
    clock.now += 8 * DAY
    await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE)
    clock.now += HOUR
    await store.pauses.end(table_id, WHOLE_TABLE, "place")
    assert (await found(store, table_id)).deadline == clock.now + 12 * HOUR


async def test_a_pause_of_the_world_is_given_longer_by_whose_shard_it_is(
    store: Database, clock: Clock
) -> None:
    table_id = await held(store, "place", clock.now)
    mine = (GUILD >> 22) % 2
    await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE, 1 - mine, 2)
    assert await ends(store, table_id) == clock.now
    await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE, mine, 2)
    assert await ends(store, table_id) == clock.now + WORLD


# ---- what is shown


async def waits_until(store: Database, deadline: float) -> int:
    """Return a table on display that is paused until this time."""
    table_id = await two_players(store)
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, 0.0, deadline, DAY),)
    )
    await store.tables.mark_rendered(table_id, 0, before=-1)
    assert not await is_behind(store, table_id)
    return table_id


async def is_behind(store: Database, table_id: int) -> bool:
    """Whether a table is to be drawn again."""
    row = await found(store, table_id)
    return row.rendered_seq < row.seq


async def test_a_table_is_to_be_painted_where_somebody_has_more_time(
    store: Database, clock: Clock
) -> None:
    more, same = [await waits_until(store, clock.now + hours * HOUR) for hours in (-1, 13)]
    assert await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE) == {more}
    assert [await is_behind(store, table_id) for table_id in (more, same)] == [True, False]


@pytest.mark.parametrize("reason", ["place", "server"])
async def test_where_there_is_no_place_nothing_is_painted(
    store: Database, clock: Clock, reason: PauseReason
) -> None:
    table_id = await waits_until(store, clock.now)
    await store.pauses.begin(table_id, Pause(WHOLE_TABLE, reason, clock.now, clock.now))
    assert await store.deadlines.grant_grace(Downtime(clock.now, clock.now), GRACE) == frozenset()
    assert not await is_behind(store, table_id)


async def test_once_the_clock_was_set_every_table_in_play_shows_another_time(
    store: Database, clock: Clock
) -> None:
    table_id = await waits_until(store, clock.now + DAY)
    await lobby(store)
    await two_players(store)
    assert await store.deadlines.shift_all(-HOUR, noting=("alive", "0")) == {table_id}
    assert await is_behind(store, table_id)


# ---- banks


async def spent(store: Database, clock: Clock, gap: Downtime, table_id: int) -> float:
    """Return what an answer a minute after a gap costs the seat."""
    clock.now = gap.until
    await store.deadlines.grant_grace(gap, GRACE)
    clock.now += 60
    await store.deadlines.replace_open_decisions(table_id, ())
    return (await store.deadlines.time_used(table_id)).get(0, 0.0)


async def asked(store: Database, at: float) -> int:
    """A table where a seat has to decide on its time bank."""
    table_id = await two_players(store)
    await store.deadlines.replace_open_decisions(
        table_id, (OpenDecision(0, 0, at, at + 9 * DAY, 0.0),)
    )
    return table_id


async def test_what_the_bot_was_away_costs_nobody_anything(store: Database, clock: Clock) -> None:
    table_id, began = await asked(store, clock.now), clock.now
    assert await spent(store, clock, Downtime(began + 20, began + DAY), table_id) == 80


async def test_who_was_asked_after_the_newest_look_pays_from_the_return_on(
    store: Database, clock: Clock
) -> None:
    table_id, began = await asked(store, clock.now), clock.now
    assert await spent(store, clock, Downtime(began - 10, began + DAY), table_id) == 60


async def test_who_was_away_meanwhile_is_spared_what_came_after_their_pause(
    store: Database, clock: Clock
) -> None:
    table_id, began = await asked(store, clock.now), clock.now
    clock.now += 20
    await store.pauses.begin(table_id, Pause(0, "member", clock.now, began + DAY))
    assert await spent(store, clock, Downtime(began + 30, began + 2 * DAY), table_id) == 80


@pytest.mark.parametrize("seat", [0, WHOLE_TABLE])
async def test_a_pause_that_goes_on_after_a_gap_has_spared_it_already(
    store: Database, clock: Clock, seat: int
) -> None:
    table_id, began = await asked(store, clock.now), clock.now
    clock.now += DAY
    await store.pauses.begin(table_id, Pause(seat, "member", clock.now, began + 3 * DAY))
    gap = Downtime(began + DAY + 30, began + 3 * DAY - 60)
    assert await spent(store, clock, gap, table_id) == DAY


async def test_who_is_asked_after_a_pause_only_is_asked_then_still(
    store: Database, clock: Clock
) -> None:
    table_id = await asked(store, clock.now + DAY)
    await store.deadlines.grant_grace(Downtime(clock.now - HOUR, clock.now), GRACE)
    (wait,) = await store.deadlines.open_decisions(table_id)
    assert wait.since == clock.now + DAY


async def test_only_the_shard_that_nobody_looked_after_is_spared(
    store: Database, clock: Clock
) -> None:
    table_id, mine = await asked(store, clock.now - HOUR), (GUILD >> 22) % 2
    await store.deadlines.grant_grace(Downtime(clock.now - HOUR, clock.now), GRACE, 1 - mine, 2)
    (wait,) = await store.deadlines.open_decisions(table_id)
    assert wait.since == clock.now - HOUR


# ---- lobbies


async def test_a_lobby_is_not_idle_while_the_bot_is_away(store: Database, clock: Clock) -> None:
    table = await lobby(store)
    clock.now += 9 * DAY
    await store.lobbies.extend_idle_time({"day": clock.now - HOUR, "live": clock.now}, 0, 1)
    assert await store.lobbies.idle({"day": clock.now - HOUR}) == ()
    assert await store.lobbies.idle({"day": clock.now - HOUR + 1}) == (table.id,)


async def test_a_lobby_where_something_has_happened_since_keeps_its_time(
    store: Database, clock: Clock
) -> None:
    table, mine = await lobby(store), (GUILD >> 22) % 2
    await store.lobbies.extend_idle_time({"day": clock.now + DAY}, 1 - mine, 2)
    changed(await store.lobbies.seat_player(table.id, member(5)))
    await store.lobbies.extend_idle_time({"day": clock.now - HOUR}, mine, 2)
    assert (await found(store, table.id)).updated == clock.now
