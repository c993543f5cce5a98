"""Players of the seats, present and past. Table `seat_driver`."""

from collections.abc import Iterator, Sequence

from data.core.connection import Connection, Row
from data.members import lookup
from data.members.identity import ensure_member_number
from data.models.moves import CLOCK_KEY_PREFIX
from data.models.tables import Player, SeatRow

# `since` is the entry since which the player has had the seat without a break. `open` is the choice
# of the member who left the seat for good, or otherwise the current preference of its owner.
CURRENT = """
    SELECT d.seat, d.kind, d.level, p.user_id, coalesce(p.name, d.name) AS name,
           o.user_id AS owner,
           CASE WHEN d.player_id IS NULL THEN d.open WHEN w.substitution = 'member' THEN 1 ELSE 0
           END AS open, (
        SELECT min(own.from_seq) FROM seat_driver AS own
        WHERE own.table_id = d.table_id AND own.seat = d.seat AND own.from_seq > coalesce((
            SELECT max(other.from_seq) FROM seat_driver AS other
            WHERE other.table_id = d.table_id AND other.seat = d.seat
            AND coalesce(other.player_id, 0) <> coalesce(d.player_id, 0)), -1)) AS since
    FROM seat_driver AS d LEFT JOIN player AS p ON p.id = d.player_id
    LEFT JOIN player AS o ON o.id = d.owner_id
    LEFT JOIN preference AS w ON w.user_id = coalesce(o.user_id, p.user_id)
    WHERE d.table_id = ? AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY d.seat"""


# Members who made a move of their own while they had a seat. The last row before the move says who
# had it. If a seat's member was erased during the game, the seat counts as a computer player's,
# even if another member took it over.
ACTED = """
    SELECT d.seat, d.player_id FROM seat_driver AS d
    WHERE d.table_id = :table AND d.player_id IS NOT NULL AND d.kind = 'member' AND EXISTS (
        SELECT 1 FROM entry AS e WHERE e.table_id = d.table_id AND e.seat = d.seat
        AND e.key NOT LIKE :clock AND d.from_seq = (
            SELECT max(own.from_seq) FROM seat_driver AS own
            WHERE own.table_id = e.table_id AND own.seat = e.seat AND own.from_seq < e.seq))
    AND NOT EXISTS (
        SELECT 1 FROM seat_driver AS held
        JOIN player AS p ON p.id IN (held.player_id, held.owner_id)
        WHERE held.table_id = d.table_id AND held.seat = d.seat AND p.user_id IS NULL)
    ORDER BY d.from_seq DESC, d.seat"""


def seats_of(connection: Connection, table_id: int) -> tuple[SeatRow, ...]:
    """Return the seats in turn order, each with its current player."""
    rows = connection.execute(CURRENT, (table_id,))
    return tuple(
        SeatRow(row["seat"], _driver_from(row), row["since"], row["owner"], bool(row["open"]))
        for row in rows
    )


def _driver_from(row: Row) -> Player | None:
    if row["kind"] is None:
        return None
    return Player(row["kind"], row["user_id"], row["name"], row["level"])


def is_seated(seats: Sequence[SeatRow], player: Player) -> bool:
    """Whether a member already has a seat. Computer players may sit more than once."""
    if player.user_id is None:
        return False
    return any(row.is_of(player.user_id) for row in seats)


def members(players: Iterator[Player | None]) -> list[int]:
    """Return the user ids of some players."""
    return [player.user_id for player in players if player and player.user_id is not None]


def assign_by_own_interaction(  # each argument is a column
    connection: Connection,
    table_id: int,
    guild_id: int,
    seat: int,
    player: Player | None,
    from_seq: int = 0,
) -> None:
    """Give a seat to a player after entry `from_seq`, by the player's own interaction."""
    if player is None or player.user_id is None:
        _write(connection, table_id, seat, from_seq, player, None)
    else:
        player_id = ensure_member_number(connection, guild_id, player.user_id, player.name)
        _write(connection, table_id, seat, from_seq, player, player_id)


