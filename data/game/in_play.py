"""Everything that an interaction at a table needs, in one query; and the transaction of a move."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from data.file.clock import Millis
from data.game import log, posts, tables
from data.game.log import NewMove
from data.game.posts import Post, Posted, Relic
from data.game.rows import Appended, Duplicate, Entry, Purpose, Stale, TableRow
from data.people import learning, server_choices, wishes
from data.people.learning import CoachingRow
from data.people.server_choices import ServerChoice
from data.people.wishes import MemberRows
from data.sql.asking import Asking
from data.sql.connection import Connection, SqlRow
from data.time import holds, waits
from data.time.rows import Hold, Wait


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Everything at a table besides its log: open decisions, pauses, and the state of its members.

    `spent` has the used seconds of each seat's time bank; `members` is by Discord id. `coaching` is
    what the coach knows of the member of a practice table. `waiting` has the tables of the guild
    that wait for each member, the longest wait first.
    """

    waits: tuple[Wait, ...] = ()
    holds: tuple[Hold, ...] = ()
    spent: Mapping[int, float] = field(default_factory=dict)
    members: Mapping[int, MemberRows] = field(default_factory=dict)
    coaching: CoachingRow | None = None
    waiting: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


NOTHING_BESIDE: Final = Circumstances()


@dataclass(frozen=True, slots=True)
class InPlay:
    """A table with the requested entries of its log."""

    table: TableRow
    entries: tuple[Entry, ...]
    beside: Circumstances


@dataclass(frozen=True, slots=True)
class Shown:
    """The messages of a table: pending, stale, and announced."""

    server: ServerChoice
    posts: tuple[Post, ...] = ()
    relics: tuple[Relic, ...] = ()
    posted: Posted = field(default_factory=Posted)

    def post(self, what: str) -> Post | None:
        """Return the pending message of that kind; None without one."""
        return next((post for post in self.posts if post.what == what), None)


@dataclass(frozen=True, slots=True)
class Played:
    """A saved move: the table after it, and the used seconds of its time banks."""

    table: TableRow
    spent: Mapping[int, float]


def find(connection: Connection, table_id: int, after: int = 0) -> InPlay | None:
    """A table with its log after entry `after`; None when there is none of that number."""
    table = tables.find(connection, table_id)
    if table is None:
        return None
    entries = log.entries(connection, table_id, after) if table.seq > after else ()
    return InPlay(table, entries, beside(connection, table))


def beside(connection: Connection, table: TableRow) -> Circumstances:
    """Return everything at a table besides its log."""
    drivers = [seat.driver for seat in table.seats]
    members = [one.user_id for one in drivers if one is not None and one.user_id is not None]
    is_practice = table.purpose is Purpose.PRACTICE
    return Circumstances(
        waits.of(connection, table.id),
        holds.of(connection, table.id),
        waits.spent(connection, table.id),
        wishes.of_members(connection, table.id, members),
        learning.coaching(connection, members[0]) if is_practice and members else None,
        waits.for_members(connection, table.guild_id, members),
    )


def shown(connection: Connection, table_id: int, after: int = 0) -> tuple[InPlay, Shown] | None:
    """A table as `find` gives it, and the state of its messages."""
    found = find(connection, table_id, after)
    if found is None:
        return None
    return found, Shown(
        server_choices.find(connection, found.table.guild_id),
        posts.of(connection, table_id),
        posts.relics(connection, table_id),
        posts.posted(connection, table_id),
    )


def play(connection: Connection, now: Millis, move: NewMove) -> Played | Duplicate | Stale:
    """Save a move with all its consequences. Raises as `log.append`."""
    return playing(move)(connection, now)


def playing(move: NewMove) -> Asking[Played | Duplicate | Stale]:
    """Return a transaction that saves a move; it begins with a query of the table."""
    asking = log.appending(move)
    return Asking(asking.subject, asking.sql, asking.parameters, partial(_played, move, asking))


def _played(
    move: NewMove,
    asking: Asking[Appended | Duplicate | Stale],
    connection: Connection,
    now: Millis,
    row: SqlRow | None,
) -> Played | Duplicate | Stale:
    answer = asking.then(connection, now, row)
    if not isinstance(answer, Appended):
        return answer
    table = tables.sure(connection, move.table_id)
    return Played(table, waits.spent(connection, move.table_id))
