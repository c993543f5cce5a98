"""Whole games as a member plays them: `./run` in the browser, pressed through its page.

    python -m tests.campaigns.evenings --tables house-canasta:2 house-canasta:6 ten-pennies:4

One member sits with computer players and presses what the panel offers until the final score.
Half-way the process is killed with -9 and started again, and the game has to go on.
Exit status 0 when every game came to its end.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.simulated.page import MovedOnError, Page

ROOT: Final = Path(__file__).parents[2]
TABLES: Final = tuple(f"house-canasta:{seats}" for seats in (2, 3, 4, 6))
PREFERENCE: Final = ("goout", "lay", "say", "drop")
"""What is pressed first of what the panel offers."""
QUIET: Final = {"DISCORD_TOKEN": "", "TUPPENCE_LOG_LEVEL": "ERROR", "TUPPENCE_PORT": "0"}


@contextmanager
def session(database: Path, how: signal.Signals) -> Iterator[Page]:
    """A session in the browser that ends by the signal `how`."""
    process = subprocess.Popen(
        [sys.executable, ROOT / "bot.py"],
        env={**os.environ, **QUIET, "TUPPENCE_DATABASE": str(database)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield Page(process.stdout.readline().split()[-1])
    finally:
        process.send_signal(how)
        process.communicate(timeout=20)


def open_table(page: Page, game: str, seats: int) -> None:
    """Open a table of that size and fill it with computer players."""
    page.command("play", game=game)
    if page.has("seats"):
        page.choose("seats", str(seats))
    page.press("fill")


def press_next(page: Page) -> bool:
    """Press the best of what the panel offers; whether there was anything."""
    for verb in PREFERENCE:
        if page.has(verb):
            page.press_first(verb)
            return True
    return False


def played(page: Page, actions: int, patience: float) -> int:
    """Play until the game is over or `actions` were made; how many were made."""
    made, waiting = 0, time.monotonic()
    while made < actions and not page.has("rematch"):
        try:
            if press_next(page):
                made, waiting = made + 1, time.monotonic()
            else:
                open_hand(page)
        except MovedOnError:
            time.sleep(0.2)
        if time.monotonic() - waiting > patience:
            raise TimeoutError(f"nothing to press for {patience} s\n{page.words()[-1500:]}")
    return made


def open_hand(page: Page) -> None:
    """Hurry the others on; open the hand again: the page shows the newest messages only."""
    if page.has("skip"):
        page.press("skip")
    time.sleep(1.5)
    if not any(page.has(verb) for verb in PREFERENCE) and not page.has("rematch"):
        page.press("hand")


def evening(game: str, seats: int, *, first: int, patience: float) -> int:
    """Play a whole game with a kill -9 after `first` actions; how many actions it took."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.db"
        with session(database, signal.SIGKILL) as page:
            open_table(page, game, seats)
            wait_for(page, "hand", patience)
            made = played(page, first, patience)
        with session(database, signal.SIGTERM) as page:
            wait_for(page, "hand", patience)
            return made + played(page, sys.maxsize, patience)


def wait_for(page: Page, verb: str, patience: float) -> None:
    """Wait until a control of that verb is on the page."""
    end = time.monotonic() + patience
    while not page.has(verb):
        if time.monotonic() > end:
            raise TimeoutError(f"no {verb} on the page\n{page.words()[-1500:]}")
        time.sleep(0.2)


def main() -> int:
    """Play what the arguments ask for and print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", nargs="*", default=TABLES, help="game:seats")
    parser.add_argument("--first", type=int, default=25, help="actions before the kill -9")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds")
    asked = parser.parse_args()
    for table in asked.tables:
        game, seats = table.split(":")
        begun = time.monotonic()
        actions = evening(game, int(seats), first=asked.first, patience=asked.patience)
        took = time.monotonic() - begun
        print(f"{game:22} {seats} seats  {actions:5} actions  {took:6.0f} s  finished", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
