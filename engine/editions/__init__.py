"""Every version of the games: here stands what was answered before a correction, and nothing else.

A correction of a rule, from now on, does this: the game's `version` grows by one; what it
answered before is said here, in a class with the old version that descends from the newest; and
a golden game of the old version in which the answers differ joins `tests/engine/golden_games`.
Logs, results, replays and receipts of games begun before then stay as they were.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.editions.classic_canasta import ClassicCanasta1
from engine.editions.house_canasta import HouseCanasta1
from engine.editions.pennies_from_heaven import PenniesFromHeaven1, PenniesFromHeaven2
from engine.editions.ponytail_canasta import PonytailCanasta1, PonytailCanasta2, PonytailCanasta3
from engine.games import GAMES
from engine.model.option import Value, settled
from engine.model.table import Rules
from engine.model.view import View

EARLIER: Final[tuple[type[Rules], ...]] = (
    PenniesFromHeaven1,
    PenniesFromHeaven2,
    HouseCanasta1,
    PonytailCanasta1,
    PonytailCanasta2,
    PonytailCanasta3,
    ClassicCanasta1,
)

EDITIONS: Final[Mapping[tuple[str, int], type[Rules]]] = {
    (game.slug, game.version): game for game in (*GAMES.values(), *EARLIER)
}
"""(slug, version) -> the game by the rules of that version, the newest included."""


def settled_rules(
    game: str,
    seats: int,
    options: Mapping[str, Value] | None = None,
    version: int | None = None,
) -> Rules:
    """The rules of a table, equal for the same game, version, seat count and house rules.

    `version` is that of the rules; None stands for the newest.

    Raises:
        ValueError: no such game, version, seat count, option or value.

    """
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"no game {game!r}")
    # 4.0 and True equal 4 and 1 where games are looked up and kept, and nowhere else.
    if type(seats) is not int or type(version) not in (int, type(None)):
        raise ValueError(f"no whole number: {seats!r} seats, version {version!r}")
    wanted = GAMES[game].version if version is None else version
    if (game, wanted) not in EDITIONS:
        raise ValueError(f"{GAMES[game].name} has no rules of version {wanted!r}")
    chosen = settled(EDITIONS[game, wanted].options, options)
    return _kept(game, wanted, seats, tuple(sorted(chosen.items())))


def seen_rules(view: View) -> Rules:
    """The rules of the table that a view shows."""
    return settled_rules(view.game, len(view.seats), view.options, view.version)


@lru_cache(maxsize=256)
def _kept(game: str, version: int, seats: int, options: tuple[tuple[str, Value], ...]) -> Rules:
    return EDITIONS[game, version](seats, dict(options))
