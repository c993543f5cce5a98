"""Tests of limits: how much runs at a time, and how fast a member may press."""

import pytest

from cogs.game import permissions
from cogs.ui.rate_limit import HOUR, LOBBIES, RateLimiter
from tests.cogs.game.test_authority import forged
from tests.cogs.support.play import HOUSE, open_lobby, start
from tests.simulator import Pressing

COMMAND = 2  # Interactions of this type are typed commands.


async def test_a_host_has_two_open_lobbies(simulator):
    ann = simulator.members[0]
    for _ in range(2):
        await open_lobby(simulator, ann)
    answer = await ann.slash("play", game=HOUSE)
    assert answer.private
    assert "already have 2 tables waiting" in answer.text
    assert await simulator.bot.database.tables.find(3) is None


def played(person, simulator):
    """Return a `/play` command that is ready to be sent."""
    chosen = {"name": "game", "type": 3, "value": HOUSE}
    typed = {"id": "1", "name": "play", "type": 1, "options": [chosen]}
    return Pressing(person, simulator.channel.id, COMMAND, typed)


async def test_five_at_once_are_not_more_than_one_after_the_other(simulator):
    ann, *_ = simulator.members
    await simulator.together(*[played(ann, simulator) for _ in range(5)])
    rows = await simulator.bot.database.tables.tables_of_member(simulator.guild.id, ann.id)
    assert len(rows) == permissions.MAX_LOBBIES_PER_HOST


async def test_a_member_sits_at_five_tables(simulator):
    ann, ben, *_ = simulator.members
    for _ in range(permissions.MAX_GAMES_PER_MEMBER):
        await start(simulator, (ann,), seats=2)
    assert "You're already at 5 tables" in (await ann.slash("play", game=HOUSE)).text
    lobby = await open_lobby(simulator, ben)
    assert "You're already at 5 tables" in (await ann.press(lobby, "Join")).text


@pytest.mark.parametrize(
    "name,word", [("MAX_TABLES_PER_CHANNEL", "channel"), ("MAX_TABLES_PER_GUILD", "server")]
)
async def test_a_channel_and_a_server_hold_so_many(simulator, monkeypatch, name, word):
    monkeypatch.setattr(permissions, name, 1)
    await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].slash("play", game="ten-pennies")
    assert f"This {word} already has 1 tables" in answer.text
    assert await simulator.bot.database.tables.find(2) is None


async def test_whoever_sits_at_four_tables_opens_one_more_however_many_are_typed(simulator):
    ann, *_ = simulator.members
    for _ in range(permissions.MAX_GAMES_PER_MEMBER - 1):
        await start(simulator, (ann,), seats=2)
    await simulator.together(*[played(ann, simulator) for _ in range(5)])
    rows = await simulator.bot.database.tables.tables_of_member(simulator.guild.id, ann.id)
    assert len(rows) == permissions.MAX_GAMES_PER_MEMBER


async def test_a_substitute_gets_one_seat_where_one_more_table_is_all_they_may_have(simulator):
    ann, ben, *_ = simulator.members
    eve = simulator.invite("Eve")
    for _ in range(permissions.MAX_GAMES_PER_MEMBER - 1):
        await start(simulator, (eve,), seats=2)
    numbers = [await left_by(ben, ann, simulator) for _ in range(2)]
    await simulator.together(*[made_up(simulator, eve, f"sub:{number}:0:1") for number in numbers])
    votes = [await simulator.bot.database.votes.of_table(number) for number in numbers]
    yeas = [f"yea:{vote.table_id}:0:{vote.number}" for (vote,) in votes]
    await simulator.together(*[made_up(simulator, ann, yea) for yea in yeas])
    rows = await simulator.bot.database.tables.tables_of_member(simulator.guild.id, eve.id)
    assert len(rows) == permissions.MAX_GAMES_PER_MEMBER
    third = await left_by(ben, ann, simulator)
    (answer,) = await simulator.together(made_up(simulator, eve, f"sub:{third}:0:1"))
    assert "You're already at 5 tables" in answer.text


async def left_by(leaver, stayer, simulator):
    """Return the table number of a game for two that one player has left."""
    game = await start(simulator, (stayer, leaver), seats=2)
    await forged(leaver, game, "quit:2")
    return game.table_id


def made_up(simulator, person, control):
    """Return a press of a component that none of the member's messages has."""
    return person._pressing(simulator.messages(simulator.channel.id)[0], f"t1:{control}")


