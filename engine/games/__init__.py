"""The games: one small file of answers each. `GAMES` maps slugs to them.

A correction of a rule is a new version of its game. What was answered before stays in
`engine.editions`, because a game keeps the rules it began with to its end.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine import editions as earlier
from engine.games.classic_canasta import ClassicCanasta
from engine.games.house_canasta import HouseCanasta
from engine.games.pennies_from_heaven import PenniesFromHeaven
from engine.games.ponytail_canasta import PonytailCanasta
from engine.games.ten_pennies import TenPennies
from engine.games.ten_pennies_online import TenPenniesOnline
from engine.model.option import Value, settled
from engine.model.table import Rules
from engine.model.view import View

GAMES: Final[Mapping[str, type[Rules]]] = {
    game.slug: game
    for game in (
        PenniesFromHeaven,
        HouseCanasta,
        PonytailCanasta,
        TenPennies,
        TenPenniesOnline,
        ClassicCanasta,
    )
}


EDITIONS: Final[Mapping[tuple[str, int], type[Rules]]] = {
    (game.slug, game.version): game for game in (*GAMES.values(), *earlier.EDITIONS)
}
"""(slug, version) -> the game by the rules of that version, the newest included."""


def settled_rules(
    game: str,
    seats: int,
    options: Mapping[str, Value] | None = None,
    version: int | None = None,
) -> Rules:
    """The rules of a table, one object per game, version, seat count and house rules.

    `version` is that of the rules; None stands for the newest.

    Raises:
        ValueError: no such game, version, seat count, option or value.

    """
    if game not in GAMES:
        raise ValueError(f"no game {game!r}")
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
