"""The list of all games. Each game has a description and a button."""

from collections.abc import Callable

import engine
from cogs.game.length import WHOLE, time_in_words, usual_seats
from cogs.ui.commands import game_slugs, seat_span
from cogs.ui.layout import Item, section
from cogs.ui.texts import say


def game_sections(button: Callable[[int], Item]) -> list[Item]:
    """Return a section for each game. `button` returns the button for a game's number."""
    numbers = list(engine.GAMES)
    return [section(told(g), button(numbers.index(g))) for g in game_slugs()]


def told(game: str) -> str:
    """Return a game's name, description, numbers of players and usual time."""
    seats = usual_seats(game)
    return say(
        "games.told",
        game=engine.GAMES[game].name,
        seats=seat_span(game),
        whole=time_in_words(game, seats, WHOLE),
        round=time_in_words(game, seats, 1),
        about=say(f"games.{game}"),
    )
