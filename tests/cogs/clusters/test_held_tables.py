"""Tests of one process among several: it serves the tables of the shards that it owns, and no
others.
"""

from dataclasses import fields

import pytest

from cogs.clusters.identity import ClusterName, ClusterSlot
from cogs.clusters.process import ClusterOwnership
from cogs.game.deadlines import PACES
from data.core.backend import Backend
from data.leases.models import shard_lease_name
from data.leases.repository import LeaseRepository
from data.postgres.backend import PostgresBackend
from data.repositories.repository import Repository
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, clock_of, looked, timed

ME = "0:here:1"


def become_cluster(simulator, shards):
    """Make the bot one of several processes, without any shard yet."""
    simulator.bot.ownership = ClusterOwnership(
        LeaseRepository("", ME), ClusterSlot(ClusterName.read(ME), 1)
    )
    simulator.bot.ownership.shards.divide(ME, shards)


async def divided(simulator, *, held: bool, epoch: int = 1):
    """Give the only shard to this process, by a lease of epoch 1, or to another process."""
    store = simulator.bot.database
    become_cluster(simulator, 1)
    if held:
        simulator.bot.ownership.shards.add(0, 1)
    fence(store, simulator.bot.ownership.table_fence)
    await store.tables.backend.transaction(
        lambda c, _: c.execute(
            "INSERT INTO lease (name, holder, epoch, wanted, said) VALUES (?, ?, ?, '', '')",
            (shard_lease_name(0), ME, epoch),
        )
    )


def fence(store, by):
    """Require a lease for changes at tables, as on PostgreSQL; this file uses SQLite."""
    for repository in (one for one in vars(store).values() if isinstance(one, Repository)):
        facts = {one.name: getattr(repository.backend, one.name) for one in fields(Backend)}
        repository.backend = PostgresBackend(**facts, fence=by)


async def looked_as_one_with(simulator, held, shards):
    """Look once, as a process that owns these shards of so many."""
    become_cluster(simulator, shards)
    for shard in held:
        simulator.bot.ownership.shards.add(shard, 1)
    await looked(simulator)


async def a_game_on_each_server(simulator):
    """Start a game on each of four servers, which belong to different shards if there are four."""
    games = [await timed(simulator, simulator.members) for _ in range(4)]
    for server, game in enumerate(games, start=4):
        moved = ("UPDATE card_table SET guild_id = ? WHERE id = ?", (server << 22, game.table_id))
        await simulator.bot.database.tables.backend.transaction(
            lambda c, _, moved=moved: c.execute(*moved)
        )
    return games


async def left_to_decide(games):
    """Return the remaining seconds of each of these tables."""
    return [await game.deadline() - game.simulator.now() for game in games]


async def test_a_turn_at_anothers_table_is_left_to_it(simulator):
    game = await timed(simulator, simulator.members)
    await divided(simulator, held=False)
    await after(simulator, DAY + HOUR)
    assert await game.seq() == 0


async def test_a_turn_at_a_table_of_ours_is_made_at_its_deadline(simulator):
    game = await timed(simulator, simulator.members)
    await divided(simulator, held=True)
    await after(simulator, DAY + HOUR)
    assert await game.seq() == 2


async def test_whose_shard_was_away_for_long_gets_more_time(simulator):
    game = await timed(simulator, simulator.members)
    await divided(simulator, held=True)
    await looked(simulator)
    simulator.bot.ownership.shards.remove(0)
    await after(simulator, DAY + HOUR)
    simulator.bot.ownership.shards.add(0, 1)
    await looked(simulator)
    assert await game.seq() == 0


async def test_whose_games_came_from_a_file_gets_more_time_for_the_time_of_the_move(simulator):
    game = await timed(simulator, simulator.members)
    await looked(simulator)
    await divided(simulator, held=True)
    simulator.env.backend.advance_clock(DAY + HOUR)
    await looked(simulator)
    assert await game.seq() == 0


@pytest.mark.parametrize("before, since", [(2, 4), (3, 4), (4, 2)])
@pytest.mark.parametrize("processes", [1, 2])
async def test_every_table_gets_more_time_though_there_were_other_shards_before_the_absence(
    simulator, before, since, processes
):
    games = await a_game_on_each_server(simulator)
    await looked_as_one_with(simulator, range(before), before)
    simulator.env.backend.advance_clock(2 * DAY)
    for process in range(processes):
        await looked_as_one_with(simulator, range(process, since, processes), since)
    grace = pytest.approx(PACES["day"].grace, abs=MINUTE)
    assert await left_to_decide(games) == [grace] * 4


async def test_no_table_gets_more_time_for_the_days_when_there_were_fewer_shards(simulator):
    games = await a_game_on_each_server(simulator)
    for shards in (4, 2):
        await looked_as_one_with(simulator, range(shards), shards)
        clock_of(simulator).interval = DAY  # Without this the next look would see a gap.
        simulator.env.backend.advance_clock(11 * HOUR)
    await looked_as_one_with(simulator, range(2), 2)
    clock_of(simulator).interval = MINUTE
    await looked_as_one_with(simulator, range(4), 4)
    assert await left_to_decide(games) == [pytest.approx(2 * HOUR, abs=MINUTE)] * 4


async def test_a_press_after_the_shard_was_lost_changes_nothing_and_is_told(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    panel = await game.hand(who)
    await divided(simulator, held=True, epoch=2)
    answer = await who.press(panel, "say")
    assert await game.seq() == 0
    assert "again" in answer.text


async def test_what_another_process_has_changed_is_shown_at_the_next_look(simulator):
    game = await timed(simulator, simulator.members)
    await divided(simulator, held=True)
    await looked(simulator)
    await simulator.bot.database.tables.mark_outdated(game.table_id)
    await looked(simulator)
    assert game.table_id not in await simulator.bot.database.tables.outdated()


async def test_where_somebody_was_forgotten_who_looks_after_the_table_sees_it(simulator):
    game = await timed(simulator, simulator.members)
    await divided(simulator, held=False)
    assert game.table_id not in await simulator.bot.database.tables.outdated()
    with simulator.env._bot_scope():
        await simulator.bot.services.activity.continue_without({game.table_id: (0,)})
    await simulator.wait(0)
    assert game.table_id in await simulator.bot.database.tables.outdated()
