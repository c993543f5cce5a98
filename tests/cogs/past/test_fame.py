"""Records told where they were set, where a server wants it."""

from tests.cogs.finished import dealt, play, play_on
from tests.simulated import Person, Room, Shown


async def broken(room: Room, people: list[Person]) -> list[Shown]:
    """What is posted after a small first game and a longer one that breaks its records."""
    await play(room, people)
    table_id = await dealt(room, people, options={"max_rounds": 4})
    live = await play_on(room, table_id, seed=2)
    repaint = room.bot.parlour.repaint
    repaint.wake(live.row.id)
    await repaint.rested(live.row.id, 30)
    return [m for m in room.messages(room.channel.id) if "🏆" in m.text]


async def test_broken_records_are_told_once_with_the_moment_and_a_replay(room):
    ann, ben, *_ = room.people
    await room.bot.store.people.tell_records(room.guild.id, tell=True)
    (told,) = await broken(room, [ann, ben])
    assert "record" in told.text
    assert told.images().keys() == {"table.png"}
    assert told.labels == ("Replay",)
    repaint = room.bot.parlour.repaint
    repaint.wake(2)
    await repaint.rested(2, 30)
    assert len([m for m in room.messages(room.channel.id) if "🏆" in m.text]) == 1


async def test_a_server_that_did_not_ask_is_told_nothing(room):
    ann, ben, *_ = room.people
    assert await broken(room, [ann, ben]) == []


async def test_only_who_manages_the_server_chooses(room):
    ann = room.people[0]
    answer = await ann.slash("records", tell=True)
    assert "Only managers of this server" in answer.text
    assert not (await room.bot.store.people.server(room.guild.id)).tells_records


async def test_a_manager_chooses_and_changes_their_mind(room):
    owner = room.invite("Olga", manages=True)
    assert "From now on the bot announces" in (await owner.slash("records", tell=True)).text
    assert (await room.bot.store.people.server(room.guild.id)).tells_records
    assert "no longer announces" in (await owner.slash("records", tell=False)).text
    assert not (await room.bot.store.people.server(room.guild.id)).tells_records
