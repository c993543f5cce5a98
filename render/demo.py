"""What `python -m render.<thing>` does: draw sample states into a directory."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

from render.canvas import encode
from render.canvas.theme import DEFAULT_THEME, THEMES, Theme

Sample = tuple[Callable[[Theme], Image.Image], str]
"""How to draw a sample, and its alt text."""


def show(
    samples: Mapping[str, Sample], animations: Mapping[str, Callable[[Theme], bytes]] | None = None
) -> None:
    """Draw all samples into the directory named on the command line, and say where they are."""
    parser = argparse.ArgumentParser(description="Draw sample pictures into a directory.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT_THEME)
    chosen = parser.parse_args()
    theme = THEMES[chosen.theme]
    chosen.directory.mkdir(parents=True, exist_ok=True)
    for name, (draw, alt) in samples.items():
        put(chosen.directory / f"{name}.png", encode.png(draw(theme), theme), alt)
    for name, animate in (animations or {}).items():
        put(chosen.directory / f"{name}.gif", animate(theme), "")


def put(path: Path, picture: bytes, alt: str) -> None:
    """Write a picture and say so."""
    path.write_bytes(picture)
    print(f"{path}  {len(picture):,} bytes\n{alt}\n")  # noqa: T201 - this is a command
