"""Folded games held in memory, and only so as not to fold them again: the store has their logs."""

from collections import OrderedDict
from typing import Final

from cogs._game.game import GameSoFar

ROOM: Final = 100_000
"""Entries of all games together: some 45 MB, or a hundred tables in play with a thousand each."""
EACH: Final = 60
"""Entries that weigh as much as what a game has besides: its cards, and what each seat may see."""


class KeptGames:
    """The games asked for last, as many as there is `room` for, whether they are played or over."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._games: OrderedDict[int, GameSoFar] = OrderedDict()
        self._weight = 0

    def get(self, table_id: int) -> GameSoFar | None:
        """The newest fold that is kept of a table's game."""
        return self._games.get(table_id)

    def keep(self, table_id: int, game: GameSoFar) -> None:
        """Keep a game, unless a newer fold of it is kept; the one asked for longest ago may go."""
        kept = self._games.get(table_id)
        if kept is None or kept.seq <= game.seq:
            self._weight += weight(game) - (weight(kept) if kept is not None else 0)
            self._games[table_id] = game
        self._games.move_to_end(table_id)
        while self._weight > self._room and len(self._games) > 1:
            _, gone = self._games.popitem(last=False)
            self._weight -= weight(gone)


def weight(game: GameSoFar) -> int:
    """What a game takes of the room, in entries."""
    return EACH + game.seq
