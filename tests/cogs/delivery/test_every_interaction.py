"""Tests that every press and command that changes something counts, even if its answer is lost."""

import sqlite3

import pytest

from tests.cogs.absence.test_absence import until_away
from tests.cogs.channels.test_channels import deleted_thread, note
from tests.cogs.lobby.test_house_rules import choose, opened
from tests.cogs.lobby.test_seating import seated as at_seats
from tests.cogs.support.finished_games import dealt, play_out
from tests.cogs.support.play import first, open_lobby, placed, seated, start
from tests.cogs.support.time import DAY, after, timed
from tests.cogs.table.test_moderation import running

BOOKKEEPING = ("panel", "wait", "sqlite_")


def kept(simulator):
    """Return everything on disk, except the state of messages."""
    with sqlite3.connect(simulator.database) as file:
        return [
            line for line in file.iterdump() if not any(f'"{one}' in line for one in BOOKKEEPING)
        ]


def pressed(person, message, control):
    return lambda: person.press(message, control)


def chosen(person, message, select, value):
    return lambda: person.choose(message, select, [value])


async def lobby_of(simulator, *guests):
    lobby = await open_lobby(simulator, simulator.members[0])
    for guest in guests:
        await guest.press(lobby, "Join")
    return lobby


async def join(simulator):
    return pressed(simulator.members[1], await lobby_of(simulator), "Join")


async def leave(simulator):
    return pressed(simulator.members[1], await lobby_of(simulator, simulator.members[1]), "Leave")


async def set_up(simulator):
    """Return the host's page of a lobby."""
    return await simulator.members[0].page_with(await lobby_of(simulator), "close")


async def add_a_computer(simulator):
    return pressed(simulator.members[0], await set_up(simulator), "addbot")


async def choose_a_pace(simulator):
    form = await simulator.members[0].press(await set_up(simulator), "terms")
    return lambda: simulator.members[0].submit(form, {"pace": "0"})


async def begin(simulator):
    return pressed(simulator.members[0], await lobby_of(simulator), "fill")


async def close(simulator):
    question = await simulator.members[0].press(await set_up(simulator), "close")
    return pressed(simulator.members[0], question.message, "Yes, cancel it")


async def swap(simulator):
    _, page = await at_seats(simulator, *simulator.members[:2])
    await simulator.members[0].choose(page, "seat", ["1"])
    return chosen(simulator.members[0], page, "swap", "2")


async def choose_a_rule(simulator):
    _, page = await opened(simulator)
    await simulator.members[0].choose(page, "rule", ["0"])
    return chosen(simulator.members[0], page, "value", "1")


async def keep_a_set(simulator):
    _, page = await opened(simulator)
    await choose(simulator.members[0], page, "Bonus for going out", "100")
    form = await simulator.members[0].press(page, "keep")
    return lambda: simulator.members[0].submit(form, {"name": "Fridays"})


async def quit_a_game(simulator):
    game = await start(simulator, simulator.members)
    more = await simulator.members[1].press(game.board, "More")
    sure = await simulator.members[1].press(more.message, "quit")
    return pressed(simulator.members[1], sure.message, "Yes, leave")


async def hold_the_table(simulator):
    page = await running(simulator.members[0], await start(simulator, simulator.members))
    return pressed(simulator.members[0], page, "Pause for a day")


async def replace_a_member(simulator):
    page = await running(simulator.members[0], await start(simulator, simulator.members))
    return chosen(simulator.members[0], page, "replace", "1")


async def stop(simulator):
    page = await running(simulator.members[0], await start(simulator, simulator.members))
    sure = await simulator.members[0].press(page, "stop")
    return pressed(simulator.members[0], sure.message, "stop")


async def pause_page(person, game):
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "pause")).message


def days(page, number):
    """Return the button that pauses for so many days."""
    ids = [control.custom_id for control in page.controls if control.verb == "pause"]
    return next(one for one in ids if one.endswith(f":{number}"))


async def pause(simulator):
    game = await timed(simulator, simulator.members)
    page = await pause_page(simulator.members[1], game)
    return pressed(simulator.members[1], page, days(page, 1))


