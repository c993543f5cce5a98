"""The games: one small file of answers each. `GAMES` maps slugs to them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.games.classic_canasta import ClassicCanasta
from engine.games.house_canasta import HouseCanasta
from engine.games.pennies_from_heaven import PenniesFromHeaven
from engine.games.ponytail_canasta import PonytailCanasta
from engine.games.ten_pennies import TenPennies
from engine.games.ten_pennies_online import TenPenniesOnline
from engine.option import Value, settled
from engine.rules import Rules

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


def settled_rules(game: str, seats: int, options: Mapping[str, Value] | None = None) -> Rules:
    """The rules of a table, one object per game, seat count and house rules.

    Raises:
        ValueError: no such game, seat count, option or value.

    """
    if game not in GAMES:
        raise ValueError(f"no game {game!r}")
    chosen = settled(GAMES[game].options, options)
    return _kept(game, seats, tuple(sorted(chosen.items())))


@lru_cache(maxsize=256)
def _kept(game: str, seats: int, options: tuple[tuple[str, Value], ...]) -> Rules:
    return GAMES[game](seats, dict(options))