def assign_known(
    connection: Connection,
    table_id: int,
    guild_id: int,
    seat: int,
    player: Player | None,
    from_seq: int = 0,
) -> bool:
    """Give a seat to a player without an interaction of theirs.

    Returns False if the member was erased.
    """
    player_id = None
    if player is not None and player.user_id is not None:
        player_id = lookup.member_number(connection, guild_id, player.user_id)
        if player_id is None:
            return False
    _write(connection, table_id, seat, from_seq, player, player_id)
    return True


BEFORE = """
    SELECT d.owner_id, d.player_id, o.user_id AS owner
    FROM seat_driver AS d LEFT JOIN player AS o ON o.id = d.owner_id
    WHERE d.table_id = ? AND d.seat = ? ORDER BY d.from_seq DESC LIMIT 1"""


def hand_over_seat(
    connection: Connection,
    table_id: int,
    guild_id: int,
    seat: int,
    player: Player,
    from_seq: int,
    *,
    opens: bool = False,
) -> bool:
    """Give a seat to another player during a game. Return False if the player was erased.

    The owner stays the same. A computer player may substitute for an absent member. When a member
    who substitutes stops, a computer player substitutes for the owner. With `opens`, a member may
    take a seat that was left for good, after a vote.
    """
    before = connection.execute(BEFORE, (table_id, seat)).fetchone()
    if player.kind == "computer" and before["owner"] is not None:
        _write(connection, table_id, seat, from_seq, player, before["owner_id"])
    elif player.kind != "member":
        if not assign_known(connection, table_id, guild_id, seat, player, from_seq):
            return False
        _belongs(connection, (table_id, seat, from_seq), before["owner_id"], opens=opens)
    else:
        assign_by_own_interaction(connection, table_id, guild_id, seat, player, from_seq)
        whose = before["owner_id"] or before["player_id"]
        _belongs(connection, (table_id, seat, from_seq), whose, opens=False)
    return True


def _belongs(
    connection: Connection, at: tuple[int, int, int], owner: int | None, *, opens: bool
) -> None:
    """Save the owner of a seat if another player plays it."""
    connection.execute(
        """UPDATE seat_driver SET owner_id = nullif(?, player_id), open = ?
           WHERE table_id = ? AND seat = ? AND from_seq = ?""",
        (owner, opens, *at),
    )


def _write(
    connection: Connection,
    table_id: int,
    seat: int,
    from_seq: int,
    player: Player | None,
    player_id: int | None,
) -> None:
    name = player.name if player and player_id is None else ""
    kind, level = (player.kind, player.level) if player else (None, None)
    connection.execute(
        """INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id, name, level)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (table_id, seat, from_seq) DO UPDATE SET
               kind = excluded.kind, player_id = excluded.player_id, name = excluded.name,
               level = excluded.level, open = 0, owner_id = NULL""",
        (table_id, seat, from_seq, kind, player_id, name, level),
    )


def assign_all(
    connection: Connection, table_id: int, guild_id: int, players: Sequence[Player | None]
) -> None:
    """Replace the seats of a lobby and their players.

    The seat of a member who was erased meanwhile stays open.
    """
    connection.execute("DELETE FROM seat_driver WHERE table_id = ?", (table_id,))
    for seat, player in enumerate(players):
        if not assign_known(connection, table_id, guild_id, seat, player):
            assign_by_own_interaction(connection, table_id, guild_id, seat, None)


def rated_players(connection: Connection, table_id: int) -> dict[int, int]:
    """Return, by seat, the player row that owns the seat's result.

    The owner is the last member who acted in the seat. A member who was replaced by a computer
    player still owns the result, because otherwise leaving would avoid a loss. A member of two
    seats owns only the later one. If a seat's member was erased during the game, nobody owns its
    result.
    """
    rows = connection.execute(ACTED, {"table": table_id, "clock": f"{CLOCK_KEY_PREFIX}%"})
    found: dict[int, int] = {}
    for row in rows:
        if row["seat"] not in found and row["player_id"] not in found.values():
            found[row["seat"]] = row["player_id"]
    return found
