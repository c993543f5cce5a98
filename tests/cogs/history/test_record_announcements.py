"""Tests that new records are announced at the table if the server wants it."""

from tests.cogs.support.finished_games import dealt, play, play_on
from tests.simulator import Member, Shown, Simulator


async def broken(simulator: Simulator, people: list[Member]) -> list[Shown]:
    """Return the messages after a small first game and a longer one that breaks its records."""
    await play(simulator, people)
    table_id = await dealt(simulator, people, options={"max_rounds": 4})
    live = await play_on(simulator, table_id, seed=2)
    repaint = simulator.bot.services.repaint_queue
    repaint.wake(live.row.id)
    await repaint.wait_until_idle(live.row.id, 30)
    return [m for m in simulator.messages(simulator.channel.id) if "🏆" in m.text]


async def test_broken_records_are_told_once_with_the_moment_and_a_replay(simulator):
    ann, ben, *_ = simulator.members
    await simulator.bot.database.guilds.set_announces_records(simulator.guild.id, tell=True)
    (told,) = await broken(simulator, [ann, ben])
    assert "record" in told.text
    assert told.images().keys() == {"table.png"}
    assert told.labels == ("Replay",)
    repaint = simulator.bot.services.repaint_queue
    repaint.wake(2)
    await repaint.wait_until_idle(2, 30)
    assert len([m for m in simulator.messages(simulator.channel.id) if "🏆" in m.text]) == 1


async def test_a_server_that_did_not_ask_is_told_nothing(simulator):
    ann, ben, *_ = simulator.members
    assert await broken(simulator, [ann, ben]) == []


async def test_only_who_manages_the_server_chooses(simulator):
    ann = simulator.members[0]
    answer = await ann.slash("records", tell=True)
    assert "Only managers of this server" in answer.text
    assert not (await simulator.bot.database.guilds.settings(simulator.guild.id)).tells_records


async def test_a_manager_chooses_and_changes_their_mind(simulator):
    owner = simulator.invite("Olga", manages=True)
    assert "From now on the bot announces" in (await owner.slash("records", tell=True)).text
    assert (await simulator.bot.database.guilds.settings(simulator.guild.id)).tells_records
    assert "no longer announces" in (await owner.slash("records", tell=False)).text
    assert not (await simulator.bot.database.guilds.settings(simulator.guild.id)).tells_records
