"""Computer players in a lobby: how strong, by what name, and what is told of them."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

import engine
from cogs.ui.texts import say
from data.models.tables import Player, TableRow
from engine.model.view import View
from engine.players import EVEN, LEVELS, TASTES, format_level, parse_level

DEFAULT_LEVEL: Final = "normal"
COMPUTERS: Final = 8
"""How many names the catalogue has for computer players."""
NAMED: Final = {"bold": (6, 2), "careful": (1, 7), "hoarder": (3, 8), "finisher": (4, 5)}
"""Which of them, and whose faces, go with a taste."""


def make_computer_player(
    taken: Iterable[str], level: str = DEFAULT_LEVEL, taste: str = EVEN
) -> Player:
    """A computer player of a level and taste, with a name that nobody at the table has.

    The name of the level's own character comes first, those of other levels where nothing else is
    left. Each taste has two names, and so two faces; with both taken another plays that way.
    """
    own = {slug: say(each.name) for slug, each in LEVELS.items()}
    spare = [say(f"people.computer_{number}") for number in range(1, COMPUTERS + 1)]
    names = [own[level], *(name for name in spare if name not in own.values())]
    if taste:
        liked = [say(f"people.computer_{number}") for number in NAMED[taste]]
        others = {name for slug, name in own.items() if slug != level}
        names = [*(name for name in liked if name not in others), *names]
    names += own.values()
    free = [name for name in names if name not in set(taken)]
    return Player("computer", None, free[0] if free else names[0], format_level(level, taste))


def is_computer(player: Player | None) -> bool:
    """Whether a computer plays; False for an open seat."""
    return player is not None and player.kind == "computer"


def next_level(lobby: TableRow) -> str:
    """The level of whoever is added next: that of the computer player on the last seat.

    Asked of the seats, so that nothing is kept beside them: who has chosen three hard ones, or
    made one hard, wants no normal one for the fourth seat.
    """
    levels = [
        parse_level(s.player.level)[0] for s in lobby.seats if s.player and is_computer(s.player)
    ]
    return levels[-1] if levels else DEFAULT_LEVEL


def fill_open_seats(lobby: TableRow) -> dict[int, Player]:
    """A computer player for each open seat, of the level that is next and a name of its own."""
    names, level = [s.player.name for s in lobby.seats if s.player], next_level(lobby)
    found = dict[int, Player]()
    for seat in lobby.seats:
        if seat.player is None:
            found[seat.seat] = make_computer_player(names, level)
            names.append(found[seat.seat].name)
    return found


def level_labels(lobby: TableRow) -> list[tuple[int, str, str]]:
    """The levels to choose from, each with what it is like in this game."""
    return [
        (number, say(f"level.{slug}"), _told(lobby, level.character))
        for number, (slug, level) in enumerate(LEVELS.items())
    ]


def taste_labels(lobby: TableRow) -> list[tuple[int, str, str]]:
    """The tastes to choose from, each with what it is like in this game."""
    keys = [f"taste.{taste or 'even'}" for taste in (EVEN, *TASTES)]
    return [(number, say(key), _told(lobby, f"{key}_is")) for number, key in enumerate(keys)]


def _told(lobby: TableRow, key: str) -> str:
    """What is told of a level or taste: where the upcard is all that is taken, by its own text."""
    takes = opening_view(lobby.game, len(lobby.seats)).takes
    return say(key if takes == "pile" else f"{key}_{takes}")


@lru_cache(maxsize=64)
def opening_view(game: str, seat_count: int) -> View:
    """What everybody sees of a game before anything is played, by the book."""
    return engine.view(engine.deal(game, seat_count, bytes(32)), None)


@lru_cache(maxsize=64)
def is_one_against_all(game: str, seat_count: int) -> bool:
    """Whether whoever takes the pile first plays the round alone against all others."""
    table = engine.deal(game, seat_count, bytes(32))
    return table.rules.lone_after_take(table, table.turn) is not None


# ---- The luck of computer players: what each of their decisions is made with


RANDOM_DECISION: Final = ":hasty"
"""How the key of a hard player's move ends for which there was no time to try anything out."""


def decision_seed(row: TableRow, seq: int) -> bytes:
    """The luck of the decision after entry `seq` of the log.

    The same after a restart and when it is asked about later, and no hint at the cards to come.
    """
    return sha256(row.seed + b"computer" + seq.to_bytes(8, "big")).digest()
