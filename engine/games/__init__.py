"""The games with their newest rules: one small file of answers each. `GAMES` maps slugs to them.

Earlier versions of the rules are in `engine.earlier_rules`.
"""

from collections.abc import Mapping
from typing import Final

from engine.games.classic_canasta import ClassicCanasta
from engine.games.house_canasta import HouseCanasta
from engine.games.pennies_from_heaven import PenniesFromHeaven
from engine.games.ponytail_canasta import PonytailCanasta
from engine.games.ten_pennies import TenPennies
from engine.games.ten_pennies_online import TenPenniesOnline
from engine.model.table import Rules

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
