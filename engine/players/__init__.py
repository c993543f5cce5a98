"""Computer players, which receive a `View` and nothing else.

`choose` makes a move at one of three `LEVELS`. `advise` returns the normal level's move and its
reason. `reason_for` explains a past move. The heuristics of each family are in `canasta` and
`rummy`; for the hard level, `search` tests them in sampled worlds.
"""

from engine.players.levels import (
    LEVELS,
    Advice,
    Level,
    advise,
    choose,
    format_level,
    parse_level,
    ranks_held,
    reason_for,
    tries_out,
    why_kept,
)
from engine.players.thinking.tastes import EVEN, TASTES

__all__ = [
    "EVEN",
    "LEVELS",
    "TASTES",
    "Advice",
    "Level",
    "advise",
    "choose",
    "format_level",
    "parse_level",
    "ranks_held",
    "reason_for",
    "tries_out",
    "why_kept",
]
