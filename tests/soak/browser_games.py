"""Whole games in the browser version, as a member plays them on its page.

    python -m tests.soak.browser_games --tables house-canasta:2 ten-pennies:3
    python -m tests.soak.browser_games --typed --tables ten-pennies:3
    python -m tests.soak.browser_games --options

One member plays with computer players and presses what the panel offers until the final score. With
`--typed` the member types the moves that `/move` offers, and presses nothing. Half-way the process
is killed with -9 and restarted, and the game must continue. With `--options` every house rule with
a choice is first set to another value than the standard one. Without `--tables` every game is
played at its smallest table. The exit status is 0 if every game came to its end.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import engine
from tests.simulator.browser_page import MovedOnError, Page

ROOT: Final = Path(__file__).parents[2]
TABLES: Final = tuple(f"{slug}:{min(game.seats)}" for slug, game in engine.GAMES.items())
PREFERENCE: Final = ("goout", "layit", "lay", "say", "dropit", "throw", "drop")
"""The panel's components, in the order of preference."""
QUIET: Final = {"DISCORD_TOKEN": "", "TUPPENCE_LOG_LEVEL": "ERROR", "TUPPENCE_PORT": "0"}
BREATH: Final = 0.3
"""Seconds between two looks at the page."""
PATIENCE: Final = 20.0
"""Seconds for a page of the lobby to appear."""
SETTLED: Final = 2.0
"""Seconds until the lobby shows its new house rules; an older version cannot be started."""
LOOKS: Final = 6
"""Looks after which the hand is opened again."""

Step = Callable[[Page], bool]
"""One step of a member; it returns whether there was anything to do."""


@contextmanager
def session(database: Path, how: signal.Signals) -> Iterator[Page]:
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


def open_table(page: Page, game: str, seats: int, *, options: bool) -> None:
    """Open a table of this size and fill it with computer players."""
    page.command("play", game=game)
    page.press("setup")
    page.press("terms")
    page.submit(seats=str(seats))
    if options:
        switch_options(page, game)
    time.sleep(SETTLED)
    page.press("fill")


def switch_options(page: Page, game: str) -> None:
    """Set every house rule to its last value that is not the standard one; Classic has none."""
    if not engine.GAMES[game].options:
        return
    page.press("house")
    for number, option in enumerate(engine.GAMES[game].options):
        others = [n for n, value in enumerate(option.choices) if value != option.default]
        if others:
            until(page, "rule", str(number), shown="value")
            until(page, "value", str(others[-1]), shown="rule")


def until(page: Page, verb: str, value: str, *, shown: str) -> None:
    """Choose a value again and again until the page shows the result."""
    end = time.monotonic() + PATIENCE
    while not page.has(shown):
        if page.has(verb):
            page.choose(verb, value)
        time.sleep(BREATH)
        if time.monotonic() > end:
            raise TimeoutError(f"no {shown} on the page\n{page.words()[-1500:]}")


# ---- by taps


def tap(page: Page) -> bool:
    """Press the best component of the panel; otherwise continue to the next step."""
    for verb in PREFERENCE:
        if page.has(verb):
            page.press_first(verb)
            return True
    await_turn(page)
    return False


def await_turn(page: Page) -> None:
    """Let the other players move on, and open the hand again: the page shows only new messages."""
    if page.has("skip"):
        page.press("skip")
    for _ in range(LOOKS):
        time.sleep(BREATH)
        if any(page.has(verb) for verb in (*PREFERENCE, "rematch")):
            return
    page.press("hand")


# ---- by typing


def type_move(page: Page) -> bool:
    """Type the first move that `/move` offers, except an undo."""
    found = [text for text in page.offered("move", "text") if not text.endswith(":undo")]
    if found:
        page.command("move", text=found[0])
        return True
    time.sleep(BREATH)
    return False


# ---- a game


def played(page: Page, step: Step, most: int, patience: float) -> int:
    """Play until the game is over or `most` steps were made; return the number of steps."""
    made, waiting = 0, time.monotonic()
    while made < most and not page.has("rematch"):
        try:
            if step(page):
                made, waiting = made + 1, time.monotonic()
        except MovedOnError:
            time.sleep(BREATH)
        if time.monotonic() - waiting > patience:
            raise TimeoutError(f"nothing to do for {patience} s\n{page.words()[-1500:]}")
    return made


def evening(
    game: str, seats: int, step: Step, *, first: int, patience: float, options: bool
) -> int:
    """Play a whole game with a kill -9 after `first` steps; return the number of steps."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.db"
        with session(database, signal.SIGKILL) as page:
            open_table(page, game, seats, options=options)
            wait_for(page, "hand", patience)
            made = played(page, step, first, patience)
        with session(database, signal.SIGTERM) as page:
            wait_for(page, "hand", patience)
            return made + played(page, step, sys.maxsize, patience)


def wait_for(page: Page, verb: str, patience: float) -> None:
    """Wait until a component with this action is on the page."""
    end = time.monotonic() + patience
    while not page.has(verb):
        if time.monotonic() > end:
            raise TimeoutError(f"no {verb} on the page\n{page.words()[-1500:]}")
        time.sleep(BREATH)


def main() -> int:
    """Play what the arguments name and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", nargs="*", default=TABLES, help="game:seats")
    parser.add_argument("--typed", action="store_true", help="by /move alone, without a tap")
    parser.add_argument("--options", action="store_true", help="other house rules than the book's")
    parser.add_argument("--first", type=int, default=25, help="steps before the kill -9")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds")
    asked = parser.parse_args()
    step, unit = (type_move, "moves") if asked.typed else (tap, "presses")
    for table in asked.tables:
        game, seats = table.split(":")
        begun = time.monotonic()
        made = evening(
            game,
            int(seats),
            step,
            first=asked.first,
            patience=asked.patience,
            options=asked.options,
        )
        took = time.monotonic() - begun
        print(f"{game:22} {seats} seats  {made:5} {unit}  {took:6.0f} s  finished", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
