"""Deals kept from one run of `strength` to the next: a file a row, a line a deal.

A row is found again by what it was played with, its *edition*: what its two players do
(`fingerprint.py` says what that sees and what not), and the files that decide what a deal is. After
a change of play the row begins anew beside the old one, for deals of two kinds of player prove
nothing together; after one that changes no choice, such as cheaper rollouts, it goes on.

A row takes hours, and machines come and go: `ROWS` lies in the tree, a line a row, and a row that
is not kept yet begins with the deals published there.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import TextIOWrapper
from os import getpid
from pathlib import Path

import portalocker

from benchmarks.players.duel import Row, Tally
from benchmarks.players.fingerprint import fingerprint

TREE = Path(__file__).parents[2]
DEAL_FILES = ("benchmarks/players/duel.py", "benchmarks/players/blunders.py")
"""Files that decide what a deal is, and what is counted."""
OF_PLAYERS = {
    **dict.fromkeys(("hard", "hurried"), "cogs/computers/worker_pool.py"),
    "before": "benchmarks/players/untuned_weights.py",
    "seer": "benchmarks/players/perfect_information.py",
}
"""Files that decide besides how long a player thinks, and what the yardsticks are."""
PLAYED_WITH = (*DEAL_FILES, *dict.fromkeys(OF_PLAYERS.values()))
SOURCE = ("engine/**/*.py", "benchmarks/players/fingerprint.py", *PLAYED_WITH)
"""Files that a fingerprint can depend on: while they stay as they are, it does."""
ROWS = TREE / "benchmarks/players/results"
"""Rows that are published; only the edition of today."""
AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


def digest(patterns: tuple[str, ...], tree: Path = TREE, more: str = "") -> str:
    """The digest of some files, and of what else there is to say."""
    whole = sha256(more.encode())
    for pattern in patterns:
        for path in sorted(tree.glob(pattern)):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def edition(
    directory: Path, row: Row, tree: Path = TREE, taken: Callable[[str, str], str] = fingerprint
) -> str:
    """What deals of a row are played with.

    A fingerprint takes seconds, so it is `taken` once for each state of the source and written
    down beside the deals.
    """
    game = ":".join(row.game.split(":")[:2])
    name = f"{game.replace(':', '_')}.{row.pair}"
    path = directory / "fingerprints" / digest(SOURCE, tree) / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another run may look for it at the same time.
        half = path.with_name(f"{name}.{getpid()}")
        half.write_text(taken(game, row.pair))
        half.replace(path)
    return digest(played_with(row.pair), tree, path.read_text())


def played_with(pair: str) -> tuple[str, ...]:
    """The files that decide about a pair's deals beside the players' own play."""
    return *DEAL_FILES, *sorted(
        {OF_PLAYERS[name] for name in pair.split("-") if name in OF_PLAYERS}
    )


class Kept:
    """The deals of one row, with the file held for as long as they are added to.

    `played_with` is their edition.

    Raises:
        portalocker.AlreadyLocked: another process plays this row.

    """

    def __init__(
        self, directory: Path, played_with: str, seeds: str, row: Row, published: Path = ROWS
    ) -> None:
        self._row = f"{row.game.replace(':', '_')}.{row.pair}"
        self._edition = f"{played_with}.{seeds}"
        path = directory / played_with / seeds / f"{self._row}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIOWrapper = path.open("a+", encoding="utf-8", newline="\n")
        try:
            portalocker.lock(self._file, AT_ONCE)
        except portalocker.AlreadyLocked:
            self._file.close()
            raise
        self._begun_with(published)
        self.deals = dict(self._read())

    def _begun_with(self, published: Path) -> None:
        """Take over what is published of this row, if nothing of it is kept yet."""
        path = published / self._row / f"{self._edition}.json"
        if not self._file.tell() and path.exists():
            self._file.write(path.read_text(encoding="utf-8"))
            self._file.flush()

    def _read(self) -> Iterator[tuple[int, Tally]]:
        """The deals of earlier runs; a line that a kill has torn is cut off."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.truncate(len(whole.encode()))
        for line in whole.splitlines():
            plain = json.loads(line)
            first, *others = plain.get("deals") or [plain["deal"]]
            yield first, Tally.from_json(plain)
            # What is published has one tally for all of its deals; it stands with the first.
            yield from ((number, Tally()) for number in others)

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

    def publish(self, published: Path = ROWS) -> None:
        """Put all deals into the tree as one line, instead of those of other editions.

        Seeds of the other kind stay.
        """
        place = published / self._row
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob(f"*{Path(self._edition).suffix}.json"):
            old.unlink()
        plain = {"deals": sorted(self.deals), **self.together.as_json()}
        path = place / f"{self._edition}.json"
        path.write_text(json.dumps(plain) + "\n", encoding="utf-8", newline="\n")

    def close(self) -> None:
        """Let others play this row."""
        self._file.close()