async def come_back(simulator):
    game, ben = await until_away(simulator)
    away = next(m for m in simulator.messages(game.thread) if "missed three turns" in m.text)
    return pressed(ben, away, "I'm back")


async def nudge(simulator):
    game = await timed(simulator, simulator.members, pace="three_days")
    waiting = await game.turn()
    friend = next(person for person in simulator.members if person != waiting)
    more = await friend.press(game.board, "More")
    return pressed(friend, more.message, "Nudge")


async def reopen(simulator):
    await deleted_thread(simulator)
    return pressed(simulator.members[0], note(simulator), "reopen")


async def play_again(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    await play_out(simulator, game)
    return pressed(simulator.members[0], simulator.latest(game.thread), "Rematch")


async def put_aside(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "build")
    return chosen(person, panel, "picks", first(panel, "picks"))


async def plan(simulator):
    game = await start(simulator, simulator.members)
    moving = await game.turn()
    person = next(one for one in simulator.members if one != moving)
    panel = await game.hand(person)
    await person.press(panel, "plan")
    return chosen(person, panel, "planlast", "1")


async def sort(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(simulator.members[0])
    await simulator.members[0].press(panel, "about")
    return chosen(simulator.members[0], panel, "sort", "1")


async def forget_me(simulator):
    await lobby_of(simulator, simulator.members[1])
    answer = await simulator.members[1].slash("privacy forget")
    return pressed(simulator.members[1], answer.message, "forgetme")


async def draw_by_typing(simulator):
    person = await (await start(simulator, simulator.members)).turn()
    return lambda: person.slash("move", text="draw")


async def prefer(simulator):
    return lambda: simulator.members[0].slash("preferences", quiet="22-7")


async def hide(simulator):
    await dealt(simulator, simulator.members[:2])
    return lambda: simulator.members[0].slash("privacy ladder", show=False)


async def tell_of_records(simulator):
    return lambda: simulator.invite("Mo", manages=True).slash("records", tell=True)


async def choose_a_language(simulator):
    return lambda: simulator.invite("Mo", manages=True).slash("settings", language="de")


DEEDS = (
    join, leave, add_a_computer, choose_a_pace, begin, close, swap, choose_a_rule, keep_a_set,
    quit_a_game, hold_the_table, replace_a_member, stop, pause, come_back, nudge, reopen,
    play_again, put_aside, plan, sort, forget_me, draw_by_typing, prefer, hide, tell_of_records,
    choose_a_language,
)  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
async def test_what_was_asked_for_is_done_though_nobody_can_be_told(simulator, deed):
    act = await deed(simulator)
    before = kept(simulator)
    await simulator.wait(5)
    assert kept(simulator) == before
    simulator.disconnect("*", "/interactions/*", times=None)
    simulator.disconnect("*", "/webhooks/*", times=None)
    answer = await act()
    simulator.heal()
    await simulator.wait(5)
    assert kept(simulator) != before
    assert not any("wrong" in shown.text for shown in answer.told)


async def test_a_pause_pressed_twice_is_charged_once(simulator):
    ben = simulator.members[1]
    game = await timed(simulator, simulator.members)
    page = await pause_page(ben, game)
    week = ben.pressing(page, days(page, 7))
    await simulator.together(week)
    await simulator.together(week)
    await after(simulator, 8 * DAY)
    (answer,) = await simulator.together(week)
    assert "7 days" in answer.text


async def test_a_group_tapped_twice_is_put_aside_once(simulator):
    game = await start(simulator, simulator.members)
    person = await seated(game, 0)
    await placed(game, {"turn": 0, "hands": ["KS KH KD KC QS QH QD", *["4C 6D 7H"] * 3]})
    panel = await game.hand(person)
    await person.press(panel, "build")
    group = person.choosing(panel, "picks", [first(panel, "picks")])
    await simulator.together(group)
    await simulator.together(group)
    staged = await simulator.bot.database.members.staged_cards(game.table_id, person.id)
    assert staged
    assert " / " not in staged
