"""Databases of bots of then, given to today's."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import engine
from tests.campaigns.evenings import BREATH, PREFERENCE, QUIET
from tests.campaigns.upgrades.states import ROOT, sampled, tree
from tests.simulated.page import MovedOnError, Page

PRESSES: Final = 3
"""Presses of the member at each table of then."""
MORE: Final = 6
"""And of today."""
LONGEST: Final = 12.0
"""Seconds at one table."""
TRIES: Final = 4
PAUSE: Final = 1.5
"""Seconds before a lobby is started."""
TROUBLE: Final = (MovedOnError, AssertionError, KeyError, OSError)
"""What a page of then may answer to presses of today: it is pressed again, or left."""
Logs = dict[int, list[str]]


@contextmanager
def running(program: Path, database: Path) -> Iterator[tuple[subprocess.Popen[str], Page | None]]:
    """A bot in its browser page; no page where it does not get so far. It is killed at the end."""
    process = subprocess.Popen(
        [sys.executable, program / "bot.py"],
        cwd=program,
        env={**os.environ, **QUIET, "TUPPENCE_DATABASE": str(database)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        yield process, Page(said.split()[-1]) if "http" in said else None
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


def press_on(page: Page, most: int) -> int:
    """Press what a panel offers, up to so many times; how many it were."""
    made, end = 0, time.monotonic() + LONGEST
    while made < most and time.monotonic() < end:
        with suppress(*TROUBLE):
            for verb in PREFERENCE:
                if page.has(verb):
                    page.press_first(verb)
                    made += 1
                    break
            else:
                if page.has("hand"):
                    page.press("hand")
        time.sleep(BREATH)
    return made


def evening(program: Path, database: Path) -> None:
    """A table of each game, a few presses at each; then the bot is killed."""
    with running(program, database) as (_, page):
        for game in engine.GAMES:
            if page is None:
                return
            with suppress(*TROUBLE):
                page.command("play", game=game)
                fill(page, database.with_name("browser.db"))
                press_on(page, PRESSES)


def fill(page: Page, database: Path) -> None:
    """Start the newest lobby: a page that was just pressed much may ask for patience."""
    known = len(logs(database))
    for _ in range(TRIES):
        time.sleep(PAUSE)
        page.press("fill")
        if len(logs(database)) > known:
            return


def logs(database: Path) -> Logs:
    """The log of each table in play."""
    if not database.exists():
        return {}
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            """SELECT t.id, e.seat, e.body FROM card_table AS t LEFT JOIN entry AS e
               ON e.table_id = t.id WHERE t.status = 'playing' ORDER BY t.id, e.seq"""
        ).fetchall()
    found: Logs = {}
    for table_id, seat, body in rows:
        found.setdefault(table_id, []).extend([f"{seat} {body}"] if body is not None else [])
    return found


def words_of(database: Path) -> list[str]:
    """All that is in a file."""
    with closing(sqlite3.connect(database)) as connection:
        return [*connection.iterdump(), str(connection.execute("PRAGMA user_version").fetchone())]


def doctor(database: Path) -> tuple[int, str]:
    """What today's doctor says of it."""
    done = subprocess.run(
        [sys.executable, ROOT / "bot.py", "doctor"],
        env={**os.environ, **QUIET, "TUPPENCE_DATABASE": str(database.with_name("t.db"))},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def judged(database: Path) -> str:
    """What becomes of a database of then; «BREACH» begins what may not be."""
    before, words = logs(database), words_of(database)
    if not before:
        return "no game could be begun"
    told = doctor(database)[1]
    wrong = re.findall(r"cannot continue table (\d+)", told)
    if words_of(database) != words:
        return "BREACH: the doctor has changed something"
    with running(ROOT, database.with_name("t.db")) as (process, page):
        if page is None:
            return refused(database, words, wrong, process)
        if wrong:
            return f"BREACH: the doctor would not play on {wrong}, the bot does"
        made = press_on(page, MORE)
    return gone_on(before, logs(database), made)


def refused(
    database: Path, words: list[str], wrong: list[str], process: subprocess.Popen[str]
) -> str:
    """The bot did not start."""
    status, complaint = process.wait(), process.communicate()[1].strip()
    if status != 74 or "Nothing was changed" not in complaint or "Traceback" in complaint:
        return f"BREACH: ended with {status}: {complaint[-200:]}"
    if words_of(database) != words:
        return "BREACH: something was changed"
    if "none that a release had" in complaint:
        return "refused for a schema of its own, unchanged"
    if not wrong:
        return "BREACH: the doctor has found nothing wrong"
    return f"refused for {len(wrong)} games, unchanged"


def gone_on(before: Logs, after: Logs, made: int) -> str:
    """Every table's log begins as it did; and presses have made it longer."""
    lost = [number for number, log in before.items() if after.get(number, log)[: len(log)] != log]
    if lost:
        return f"BREACH: other logs at {lost}"
    longer = sum(map(len, after.values())) - sum(len(before.get(one, ())) for one in after)
    moves = sum(map(len, before.values()))
    if made and not longer:
        return f"BREACH: {made} presses, and no move more"
    return f"{len(before)} games with {moves} moves go on; {made} presses, {longer} moves more"


def rooms(every: int, only: list[str]) -> int:
    """Go through sampled commits; how many breaches there were."""
    breaches = 0
    for commit in only or sampled(every):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "browser.db"
            with tree(commit) as program:
                if (program / "bot.py").exists():
                    evening(program, database.with_name("t.db"))
            said = judged(database) if database.exists() else "no bot could be started"
        print(f"{commit}  {said}", flush=True)
        breaches += said.startswith("BREACH")
    return breaches