async def test_of_two_tables_that_move_at_once_a_channel_takes_one_where_one_has_room(
    simulator, monkeypatch
):
    monkeypatch.setattr(permissions, "MAX_TABLES_PER_CHANNEL", 1)
    people = simulator.members[:2]
    home, other = simulator.channel, simulator.guild.create_text_channel("elsewhere")
    for person in people:
        await open_lobby(simulator, person)
        if person is people[0]:
            await simulator.bot.database.messages.move_table(1, home.id + 1)
    await simulator.bot.database.messages.move_table(2, home.id + 1)
    simulator.channel = other
    lists = [(await person.slash("tables")).message for person in people]
    opened = zip(people, lists, strict=True)
    pages = [(await who.press(one, "Sort it out")).message for who, one in opened]
    await simulator.together(
        *[who.pressing(page, "movehere") for who, page in zip(people, pages, strict=True)]
    )
    rows = [await simulator.bot.database.tables.find(number) for number in (1, 2)]
    assert [row.channel_id for row in rows].count(other.id) == 1


async def test_a_storm_of_presses_is_answered_once_and_costs_nothing(simulator):
    game = await start(simulator, simulator.members)
    simulator.bot.rate_limiter.member = 5.0
    who = simulator.members[0]
    presses = [who.pressing(game.board, "Score") for _ in range(40)]
    answers = await simulator.together(*presses)
    told = [answer.text for answer in answers if answer.record.message_id]
    assert sum("One at a time" in text for text in told) == 1
    assert sum("First past" in text for text in told) == 5
    assert all(answer.acknowledged for answer in answers)


async def test_a_member_opens_ten_tables_an_hour(simulator):
    ann, ben, *_ = simulator.members
    simulator.bot.rate_limiter.lobbies = LOBBIES
    for _ in range(int(LOBBIES)):
        await ann.cancel(await open_lobby(simulator, ann))
    answer = await ann.slash("play", game=HOUSE)
    assert answer.private
    assert "You have opened many tables lately." in answer.text
    assert await simulator.bot.database.tables.lobby_ids() == ()
    await open_lobby(simulator, ben)
    await simulator.wait(HOUR / LOBBIES + 1)
    await open_lobby(simulator, ann)


async def test_a_refused_table_does_not_count_as_opened(simulator):
    ann, *_ = simulator.members
    simulator.bot.rate_limiter.lobbies = 3.0
    lobbies = [await open_lobby(simulator, ann) for _ in range(2)]
    for _ in range(3):
        assert "already have 2 tables waiting" in (await ann.slash("play", game=HOUSE)).text
    await ann.cancel(lobbies[0])
    await open_lobby(simulator, ann)


async def test_in_somebody_elses_storm_others_are_answered(simulator):
    game = await start(simulator, simulator.members)
    simulator.bot.rate_limiter.member = 5.0
    ann, ben, *_ = simulator.members
    storm = [ann.pressing(game.board, "Score") for _ in range(40)]
    *_, answer = await simulator.together(*storm, ben.pressing(game.board, "Score"))
    assert "First past" in answer.text


async def test_a_storm_of_commands_is_told_in_a_sentence_each_time(simulator):
    simulator.bot.rate_limiter.member = 2.0
    texts = [(await simulator.members[0].slash("tables")).text for _ in range(4)]
    assert ["You have no tables" in text for text in texts] == [True, True, False, False]
    assert ["One at a time" in text for text in texts] == [False, False, True, True]
    assert "You have no tables" in (await simulator.members[1].slash("tables")).text


async def test_who_types_in_a_storm_is_offered_nothing(simulator):
    ann = simulator.members[0]
    simulator.bot.rate_limiter.message = 1.0
    offered = [await ann.complete("play", "game", "ten") for _ in range(2)]
    assert [bool(names) for names in offered] == [True, False]


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_by_one_press_a_second():
    time = Time()
    storms = RateLimiter(time)
    assert [storms.admits(1, n) for n in range(6)] == [*[True] * 5, False]
    time.now = 1.0
    assert [storms.admits(1, 9), storms.admits(1, 9)] == [True, False]


def test_a_message_takes_twenty_presses_at_once_from_everybody_together():
    storms = RateLimiter(Time())
    assert sum(storms.admits(user, 7) for user in range(30)) == 20


def test_typing_takes_nothing_from_the_bucket_of_presses():
    storms = RateLimiter(Time())
    assert sum(storms.admits_typing(1) for _ in range(30)) == 20
    assert storms.admits(1, 7)


def test_whoever_storms_is_asked_to_wait_once_a_minute():
    time = Time()
    storms = RateLimiter(time)
    assert [storms.warns(1), storms.warns(1), storms.warns(2)] == [True, False, True]
    time.now = 60.0
    assert storms.warns(1)
