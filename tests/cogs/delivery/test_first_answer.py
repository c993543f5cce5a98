"""Tests of hand panels that are the first answer to a press, without a deferral before them."""

import asyncio

import pytest

from cogs.delivery.retry_queue import PAUSES
from cogs.ui.first_answer import DEFERRAL_SECONDS
from tests.cogs.delivery.test_committed_interactions import (
    ANSWER,
    TROUBLE,
    check_drawn,
    drawing,
    private_to,
)
from tests.cogs.support.play import start

NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7


def answers_since(simulator, sent):
    """Return the kinds of the responses to interactions since the first `sent` requests."""
    new = simulator.sent[sent:]
    return [one.json["type"] for one in new if one.path.startswith("/interactions/")]


def uses_of_tokens(simulator, sent):
    """Return the methods of the requests with an interaction's token since then."""
    return [one.method for one in simulator.sent[sent:] if one.path.startswith("/webhooks/")]


async def test_the_panel_is_the_only_answer_to_a_press(simulator):
    game, person, panel = await drawing(simulator)
    sent = len(simulator.sent)
    await person.press(panel, "say")
    assert answers_since(simulator, sent) == [UPDATE]
    assert uses_of_tokens(simulator, sent) == []
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_new_panel_is_the_only_answer_to_a_press_on_a_public_message(simulator):
    game = await start(simulator, simulator.members)
    person, sent = await game.turn(), len(simulator.sent)
    answer = await person.press(game.board, "My hand")
    assert answers_since(simulator, sent) == [NEW_MESSAGE]
    assert uses_of_tokens(simulator, sent) == []
    assert answer.private


async def test_a_panel_that_takes_long_is_deferred_and_then_shown(simulator, monkeypatch):
    _, person, panel = await drawing(simulator)
    renderer, drawn = simulator.bot.services.renderer, asyncio.Event()
    at_once = renderer.panel

    async def slowly(*args, **how):
        await simulator.env.external_wait(drawn.wait(), reason="a slow picture")
        return await at_once(*args, **how)

    monkeypatch.setattr(renderer, "panel", slowly)
    sent = len(simulator.sent)
    await person.press(panel, "say")
    assert answers_since(simulator, sent) == []
    await simulator.wait(DEFERRAL_SECONDS)
    assert answers_since(simulator, sent) == [DEFERRED_UPDATE]
    drawn.set()
    await simulator.env.settle()
    assert answers_since(simulator, sent) == [DEFERRED_UPDATE]
    check_drawn(simulator, person)


async def test_an_open_panel_whose_answer_was_its_first_follows_the_game(simulator):
    game, person, _ = await drawing(simulator)
    waiting = next(one for one in simulator.members if one != person)
    theirs = await game.hand(waiting)
    await waiting.press(theirs, "Overview")
    while await game.turn() != waiting:
        await game.take_turn()
    assert "say" in {control.verb for control in theirs.controls}


@pytest.mark.parametrize("status,code", [*TROUBLE, (400, 40060)])
async def test_a_draw_whose_panel_is_refused_is_shown_all_the_same(simulator, status, code):
    game, person, panel = await drawing(simulator)
    simulator.fail(*ANSWER, status=status, code=code)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_draw_whose_connection_is_cut_is_shown_all_the_same(simulator, carried_out, times):
    game, person, panel = await drawing(simulator)
    simulator.disconnect(*ANSWER, carried_out=carried_out, times=times)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_new_panel_whose_connection_is_cut_is_shown_once(simulator, carried_out):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    simulator.disconnect(*ANSWER, carried_out=carried_out)
    await person.press(game.board, "My hand")
    (panel,) = private_to(simulator, person)
    await person.press(panel, "say")
    check_drawn(simulator, person)


async def test_a_draw_that_cannot_be_shown_at_all_is_shown_when_discord_is_back(simulator):
    game, person, panel = await drawing(simulator)
    simulator.disconnect(*ANSWER, carried_out=True, times=2)
    simulator.disconnect("*", "/webhooks/*", times=None)
    await person.press(panel, "say")
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_panel_put_away_before_it_is_answered_opens_anew(simulator):
    game, person, panel = await drawing(simulator)
    simulator.meanwhile(*ANSWER, lambda: simulator.put_away(panel))
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_press_on_a_panel_that_a_newer_one_replaces_leaves_one_panel(simulator):
    game, person, panel = await drawing(simulator)
    draw = person.pressing(panel, "say")
    opening = person.pressing(game.board, "My hand")
    answers = await simulator.together(draw, opening)
    assert not any(answer.record.loading for answer in answers if answer.record.message_id)
    assert await game.seq() == 1
    assert len(private_to(simulator, person)) == 1
    check_drawn(simulator, person)


async def test_two_new_panels_at_once_leave_one_and_nobody_waiting(simulator):
    game, person, _ = await drawing(simulator)
    opening = person.pressing(game.board, "My hand")
    answers = await simulator.together(opening, opening)
    assert all(answer.acknowledged for answer in answers)
    assert len(private_to(simulator, person)) == 1


async def test_a_fault_after_the_move_is_told_as_the_first_answer(simulator, monkeypatch):
    game, person, panel = await drawing(simulator)

    async def smudge(*_, **__):
        raise KeyError("no ink")

    monkeypatch.setattr(simulator.bot.services.renderer, "panel", smudge)
    sent = len(simulator.sent)
    answer = await person.press(panel, "say")
    assert len(simulator.take_errors()) == 1
    assert "Your move counts" in answer.text
    assert answer.private
    assert answers_since(simulator, sent) == [NEW_MESSAGE]
    assert await game.seq() == 1


async def test_a_refusal_is_the_first_answer(simulator):
    game, person, panel = await drawing(simulator)
    custom_id = panel.find("say", "button").custom_id.replace(f":{game.table_id}:", ":999:")
    sent = len(simulator.sent)
    await person.press_stale(panel, custom_id)
    assert answers_since(simulator, sent) == [NEW_MESSAGE]
    assert uses_of_tokens(simulator, sent) == []
