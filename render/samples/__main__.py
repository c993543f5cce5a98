"""`python -m render.samples DIRECTORY`: draw every sample picture, to look at or to compare."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from render.artist import Kind, Look, draw
from render.canvas import encode
from render.canvas.theme import DEFAULT_THEME, THEMES
from render.felt.people import Company
from render.samples import canasta, hands, house, open_hands, replays, results, rummy
from render.samples.builders import NAMES
from render.scenes import replay

Sample = tuple[str, Kind, tuple[Any, ...]]
"""The name of a file, the kind of picture, and what it shows."""

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
    for name, view in TABLES.items():
        yield f"table-{name}", "table", (view, COMPANY)
    for name, view in hands.STATES:
        yield f"panel-{name}", "table_with_hand", (view, COMPANY)
    for name, sheet in SHEETS.items():
        yield f"score-{name}", "score_sheet", (sheet,)
    for name, end in FINALS.items():
        yield f"podium-{name}", "podium", (end,)
    for views in open_hands.STATES:
        yield f"open-hands-{len(views)}", "open_hands", (views, NAMES)
    yield "leaderboard", "leaderboard", (results.LADDER,)
    yield "member", "member_card", (results.MEMBER,)


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
    look, theme = Look(chosen.theme), THEMES[chosen.theme]
    chosen.directory.mkdir(parents=True, exist_ok=True)
    for name, kind, subject in samples():
        picture = draw(kind, look, subject)
        put(chosen.directory / f"{name}.png", picture.png, picture.alt)
    frame = encode.png(replay.draw(FRAMES[-1], NAMES, theme), theme)
    put(chosen.directory / "replay-frame.png", frame, FRAMES[-1].caption)
    put(chosen.directory / "replay.gif", replay.animation(FRAMES, NAMES, theme), "")


if __name__ == "__main__":
    main()
