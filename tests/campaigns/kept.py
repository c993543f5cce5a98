"""Deals kept from one run of a campaign to the next: a file a row, a line a deal.

A row is found again by what it was played with: after a change of the engine or of the duel it
begins anew beside the old one, for deals of two kinds of player prove nothing together.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path

import portalocker

from tests.campaigns.duel import Row, Tally

TREE = Path(__file__).parents[2]
PLAYED_WITH = (
    "engine/**/*.py",
    *(f"tests/campaigns/{n}.py" for n in ("duel", "seer", "blunders", "before")),
)
AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


def edition(tree: Path = TREE) -> str:
    """What deals are played with, as a digest of the files that decide how."""
    digest = sha256()
    for pattern in PLAYED_WITH:
        for path in sorted(tree.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Kept:
    """The deals of one row, with the file held for as long as they are added to.

    Raises:
        portalocker.AlreadyLocked: another campaign plays this row.

    """

    def __init__(self, directory: Path, seeds: str, row: Row) -> None:
        name = f"{row.game.replace(':', '_')}.{row.pair}.jsonl"
        path = directory / edition() / seeds / name
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
