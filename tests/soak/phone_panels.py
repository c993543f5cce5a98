"""A check that the hand panel fits a phone: in Chromium, 400 x 860, for every game and phase.

    NODE_PATH=DIRECTORY/node_modules python -m tests.soak.phone_panels [--pictures DIRECTORY]

The member sits in a practice game at a position and opens the panel, then presses **Hint** and
**Build**. At the end of the page the answer, the whole hand in the picture and all components must
be visible without scrolling. Needs Node with `playwright-core` (`npm install playwright-core`) and
Chromium; the variable `CHROMIUM` names its program. Exit status 1 if a panel does not fit.
"""

import argparse
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import engine
from cogs.game.length import usual_seats
from engine.model.cards import RED_THREES, write_cards
from render.drawing.bands import height_of
from render.pictures import hand
from tests.simulator.browser_page import Page
from tests.soak.browser_games import session, wait_for

SIZES: Final = (11, 15, 24)
PHASES: Final[Mapping[str, dict[str, Any]]] = {
    "draw": {"phase": "draw"},
    "play": {"phase": "play"},
    "offer": {"phase": "offer", "turn": 1, "offer_to": [0]},
}
PATIENCE: Final = 60.0
SCRIPT: Final = Path(__file__).with_suffix(".js")


def position(game: str, phase: str, size: int) -> dict[str, Any]:
    """Return a position of a game in which the first seat has so many random cards."""
    rules, seats = engine.GAMES[game], usual_seats(game)
    cards = Random(f"{game}{phase}{size}").sample(list(dealt(game, seats)), size)
    hands = [write_cards(bytes(sorted(cards))), *["4C 5D 6H"] * (seats - 1)]
    return {"game": rules.slug, "seats": seats, "turn": 0, "hands": hands, **PHASES[phase]}


def dealt(game: str, seats: int) -> bytes:
    """Return all cards but red threes, which do not stay in hand."""
    pack = engine.deal(game, seats, bytes(32)).rules.pack()
    return bytes(face for face in pack if face not in RED_THREES)


def hand_height(at: Mapping[str, Any]) -> int:
    """Return the height of the hand in its picture, in pixels at the picture's own width."""
    view = engine.view(engine.from_position(dict(at)), 0)
    return height_of(hand.bands(view, hand.hand_columns(view, "rank"), hand.overlaps("four")[0]))


def put(database: Path, positions: Mapping[str, Mapping[str, Any]]) -> None:
    """Let the practice games start from these positions; the bot does not run meanwhile."""
    # The browser version has its own database next to the given one.
    with sqlite3.connect(database.with_name("browser.db")) as opened:
        for game, at in positions.items():
            opened.execute(
                "DELETE FROM entry WHERE table_id IN (SELECT id FROM card_table WHERE game = ?)",
                (game,),
            )
            opened.execute(
                "UPDATE card_table SET start = ?, seq = 0, rendered_seq = -1 WHERE game = ?",
                (json.dumps(at), game),
            )
    opened.close()


@contextmanager
def chromium(address: str) -> Iterator[subprocess.Popen[str]]:
    """Yield Chromium at the page; for each line of input it measures the newest message."""
    process = subprocess.Popen(
        ["node", str(SCRIPT), address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(PATIENCE)


def measured(browser: subprocess.Popen[str], picture: Path | None) -> dict[str, Any]:
    """Return the positions of the page's parts, in pixels."""
    assert browser.stdin is not None
    assert browser.stdout is not None
    browser.stdin.write(f"{picture or ''}\n")
    found: dict[str, Any] = json.loads(browser.stdout.readline())
    return found


def room(found: Mapping[str, Any], tall: int) -> int:
    """Return the pixels left above the hand when the panel's end is visible; negative if cut."""
    shown = found["picture"]
    cut: float = shown["bottom"] - tall * shown["width"] / shown["natural"] - found["top"]
    return round(cut)


def look(page: Page, browser: Any, game: str, at: Mapping[str, Any], shots: Path | None) -> bool:
    """Measure the panel of a game, and again after **Hint**; return whether both fit."""
    page.command("practice", game=game)
    wait_for(page, "hint", PATIENCE)
    size, fits = len(at["hands"][0].split()), True
    for press in ("", "hint", "build"):
        if press and not page.has(press):
            continue
        if press:
            page.press(press)
        name = f"{game}-{at['phase']}-{size}{press and '-' + press}.png"
        found = measured(browser, shots / name if shots else None)
        left = room(found, hand_height(at))
        below = round(found["end"] - found["answer"]) if found["answer"] else 0
        fits = fits and left >= 0
        words = "fits" if left >= 0 else "CUT"
        print(f"{name:44} {words:5} {left:5} px left, {below:4} px below the picture", flush=True)
    return fits


def phase_fits(database: Path, phase: str, size: int, shots: Path | None) -> bool:
    """Measure one phase of all games that have it."""
    games = [g for g in engine.GAMES if phase != "offer" or engine.GAMES[g].lowest_wins]
    positions = {game: position(game, phase, size) for game in games}
    put(database, positions)
    with session(database, signal.SIGTERM) as page, chromium(page.address) as browser:
        fits = [look(page, browser, game, at, shots) for game, at in positions.items()]
    return all(fits)


def main() -> int:
    """Measure every game, phase and size of hand."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES, help="cards in hand")
    parser.add_argument("--phases", nargs="*", default=list(PHASES))
    parser.add_argument("--pictures", type=Path, help="directory for screenshots")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "phone.db"
        with session(database, signal.SIGTERM) as page:
            for game in engine.GAMES:
                page.command("practice", game=game)
        fits = [
            phase_fits(database, phase, size, asked.pictures)
            for size in asked.sizes
            for phase in asked.phases
        ]
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
