"""Archive: move logs of finished games, about one kilobyte each. Tables `block`, `archive`.

The archive has seats and moves, which is enough for a replay. Interaction keys and the time of each
move are deleted. Games of one kind and guild share compressed blocks, which takes a third less than
single games. The newest block is compressed again with the next games until it is full. Reading a
game decompresses its block, in 3 to 11 ms. A digest of moves and seed replaces the hash chain. bz2
gives two thirds of the size of zlib.
"""

import bz2
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from data.core.connection import Connection, Row
from data.core.timestamps import to_seconds
from data.errors import MoveLogCorrupt
from data.models.moves import MoveEntry

DIGEST_BYTES = 16
BLOCK = 32
"""Games in a full block. Twice as many would save 2 % more and take twice as long to read."""
KEPT = 8
"""Decompressed blocks in the cache, half a megabyte each. Many games are usually read in order."""
BETWEEN = "\n\n"
NEXT = "+"  # Prefix of a move by the next seat in turn.


@dataclass(frozen=True, slots=True)
class ArchiveBlock:
    """The newest block of a kind of game. `number` is None for a new block."""

    number: int | None
    texts: tuple[str, ...]


def archivable_games(connection: Connection, before: int) -> list[tuple[int, ...]]:
    """Return games that ended before a time and are ready to be archived, grouped by kind."""
    rows = connection.execute(
        """SELECT t.id, t.guild_id, t.game FROM card_table AS t
           WHERE t.status = 'finished' AND t.purpose = 'play'
           AND t.updated < ? AND t.rendered_seq >= t.seq
           AND EXISTS (SELECT 1 FROM entry WHERE table_id = t.id)
           ORDER BY t.guild_id, t.game, t.id""",
        (before,),
    )
    kinds = groupby(rows, key=lambda row: (row["guild_id"], row["game"]))
    return [tuple(row["id"] for row in kind) for _, kind in kinds]


def archive_games(connection: Connection, games: Sequence[int]) -> int:
    """Archive as many of these games, all of one kind, as fit into a block.

    Return their number.
    """
    kind = connection.execute(
        "SELECT guild_id, game FROM card_table WHERE id = ?", (games[0],)
    ).fetchone()
    if kind is None:  # The guild was erased meanwhile.
        return len(games)
    block = _open_block(connection, *kind)
    taken = games[: BLOCK - len(block.texts)]
    texts = [archived_text(connection, table_id) for table_id in taken]
    number = _save(connection, kind, block, texts)
    connection.executemany(
        "INSERT INTO archive (table_id, block, place, digest) VALUES (?, ?, ?, ?)",
        [
            (table_id, number, place, _digest(text, _seed(connection, table_id)))
            for place, (table_id, text) in enumerate(
                zip(taken, texts, strict=True), start=len(block.texts)
            )
        ],
    )
    connection.executemany("DELETE FROM entry WHERE table_id = ?", [(one,) for one in taken])
    return len(taken)


def _open_block(connection: Connection, guild_id: int, game: str) -> ArchiveBlock:
    """Return the newest block of a kind if it has room, else a new one."""
    row = connection.execute(
        """SELECT id, games, entries FROM block WHERE guild_id = ? AND game = ?
           ORDER BY id DESC LIMIT 1""",
        (guild_id, game),
    ).fetchone()
    if row is None or row["games"] >= BLOCK:
        return ArchiveBlock(None, ())
    try:
        return ArchiveBlock(row["id"], _unpacked(row["entries"]))
    except ValueError:  # A damaged block stays: reading one of its games reports the damage.
        return ArchiveBlock(None, ())


def _save(connection: Connection, kind: Row, block: ArchiveBlock, texts: Sequence[str]) -> int:
    games = (*block.texts, *texts)
    packed = bz2.compress(BETWEEN.join(games).encode())
    if block.number is not None:
        connection.execute(
            "UPDATE block SET games = ?, entries = ? WHERE id = ?",
            (len(games), packed, block.number),
        )
        return block.number
    number: int = connection.execute(
        """INSERT INTO block (guild_id, game, games, entries) VALUES (?, ?, ?, ?)
           RETURNING id""",
        (*kind, len(games), packed),
    ).fetchone()["id"]
    return number


def archived_moves(
    connection: Connection, table_id: int, seed: bytes
) -> tuple[MoveEntry, ...] | None:
    """Return all moves of an archived game, or None. Raises `MoveLogCorrupt`."""
    row = connection.execute(
        """SELECT b.entries, a.place, a.digest, t.updated FROM archive AS a
           JOIN block AS b ON b.id = a.block JOIN card_table AS t ON t.id = a.table_id
           WHERE a.table_id = ?""",
        (table_id,),
    ).fetchone()
    if row is None:
        return None
    try:
        text = _unpacked(row["entries"])[row["place"]]
    except (ValueError, IndexError) as error:
        raise MoveLogCorrupt(table_id, 1) from error
    if _digest(text, seed) != row["digest"]:
        raise MoveLogCorrupt(table_id, 1)
    at = to_seconds(row["updated"])
    moves = enumerate(_read(text.split("\n")), start=1)
    return tuple(MoveEntry(seq, seat, "", at, body) for seq, (seat, body) in moves)


@lru_cache(maxsize=KEPT)
def _unpacked(packed: bytes) -> tuple[str, ...]:
    """Decompress the texts of a block's games. Raises `ValueError` if it is damaged."""
    try:
        return tuple(bz2.decompress(packed).decode().split(BETWEEN))
    except OSError as error:  # bz2 reports damaged data in this way.
        raise ValueError(str(error)) from error


def archived_text(connection: Connection, table_id: int) -> str:
    """Return the log of a game in the archive's format."""
    rows = connection.execute(
        "SELECT seat, body FROM entry WHERE table_id = ? ORDER BY seq", (table_id,)
    ).fetchall()
    return "\n".join(_written([(row["seat"], row["body"]) for row in rows]))


def _written(moves: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Yield the number of seats, then each move.

    A move names its seat unless that is the next seat.
    """
    seats = 1 + max(seat for seat, _ in moves)
    yield str(seats)
    before = -1
    for seat, body in moves:
        if seat == before:
            yield body
        elif before >= 0 and seat == (before + 1) % seats:
            yield NEXT + body
        else:
            yield f"{seat} {body}"
        before = seat


def _read(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield seat and move for each line that `_written` made.

    No move begins with a number or a `+`.
    """
    seats, seat = int(lines[0]), 0
    for line in lines[1:]:
        number, _, rest = line.partition(" ")
        if number.isdigit():
            seat = int(number)
            yield seat, rest
        elif line.startswith(NEXT):
            seat = (seat + 1) % seats
            yield seat, line.removeprefix(NEXT)
        else:
            yield seat, line


def _seed(connection: Connection, table_id: int) -> bytes:
    row = connection.execute("SELECT seed FROM card_table WHERE id = ?", (table_id,)).fetchone()
    seed: bytes = row["seed"]
    return seed


def _digest(text: str, seed: bytes) -> bytes:
    return hashlib.sha256(seed + text.encode()).digest()[:DIGEST_BYTES]
