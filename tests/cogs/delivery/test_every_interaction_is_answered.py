"""Tests that every interaction gets an answer: no member is left with "thinking…"."""

from typing import Any

import pytest

from cogs.delivery.retry_queue import PAUSES
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import start

pytestmark = pytest.mark.usefixtures("deferred")

EDIT, ANSWER, AFTER = (
    ("PATCH", "/webhooks/*/*/messages/*"),
    ("POST", "/interactions/*"),
    ("POST", "/webhooks/*"),
)


async def opening(simulator):
    """Return the table message of a game, and the member to act, whose hand is not open."""
    game = await start(simulator, simulator.members)
    return game.board, await game.turn()


def away(simulator):
    """Let Discord accept the first answers and refuse all others."""
    for request in (EDIT, AFTER):
        simulator.fail(*request, status=503, times=None)


@pytest.mark.parametrize("request_", [EDIT, ANSWER])
@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_hand_whose_connection_is_cut_is_shown(simulator, request_, carried_out):
    board, person = await opening(simulator)
    simulator.disconnect(*request_, carried_out=carried_out)
    answer = await person.press(board, "My hand")
    assert not answer.record.loading
    assert "say" in {control.verb for control in answer.message.controls}


@pytest.mark.parametrize("status", [429, 503])
async def test_a_hand_that_cannot_be_shown_is_shown_when_discord_is_back(simulator, status):
    board, person = await opening(simulator)
    for request in (EDIT, AFTER):
        simulator.fail(*request, status=status, times=None)
    answer = await person.press(board, "My hand")
    await simulator.wait(PAUSES[0])
    assert answer.record.loading
    simulator.heal()
    await simulator.wait(PAUSES[1])
    assert not answer.record.loading
    assert "say" in {control.verb for control in answer.message.controls}


async def test_a_hand_that_was_opened_again_meanwhile_lets_the_first_wait_no_longer(simulator):
    board, person = await opening(simulator)
    away(simulator)
    waiting = (await person.press(board, "My hand")).message
    simulator.heal()
    await simulator.wait(1)
    await person.press(board, "My hand")
    await simulator.wait(PAUSES[0])
    private = [message for message in simulator.messages(viewer=person) if message.private]
    assert len(private) == 1
    assert waiting not in private


async def test_a_hand_that_cannot_be_drawn_ends_in_a_sentence(simulator, monkeypatch):
    board, person = await opening(simulator)

    async def smudge(*_, **__):
        raise KeyError("no ink")

    monkeypatch.setattr(simulator.bot.services.renderer, "panel", smudge)
    simulator.fail(*EDIT)
    answer = await person.press(board, "My hand")
    assert len(simulator.take_errors()) == 1
    assert not answer.record.loading
    assert "our fault" in answer.text


async def test_a_fault_that_cannot_be_told_is_told_when_discord_is_back(simulator, monkeypatch):
    board, person = await opening(simulator)

    async def smudge(*_, **__):
        raise KeyError("no ink")

    monkeypatch.setattr(simulator.bot.services.renderer, "panel", smudge)
    away(simulator)
    answer = await person.press(board, "My hand")
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert len(simulator.take_errors()) == 1
    assert "our fault" in answer.message.text


async def test_a_refused_nudge_is_told_when_discord_is_back(simulator):
    board, person = await opening(simulator)
    more = await person.press(board, "More")
    away(simulator)
    answer = await person.press(more.message, "Nudge")
    assert answer.record.loading
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert "only for you" in answer.message.text


COMMANDS: dict[str, dict[str, Any]] = {
    "hand": {},
    "move": {"text": "draw"},
    "stats": {},
    "leaderboard": {},
    "replay": {"table": 1},
    "privacy export": {},
}


@pytest.mark.parametrize("command", COMMANDS)
async def test_no_command_leaves_anybody_waiting(simulator, command):
    finished = await dealt(simulator, simulator.members[:2])
    await play_on(simulator, finished)
    await start(simulator, simulator.members)
    away(simulator)
    answer = await simulator.members[0].slash(command, **COMMANDS[command])
    assert answer.record.loading
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert not answer.record.loading
    assert answer.text
