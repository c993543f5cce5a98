"""`python -m render.samples DIRECTORY`: draw every sample picture, to look at or to compare."""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from render.canvas import encode
from render.canvas.theme import DEFAULT_THEME, THEMES, Theme
from render.felt.people import Company
from render.samples import canasta, hands, house, open_hands, replays, results, rummy
from render.samples.builders import NAMES
from render.scenes import leaderboard, member, panel, podium, replay, score, table
from render.scenes import open_hands as opened

Sample = tuple[str, Callable[[Theme], Image.Image], str]
"""The name of a file, how to draw the picture, and its alt text."""

TABLES: Final = {
    "house-two": house.two(),
    "house-three": house.three(),
    "house-four": house.four(),
    "house-five": house.five(),
    "house-six": house.six(),
    "pennies": canasta.pennies(),
    "ponytail": canasta.ponytail(),
    "ten-pennies": rummy.ten_pennies(),
    "ten-pennies-two": rummy.ten_pennies(2),
    "ten-pennies-eight": rummy.ten_pennies(8),
}
SHEETS: Final = {
    "teams": results.TEAM_SHEET,
    "solo": results.SOLO_SHEET,
    "pennies": results.PENNY_SHEET,
}
FINALS: Final = {"teams": results.TEAM_FINAL, "solo": results.SOLO_FINAL}
FRAMES: Final = [replay.Frame(*one) for one in replays.FRAMES]


COMPANY: Final = Company(NAMES, ("", "", "Dill", "", "", "", "", "Fennel"), {4: 1, 8: 1}, 0)


def samples() -> Iterator[Sample]:
    """Yield every sample but the animation."""
    for name, seen in TABLES.items():
        yield f"table-{name}", partial(table.draw, seen, COMPANY), table.alt_text(seen, COMPANY)
    for name, held in hands.STATES:
        yield f"panel-{name}", partial(panel.draw, held, COMPANY), panel.alt_text(held, COMPANY)
    for name, sheet in SHEETS.items():
        yield f"score-{name}", partial(score.draw, sheet), score.alt_text(sheet)
    for name, end in FINALS.items():
        yield f"podium-{name}", partial(podium.draw, end), podium.alt_text(end)
    for views in open_hands.STATES:
        drawn = partial(opened.draw, views, NAMES)
        yield f"open-hands-{len(views)}", drawn, opened.alt_text(views, NAMES)
    yield (
        "leaderboard",
        partial(leaderboard.draw, results.LADDER),
        leaderboard.alt_text(results.LADDER),
    )
    yield "member", partial(member.draw, results.MEMBER), member.alt_text(results.MEMBER)
    yield "replay-frame", partial(replay.draw, FRAMES[-1], NAMES), FRAMES[-1].caption


def put(path: Path, picture: bytes, alt_text: str) -> None:
    """Write a picture, and print its path, size and alt text."""
    path.write_bytes(picture)
    print(f"{path}  {len(picture):,} bytes\n{alt_text}\n")  # noqa: T201 - a command's output


def main() -> None:
    """Draw all samples into the directory of the command line."""
    parser = argparse.ArgumentParser(description="Draw sample pictures into a directory.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT_THEME)
    chosen = parser.parse_args()
    theme = THEMES[chosen.theme]
    chosen.directory.mkdir(parents=True, exist_ok=True)
    for name, draw, alt_text in samples():
        put(chosen.directory / f"{name}.png", encode.png(draw(theme), theme), alt_text)
    put(chosen.directory / "replay.gif", replay.animation(FRAMES, NAMES, theme), "")


if __name__ == "__main__":
    main()
