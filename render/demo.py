"""What `python -m render.<thing>` does: draw sample states into a directory."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

from render import encode
from render.theme import DEFAULT_THEME, THEMES, Theme

Sample = tuple[Callable[[Theme], Image.Image], str]
"""How to draw a sample, and its alt text."""


def show(samples: Mapping[str, Sample]) -> None:
    """Draw the samples named on the command line, or all, and print where they are."""
    parser = argparse.ArgumentParser(description="Draw sample pictures into a directory.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT_THEME)
    parser.add_argument("--only", choices=samples, action="append")
    chosen = parser.parse_args()
    chosen.directory.mkdir(parents=True, exist_ok=True)
    for name in chosen.only or samples:
        draw, alt = samples[name]
        picture = encode.png(draw(THEMES[chosen.theme]), THEMES[chosen.theme])
        path = chosen.directory / f"{name}.png"
        path.write_bytes(picture)
        print(f"{path}  {len(picture):,} bytes\n{alt}\n")  # noqa: T201 - this is a command
