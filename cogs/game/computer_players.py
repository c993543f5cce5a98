"""The names, levels, tastes and random seeds of computer players.

`cogs.computers` decides when computer players move, and searches their moves.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

import engine
from cogs.game.names import COMPUTERS
from cogs.ui.texts import say
from data.models.consent import unconfirmed
from data.models.tables import Player, TableRow
from engine.model.view import View
from engine.players import EVEN, LEVELS, TASTES, format_level, parse_level

DEFAULT_LEVEL: Final = "normal"
NAMED: Final = {"bold": (6, 2), "careful": (1, 7), "hoarder": (3, 8), "finisher": (4, 5)}
"""By taste, the numbers of two names in the catalogue. A name's number also decides the face."""


def make_computer_player(
    taken: Iterable[str], level: str = DEFAULT_LEVEL, taste: str = EVEN
) -> Player:
    """Return a computer player of a level and taste, with a name that is not in `taken`.

    The names of the taste come first, then the name of the level, then the other names. If all
    names are taken, the first of all these names is used again.
    """
    by_level = {slug: say(each.name) for slug, each in LEVELS.items()}
    numbered = [say(f"people.computer_{number}") for number in range(1, COMPUTERS + 1)]
    names = [by_level[level], *(name for name in numbered if name not in by_level.values())]
    if taste:
        of_taste = [say(f"people.computer_{number}") for number in NAMED[taste]]
        of_other_levels = {name for slug, name in by_level.items() if slug != level}
        names = [*(name for name in of_taste if name not in of_other_levels), *names]
    names += by_level.values()
    free = [name for name in names if name not in set(taken)]
    return Player("computer", None, free[0] if free else names[0], format_level(level, taste))


def is_computer(player: Player | None) -> bool:
    """Return whether a computer plays. Returns False for an open seat, which is None."""
    return player is not None and player.kind == "computer"


def next_level(lobby: TableRow) -> str:
    """Return the level for the next computer player: the level of the computer on the last seat.

    A host who has added hard computer players, or has made one hard, probably wants another hard
    one.
    """
    levels = [
        parse_level(s.player.level)[0] for s in lobby.seats if s.player and is_computer(s.player)
    ]
    return levels[-1] if levels else DEFAULT_LEVEL


def fill_open_seats(lobby: TableRow) -> dict[int, Player]:
    """Return a new computer player for each open seat, by seat. Each has a different name.

    A seat also counts as open if its member has not confirmed the lobby's present terms.
    """
    names, level = [s.player.name for s in lobby.seats if s.player], next_level(lobby)
    found, left_out = dict[int, Player](), unconfirmed(lobby)
    for seat in lobby.seats:
        if seat.player is None or seat.seat in left_out:
            found[seat.seat] = make_computer_player(names, level)
            names.append(found[seat.seat].name)
    return found


def level_labels(lobby: TableRow) -> list[tuple[int, str, str]]:
    """Return the options of the level select: number, name, and description for this game."""
    return [
        (number, say(f"level.{slug}"), _description(lobby, level.character))
        for number, (slug, level) in enumerate(LEVELS.items())
    ]


def taste_labels(lobby: TableRow) -> list[tuple[int, str, str]]:
    """Return the options of the taste select: number, name, and description for this game."""
    keys = [f"taste.{taste or 'even'}" for taste in (EVEN, *TASTES)]
    return [(number, say(key), _description(lobby, f"{key}_is")) for number, key in enumerate(keys)]


def _description(lobby: TableRow, key: str) -> str:
    """Return the description of a level or taste.

    Games in which a player can take only the upcard have their own descriptions.
    """
    takes = opening_view(lobby.game, len(lobby.seats)).takes
    return say(key if takes == "pile" else f"{key}_{takes}")


@lru_cache(maxsize=64)
def opening_view(game: str, seat_count: int) -> View:
    """Return the public view of a newly dealt game with the standard rules. Cached."""
    return engine.view(engine.deal(game, seat_count, bytes(32)), None)


@lru_cache(maxsize=64)
def is_one_against_all(game: str, seat_count: int) -> bool:
    """Return whether the first player who takes the pile plays the round against all others."""
    table = engine.deal(game, seat_count, bytes(32))
    return table.rules.lone_after_take(table, table.turn) is not None


# ---- the random seed of a decision


RANDOM_DECISION: Final = ":hasty"
"""Suffix of a move's key. It means that a hard player had no time to search for the move."""


def decision_seed(row: TableRow, seq: int) -> bytes:
    """Return the random seed of the decision after entry `seq` of the log.

    The seed is the same after a restart, and when the decision is explained later. The seed reveals
    nothing about the next cards.
    """
    return sha256(row.seed + b"computer" + seq.to_bytes(8, "big")).digest()
