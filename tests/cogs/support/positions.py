"""Tables at a position, shown without a bot: for layouts and limits."""

from collections.abc import Mapping
from typing import Any

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.hand.panel import HandPage, HandPanel
from data.models.tables import Player, SeatRow, TableRow, TableStatus
from engine.advice.staging import Staging
from render.renderer import Picture
from tests.simulator.payloads import undescribed

PICTURE = Picture(b"", "A picture.", "picture.png")
LONG_NAME = "\N{CJK UNIFIED IDEOGRAPH-6771}" * 16
FULL_SUIT = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S"


def row(seats: int, game: str = "house-canasta", name: str = LONG_NAME, **more: Any) -> TableRow:
    """Return a table's row with a member on every seat."""
    drivers = [Player("member", 1000 + seat, name) for seat in range(seats)]
    values: dict[str, Any] = {
        "id": 7,
        "guild_id": 1,
        "channel_id": 2,
        "host_id": 1000,
        "game": game,
        "rules_version": engine.GAMES[game].version,
        "options": {},
        "seats": tuple(SeatRow(seat, driver) for seat, driver in enumerate(drivers)),
        "pace": "none",
        "status": TableStatus.PLAYING,
        "revision": 1,
        "seed": bytes(32),
        "lobby_seed": bytes(32),
        "commitment": "f" * 64,
        "seq": 0,
        "rendered_seq": -1,
        "lobby_message_id": 3,
        "thread_id": 4,
        "message_id": None,
        "deadline": None,
        "created": 0.0,
        "updated": 0.0,
        "rematch_of": None,
    }
    return TableRow(**(values | more))


def live(position: Mapping[str, Any], **more: Any) -> TableState:
    """Return a table at a position."""
    game: dict[str, Any] = {"game": "house-canasta", "seats": 4} | dict(position)
    made = engine.from_position(game)
    return TableState(row(game["seats"], game["game"], **more), GameState(made))


def panel_of(
    at: TableState, seat: int = 0, page: HandPage | None = None, staged: str = ""
) -> HandPanel:
    """Return a seat's panel."""
    return HandPanel(at, seat, Staging.read(staged), page or HandPage())


def wrong_with(view: Any) -> list[str]:
    """Return what Discord would refuse about a message with this view."""
    body = {
        "flags": 1 << 15,
        "components": view.to_components(),
        "attachments": [{"id": "0", "filename": PICTURE.filename}],
    }
    return list(undescribed(body))
