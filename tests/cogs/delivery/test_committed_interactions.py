"""Tests that a committed move counts even if the answer fails; no answer calls it failed."""

import pytest

from cogs.delivery.retry_queue import PAUSES
from tests.cogs.support.play import first, start
from tests.cogs.support.time import DAY, timed

pytestmark = pytest.mark.usefixtures("deferred")

EDIT, ANSWER = ("PATCH", "/webhooks/*/*/messages/*"), ("POST", "/interactions/*")
TROUBLE = [(429, 0), (500, 0), (404, 10008), (404, 10015), (404, 10062)]
FAILURES = ("wrong", "didn't happen", "nothing was played", "could not")


async def drawing(simulator):
    """Return a game, the member to act, and a panel that offers the draw."""
    game = await start(simulator, simulator.members)
    person = await game.turn()
    return game, person, await game.hand(person)


def private_to(simulator, person):
    return [message for message in simulator.messages(viewer=person) if message.private]


def check_drawn(simulator, person):
    """Check that the member sees the drawn card, no panel that still offers the draw, and no
    failure.
    """
    seen = private_to(simulator, person)
    assert any(control.verb == "drop" for message in seen for control in message.controls)
    assert not any(control.verb == "say" for message in seen for control in message.controls)
    assert not [message.text for message in seen if any(one in message.text for one in FAILURES)]


# ---- an answer that is lost


@pytest.mark.parametrize("status,code", TROUBLE)
async def test_a_draw_whose_panel_cannot_be_edited_is_shown_another_way(simulator, status, code):
    game, person, panel = await drawing(simulator)
    simulator.fail(*EDIT, status=status, code=code)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


@pytest.mark.parametrize("status,code", [*TROUBLE, (400, 40060)])
async def test_a_draw_whose_acknowledgement_is_refused_is_shown_all_the_same(
    simulator, status, code
):
    game, person, panel = await drawing(simulator)
    simulator.fail(*ANSWER, status=status, code=code)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.parametrize("what", [EDIT, ANSWER])
async def test_a_draw_whose_connection_is_cut_is_shown_all_the_same(simulator, what, carried_out):
    game, person, panel = await drawing(simulator)
    simulator.disconnect(*what, carried_out=carried_out)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_draw_that_cannot_be_shown_at_all_is_shown_when_discord_is_back(simulator):
    game, person, panel = await drawing(simulator)
    simulator.disconnect(*EDIT, times=None)
    simulator.disconnect("POST", "/webhooks/*", times=None)
    await person.press(panel, "say")
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_draw_that_is_never_shown_is_shown_by_the_next_press(simulator):
    game, person, panel = await drawing(simulator)
    simulator.fail("*", "/webhooks/*", status=404, code=10015, times=None)
    await person.press(panel, "say")
    simulator.heal()
    old = panel.find("say", "button").custom_id
    answer = await person.press_stale(panel, old)
    assert await game.seq() == 1
    assert "You made your move" in answer.text
    check_drawn(simulator, person)


# ---- a panel that is put away, or opened again


async def test_a_panel_put_away_under_the_finger_opens_anew_with_the_newest_state(simulator):
    game, person, panel = await drawing(simulator)
    simulator.meanwhile(*EDIT, lambda: simulator.put_away(panel))
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_panel_put_away_before_its_press_is_answered_opens_anew(simulator):
    game, person, panel = await drawing(simulator)
    simulator.meanwhile(*ANSWER, lambda: simulator.put_away(panel))
    simulator.fail(*ANSWER, status=404, code=10008)
    await person.press(panel, "say")
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_panel_opened_while_a_press_on_the_old_one_counts_shows_the_newest_state(simulator):
    game, person, panel = await drawing(simulator)
    draw = person.pressing(panel, "say")
    # The new picture is drawn and not yet sent.
    simulator.meanwhile(*EDIT, lambda: simulator.press_now(draw))
    await person.press(game.board, "My hand")
    assert await game.seq() == 1
    assert len(private_to(simulator, person)) == 1
    check_drawn(simulator, person)


async def test_a_panel_that_is_gone_is_not_kept(simulator):
    game, person, _ = await drawing(simulator)
    waiting = next(one for one in simulator.members if one != person)
    simulator.put_away(await game.hand(waiting))
    while await game.turn() != waiting:
        await game.take_turn()
    kept = await simulator.bot.database.messages.hand_panels(game.table_id, 0)
    assert waiting.id not in {row.user_id for row in kept}


async def test_two_panels_opened_at_once_leave_one_and_nobody_waiting(simulator):
    game, person, _ = await drawing(simulator)
    opening = person.pressing(game.board, "My hand")
    answers = await simulator.together(opening, opening)
    assert not any(answer.record.loading for answer in answers if answer.record.message_id)
    assert len(private_to(simulator, person)) == 1


async def test_a_sentence_after_a_lost_acknowledgement_does_not_go_onto_the_panel(simulator):
    game = await timed(simulator, simulator.members, look=9 * DAY)
    person = await game.turn()
    panel = await game.hand(person)
    await simulator.wait(DAY + 1)
    simulator.disconnect(*ANSWER, carried_out=True)
    simulator.disconnect(*ANSWER)
    answer = await person.press(panel, "say")
    assert "your time had run out" in answer.followups[0].text
    assert "say" in {control.verb for control in panel.controls}


# ---- pressed twice


async def test_a_double_tap_shows_the_hand_and_never_that_nothing_was_done(simulator):
    game, person, panel = await drawing(simulator)
    draw = person.pressing(panel, "say")
    await simulator.together(draw, draw)
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_second_tap_after_a_restart_shows_the_hand(simulator):
    game, person, panel = await drawing(simulator)
    draw = panel.find("say", "button").custom_id
    simulator.fail("*", "/webhooks/*", times=None)
    await person.press(panel, "say")
    simulator.heal()
    await simulator.restart()
    await person.press_stale(panel, draw)
    assert await game.seq() == 1
    check_drawn(simulator, person)


async def test_a_second_discard_by_the_same_finger_is_told_as_made(simulator):
    game, person, panel = await drawing(simulator)
    await person.press(panel, "say")
    old, card = panel.find("drop", "select").custom_id, first(panel, "drop")
    await person.choose(panel, "drop", [card])
    answer = await person.press_stale(panel, old, [card])
    assert "You made your move" in answer.text
    assert await game.seq() == 2


async def test_who_presses_what_others_have_made_old_is_told_that_nothing_was_done(simulator):
    game, person, _ = await drawing(simulator)
    waiting = next(one for one in simulator.members if one != person)
    panel = await game.hand(waiting)
    old = f"t1:build:{game.table_id}:{await game.seq()}"
    await game.take_turn()
    answer = await waiting.press_stale(panel, old)
    assert "nothing was played" in answer.text


# ---- our own faults after the commit


async def test_a_hand_that_cannot_be_drawn_after_a_move_is_told_as_a_move_that_counts(
    simulator, monkeypatch
):
    game, person, panel = await drawing(simulator)

    async def smudge(*_, **__):
        raise KeyError("no ink")

    monkeypatch.setattr(simulator.bot.services.renderer, "panel", smudge)
    answer = await person.press(panel, "say")
    (fault,) = simulator.take_errors()
    assert "Your move counts" in answer.text
    assert answer.followups[-1].text.split("**")[1] in fault
    assert await game.seq() == 1
