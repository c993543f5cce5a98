"""After an absence of the bot nobody loses what they could not press for meanwhile."""

import pytest

from data.game.rows import Status
from data.store import Store
from data.time.grace import WORLD
from data.time.rows import WHOLE_TABLE, Hold, HoldReason, Wait
from tests.data.builders import GUILD, Clock, changed, found, lobby, member, two_players

HOUR, DAY = 3600.0, 86_400.0
GRACE = {"day": 12 * HOUR}


async def held(store: Store, reason: HoldReason, until: float) -> int:
    """A game that waits for the world, or for whoever asked, until then."""
    table_id = await two_players(store)
    await store.time.hold(table_id, Hold(WHOLE_TABLE, reason, 0.0, until))
    return table_id


async def ends(store: Store, table_id: int) -> float:
    (hold,) = await store.time.holds(table_id)
    return hold.until


@pytest.mark.parametrize("reason", ["place", "server", "nobody"])
async def test_a_game_that_waits_for_the_world_waits_on(
    store: Store, clock: Clock, reason: HoldReason
) -> None:
    table_id = await held(store, reason, clock.now + DAY)
    clock.now += 7 * DAY
    for _ in range(2):
        await store.time.grant_grace(clock.now, GRACE)
        assert await ends(store, table_id) == clock.now + WORLD
    assert not await store.time.over(table_id, WHOLE_TABLE, reason)
    assert (await found(store, table_id)).status is Status.PLAYING


async def test_whoever_has_time_enough_has_no_more(store: Store, clock: Clock) -> None:
    far = clock.now + 9 * DAY
    table_id = await held(store, "place", far)
    await store.time.grant_grace(clock.now, GRACE)
    assert await ends(store, table_id) == far


async def test_a_pause_that_somebody_asked_for_lasts_no_longer(store: Store, clock: Clock) -> None:
    table_id = await held(store, "table", clock.now + HOUR)
    await store.time.grant_grace(clock.now, GRACE)
    assert await ends(store, table_id) == clock.now + HOUR


async def test_once_its_place_is_there_a_game_has_the_grace_of_its_pace(
    store: Store, clock: Clock
) -> None:
    table_id, began = await two_players(store), clock.now
    await store.time.wait_for(table_id, (Wait(0, 0, began, began + DAY, DAY),))
    await store.time.hold(table_id, Hold(WHOLE_TABLE, "place", began, began + 7 * DAY))
    clock.now += 8 * DAY
    await store.time.grant_grace(clock.now, GRACE)
    clock.now += HOUR
    await store.time.release(table_id, WHOLE_TABLE, "place")
    assert (await found(store, table_id)).deadline == clock.now + 12 * HOUR


async def test_a_pause_of_the_world_is_given_longer_by_whose_shard_it_is(
    store: Store, clock: Clock
) -> None:
    table_id = await held(store, "place", clock.now)
    mine = (GUILD >> 22) % 2
    await store.time.grant_grace(clock.now, GRACE, 1 - mine, 2)
    assert await ends(store, table_id) == clock.now
    await store.time.grant_grace(clock.now, GRACE, mine, 2)
    assert await ends(store, table_id) == clock.now + WORLD


# ---- lobbies


async def test_a_lobby_is_not_idle_while_the_bot_is_away(store: Store, clock: Clock) -> None:
    table = await lobby(store)
    clock.now += 9 * DAY
    await store.lobbies.keep({"day": clock.now - HOUR, "live": clock.now}, 0, 1)
    assert await store.lobbies.stale({"day": clock.now - HOUR}) == ()
    assert await store.lobbies.stale({"day": clock.now - HOUR + 1}) == (table.id,)


async def test_a_lobby_where_something_has_happened_since_keeps_its_time(
    store: Store, clock: Clock
) -> None:
    table, mine = await lobby(store), (GUILD >> 22) % 2
    await store.lobbies.keep({"day": clock.now + DAY}, 1 - mine, 2)
    changed(await store.lobbies.sit(table.id, member(5)))
    await store.lobbies.keep({"day": clock.now - HOUR}, mine, 2)
    assert (await found(store, table.id)).updated == clock.now
