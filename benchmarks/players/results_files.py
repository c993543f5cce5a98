"""Kept deals of `strength`: one file a row, one line a deal.

A row's *edition* says what its deals were played with: a digest of its two players' moves
(`fingerprint.py` lists what it covers) and of the files that define a deal. Deals of different
players prove nothing together, so a change of play starts a new file. Faster rollouts that change
no choice keep the file.

A row takes hours, and machines are temporary. The folder `ROWS` is in the repository with one line
a row. A row without a local file starts with the deals published there.
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
"""Files that define a deal and its counts."""
OF_PLAYERS = {
    **dict.fromkeys(("hard", "hurried"), "cogs/computers/worker_pool.py"),
    "before": "benchmarks/players/untuned_weights.py",
    "seer": "benchmarks/players/perfect_information.py",
}
"""Files that define thinking times and comparison players."""
PLAYED_WITH = (*DEAL_FILES, *dict.fromkeys(OF_PLAYERS.values()))
SOURCE = ("engine/**/*.py", "benchmarks/players/fingerprint.py", *PLAYED_WITH)
"""Files that a fingerprint can depend on: if they do not change, it does not either."""
ROWS = TREE / "benchmarks/players/results"
"""Published rows, of today's edition only."""
AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


def digest(patterns: tuple[str, ...], tree: Path = TREE, more: str = "") -> str:
    """Return the digest of some files and of further text."""
    whole = sha256(more.encode())
    for pattern in patterns:
        for path in sorted(tree.glob(pattern)):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def edition(
    directory: Path, row: Row, tree: Path = TREE, taken: Callable[[str, str], str] = fingerprint
) -> str:
    """Return the edition of a row: what its deals are played with.

    A fingerprint takes seconds, so `taken` runs once for each state of the source. The result is
    kept in a file next to the deals.
    """
    game = ":".join(row.game.split(":")[:2])
    name = f"{game.replace(':', '_')}.{row.pair}"
    path = directory / "fingerprints" / digest(SOURCE, tree) / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Replace the file in one step: another run may read it at the same time.
        half = path.with_name(f"{name}.{getpid()}")
        half.write_text(taken(game, row.pair))
        half.replace(path)
    return digest(played_with(row.pair), tree, path.read_text())


def played_with(pair: str) -> tuple[str, ...]:
    """Return the files that define a pair's deals, besides the players' own play."""
    return *DEAL_FILES, *sorted(
        {OF_PLAYERS[name] for name in pair.split("-") if name in OF_PLAYERS}
    )


class Kept:
    """The deals of one row, in a locked file that deals are added to.

    `played_with` is the edition of these deals.

    Raises:
        portalocker.AlreadyLocked: Another process plays this row.
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
        """Copy the published deals of this row if there is no local file yet."""
        path = published / self._row / f"{self._edition}.json"
        if not self._file.tell() and path.exists():
            self._file.write(path.read_text(encoding="utf-8"))
            self._file.flush()

    def _read(self) -> Iterator[tuple[int, Tally]]:
        """Yield the deals of earlier runs. A last line that a kill has cut short is removed."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.truncate(len(whole.encode()))
        for line in whole.splitlines():
            plain = json.loads(line)
            first, *others = plain.get("deals") or [plain["deal"]]
            yield first, Tally.from_json(plain)
            # A published row has one tally for all its deals; the first deal carries it.
            yield from ((number, Tally()) for number in others)

    def add(self, number: int, tally: Tally) -> None:
        """Add one deal."""
        self.deals[number] = tally
        self._file.write(json.dumps({"deal": number, **tally.as_json()}) + "\n")
        self._file.flush()

    @property
    def together(self) -> Tally:
        """Return all deals as one tally, in the order of their numbers."""
        tally = Tally()
        for number in sorted(self.deals):
            tally.add(self.deals[number])
        return tally

    def publish(self, published: Path = ROWS) -> None:
        """Publish all deals as one line, which replaces the lines of other editions.

        Lines of other seeds stay.
        """
        place = published / self._row
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob(f"*{Path(self._edition).suffix}.json"):
            old.unlink()
        plain = {"deals": sorted(self.deals), **self.together.as_json()}
        path = place / f"{self._edition}.json"
        path.write_text(json.dumps(plain) + "\n", encoding="utf-8", newline="\n")

    def close(self) -> None:
        """Unlock the row for other processes."""
        self._file.close()
