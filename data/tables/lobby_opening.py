"""The opening of a lobby, with computer players and its host on their seats. Table `card_table`."""

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.messages import delivery
from data.models.messages import MessageDraft
from data.models.tables import Changed, Option, Player, TableCounts, TableRow
from data.tables import search
from data.tables.lobbies import seat_player
from data.tables.search import tables_of_member
from data.tables.seats import assign_all
from data.tables.table import get_known, pack_options

NOBODY: Final[Mapping[int, Player]] = MappingProxyType({})
Admit = Callable[[TableCounts, int], None]

# Until the start, both columns have the secret seed. The start replaces the first by the mixed
# seed.
INSERT = """
    INSERT INTO card_table (
        guild_id, channel_id, thread_id, host_id, game, rules_version, options, pace, status,
        seed, lobby_seed, commitment, created, updated, rematch_of, cloth)
    VALUES (
        :guild_id, :channel_id, :thread_id, :host_id, :game, :rules_version, :options, :pace,
        'lobby', :seed, :seed, :commitment, :now, :now, :rematch_of, :cloth)
    RETURNING id"""


def create(
    connection: Connection,
    now: Millis,
    *,
    seat_count: int,
    computers: Mapping[int, Player],
    **columns: Any,
) -> TableRow:
    """Create a lobby with computer players on the given seats. Its message is pending.

    `columns` are those of `card_table`.
    """
    columns |= {
        "options": pack_options(columns["options"]),
        "commitment": hashlib.sha256(columns["seed"]).hexdigest(),
        "now": now,
    }
    table_id: int = connection.execute(INSERT, columns).fetchone()["id"]
    players = [computers.get(seat) for seat in range(seat_count)]
    assign_all(connection, table_id, columns["guild_id"], players)
    place = columns["thread_id"] or columns["channel_id"]
    delivery.create_pending(connection, now, MessageDraft(table_id, "lobby", place))
    return get_known(connection, table_id)


def open_with(  # noqa: PLR0913 - one keyword for each column
    connection: Connection,
    now: Millis,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    game: str,
    rules_version: int,
    options: Mapping[str, Option],
    seat_count: int,
    pace: str,
    seed: bytes,
    thread_id: int | None = None,
    rematch_of: int | None = None,
    cloth: str = "",
    admit: Admit | None = None,
    host: Player | None = None,
    seat: int | None = None,
    press: int | None = None,
    computers: Mapping[int, Player] = NOBODY,
) -> TableRow:
    """Open a table with empty seats, committed to the SHA-256 of its 32-byte seed.

    With `thread_id`, the table is in an existing thread of the channel. `admit` receives the counts
    of the channel, and the number of tables at which the host sits. If `admit` raises, no table is
    opened. The same transaction seats `computers`, by seat. It also seats `host`, on `seat` or on
    the first free seat. `press` is as in `seat_player`.
    """
    if admit is not None:
        load = search.table_counts(connection, guild_id, channel_id, host_id)
        admit(load, len(tables_of_member(connection, guild_id, host_id)))
    table = create(
        connection,
        now,
        guild_id=guild_id,
        channel_id=channel_id,
        thread_id=thread_id,
        host_id=host_id,
        game=game,
        rules_version=rules_version,
        options=options,
        seat_count=seat_count,
        pace=pace,
        seed=seed,
        rematch_of=rematch_of,
        cloth=cloth,
        computers=computers,
    )
    if host is None:
        return table
    seated = seat_player(connection, now, table.id, host, seat, press=press)
    assert isinstance(seated, Changed)  # No other member can have sat down there yet.
    return seated.table
