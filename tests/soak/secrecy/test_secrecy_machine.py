"""A short run of the state machine of `tests.soak.secrecy`."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from cogs.game.move_log import GameState
from tests.cogs.support.play import placed
from tests.soak.secrecy.machine import Secrecy

SMALL = settings(
    max_examples=2,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)
PONYTAIL = {
    "hands": ["TS KH KD 5C", "QS QH 9D 8C 7C", "JS JH TD 9C 8D"],
    "feet": ["3H AH 4D 3D", "3H 7H 7D 5S", "4C 5D 6H 8S"],
    "stock": "8H 9S TS QC KC AC 2S 4S 6S 7S",
    "pile": "5H",
    "melds": [{"side": 0, "owner": 0, "cards": "TS TH TD TC TS TH"}],
}
"""The first canasta is in the hand: a ponytail then joins the hand, and its red threes are laid."""


@pytest.fixture
def evening() -> Iterator[Secrecy]:
    """Two simulators without any action."""
    machine = Secrecy()
    yield machine
    machine.teardown()


def test_no_press_tells_two_deals_apart():
    run_state_machine_as_test(Secrecy, settings=SMALL)


@pytest.mark.parametrize("game", ["ponytail-canasta", "ten-pennies"])
def test_turns_that_others_take_tell_two_deals_apart_to_nobody_who_watches(evening, game):
    evening.sit_down(game=game, watched={0}, pace="day", luck=3)
    before = Secrecy.steps
    evening.do(lambda world: world.crowd[0].press(world.game.board, "My hand"))
    for number in range(9):
        evening.play_a_turn(number)
    assert Secrecy.steps > before + 9


def test_a_hand_that_is_handed_over_while_it_is_asked_for_tells_nobody_of_it(evening):
    evening.sit_down(game="house-canasta", watched={0}, pace="day", luck=3)
    evening.hand_over_what_is_asked_for(1)


def test_a_panel_thinks_of_no_card_that_lies_face_down(evening):
    evening.sit_down(game="ponytail-canasta", watched={0}, pace="day", luck=3)
    for world in evening.worlds:
        world.run(placed(world.game, {**PONYTAIL, "turn": 0}))
    evening.do(lambda world: world.crowd[0].press(world.game.board, "My hand"))
    for verb in ("build", "about", "hint", "main"):
        evening.press_what_is_made_up(0, verb, [], 0)


def test_another_deal_is_noticed_where_it_is_shown(evening, monkeypatch):
    evening.sit_down(game="house-canasta", watched={0}, pace="day", luck=3)
    real = GameState.view
    monkeypatch.setattr(GameState, "view", lambda game, seat: real(game, 1 if seat == 0 else seat))
    with pytest.raises(AssertionError):
        evening.do(lambda world: world.crowd[0].press(world.game.board, "My hand"))
