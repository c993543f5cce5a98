"""The bot is back after an absence: nobody has paid for it, and what is shown is what is so."""

import re

import pytest

from cogs._work import timekeeper
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, HOUR, MINUTE, away, clock_of, hear_twice, looked, timed


async def test_the_absence_of_the_bot_is_charged_to_nobodys_bank(room):
    game = await timed(room, room.people[:2], seats=2, pace="live")
    who = await game.turn()
    await room.wait(20)
    await away(room, 40 * MINUTE)
    await looked(room)
    await room.wait(10)
    assert await default_turn(game) == who
    assert await room.bot.store.time.spent(game.table_id) == {}


# ---- what is shown


async def is_right(board, game):
    """Whether a table says until when it waits, and no other time."""
    said = re.findall(r"<t:(\d+):", board.text)
    return {*said} == {f"{await game.deadline():.0f}"}


async def back(room, seconds):
    """The bot was away for so long, and looks."""
    await away(room, seconds)
    await looked(room)
    await room.wait(1)


@pytest.mark.parametrize("pace, seconds", [("day", 3 * DAY), ("live", 30 * MINUTE)])
async def test_after_an_absence_the_table_says_how_much_time_there_is_now(room, pace, seconds):
    game = await timed(room, room.people, pace=pace)
    before = await game.deadline()
    await back(room, seconds)
    assert await game.deadline() > before
    assert await is_right(game.board, game)


async def test_tables_that_show_old_times_are_painted_some_after_each_look(room, monkeypatch):
    monkeypatch.setattr(timekeeper, "AT_ONCE", 1)
    games = {}
    for people in (room.people[:2], room.people[2:]):
        game = await timed(room, people, seats=2)
        games[game.board] = game
    clock_of(room).close()
    await looked(room)
    room.env.backend.advance_clock(2 * DAY)
    for right in ([True, False], [True, True]):
        await looked(room)
        assert [await is_right(board, game) for board, game in games.items()] == right
    assert not clock_of(room)._outdated


def question(game):
    """The newest message that asks the table."""
    return [m for m in game.room.messages(game.thread) if "I agree" in m.labels][-1].text


async def until(game):
    """When an open vote ends, and how a message says it."""
    (vote,) = await game.room.bot.store.votes.open_votes(game.table_id)
    return f"<t:{round(vote.until)}:f>"


async def asked(room):
    """A game whose end is asked for."""
    game = await timed(room, room.people[:2], seats=2)
    with room.env._bot_scope():
        await room.bot.parlour.votes.ask(game.table_id, "end", room.people[0].id)
    await room.wait(0)
    return game


async def test_after_an_absence_a_vote_says_how_much_time_there_is_now(room):
    game = await asked(room)
    before = await until(game)
    assert before in question(game)
    await back(room, 20 * HOUR)
    assert before != await until(game)
    assert before not in question(game)
    assert await until(game) in question(game)


async def test_a_clock_that_is_set_is_followed_by_what_is_shown(room):
    room.set_clock(HOUR)
    await room.restart()
    hear_twice(room)
    game = await asked(room)
    assert "off Discord's" in room.take_faults()[0]
    before = await game.deadline()
    room.set_clock(-HOUR)
    await looked(room)
    assert await game.deadline() == before - HOUR
    assert await is_right(game.board, game)
    assert await until(game) in question(game)
