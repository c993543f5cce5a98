"""A restart at any moment loses nothing, and every old button answers."""

from data.file.errors import Unreadable
from tests.cogs.support.play import first, start


async def test_the_game_goes_on_after_a_crash(room):
    game = await start(room, room.people)
    await game.take_turn()
    before = (await game.live()).view(None)
    await room.restart()
    assert (await game.live()).view(None) == before
    await game.take_turn()
    assert (await game.live()).view(None) != before


async def test_old_buttons_answer_after_a_restart(room):
    game = await start(room, room.people)
    person, board = await game.turn(), game.board
    panel = await game.hand(person)
    await room.restart()
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "cards" in (await person.press(board, "My hand")).text


async def test_a_lobby_goes_on_after_a_restart(room):
    answer = await room.people[0].slash("play", game="house-canasta")
    await room.restart()
    await room.people[1].press(answer.message, "Join")
    assert "Ben" in answer.message.text


async def test_computer_players_resume_by_themselves(room):
    game = await start(room, room.people[:1])
    parlour_pause(room, 3600)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    moved = await game.seq()
    await room.restart()
    parlour_pause(room, 0)
    await room.wait(2)
    assert await game.seq() > moved
    assert (await game.turn()) == person


def parlour_pause(room, seconds):
    """Let computer players think that long."""
    room.bot.parlour.computers.pause = seconds


async def test_a_table_that_was_behind_is_repainted_at_the_start(room):
    game = await start(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    room.fail("POST", "/channels/*/messages", status=500, times=1)
    await person.choose(panel, "drop", [first(panel, "drop")])
    await room.restart()
    assert game.board.pinged == ((await game.turn()).id,)


async def test_a_game_that_was_never_shown_is_shown_at_the_start(room):
    room.fail("POST", "/channels/*/messages/*/threads", status=500, times=1)
    game = await start(room, room.people)
    await room.restart()
    assert "House Canasta · round 1" in game.board.text


async def test_an_open_panel_is_pushed_to_after_a_restart(room):
    game = await start(room, room.people)
    mover = await game.turn()
    waiting = next(person for person in room.people if person != mover)
    panel = await game.hand(waiting)
    await room.restart()
    while await game.turn() != waiting:
        await game.take_turn()
    assert "your turn, draw" in panel.text


async def test_a_table_that_cannot_be_looked_at_keeps_no_other_from_going_on(room, monkeypatch):
    mine, other = await start(room, room.people[:2]), await start(room, room.people[2:])
    parlour, tables = room.bot.parlour, room.bot.store.tables
    find = tables.find
    failed: list[int] = []
    woken: set[int] = set()

    async def busy(table_id):
        if not failed:
            failed.append(table_id)
            raise Unreadable("busy")
        return await find(table_id)

    monkeypatch.setattr(tables, "find", busy)
    monkeypatch.setattr(parlour.computers, "wake", woken.add)
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        await parlour.resume_held()
    await room.wait(0)
    assert failed == [mine.table_id]
    assert woken == {mine.table_id, other.table_id}
    assert "could not be looked at" in room.take_faults()[0]
