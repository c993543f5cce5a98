"""Computer players. They receive a `View` and nothing else.

`choose` makes a move at one of three `LEVELS`; `advise` says what the normal level would do
and why. The heuristics of each family are in `canasta` and `rummy`; `search` puts the hard level
on top of them.
"""

from engine.players.levels import LEVELS, Advice, Level, advise, choose

__all__ = ["LEVELS", "Advice", "Level", "advise", "choose"]
