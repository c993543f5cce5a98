"""Who may: whatever control of a table anybody presses, only who may act changes anything."""

from dataclasses import replace
from typing import Any

import pytest

import engine
from cogs import absence, moderation  # noqa: F401 - the doors know the controls that cards show
from cogs._kit.address import Address
from cogs._lobby.screen import lobby_screen
from cogs._lobby.setup_page import setup_page
from cogs._panel.panel import Page
from cogs._panel.screen import panel_screen
from cogs._screens.details import leave_screen, more_screen
from cogs._screens.roles import Powers
from cogs._screens.running import running_screen, stop_screen
from cogs._screens.table import table_screen
from data.game.rows import Status
from tests.cogs.support.play import placed, start
from tests.cogs.support.positions import PICTURE, panel_of
from tests.simulator.messages import controls_in

CANASTA = ("house-canasta", "classic-canasta", "pennies-from-heaven", "ponytail-canasta")
HELD = "9S 9H 9D KS KH KD QS QH QD 4S 5C"
STATES: dict[str, dict[str, Any]] = {
    "draw": {"phase": "draw", "pile": "9C"},
    "play": {"phase": "play"},
    "answer": {"phase": "answer", "turn": 2, "question": {"asker": 2, "asked": 0, "plan": "pass"}},
    "offer": {"phase": "offer", "turn": 1, "offer_to": [0], "offered": True, "pile": "9C"},
}
PAGES = [Page(), Page(leaving=True), Page(about=True), Page(build=True), Page(build=True, picks=1)]
TABLES = [
    *((slug, "play") for slug in CANASTA),
    ("house-canasta", "draw"),
    ("classic-canasta", "answer"),
    ("pennies-from-heaven", "answer"),
    ("ten-pennies", "offer"),
    ("ten-pennies-online", "draw"),
]
OWN = {"quit", "pause", "invite", "nudge", "back", "jump", "stop"}
"""What every player may do about their own seat, or ask all others."""


HOST, MODERATOR = Powers(0, host=True, moderator=False), Powers(None, host=False, moderator=True)
HIDDEN = (
    "yea",
    "nay",
    "sub",
    "invite",
    "layit",
    "dropit",
    "manyit",
    "playturn",
    "layall",
    "throw",
    "instead",
    "goout",
    "ask",
    "take",
    "undo",
)
"""Controls that no screen shows in these states."""


async def at_table(simulator, slug, state):
    """Two members and computer players, with the first to decide; the third sits there nowhere."""
    game = await start(simulator, simulator.members[:2], game=slug)
    seats = len((await game.live()).row.seats)
    hands = [HELD, *["4C 6D 7H"] * (seats - 1)]
    await placed(game, {"turn": 0, "hands": hands, "down": [True] * seats} | STATES[state])
    return game


def every_control(live):
    """All controls of a table that anybody could ever have seen, with a choice for selects."""
    lobby = replace(live.row, status=Status.LOBBY)
    cards = [
        *(panel_screen(panel_of(live, page=page, staged="9S 9H 9D"), PICTURE) for page in PAGES),
        *(table_screen(live, PICTURE), more_screen(live, 0), leave_screen(live, 0)),
        *(running_screen(live, HOST, [0, 1]), running_screen(live, HOST, paused=True)),
        *(stop_screen(live, HOST), stop_screen(live, MODERATOR), lobby_screen(lobby)),
        setup_page(lobby, lobby.host_id),
    ]
    found = [control for card in cards for control in controls_in(card.to_components())]
    made_up = (Address(verb, live.row.id, live.row.seq, (0,)) for verb in HIDDEN)
    return {c.custom_id: ["0"] if c.kind == "select" else None for c in found} | dict.fromkeys(
        map(str, made_up)
    )


async def state_of(game):
    """All that a press could change."""
    live, store = await game.live(), game.simulator.bot.store
    row = replace(live.row, message_id=None, rendered_seq=0, updated=0.0)
    return row, live.game.table, await store.time.holds(game.table_id)


@pytest.mark.parametrize("slug,state", TABLES)
async def test_by_no_control_does_anybody_change_what_is_not_theirs_to_change(
    simulator, slug, state
):
    game = await at_table(simulator, slug, state)
    live, (_, waiting, stranger, _) = await game.live(), simulator.members
    assert 0 in {decision.seat for decision in engine.pending(live.game.table)}
    before = await state_of(game)
    for custom_id, values in every_control(live).items():
        for person in (waiting, stranger):
            if person is stranger or custom_id.split(":")[1] not in OWN:
                answer = await person.press_stale(game.board, custom_id, values)
                assert answer.private or answer.message is None, (person, custom_id)
                assert await state_of(game) == before, (person, custom_id)


async def test_the_controls_that_are_tried_are_those_of_every_screen(simulator):
    live = await (await at_table(simulator, "house-canasta", "play")).live()
    verbs = {custom_id.split(":")[1] for custom_id in every_control(live)}
    assert verbs >= {"lay", "drop", "build", "picks", "manyit", "laystaged", "deck", "sort"}
    assert verbs >= {"hand", "more", "quit", "hold", "stop", "join", "close"}
