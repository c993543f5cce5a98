"""A replay animation: the data from which a separate process draws it.

Drawing an animation takes seconds of CPU and some 70 MB. In the bot's process the drawing would
keep the interpreter lock, and every member would wait. The bot starts and stops the process.
"""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from render.pictures import replay
from render.renderer import Picture, PictureStyle
from render.text.catalogue import use_language

NICENESS: Final = 5
"""Niceness of the process: it gets about a third of a normal process's share of the CPU."""


@dataclass(frozen=True, slots=True)
class ReplayAnimation:
    """A finished game or round, with one frame for each move.

    `title`, `turns` (their number) and `result` are for the alt text.
    """

    frames: Sequence[replay.Frame]
    names: Sequence[str]
    title: str
    turns: int
    result: str
    language: str
    look: PictureStyle

    def drawn(self) -> Picture:
        """Draw the animation as a GIF. Raises `ValueError` if there are no frames."""
        with use_language(self.language):
            moving = replay.animation(self.frames, self.names, self.look.colours, self.look.deck)
            words = replay.alt_text(self.title, self.turns, self.result)
        return Picture(moving, words, "replay.gif")


def render_in_process(pipe: Connection) -> None:
    """Receive an animation from the pipe, draw it and send it back.

    Runs in a process of its own.
    """
    # Ctrl-C reaches the whole process group. The parent shuts down in order and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has no niceness.
        os.nice(NICENESS)
    try:
        film: ReplayAnimation = pipe.recv()
        pipe.send(film.drawn())
    except (EOFError, BrokenPipeError):  # The parent has given up and closed the pipe.
        return
