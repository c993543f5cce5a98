"""The lobby: who sits where before the cards are dealt.

Everything here is one change in the store, which refuses what came too late: joining a lobby
that has just been closed, or the second of two people pressing Start.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import discord

import engine
from cogs.core.refusals import Refusal
from cogs.game import permissions
from cogs.game.computer_players import (
    fill_open_seats,
    make_computer_player,
    next_level,
    opening_view,
)
from cogs.game.deadlines import PACES
from cogs.game.seat_changes import member_player, raise_if_refused
from cogs.game.shuffle_seal import shuffle_seed
from cogs.game.state import seat_of
from cogs.lobby.even_sides import balanced, skill
from cogs.narration.table_words import non_default_options
from data.models.tables import Player, TableRow, TableStatus
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.lobbies import LobbyRepository
from data.repositories.tables import TableRepository
from engine.model.option import Value
from engine.players import parse_level


class LobbyService:
    """All lobbies of one bot. `entropy` gives that many random bytes."""

    def __init__(
        self,
        rows: LobbyRepository,
        tables: TableRepository,
        ladders: LeaderboardRepository,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._rows = rows
        self._tables = tables
        self._ladders = ladders
        self._entropy = entropy

    async def row(self, table_id: int) -> TableRow:
        """The lobby. Raises `Refusal` when there is none of that number."""
        row = await self._tables.find(table_id)
        if row is None:
            raise Refusal("lobby.refused.gone")
        return row

    async def hosted(self, table_id: int, user_id: int) -> TableRow:
        """The lobby before its start, for its host. Raises `Refusal` else, and for anybody else."""
        row = await self.row(table_id)
        check_waits(row)
        if row.host_id != user_id:
            raise Refusal(host_only(row, user_id))
        return row

    async def join(self, table_id: int, member: discord.abc.User, press: int) -> TableRow:
        """Seat a member on the first open chair; the number of the press goes into the shuffle."""
        return raise_if_refused(
            await self._rows.seat_player(
                table_id, member_player(member), press=press, may_sit=permissions.check_seat_limit
            )
        )

    async def rejoin(
        self, table_id: int, member: discord.abc.User, press: int, seat: int
    ) -> TableRow:
        """Seat a member for a rematch: on `seat` if it is open. Nothing changes for who sits."""
        row = await self.row(table_id)
        if seat_of(row, member.id) is not None:
            return row
        is_open = seat < len(row.seats) and row.seats[seat].player is None
        own = seat if is_open else None
        return raise_if_refused(
            await self._rows.seat_player(
                table_id,
                member_player(member),
                own,
                press=press,
                may_sit=permissions.check_seat_limit,
            )
        )

    async def leave(self, table_id: int, user_id: int) -> TableRow:
        """Let a member stand up."""
        return raise_if_refused(await self._rows.leave(table_id, user_id))

    async def add_computer(self, row: TableRow, level: str | None = None) -> TableRow:
        """Seat one more computer player, of a level or of that which is next."""
        driver = make_computer_player(names_in(row), level or next_level(row))
        return raise_if_refused(await self._rows.seat_player(row.id, driver))

    async def remove_computer(self, row: TableRow) -> TableRow:
        """Let the computer player who came last stand up."""
        seats = [s.seat for s in row.seats if s.player and s.player.kind == "computer"]
        if not seats:
            raise Refusal("lobby.no_computer")
        return raise_if_refused(await self._rows.vacate(row.id, seats[-1], row.revision))

    async def resize(self, row: TableRow, seat_count: int, seen: int) -> TableRow:
        """Another number of seats, as chosen on a lobby seen at revision `seen`."""
        if seat_count not in engine.GAMES[row.game].seats:
            raise Refusal("lobby.refused.stale")
        return raise_if_refused(await self._rows.resize(row.id, seat_count, seen), n=seat_count)

    async def set_pace(self, row: TableRow, number: int, seen: int) -> TableRow:
        """Another pace, by its place in the list, as chosen on a lobby seen at `seen`."""
        paces = tuple(PACES)
        if not 0 <= number < len(paces):
            raise Refusal("lobby.refused.stale")
        return raise_if_refused(await self._rows.set_pace(row.id, paces[number], seen))

    async def choose(self, row: TableRow, options: Mapping[str, Value], seen: int) -> TableRow:
        """Other house rules, as chosen on a lobby seen at revision `seen`."""
        options = non_default_options(row.game, options)
        check_cards(row.game, len(row.seats), options)
        return raise_if_refused(await self._rows.set_options(row.id, options, seen))

    async def agree(self, table_id: int, user_id: int, *, wants: bool) -> TableRow:
        """A member who sits wants all hands in the replay, or takes that back."""
        return raise_if_refused(await self._rows.set_open_hands(table_id, user_id, wants=wants))

    async def swap(self, row: TableRow, one: int, other: int, seen: int) -> TableRow:
        """Let two seats change places."""
        order = list(range(len(row.seats)))
        order[one], order[other] = order[other], order[one]
        return await self._reseat(row, order, seen)

    async def shuffle(self, row: TableRow, seen: int) -> TableRow:
        """Draw lots for the seats."""
        order = list(range(len(row.seats)))
        Random(self._entropy(16)).shuffle(order)  # noqa: S311 - seeded by real entropy
        return await self._reseat(row, order, seen)

    async def balance(self, row: TableRow, seen: int) -> TableRow:
        """Make the sides as even as the ratings of this server allow."""
        skills = [await self._skill(row, seat.player) for seat in row.seats]
        return await self._reseat(row, balanced(sides_of(row.game, len(row.seats)), skills), seen)

    async def place(self, row: TableRow, seat: int, level: str, seen: int) -> TableRow:
        """Put a computer player of a level on a seat where no member sits."""
        driver = row.seats[seat].player
        if driver is not None and driver.kind == "member":
            raise Refusal("lobby.refused.stale")
        others = [s.player.name for s in row.seats if s.player and s.seat != seat]
        _, taste = parse_level(driver.level if driver else None)
        return await self._put(row, seat, make_computer_player(others, level, taste), seen)

    async def suit(self, row: TableRow, seat: int, taste: str, seen: int) -> TableRow:
        """Let a computer player of another taste, and of that name and face, sit on its seat."""
        driver = row.seats[seat].player
        if driver is None or driver.kind == "member":
            raise Refusal("lobby.refused.stale")
        others = [s.player.name for s in row.seats if s.player and s.seat != seat]
        level, _ = parse_level(driver.level)
        return await self._put(row, seat, make_computer_player(others, level, taste), seen)

    async def free(self, row: TableRow, seat: int, seen: int) -> TableRow:
        """Let whoever sits on a seat stand up."""
        return await self._put(row, seat, None, seen)

    async def _put(self, row: TableRow, seat: int, driver: Player | None, seen: int) -> TableRow:
        drivers = [driver if s.seat == seat else s.player for s in row.seats]
        return raise_if_refused(await self._rows.reseat(row.id, tuple(drivers), seen))

    async def _reseat(self, row: TableRow, order: Sequence[int], seen: int) -> TableRow:
        drivers = tuple(row.seats[one].player for one in order)
        return raise_if_refused(await self._rows.reseat(row.id, drivers, seen))

    async def _skill(self, row: TableRow, driver: Player | None) -> float:
        if driver is None or driver.user_id is None:
            return skill(driver, None)
        standing = await self._ladders.entry(row.guild_id, row.game, driver.user_id)
        return skill(driver, standing.mu if standing else None)

    async def start(
        self, row: TableRow, member: discord.abc.User, press: int, seen: int, *, fill: bool = False
    ) -> TableRow:
        """Freeze everything, mix the seed with this press as the last, and begin, exactly once.

        Only as the lobby was at revision `seen`: nobody starts what they have not looked at.
        `fill` puts computer players on every open chair before; nobody is seated for nothing.
        """
        check_ready(row)
        # Today's rules: a lobby that was opened under an older release has not begun by those.
        starter, version = (member_player(member), press), engine.GAMES[row.game].version
        started = await self._rows.start(
            row.id,
            mix=shuffle_seed,
            starter=starter,
            deadline=None,
            rules_version=version,
            revision=seen,
            computers=fill_open_seats(row) if fill else {},
        )
        return raise_if_refused(started)

    async def expire(self, table_id: int, before: Mapping[str, float]) -> None:
        """Give a lobby up, if nothing has happened there since `before`, by its pace."""
        await self._rows.expire(table_id, before)

    async def close(self, row: TableRow) -> TableRow:
        """Give the lobby up."""
        return raise_if_refused(await self._rows.close(row.id))


def check_waits(row: TableRow) -> None:
    """Raise `Refusal` where a lobby has begun, or was closed."""
    if row.status is not TableStatus.LOBBY:
        closed = row.status is TableStatus.CLOSED
        raise Refusal("lobby.refused.closed" if closed else "lobby.refused.started")


def host_only(row: TableRow, user_id: int) -> str:
    """The sentence for somebody who is not the host, with what they can do instead."""
    if any(seat.is_of(user_id) for seat in row.seats):
        return "lobby.host_only_seated"
    is_full = all(seat.player for seat in row.seats)
    return "lobby.host_only_full" if is_full else "lobby.host_only"


def check_ready(row: TableRow) -> None:
    """Raise `Refusal` where a lobby could not begin with all its seats taken."""
    if not any(seat.player and seat.player.kind == "member" for seat in row.seats):
        raise Refusal("lobby.nobody")
    check_cards(row.game, len(row.seats), row.options)


def check_cards(game: str, seat_count: int, options: Mapping[str, Value]) -> None:
    """Raise `Refusal` when these house rules leave too few cards for so many players."""
    # Any seed will do: it is by the number of cards alone that there can be too few.
    try:
        engine.deal(game, seat_count, bytes(32), options)
    except ValueError as error:
        raise Refusal("lobby.refused.too_few_cards", n=seat_count) from error


def names_in(row: TableRow) -> tuple[str, ...]:
    """The names of all who sit, in seat order."""
    return tuple(seat.player.name for seat in row.seats if seat.player)


def sides_of(game: str, seat_count: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each side before anything is dealt."""
    return tuple(side.seats for side in opening_view(game, seat_count).sides)
