"""What people see follows the log, however often Discord fails."""

import asyncio

import aiohttp
import discord
import pytest

from cogs._work.repaint import FORBIDDEN, LONGEST, Repaint
from tests.cogs.playing import first, open_lobby, start


async def played(game):
    """A draw and a discard; the member who made them."""
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return person


async def test_a_move_stands_when_discord_fails_after_the_commit(room):
    game = await start(room, room.people)
    room.fail("POST", "/channels/*/messages", status=500, times=1)
    await played(game)
    assert await game.seq() == 2
    await room.wait(2)
    assert game.board.pinged == ((await game.turn()).id,)
    assert "discarded" in game.board.text


async def test_a_table_that_is_behind_catches_up_with_one_message(room):
    game = await start(room, room.people)
    room.fail("POST", "/channels/*/messages", status=500, times=1)
    before = len(room.messages(game.thread))
    await played(game)
    await room.wait(2)
    assert len(room.messages(game.thread)) == before + 1


async def test_a_deleted_table_message_is_posted_anew(room):
    game = await start(room, room.people)
    room.env.backend.delete_message(game.thread, game.board.id)
    person = await game.turn()
    panel = (await person.slash("hand")).message
    await person.press(panel, "say")
    assert "meld if you like" in game.board.text


@pytest.mark.parametrize("status,code", [(429, 30046), (400, 50083), (404, 10008)])
async def test_an_edit_that_discord_will_not_take_becomes_a_new_message(room, status, code):
    game = await start(room, room.people)
    old, person = game.board, await game.turn()
    panel = await game.hand(person)
    room.fail("PATCH", f"/channels/{game.thread}/messages/*", status=status, code=code)
    await person.press(panel, "say")
    assert game.board != old
    assert game.board.pinged == ()


async def test_a_deleted_thread_is_not_asked_for_again(room):
    game = await start(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    room.fail("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
    await person.press(panel, "say")
    await room.wait(120)
    assert await game.seq() == 1


async def test_a_game_begins_though_discord_fails_to_show_its_lobby(room):
    lobby = await open_lobby(room, room.people[0])
    room.fail("POST", "/interactions/*/*/callback", status=500)
    await room.people[0].press(lobby, "fill")
    assert "The cards are dealt" in lobby.text
    assert len(room.threads()) == 1


async def test_a_press_that_can_no_longer_be_answered_counts_all_the_same(room):
    game = await start(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    room.fail("POST", "/interactions/*/*/callback", status=404, code=10062)
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "meld if you like" in game.board.text


async def test_a_move_stands_when_its_panel_cannot_be_shown(room):
    game = await start(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    room.fail("PATCH", "/webhooks/*/*/messages/*", status=500)
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "drop" in {control.verb for control in (await game.hand(person)).controls}


# ---- the queue alone


class Painter:
    """Fails with the errors given, one for each attempt, then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.attempts = 0

    async def __call__(self, table_id: int) -> None:
        self.attempts += 1
        if self.errors:
            raise self.errors.pop(0)


class Queue(Repaint):
    """The queue, with the seconds it waits, none of them waited, and the places it lost."""

    def __init__(self, painter: Painter) -> None:
        self.pauses: list[float] = []
        self.gone: list[tuple[int, int]] = []
        super().__init__(painter, self.is_lost, self.now)

    async def now(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)

    async def is_lost(self, table_id: int, code: int) -> None:
        self.gone.append((table_id, code))


async def finished(queue: Repaint) -> None:
    """Wait until the queue has nothing to do."""
    await asyncio.gather(*queue._tasks.values())


async def test_each_failure_doubles_the_wait_up_to_a_minute():
    painter = Painter(*[aiohttp.ClientError()] * 9)
    queue = Queue(painter)
    queue.wake(1, 7)
    await finished(queue)
    assert queue.pauses == [1, 2, 4, 8, 16, 32, LONGEST, LONGEST, LONGEST]
    assert painter.attempts == 10


async def test_many_wake_ups_are_one_painting():
    painter = Painter()
    queue = Queue(painter)
    for _ in range(50):
        queue.wake(1, 7)
    await finished(queue)
    assert painter.attempts == 1


async def test_where_the_bot_may_not_it_asks_again_after_ten_minutes():
    queue = Queue(Painter(discord.Forbidden(Response(403), "no")))
    queue.wake(1, 7)
    await finished(queue)
    assert queue.pauses == [FORBIDDEN]


class Response:
    """As much of a response as discord.py's errors look at."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "because"


async def test_a_fault_of_ours_is_logged_and_does_not_stop_the_queue(caplog):
    painter = Painter(ZeroDivisionError())
    queue = Queue(painter)
    queue.wake(1, 7)
    queue.wake(1, 8)
    await finished(queue)
    assert painter.attempts == 2
    assert "table 7 cannot be shown" in caplog.text
