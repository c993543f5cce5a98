"""Deals kept from one run of a campaign to the next: a file a row, a line a deal.

A row is found again by what it was played with, its *edition*: what the players of its game do
(`fingerprint.py` says what that sees and what not), and the campaign's own files. After a change
of play the row begins anew beside the old one, for deals of two kinds of player prove nothing
together; after one that changes no choice, such as cheaper rollouts, it goes on.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import TextIOWrapper
from os import getpid
from pathlib import Path

import portalocker

from tests.campaigns.duel import Row, Tally
from tests.campaigns.fingerprint import fingerprint

TREE = Path(__file__).parents[2]
PLAYED_WITH = tuple(f"tests/campaigns/{n}.py" for n in ("duel", "seer", "blunders", "before"))
"""Files that decide what a deal is, and what is counted."""
SOURCE = ("engine/**/*.py", "tests/campaigns/fingerprint.py", *PLAYED_WITH)
"""Files that a fingerprint can depend on: while they stay as they are, it does."""
AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


def digest(patterns: tuple[str, ...], tree: Path = TREE, more: str = "") -> str:
    """The digest of some files, and of what else there is to say."""
    whole = sha256(more.encode())
    for pattern in patterns:
        for path in sorted(tree.glob(pattern)):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def edition(
    directory: Path, game: str, tree: Path = TREE, taken: Callable[[str], str] = fingerprint
) -> str:
    """What deals of a game (`slug:seats`, perhaps more) are played with.

    A fingerprint takes seconds, so it is `taken` once for each state of the source and written
    down beside the deals.
    """
    game = ":".join(game.split(":")[:2])
    path = directory / "fingerprints" / digest(SOURCE, tree) / game.replace(":", "_")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another run may look for it at the same time.
        half = path.with_suffix(f".{getpid()}")
        half.write_text(taken(game))
        half.replace(path)
    return digest(PLAYED_WITH, tree, path.read_text())


class Kept:
    """The deals of one row, with the file held for as long as they are added to.

    `played_with` is their edition.

    Raises:
        portalocker.AlreadyLocked: another campaign plays this row.

    """

    def __init__(self, directory: Path, played_with: str, seeds: str, row: Row) -> None:
        name = f"{row.game.replace(':', '_')}.{row.pair}.jsonl"
        path = directory / played_with / seeds / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIOWrapper = path.open("a+", encoding="utf-8", newline="\n")
        try:
            portalocker.lock(self._file, AT_ONCE)
        except portalocker.AlreadyLocked:
            self._file.close()
            raise
        self.deals = dict(self._read())

    def _read(self) -> Iterator[tuple[int, Tally]]:
        """The deals of earlier runs; a line that a kill has torn is cut off."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.truncate(len(whole.encode()))
        for line in whole.splitlines():
            plain = json.loads(line)
            yield plain["deal"], Tally.from_json(plain)

    def add(self, number: int, tally: Tally) -> None:
        """Keep a deal more."""
        self.deals[number] = tally
        self._file.write(json.dumps({"deal": number, **tally.as_json()}) + "\n")
        self._file.flush()

    @property
    def together(self) -> Tally:
        """All deals as one tally, in the order of their numbers."""
        tally = Tally()
        for number in sorted(self.deals):
            tally.add(self.deals[number])
        return tally

    def close(self) -> None:
        """Let others play this row."""
        self._file.close()
