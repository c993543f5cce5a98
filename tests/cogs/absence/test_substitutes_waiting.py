"""Tests of presses that wait for a table: the seat is checked again when the press is handled."""

import asyncio

from tests.cogs.game.test_authority import forged, until_away
from tests.cogs.support.play import default_turn
from tests.cogs.support.preferences import wishing
from tests.cogs.votes.test_votes import asked, three
from tests.simulator import Answer


async def substituted(simulator):
    """Return a game in which Dan plays for Ben, and the message with Ben's **I'm back** button."""
    game, ann, ben, cleo, dan = await three(simulator)
    await wishing(simulator, ben, substitution="member")
    await until_away(simulator, game, ben)
    await forged(dan, game, "sub:1")
    question = asked(game)
    for member in (ann, cleo):
        await member.press(question, "I agree")
    assert (await game.live()).seat_of(dan.id) == 1
    game.people = (ann, dan, cleo)
    return game, ben, dan, question


async def one_after_the_other(simulator, game, *pressings):
    """Let presses that have all read the table wait for its lock, and handle them in this order."""
    lock = simulator.bot.services.sessions.lock(game.table_id)
    async with lock:
        records = []
        for number, pressing in enumerate(pressings, start=1):
            records.append(simulator._dispatch(pressing))
            while len(lock._waiters or ()) < number:  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(0.001)
    await simulator.env.settle()
    simulator.check()
    return [Answer(simulator, record) for record in records]


async def leaving(person, game):
    """Return the button that leaves the game for good."""
    more = await person.press(game.board, "More")
    sure = await person.press(more.message, "quit")
    return person.pressing(sure.message, "Yes, leave")


def made_up(person, game, control):
    verb, *args = control.split(":")
    return person._pressing(game.board, ":".join(("t1", verb, f"{game.table_id}", "0", *args)))


async def paused(simulator, game):
    holds = await simulator.bot.database.pauses.of_table(game.table_id)
    return [hold.seat for hold in holds if hold.reason == "member"]


async def at_turn(game, person):
    while await game.turn() != person:
        await default_turn(game)


# ---- leaving


async def test_a_substitute_who_leaves_twice_at_once_gives_the_seat_back_to_its_member(simulator):
    game, ben, dan, _ = await substituted(simulator)
    press = await leaving(dan, game)
    first, second = await one_after_the_other(simulator, game, press, press)
    assert "You have left the table" in first.text
    assert "You don't play" in second.text
    live = await game.live()
    assert (live.own_seat(ben.id), live.player(1).kind) == (1, "computer")


async def test_a_substitute_who_leaves_once_the_member_is_back_takes_nothing_away(simulator):
    game, ben, dan, question = await substituted(simulator)
    back, left = ben.pressing(question, "back"), await leaving(dan, game)
    welcome, refused = await one_after_the_other(simulator, game, back, left)
    assert "Welcome back" in welcome.text
    assert "You don't play" in refused.text
    live = await game.live()
    assert (live.seat_of(ben.id), live.player(1).kind) == (1, "member")


async def test_a_member_who_leaves_twice_at_once_is_told_so_once(simulator):
    game, ann, *_ = await three(simulator)
    press = await leaving(ann, game)
    first, second = await one_after_the_other(simulator, game, press, press)
    assert "You have left the table" in first.text
    assert "You don't play" in second.text


# ---- moves


async def test_a_move_of_a_substitute_does_not_count_once_the_member_is_back(simulator):
    game, ben, dan, question = await substituted(simulator)
    await at_turn(game, dan)
    panel, seq = await game.hand(dan), await game.seq()
    move, back = dan.pressing(panel, "say"), ben.pressing(question, "back")
    _, refused = await one_after_the_other(simulator, game, back, move)
    assert "You don't play" in refused.text
    assert await game.seq() == seq


# ---- pauses


async def test_a_substitute_does_not_pause_the_clock_of_a_member_who_is_back(simulator):
    game, ben, dan, question = await substituted(simulator)
    back, pause = ben.pressing(question, "back"), made_up(dan, game, "pause:3")
    _, refused = await one_after_the_other(simulator, game, back, pause)
    assert "You don't play" in refused.text
    assert await paused(simulator, game) == []


async def test_a_pause_of_a_substitute_ends_as_the_member_is_back_and_not_by_the_substitute(
    simulator,
):
    game, ben, dan, question = await substituted(simulator)
    await dan.press_stale(game.board, f"t1:pause:{game.table_id}:0:3")
    back, on = ben.pressing(question, "back"), made_up(dan, game, "goon")
    _, refused = await one_after_the_other(simulator, game, back, on)
    assert "You don't play" in refused.text
    assert await paused(simulator, game) == []
    await ben.press_stale(game.board, f"t1:pause:{game.table_id}:0:3")
    assert (
        "You don't play" in (await dan.press_stale(game.board, f"t1:goon:{game.table_id}:0")).text
    )
    assert await paused(simulator, game) == [1]
