"""Tests that "Thinking…" ends with an answer, or with a sentence, before its token expires."""

from random import Random

import pytest
from simcord.backend.errors import BackendError

from cogs.delivery.retry_queue import PAUSES
from tests.cogs.support.play import start
from tests.simulator import Answer, Simulator
from tests.simulator.faults import Fault

pytestmark = pytest.mark.usefixtures("deferred")

EDIT, FOLLOWUP = ("PATCH", "/webhooks/*"), ("POST", "/webhooks/*")
TOKEN_LIFETIME = 15 * 60


class EveryOther(list[Fault]):
    """A random fault for half of all requests, before or after they were executed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = Random(seed)

    def __iter__(self):
        if self.chance.random() < 0.5:
            return iter([])
        errors = BackendError(500, 0, ""), ConnectionResetError("cut")
        done = self.chance.random() < 0.5
        return iter([Fault("*", "*", None, self.chance.choice(errors), carried_out=done)])


def is_thinking(simulator, answer: Answer) -> bool:
    """Whether the member still sees "thinking…"."""
    shown = simulator.env.backend.messages.get(answer.record.channel_id, {})
    return answer.record.loading and answer.record.message_id in shown


async def left_thinking(simulator: Simulator, presses: int, seed: int) -> list[Answer]:
    """Return the answers that still say "thinking…" after all tokens have ended."""
    game = await start(simulator, simulator.members)
    board, chance, answers = game.board, Random(seed), []
    simulator.faults._faults = EveryOther(seed)
    commands: list[tuple[str, dict[str, str]]] = [("hand", {}), ("tables", {}), ("stats", {})]
    commands.append(("move", {"text": "draw"}))
    for _ in range(presses):
        person = chance.choice(simulator.members)
        name, options = chance.choice([*commands, ("", {})])
        pressed = person.press(board, "My hand") if not name else person.slash(name, **options)
        answers.append(await pressed)
        await simulator.wait(chance.choice([1, 5, 30]))
    simulator.faults._faults = []
    await simulator.wait(TOKEN_LIFETIME)
    return [answer for answer in answers if is_thinking(simulator, answer)]


async def test_with_half_of_all_calls_failing_nobody_is_left_at_thinking(simulator):
    assert await left_thinking(simulator, 80, seed=1) == []


async def test_a_panel_that_is_open_already_does_not_leave_a_new_one_at_thinking(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    await game.hand(person)
    simulator.fail(*EDIT, status=500, times=2)
    answer = await person.slash("hand")
    await simulator.wait(PAUSES[0])
    assert not is_thinking(simulator, answer)


async def test_after_the_last_retry_a_sentence_says_how_to_go_on(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    simulator.fail(*EDIT, status=500, times=None)
    simulator.fail(*FOLLOWUP, status=500, times=None)
    answer = await person.slash("move", text="draw")
    await simulator.wait(sum(PAUSES))
    simulator.heal()
    await simulator.wait(PAUSES[0])
    assert "could not show the answer" in answer.text
    assert "drop" in {control.verb for control in (await game.hand(person)).controls}
