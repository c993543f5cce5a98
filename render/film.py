"""A film of a game: all it takes to draw it, so that a process of its own can.

Drawing one takes seconds of the interpreter, and some 70 MB while it lasts. Whoever orders it
waits for it; nobody else may.
"""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from render.artist import Look, Picture
from render.scenes import replay
from render.text.catalogue import speaking

BEHIND: Final = 5
"""How far behind everything else on the machine it is drawn, by nice(1): a third of its share."""


@dataclass(frozen=True, slots=True)
class Film:
    """A finished game or round, one frame a move.

    `title`, `turns` and `result` are for its words: what it shows, its length, its end.
    """

    frames: Sequence[replay.Frame]
    names: Sequence[str]
    title: str
    turns: int
    result: str
    language: str
    look: Look

    def drawn(self) -> Picture:
        """The film as an animated GIF. Raises `ValueError` without a frame."""
        with speaking(self.language):
            moving = replay.animation(self.frames, self.names, self.look.colours, self.look.deck)
            words = replay.alt(self.title, self.turns, self.result)
        return Picture(moving, words, "replay.gif")


def draw(pipe: Connection) -> None:
    """Draw the film that comes, behind everything else, and hand it out. Runs in a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it
    if hasattr(os, "nice"):  # Windows has no such thing
        os.nice(BEHIND)
    try:
        film: Film = pipe.recv()
        pipe.send(film.drawn())
    except (EOFError, BrokenPipeError):  # nobody waits any more
        return
