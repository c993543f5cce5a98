"""Every press and command that changes something counts, though no answer to it ever arrives."""

import sqlite3

import pytest

from tests.cogs.clocks import DAY, after, timed
from tests.cogs.finished import dealt, play_out
from tests.cogs.lobby.test_house_rules import choose, opened
from tests.cogs.lobby.test_seating import seated as at_seats
from tests.cogs.playing import first, open_lobby, placed, seated, start
from tests.cogs.press.test_moderation import running
from tests.cogs.work.test_absence import until_away
from tests.cogs.work.test_world import deleted_thread, note

BOOKKEEPING = ("panel", "wait", "sqlite_")


def kept(room):
    """Everything that is on disk, but for what only serves to show it."""
    with sqlite3.connect(room.database) as file:
        return [
            line for line in file.iterdump() if not any(f'"{one}' in line for one in BOOKKEEPING)
        ]


def pressed(person, message, control):
    return lambda: person.press(message, control)


def chosen(person, message, select, value):
    return lambda: person.choose(message, select, [value])


async def lobby_of(room, *guests):
    lobby = await open_lobby(room, room.people[0])
    for guest in guests:
        await guest.press(lobby, "Join")
    return lobby


async def join(room):
    return pressed(room.people[1], await lobby_of(room), "Join")


async def leave(room):
    return pressed(room.people[1], await lobby_of(room, room.people[1]), "Leave")


async def set_up(room):
    """The host's page of a lobby."""
    return await room.people[0].page_with(await lobby_of(room), "close")


async def add_a_computer(room):
    return pressed(room.people[0], await set_up(room), "addbot")


async def choose_a_pace(room):
    return chosen(room.people[0], await set_up(room), "pace", "0")


async def begin(room):
    return pressed(room.people[0], await lobby_of(room), "fill")


async def close(room):
    return pressed(room.people[0], await set_up(room), "close")


async def swap(room):
    _, page = await at_seats(room, *room.people[:2])
    await room.people[0].choose(page, "seat", ["1"])
    return chosen(room.people[0], page, "swap", "2")


async def choose_a_rule(room):
    _, page = await opened(room)
    await room.people[0].choose(page, "rule", ["0"])
    return chosen(room.people[0], page, "value", "1")


async def keep_a_set(room):
    _, page = await opened(room)
    await choose(room.people[0], page, "Bonus for going out", "100")
    form = await room.people[0].press(page, "keep")
    return lambda: room.people[0].submit(form, {"name": "Fridays"})


async def quit_a_game(room):
    game = await start(room, room.people)
    more = await room.people[1].press(game.board, "More")
    sure = await room.people[1].press(more.message, "quit")
    return pressed(room.people[1], sure.message, "quit")


async def hold_the_table(room):
    page = await running(room.people[0], await start(room, room.people))
    return pressed(room.people[0], page, "Pause for a day")


async def replace_a_member(room):
    page = await running(room.people[0], await start(room, room.people))
    return chosen(room.people[0], page, "replace", "1")


async def stop(room):
    page = await running(room.people[0], await start(room, room.people))
    sure = await room.people[0].press(page, "stop")
    return pressed(room.people[0], sure.message, "stop")


async def pause_page(person, game):
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "pause")).message


def days(page, number):
    """The button that pauses for so many days."""
    ids = [control.custom_id for control in page.controls if control.verb == "pause"]
    return next(one for one in ids if one.endswith(f":{number}"))


async def pause(room):
    game = await timed(room, room.people)
    page = await pause_page(room.people[1], game)
    return pressed(room.people[1], page, days(page, 1))


async def come_back(room):
    game, ben = await until_away(room)
    away = next(m for m in room.messages(game.thread) if "missed three turns" in m.text)
    return pressed(ben, away, "I'm back")


async def nudge(room):
    game = await timed(room, room.people, pace="three_days")
    waiting = await game.turn()
    friend = next(person for person in room.people if person != waiting)
    more = await friend.press(game.board, "More")
    return pressed(friend, more.message, "Nudge")


async def reopen(room):
    await deleted_thread(room)
    return pressed(room.people[0], note(room), "reopen")


async def play_again(room):
    game = await start(room, room.people[:2], seats=2, options={"max_rounds": 1})
    await play_out(room, game)
    return pressed(room.people[0], room.latest(game.thread), "Rematch")


async def put_aside(room):
    game = await start(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "build")
    return chosen(person, panel, "picks", first(panel, "picks"))


async def plan(room):
    game = await start(room, room.people)
    moving = await game.turn()
    person = next(one for one in room.people if one != moving)
    panel = await game.hand(person)
    await person.press(panel, "plan")
    return chosen(person, panel, "planlast", "1")


async def sort(room):
    game = await start(room, room.people)
    panel = await game.hand(room.people[0])
    await room.people[0].press(panel, "about")
    return chosen(room.people[0], panel, "sort", "1")


async def forget_me(room):
    await lobby_of(room, room.people[1])
    answer = await room.people[1].slash("privacy forget")
    return pressed(room.people[1], answer.message, "forgetme")


async def draw_by_typing(room):
    person = await (await start(room, room.people)).turn()
    return lambda: person.slash("move", text="draw")


async def prefer(room):
    return lambda: room.people[0].slash("preferences", quiet="22-7")


async def hide(room):
    await dealt(room, room.people[:2])
    return lambda: room.people[0].slash("privacy ladder", show=False)


async def tell_of_records(room):
    return lambda: room.invite("Mo", manages=True).slash("records", tell=True)


async def choose_a_language(room):
    return lambda: room.invite("Mo", manages=True).slash("settings", language="de")


DEEDS = (
    join, leave, add_a_computer, choose_a_pace, begin, close, swap, choose_a_rule, keep_a_set,
    quit_a_game, hold_the_table, replace_a_member, stop, pause, come_back, nudge, reopen,
    play_again, put_aside, plan, sort, forget_me, draw_by_typing, prefer, hide, tell_of_records,
    choose_a_language,
)  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_what_was_asked_for_is_done_though_nobody_can_be_told(room, deed):
    act = await deed(room)
    before = kept(room)
    await room.wait(5)
    assert kept(room) == before
    room.cut("*", "/interactions/*", times=None)
    room.cut("*", "/webhooks/*", times=None)
    answer = await act()
    room.heal()
    await room.wait(5)
    assert kept(room) != before
    assert not any("wrong" in shown.text for shown in answer.told)


async def test_a_pause_pressed_twice_is_charged_once(room):
    ben = room.people[1]
    game = await timed(room, room.people)
    page = await pause_page(ben, game)
    week = ben.pressing(page, days(page, 7))
    await room.together(week)
    await room.together(week)
    await after(room, 8 * DAY)
    (answer,) = await room.together(week)
    assert "7 days" in answer.text


async def test_a_group_tapped_twice_is_put_aside_once(room):
    game = await start(room, room.people)
    person = await seated(game, 0)
    await placed(game, {"turn": 0, "hands": ["KS KH KD KC QS QH QD", *["4C 6D 7H"] * 3]})
    panel = await game.hand(person)
    await person.press(panel, "build")
    group = person.choosing(panel, "picks", [first(panel, "picks")])
    await room.together(group)
    await room.together(group)
    staged = await room.bot.store.people.staged(game.table_id, person.id)
    assert staged
    assert " / " not in staged
