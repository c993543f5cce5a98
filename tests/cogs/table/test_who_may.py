"""Tests of permissions: no component lets a member without the right change a table."""

from dataclasses import replace
from typing import Any

import pytest

import engine
from cogs import moderation  # noqa: F401 - registers the handlers of the components
from cogs.absence import cog  # noqa: F401 - registers the handlers of the components
from cogs.game.permissions import TablePermissions
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from cogs.lobby.layout import lobby_layout, setup_layout
from cogs.moderation import end_game_layout, moderation_layout
from cogs.table.details import details_layout, leave_layout
from cogs.table.layout import table_layout
from cogs.ui.custom_id import CustomId
from data.models.tables import TableStatus
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
PAGES = [
    HandPage(),
    HandPage(leaving=True),
    HandPage(about=True),
    HandPage(build=True),
    HandPage(build=True, picks=1),
]
TABLES = [
    *((slug, "play") for slug in CANASTA),
    ("house-canasta", "draw"),
    ("classic-canasta", "answer"),
    ("pennies-from-heaven", "answer"),
    ("ten-pennies", "offer"),
    ("ten-pennies-online", "draw"),
]
OWN = {"quit", "pause", "invite", "nudge", "back", "jump", "stop"}
"""Actions of every player about their own seat, or to open a vote."""


HOST, MODERATOR = (
    TablePermissions(0, host=True, moderator=False),
    TablePermissions(None, host=False, moderator=True),
)
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
"""Actions that no screen shows in these states."""


async def at_table(simulator, slug, state):
    """Start a game with two members and computer players. The first member is to act.

    The third member of the simulator has no seat.
    """
    game = await start(simulator, simulator.members[:2], game=slug)
    seats = len((await game.live()).row.seats)
    hands = [HELD, *["4C 6D 7H"] * (seats - 1)]
    await placed(game, {"turn": 0, "hands": hands, "down": [True] * seats} | STATES[state])
    return game


def every_control(live):
    """Return all components that a table could ever have shown, with a choice for selects."""
    lobby = replace(live.row, status=TableStatus.LOBBY)
    cards = [
        *(hand_layout(panel_of(live, page=page, staged="9S 9H 9D"), PICTURE) for page in PAGES),
        *(table_layout(live, PICTURE), details_layout(live, 0), leave_layout(live, 0)),
        *(moderation_layout(live, HOST, [0, 1]), moderation_layout(live, HOST, paused=True)),
        *(end_game_layout(live, HOST), end_game_layout(live, MODERATOR), lobby_layout(lobby)),
        setup_layout(lobby, lobby.host_id, 0, 0),
    ]
    found = [control for card in cards for control in controls_in(card.to_components())]
    made_up = (CustomId(verb, live.row.id, live.row.seq, (0,)) for verb in HIDDEN)
    return {c.custom_id: ["0"] if c.kind == "select" else None for c in found} | dict.fromkeys(
        map(str, made_up)
    )


async def state_of(game):
    """Return everything that a press could change."""
    live, store = await game.live(), game.simulator.bot.database
    row = replace(live.row, message_id=None, rendered_seq=0, updated=0.0)
    return row, live.game.table, await store.pauses.of_table(game.table_id)


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
