"""Earlier versions of the rules: only the answers that a later correction changed.

To correct a rule, raise the game's `version`. Keep the old answer here, in a class with the old
version that extends the newest one. Add a golden game in which the answers differ to
`tests/engine/golden_games`. Logs, results, replays and receipts of earlier games stay valid.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.earlier_rules.classic_canasta import ClassicCanasta1, ClassicCanasta2
from engine.earlier_rules.house_canasta import HouseCanasta1
from engine.earlier_rules.pennies_from_heaven import PenniesFromHeaven1, PenniesFromHeaven2
from engine.earlier_rules.ponytail_canasta import (
    PonytailCanasta1,
    PonytailCanasta2,
    PonytailCanasta3,
    PonytailCanasta4,
)
from engine.earlier_rules.ten_pennies import TenPennies1, TenPenniesOnline1
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
    PonytailCanasta4,
    TenPennies1,
    TenPenniesOnline1,
    ClassicCanasta1,
    ClassicCanasta2,
)

EDITIONS: Final[Mapping[tuple[str, int], type[Rules]]] = {
    (game.slug, game.version): game for game in (*GAMES.values(), *EARLIER)
}
"""(slug, version) to the game with the rules of that version, the newest included."""


def settled_rules(
    game: str,
    seats: int,
    options: Mapping[str, Value] | None = None,
    version: int | None = None,
) -> Rules:
    """Return the rules of a table.

    Two calls with the same game, version, seat count and house rules return equal rules.

    Args:
        game: the slug of a game in `GAMES`.
        seats: number of players.
        options: house rules that differ from the defaults.
        version: version of the rules; None for the newest.

    Raises:
        ValueError: the game, version, seat count, option or value does not exist.
    """
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"no game {game!r}")
    # 4.0 and True equal 4 and 1 as dictionary and cache keys, but other code would tell them apart.
    if type(seats) is not int or type(version) not in (int, type(None)):
        raise ValueError(f"no whole number: {seats!r} seats, version {version!r}")
    wanted = GAMES[game].version if version is None else version
    if (game, wanted) not in EDITIONS:
        raise ValueError(f"{GAMES[game].name} has no rules of version {wanted!r}")
    chosen = settled(EDITIONS[game, wanted].options, options)
    return _kept(game, wanted, seats, tuple(sorted(chosen.items())))


def seen_rules(view: View) -> Rules:
    """Return the rules of the table that a view shows."""
    return settled_rules(view.game, len(view.seats), view.options, view.version)


# Cached: every view asks for its rules, and setting them up costs far more than the look-up.
@lru_cache(maxsize=256)
def _kept(game: str, version: int, seats: int, options: tuple[tuple[str, Value], ...]) -> Rules:
    return EDITIONS[game, version](seats, dict(options))
