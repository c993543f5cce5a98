"""Logs of finished games, packed away: the moves of a game in about one kilobyte.

What is packed is what the game can be replayed from: seats and moves. The keys of presses and
the time of each move are let go. Games of one kind look alike: those of a server share blocks,
each compressed as one, which takes a third less than every game for itself. The newest block of
a kind is open: it is packed again with the next games until it is full. Reading one game unpacks
its block, 3 to 11 ms. A digest over a game's moves and the table's seed stands
for the chain. Of the packers at hand bz2 makes the least of such text, two thirds of zlib's.
"""

import bz2
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from data.file.clock import to_seconds
from data.file.errors import BrokenLog
from data.game.rows import Entry
from data.sql.connection import Connection, SqlRow

DIGEST_BYTES = 16
BLOCK = 32
"""Games in a full block; twice as many would save another 2 % and take twice as long to read."""
KEPT = 8
"""Blocks that stay unpacked, half a megabyte each: whoever reads many games reads them in turn."""
BETWEEN = "\n\n"
NEXT = "+"  # before a move: the next seat in turn made it


@dataclass(frozen=True, slots=True)
class Block:
    """The open block of a kind of game: its number, and the texts of its games."""

    number: int | None
    texts: tuple[str, ...]


def ready(connection: Connection, before: int) -> list[tuple[int, ...]]:
    """The games that ended before a time and can be packed, those of a kind together."""
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


def pack(connection: Connection, games: Sequence[int]) -> int:
    """Pack as many of these games, all of one kind, as fit a block; return how many."""
    kind = connection.execute(
        "SELECT guild_id, game FROM card_table WHERE id = ?", (games[0],)
    ).fetchone()
    if kind is None:  # its server has been erased meanwhile
        return len(games)
    block = _open_block(connection, *kind)
    taken = games[: BLOCK - len(block.texts)]
    texts = [text_of(connection, table_id) for table_id in taken]
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


def _open_block(connection: Connection, guild_id: int, game: str) -> Block:
    """The newest block of a kind if it has room, else a new one."""
    row = connection.execute(
        """SELECT id, games, entries FROM block WHERE guild_id = ? AND game = ?
           ORDER BY id DESC LIMIT 1""",
        (guild_id, game),
    ).fetchone()
    if row is None or row["games"] >= BLOCK:
        return Block(None, ())
    try:
        return Block(row["id"], _unpacked(row["entries"]))
    except ValueError:  # left as it is: whoever reads a game of it is told
        return Block(None, ())


def _save(connection: Connection, kind: SqlRow, block: Block, texts: Sequence[str]) -> int:
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


def entries(connection: Connection, table_id: int, seed: bytes) -> tuple[Entry, ...] | None:
    """All moves of a packed game; None when it was not packed. Raises `BrokenLog`."""
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
        raise BrokenLog(table_id, 1) from error
    if _digest(text, seed) != row["digest"]:
        raise BrokenLog(table_id, 1)
    at = to_seconds(row["updated"])
    moves = enumerate(_read(text.split("\n")), start=1)
    return tuple(Entry(seq, seat, "", at, body) for seq, (seat, body) in moves)


@lru_cache(maxsize=KEPT)
def _unpacked(packed: bytes) -> tuple[str, ...]:
    """The texts of a block's games. Raises ValueError when it was altered."""
    try:
        return tuple(bz2.decompress(packed).decode().split(BETWEEN))
    except OSError as error:  # bz2's way to say so
        raise ValueError(str(error)) from error


def text_of(connection: Connection, table_id: int) -> str:
    """The log of a game as it is packed."""
    rows = connection.execute(
        "SELECT seat, body FROM entry WHERE table_id = ? ORDER BY seq", (table_id,)
    ).fetchall()
    return "\n".join(_written([(row["seat"], row["body"]) for row in rows]))


def _written(moves: Sequence[tuple[int, str]]) -> Iterator[str]:
    """How many seats; then each move on a line, with its seat where that cannot be guessed."""
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
    """What `_written` wrote: seat and move. No move begins with a number or a `+`."""
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
