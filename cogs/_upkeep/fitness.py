"""Which games in play this program cannot play on: asked before it takes a database over."""

from collections.abc import Iterable, Iterator
from typing import Final

import engine
from cogs._game.game import GameSoFar, NothingToUndo
from cogs._process.version import VERSION
from data.file.errors import BrokenLog
from data.game.rows import Entry, TableRow
from data.opening.releases import LiveGame, Lost, Program


def lost(games: Iterable[LiveGame]) -> Iterator[Lost]:
    """The games whose log this program does not play again, move by move."""
    for row, entries in games:
        try:
            seq = impossible(row, entries())
        except BrokenLog as error:
            yield Lost(row, error.seq, altered=True)
            continue
        if seq is not None:
            yield Lost(row, seq)


def impossible(row: TableRow, entries: Iterable[Entry]) -> int | None:
    """The first entry that cannot be; 0 for a game that cannot even be dealt, None for none."""
    try:
        game = GameSoFar.begun(row)
    except ValueError:  # rules, options or a position that this program does not know
        return 0
    for entry in entries:
        try:
            game = game.then(entry)
        except (engine.Refused, NothingToUndo):
            return entry.seq
    return None


PROGRAM: Final = Program(VERSION, lost)
