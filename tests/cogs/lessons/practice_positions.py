"""Practice games at a given position."""

import json
from typing import Any

import engine
from cogs.game.length import usual_seats
from cogs.learning.private_tables import UNSHUFFLED
from data.models.tables import NewPrivateTable, Player, TablePurpose
from tests.simulator import Member, Shown, Simulator

NAMES = ("Clover", "Dill", "Fennel", "Marigold", "Sorrel")
LAST_CARD: dict[str, Any] = {
    "phase": "play",
    "hands": ["4C", "5D 6H", "5D 6H", "5D 6H"],
    "melds": [{"side": 0, "owner": 0, "cards": "9S 9S 9H 9H 9D 9D 9C"}],
}
"""A position in which the first seat goes out with its discard."""


async def practising(
    simulator: Simulator, person: Member, game: str = "classic-canasta", **position: Any
) -> Shown:
    """Return the panel of a practice game at a position."""
    simulator.bot.services.computers.pause = 0
    seats = usual_seats(game)
    facts = {"game": game, "seats": seats, **(position or LAST_CARD)}
    others = (Player("computer", None, name, "easy") for name in NAMES[: seats - 1])
    who, version = (Player("member", person.id, "ann"), *others), engine.GAMES[game].version
    made = NewPrivateTable(
        TablePurpose.PRACTICE, game, version, who, UNSHUFFLED, start=json.dumps(facts)
    )
    await simulator.bot.database.lessons.create_private_table(made)
    return (await person.slash("practice", game=game)).message
