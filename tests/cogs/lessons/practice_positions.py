"""Practice games that stand at a position."""

import json
from typing import Any

import engine
from cogs._press.private_tables import UNSHUFFLED, seats_of
from data.game.rows import Driver, Purpose
from data.learning.private import NewPrivate
from tests.simulator import Member, Shown, Simulator

NAMES = ("Clover", "Dill", "Fennel", "Marigold", "Sorrel")
LAST_CARD: dict[str, Any] = {
    "phase": "play",
    "hands": ["4C", "5D 6H", "5D 6H", "5D 6H"],
    "melds": [{"side": 0, "owner": 0, "cards": "9S 9S 9H 9H 9D 9D 9C"}],
}
"""The first seat goes out with its discard."""


async def practising(
    simulator: Simulator, person: Member, game: str = "classic-canasta", **position: Any
) -> Shown:
    """The panel of a practice game at a position."""
    simulator.bot.services.computers.pause = 0
    seats = seats_of(game)
    facts = {"game": game, "seats": seats, **(position or LAST_CARD)}
    others = (Driver("computer", None, name, "easy") for name in NAMES[: seats - 1])
    who, version = (Driver("member", person.id, "ann"), *others), engine.GAMES[game].version
    made = NewPrivate(Purpose.PRACTICE, game, version, who, UNSHUFFLED, start=json.dumps(facts))
    await simulator.bot.store.learning.open(made)
    return (await person.slash("practice", game=game)).message
