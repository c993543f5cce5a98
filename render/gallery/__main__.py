"""`python -m render.gallery DIRECTORY`: draw every sample picture, to look at or to compare."""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from render.drawing import encode
from render.drawing.themes import DEFAULT_THEME, THEMES, Theme
from render.gallery import (
    contract_rummy,
    foot_and_ponytail,
    hands,
    house_canasta,
    open_hands,
    replays,
    results,
)
from render.gallery.builders import NAMES
from render.pictures import (
    leaderboard,
    member_card,
    month,
    podium,
    replay,
    score_sheet,
    table,
    table_with_hand,
)
from render.pictures import open_hands as opened
from render.widgets.seats import TableNames

Sample = tuple[str, Callable[[Theme], Image.Image], str]
"""The name of a file, how to draw the picture, and its alt text."""

TABLES: Final = {
    "house-two": house_canasta.two(),
    "house-three": house_canasta.three(),
    "house-four": house_canasta.four(),
    "house-five": house_canasta.five(),
    "house-six": house_canasta.six(),
    "pennies": foot_and_ponytail.pennies(),
    "ponytail": foot_and_ponytail.ponytail(),
    "ten-pennies": contract_rummy.ten_pennies(),
    "ten-pennies-two": contract_rummy.ten_pennies(2),
    "ten-pennies-eight": contract_rummy.ten_pennies(8),
}
SHEETS: Final = {
    "teams": results.TEAM_SHEET,
    "solo": results.SOLO_SHEET,
    "pennies": results.PENNY_SHEET,
}
FINALS: Final = {"teams": results.TEAM_FINAL, "solo": results.SOLO_FINAL}
FRAMES: Final = [replay.Frame(*one) for one in replays.FRAMES]


COMPANY: Final = TableNames(
    NAMES, ("", "", "Dill", "", "", "", "", "Fennel"), {1: 2, 4: 1, 8: 1}, 0, frozenset({1, 8})
)


def gallery() -> Iterator[Sample]:
    """Yield every sample but the animation."""
    for name, seen in TABLES.items():
        yield f"table-{name}", partial(table.draw, seen, COMPANY), table.alt_text(seen, COMPANY)
    for name, held in hands.STATES:
        yield (
            f"panel-{name}",
            partial(table_with_hand.draw, held, COMPANY),
            table_with_hand.alt_text(held, COMPANY),
        )
    for name, sheet in SHEETS.items():
        yield f"score-{name}", partial(score_sheet.draw, sheet), score_sheet.alt_text(sheet)
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
    yield "member", partial(member_card.draw, results.MEMBER), member_card.alt_text(results.MEMBER)
    for name, ended in (("month", results.MONTH), ("month-shared", results.SHARED_MONTH)):
        yield name, partial(month.draw, ended), month.alt_text(ended)
    yield "replay-frame", partial(replay.draw, FRAMES[-1], NAMES), FRAMES[-1].caption


def write_picture(path: Path, picture: bytes, alt_text: str) -> None:
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
    for name, draw, alt_text in gallery():
        write_picture(chosen.directory / f"{name}.png", encode.png(draw(theme), theme), alt_text)
    write_picture(chosen.directory / "replay.gif", replay.animation(FRAMES, NAMES, theme), "")


if __name__ == "__main__":
    main()
