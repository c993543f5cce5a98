"""Lengths of a game (one round, a short evening, the whole game), and how long each one takes.

A shorter game has the house rule `max_rounds`, which makes an earlier round the last one. Only
whole games are rated. `python -m benchmarks.players.lengths` measures the number of turns in whole
games of computer players. The seconds that a person needs for a turn are an estimate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import engine
from cogs.game.computer_players import opening_view
from cogs.ui.texts import say
from data.models.tables import TableRow
from engine.model.option import Option, Value

LAST_ROUND: Final = "max_rounds"
"""The name of the option that sets the last round. Every game has this option."""
WHOLE: Final = 0
"""A number of rounds that means a whole game: it ends by its own rules."""
COMPUTER_SECONDS: Final = 2
"""Seconds that a computer player takes for a turn."""
HALF_HOUR: Final = 30
FIVE_MINUTES: Final = 5
LAST_IN_MINUTES: Final = 50
"""Up to this time a text says minutes, above it half hours."""


@dataclass(frozen=True, slots=True)
class Pastime:
    """How long a game takes.

    `evening` is the number of rounds of a short evening. With four seats, that is about an hour and
    a half. `seconds` is a person's time for one turn. `turns` is the number of turns of all players
    in a round, by number of seats. `rounds` is the number of rounds in a whole game, by number of
    seats.
    """

    evening: int
    seconds: int
    turns: Mapping[int, int]
    rounds: Mapping[int, float]


PASTIMES: Final[Mapping[str, Pastime]] = {
    "house-canasta": Pastime(
        4, 40, {2: 32, 3: 33, 4: 31, 5: 25, 6: 20}, {2: 5.7, 3: 6.9, 4: 6.0, 5: 26.2, 6: 21.1}
    ),
    "classic-canasta": Pastime(4, 40, {4: 31}, {4: 5.6}),
    "pennies-from-heaven": Pastime(2, 60, {6: 33}, {6: 3.4}),
    "ponytail-canasta": Pastime(
        2, 60, {2: 80, 3: 102, 4: 45, 6: 55, 8: 66}, dict.fromkeys((2, 3, 4, 6, 8), 4.0)
    ),
    "ten-pennies": Pastime(
        4, 30, {2: 23, 3: 19, 4: 19, 5: 20, 6: 22, 7: 22, 8: 22}, dict.fromkeys(range(2, 9), 7.0)
    ),
    "ten-pennies-online": Pastime(4, 30, {2: 39, 3: 53, 4: 61}, dict.fromkeys((2, 3, 4), 7.0)),
}


def usual_seats(game: str) -> int:
    """Return the number of seats of a new table: four if the game allows four."""
    seats = engine.GAMES[game].seats
    return 4 if 4 in seats else seats[0]


def last_round_option(game: str) -> Option:
    """Return the option that sets the last round of a game."""
    return next(option for option in engine.GAMES[game].options if option.name == LAST_ROUND)


def chosen_rounds(game: str, options: Mapping[str, Value]) -> int:
    """Return the number of rounds of a shortened game, or `WHOLE` for any other game."""
    standard = last_round_option(game).default
    chosen = int(options.get(LAST_ROUND, standard))
    return WHOLE if chosen == standard or (standard and chosen > int(standard)) else chosen


def lengths(game: str, options: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the lengths that a host can choose, as numbers of rounds.

    If the present length is none of these, it comes last.
    """
    offered = (1, PASTIMES[game].evening, WHOLE)
    chosen = chosen_rounds(game, options)
    return offered if chosen in offered else (*offered, chosen)


def with_length(options: Mapping[str, Value], rounds: int) -> dict[str, Value]:
    """Return the house rules with another length."""
    others = {name: value for name, value in options.items() if name != LAST_ROUND}
    return others if rounds == WHOLE else {**others, LAST_ROUND: rounds}


# ---- in words


def length_title(game: str, rounds: int) -> str:
    """Return the name of a length."""
    names = {WHOLE: "whole", 1: "round", PASTIMES[game].evening: "evening"}
    return say(f"length.{names.get(rounds, 'rounds')}", n=rounds)


def aim_in_words(game: str, rounds: int) -> str:
    """Return in words when a game of this length ends: at a score, or after a number of rounds."""
    view = opening_view(game, usual_seats(game))
    if rounds == WHOLE and view.target:
        return say("length.aim_points", points=view.target)
    return say("length.aim_rounds", n=rounds or view.last_round)


def time_in_words(game: str, seats: int, rounds: int, computers: int = 0) -> str:
    """Return in words how long a game of this length takes if all players are present.

    Args:
        game: The game's slug.
        seats: The number of players.
        rounds: The length as a number of rounds, or `WHOLE`.
        computers: How many of the players are computer players. They take less time.
    """
    pastime = PASTIMES[game]
    turn = (computers * COMPUTER_SECONDS + (seats - computers) * pastime.seconds) / seats
    minutes = turn * _turns(game, seats, rounds) / 60
    if minutes < LAST_IN_MINUTES:
        return say("length.minutes", n=max(1, round(minutes / FIVE_MINUTES)) * FIVE_MINUTES)
    hours, half = divmod(round(minutes / HALF_HOUR), 2)
    if half:
        return say("length.half_hours", n=hours)
    return say("length.hours", n=hours)


def length_choices(lobby: TableRow) -> list[tuple[int, str, str]]:
    """Return the lengths for a form: rounds, name, and a description."""
    return [
        (rounds, length_title(lobby.game, rounds), length_about(lobby, rounds))
        for rounds in lengths(lobby.game, lobby.options)
    ]


def length_about(lobby: TableRow, rounds: int) -> str:
    """Return when a game of this length ends, how long it takes, and whether it is rated."""
    seats, game = len(lobby.seats), lobby.game
    computers = sum(s.player is not None and s.player.kind == "computer" for s in lobby.seats)
    kinds = {WHOLE: "about_whole", 1: "about_round"}
    return say(
        f"length.{kinds.get(rounds, 'about')}",
        aim=aim_in_words(game, rounds),
        time=time_in_words(game, seats, rounds, computers),
        n=round(_turns(game, seats, rounds) / seats),
    )


def length_line(lobby: TableRow) -> str:
    """Return the length of a table's game, in one line."""
    rounds = chosen_rounds(lobby.game, lobby.options)
    title, about = length_title(lobby.game, rounds), length_about(lobby, rounds)
    return say("length.line", length=title, about=about)


def _turns(game: str, seats: int, rounds: int) -> float:
    """Return the number of turns of all players in a game of this length."""
    whole = PASTIMES[game].rounds[seats]
    return PASTIMES[game].turns[seats] * (whole if rounds == WHOLE else min(rounds, whole))
