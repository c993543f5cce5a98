"""Tests of rematches: who takes part, who is too late, and what an old button still does."""

from data.models.tables import Player, TableStatus
from tests.cogs.support.finished_games import dealt, play_on

AGAIN = 2
"""The number of the first rematch after one game."""


async def shown(simulator, live):
    """Return the final message of a finished game, with its button."""
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(live.row)
    await simulator.wait(0)
    return next(m for m in simulator.messages(simulator.channel.id) if "Rematch" in m.labels)


async def finished(simulator, computers=0):
    """Return the final message of a game between Ann and Ben."""
    table_id = await dealt(simulator, simulator.members[:2], computers)
    return await shown(simulator, await play_on(simulator, table_id))


async def row_of(simulator, table_id=AGAIN):
    return await simulator.bot.database.tables.find(table_id)


async def seated(simulator, table_id=AGAIN):
    """Return the players at a table, by name."""
    return [seat.player and seat.player.name for seat in (await row_of(simulator, table_id)).seats]


def lobby_of(simulator):
    return next(m for m in simulator.messages(simulator.channel.id) if "Leave" in m.labels)


async def played(simulator, *people):
    """Let these members join the rematch and play it, with computer players for the others."""
    final = await finished(simulator)
    await people[0].press(final, "Rematch")
    for person in people[1:]:
        await person.press(final, "rematch")
    lobby = lobby_of(simulator)
    await people[0].press(lobby, "Start" if "Start" in lobby.labels else "Fill and start")
    return final


async def test_a_rematch_counts_among_the_tables_of_an_hour(simulator):
    final = await finished(simulator)
    ann = simulator.members[0]
    simulator.bot.rate_limiter.lobbies = 1.0
    simulator.bot.rate_limiter.note_lobby(ann.id)
    assert "You have opened" in (await ann.press(final, "Rematch")).text
    assert await row_of(simulator) is None


async def test_who_comes_too_late_for_a_rematch_is_told_that_it_has_begun(simulator):
    ann, ben, *_ = simulator.members
    final = await played(simulator, ann)
    told = final.text
    answer = await ben.press(final, "rematch")
    assert "The rematch has already begun: [to the table](https" in answer.text
    assert final.text == told


async def test_after_a_rematch_is_over_its_game_can_be_played_once_more(simulator):
    ann, ben, *_ = simulator.members
    final = await played(simulator, ann, ben)
    assert (await play_on(simulator, AGAIN)).row.status is TableStatus.FINISHED
    await ann.press(final, "rematch")
    assert (await row_of(simulator, AGAIN + 1)).status is TableStatus.LOBBY
    assert await seated(simulator, AGAIN + 1) == ["ann", None]


async def test_the_others_of_a_game_come_to_its_rematch_although_its_seats_are_kept(simulator):
    ann, ben, cleo, dan = simulator.members
    final = await finished(simulator)
    await ann.press(final, "Rematch")
    await ann.menu("Invite to cards", cleo)
    assert "kept for members" in (await dan.press(lobby_of(simulator), "Join")).text
    await ben.press(final, "rematch")
    assert await seated(simulator) == ["ann", "ben"]


async def test_whose_seat_a_substitute_played_to_the_end_is_in_for_the_rematch(simulator):
    ann, ben, _, dan = simulator.members
    table_id = await dealt(simulator, [ann, ben])
    seq = (await play_on(simulator, table_id, moves=6)).row.seq
    tables = simulator.bot.database.tables
    for driver in (Player("computer", ben.id, "Basil"), Player("member", dan.id, "Dan")):
        await tables.replace_player(table_id, 1, driver, from_seq=seq)
    simulator.bot.services.sessions.changed(table_id)
    final = await shown(simulator, await play_on(simulator, table_id, seed=2))
    await ben.press(final, "Rematch")
    assert "ben" in final.text
    assert await seated(simulator) == [None, "ben"]
    await dan.press(final, "rematch")
    assert await seated(simulator) == ["Dan", "ben"]
