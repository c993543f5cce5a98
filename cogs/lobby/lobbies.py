"""`LobbyService`: seats, options and pace of a table before its start, and the start itself.

Each method is one transaction. A method refuses a change that comes too late, such as joining a
closed lobby or starting a game twice. The message is in `messages`, the components are in `cog`.
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
from cogs.lobby.even_sides import balance, skill
from cogs.narration.table_words import non_default_options
from cogs.table.layout import CLOTHS
from cogs.ui.texts import escaped_name, normalize_name
from data.models.consent import unconfirmed
from data.models.tables import Player, TableRow, TableStatus
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.lobbies import LobbyRepository
from data.repositories.tables import TableRepository
from engine.model.option import Value
from engine.players import parse_level


class LobbyService:
    """The lobbies of one bot.

    In all methods `seen` is the revision that the member's page showed. If the lobby has changed
    since, the method refuses. A method that raises `Refusal` has changed nothing.
    """

    def __init__(
        self,
        rows: LobbyRepository,
        tables: TableRepository,
        leaderboards: LeaderboardRepository,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._rows = rows
        self._tables = tables
        self._leaderboards = leaderboards
        self._entropy = entropy

    async def row(self, table_id: int) -> TableRow:
        """Return the table with this id.

        Raises:
            Refusal: There is no such table.
        """
        row = await self._tables.find(table_id)
        if row is None:
            raise Refusal("lobby.refused.gone")
        return row

    async def hosted(self, table_id: int, user_id: int) -> TableRow:
        """Return an open lobby for its host.

        Raises:
            Refusal: The member is not the host, or the lobby is not open.
        """
        row = await self.row(table_id)
        check_open(row)
        if row.host_id != user_id:
            raise Refusal(host_only(row, user_id))
        return row

    async def join(
        self, table_id: int, member: discord.abc.User, interaction_id: int, seen: int
    ) -> TableRow:
        """Seat a member on the first open seat. `interaction_id` contributes to the shuffle.

        If pace or house rules have changed since revision `seen`, the member must confirm them.
        """
        return raise_if_refused(
            await self._rows.seat_player(
                table_id,
                member_player(member),
                press=interaction_id,
                seen=seen,
                may_sit=permissions.check_seat_limit,
            )
        )

    async def rejoin(
        self, table_id: int, member: discord.abc.User, interaction_id: int, seat: int
    ) -> TableRow:
        """Seat a member for a rematch, on `seat` if that is open. Do nothing for a seated member.

        Args:
            table_id: The lobby of the rematch.
            member: The member who wants to play again.
            interaction_id: Contributes to the shuffle.
            seat: The member's seat in the finished game.
        """
        row = await self.row(table_id)
        if seat_of(row, member.id) is not None:
            return row
        # The lobby may have fewer seats than the finished game, or another member may have the
        # seat.
        is_open = seat < len(row.seats) and row.seats[seat].player is None
        own = seat if is_open else None
        return raise_if_refused(
            await self._rows.seat_player(
                table_id,
                member_player(member),
                own,
                press=interaction_id,
                may_sit=permissions.check_seat_limit,
            )
        )

    async def confirm_terms(self, table_id: int, user_id: int, seen: int) -> TableRow:
        """Save that a seated member agrees to the changed pace and house rules."""
        return raise_if_refused(await self._rows.confirm_terms(table_id, user_id, seen))

    async def ask(self, table_id: int, user_id: int, friend: discord.Member) -> TableRow:
        """Ask a member by name to join a lobby, and keep a seat for them.

        `user_id` is the inviter, who must sit there or be the host.
        """
        name = normalize_name(friend.display_name)
        asked = await self._rows.ask(table_id, user_id, friend.id, name)
        return raise_if_refused(asked, who=escaped_name(name))

    async def decline(self, table_id: int, user_id: int) -> TableRow:
        """Save that an asked member does not join this time."""
        return raise_if_refused(await self._rows.decline(table_id, user_id))

    async def call(self, table_id: int, host_id: int, players: Sequence[int]) -> TableRow:
        """Call members to a lobby. `players` are their rows."""
        return raise_if_refused(await self._rows.call_players(table_id, host_id, players))

    async def leave(self, table_id: int, user_id: int) -> TableRow:
        """Free the member's seat."""
        return raise_if_refused(await self._rows.leave(table_id, user_id))

    async def add_computer(
        self, row: TableRow, level: str | None = None, *, takes_kept: bool = False
    ) -> TableRow:
        """Seat a computer player.

        Without `level`, it gets the level of the computer player on the last seat. Only with
        `takes_kept` may it take a seat that is kept for an asked member.
        """
        player = make_computer_player(names_in(row), level or next_level(row))
        seated = await self._rows.seat_computer(row.id, player, takes_kept=takes_kept)
        return raise_if_refused(seated)

    async def remove_computer(self, row: TableRow) -> TableRow:
        """Free the last seat that has a computer player."""
        seats = [s.seat for s in row.seats if s.player and s.player.kind == "computer"]
        if not seats:
            raise Refusal("lobby.no_computer")
        return raise_if_refused(await self._rows.vacate(row.id, seats[-1], row.revision))

    async def resize(self, row: TableRow, seat_count: int, seen: int) -> TableRow:
        """Change the number of seats."""
        if seat_count not in engine.GAMES[row.game].seats:
            raise Refusal("lobby.refused.stale")
        return raise_if_refused(await self._rows.resize(row.id, seat_count, seen), n=seat_count)

    async def set_pace(self, row: TableRow, number: int, seen: int) -> TableRow:
        """Change the pace. `number` is its index in `PACES`."""
        paces = tuple(PACES)
        if not 0 <= number < len(paces):
            raise Refusal("lobby.refused.stale")
        return raise_if_refused(await self._rows.set_pace(row.id, paces[number], seen))

    async def set_cloth(self, row: TableRow, number: int, seen: int) -> TableRow:
        """Change the background cloth. `number` is its index in `CLOTHS`."""
        if not 0 <= number < len(CLOTHS):
            raise Refusal("lobby.refused.stale")
        return raise_if_refused(await self._rows.set_cloth(row.id, CLOTHS[number], seen))

    async def set_terms(
        self, row: TableRow, seats: int, pace: int, options: Mapping[str, Value], seen: int
    ) -> TableRow:
        """Change number of seats, pace and house rules. Saves only what differs."""
        if seats not in engine.GAMES[row.game].seats or not 0 <= pace < len(PACES):
            raise Refusal("lobby.refused.stale")
        # Before any change: after this only the new number of seats can be refused, which is saved
        # first.
        check_cards(row.game, seats, options)
        if seats != len(row.seats):
            row = await self.resize(row, seats, seen)
            seen = row.revision
        if pace != list(PACES).index(row.pace):
            row = await self.set_pace(row, pace, seen)
            seen = row.revision
        if non_default_options(row.game, options) == non_default_options(row.game, row.options):
            return row
        return await self.choose(row, options, seen)

    async def choose(self, row: TableRow, options: Mapping[str, Value], seen: int) -> TableRow:
        """Replace the house rules."""
        options = non_default_options(row.game, options)
        check_cards(row.game, len(row.seats), options)
        return raise_if_refused(await self._rows.set_options(row.id, options, seen))

    async def agree(self, table_id: int, user_id: int, *, wants: bool) -> TableRow:
        """Save whether a seated member agrees that the replay shows all hands."""
        return raise_if_refused(await self._rows.set_open_hands(table_id, user_id, wants=wants))

    async def swap(self, row: TableRow, one: int, other: int, seen: int) -> TableRow:
        """Swap the players of two seats."""
        order = list(range(len(row.seats)))
        order[one], order[other] = order[other], order[one]
        return await self._reseat(row, order, seen)

    async def shuffle(self, row: TableRow, seen: int) -> TableRow:
        """Seat the players at random."""
        order = list(range(len(row.seats)))
        Random(self._entropy(16)).shuffle(order)  # noqa: S311 - seeded by real entropy
        return await self._reseat(row, order, seen)

    async def balance(self, row: TableRow, seen: int) -> TableRow:
        """Seat the players so that the sides are equally strong by their ratings here."""
        skills = [await self._skill(row, seat.player) for seat in row.seats]
        return await self._reseat(row, balance(sides_of(row.game, len(row.seats)), skills), seen)

    async def place(self, row: TableRow, seat: int, level: str, seen: int) -> TableRow:
        """Put a computer player of a level on a seat that no member has."""
        player = row.seats[seat].player
        if player is not None and player.kind == "member":
            raise Refusal("lobby.refused.stale")
        others = [s.player.name for s in row.seats if s.player and s.seat != seat]
        _, taste = parse_level(player.level if player else None)
        return await self._put(row, seat, make_computer_player(others, level, taste), seen)

    async def suit(self, row: TableRow, seat: int, taste: str, seen: int) -> TableRow:
        """Replace a computer player with one of the same level and another taste."""
        player = row.seats[seat].player
        if player is None or player.kind == "member":
            raise Refusal("lobby.refused.stale")
        others = [s.player.name for s in row.seats if s.player and s.seat != seat]
        level, _ = parse_level(player.level)
        return await self._put(row, seat, make_computer_player(others, level, taste), seen)

    async def free(self, row: TableRow, seat: int, seen: int) -> TableRow:
        """Free any seat for the host, whether a member or a computer player has it."""
        return await self._put(row, seat, None, seen)

    # ---- private: one change of the seats

    async def _put(self, row: TableRow, seat: int, player: Player | None, seen: int) -> TableRow:
        players = [player if s.seat == seat else s.player for s in row.seats]
        return raise_if_refused(await self._rows.reseat(row.id, tuple(players), seen))

    async def _reseat(self, row: TableRow, order: Sequence[int], seen: int) -> TableRow:
        players = tuple(row.seats[one].player for one in order)
        return raise_if_refused(await self._rows.reseat(row.id, players, seen))

    async def _skill(self, row: TableRow, player: Player | None) -> float:
        if player is None or player.user_id is None:
            return skill(player, None)
        standing = await self._leaderboards.entry(row.guild_id, row.game, player.user_id)
        return skill(player, standing.mu if standing else None)

    async def start(
        self,
        row: TableRow,
        member: discord.abc.User,
        interaction_id: int,
        seen: int,
        *,
        fill: bool = False,
    ) -> TableRow:
        """Start the game: fix seats and options, and compute the seed. Only one call succeeds.

        Args:
            row: The lobby.
            member: The host who starts.
            interaction_id: The last contribution to the seed.
            seen: The revision of the lobby that the host saw. If the lobby has changed since, it
                does not start.
            fill: Seat computer players on all open seats first.

        Returns:
            The table in play.

        Raises:
            Refusal: The lobby has changed or cannot start. Nobody was seated.
        """
        check_ready(row)
        # The rules of this release, even if the lobby was opened under older ones: no card is dealt
        # yet.
        starter, version = (member_player(member), interaction_id), engine.GAMES[row.game].version
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
        """Close a lobby without recent activity.

        `before` maps each pace to a time. A lobby without activity since then is closed.
        """
        await self._rows.expire(table_id, before)

    async def close(self, row: TableRow) -> TableRow:
        """Close a lobby before its start."""
        return raise_if_refused(await self._rows.close(row.id))


def check_open(row: TableRow) -> None:
    """Raise `Refusal` if a lobby has started or was closed."""
    if row.status is not TableStatus.LOBBY:
        closed = row.status is TableStatus.CLOSED
        raise Refusal("lobby.refused.closed" if closed else "lobby.refused.started")


def host_only(row: TableRow, user_id: int) -> str:
    """Return the key of the refusal for a member who is not the host.

    The refusal says what this member can do instead.
    """
    if any(seat.is_of(user_id) for seat in row.seats):
        return "lobby.host_only_seated"
    is_full = not row.open_seat_count
    return "lobby.host_only_full" if is_full else "lobby.host_only"


def check_ready(row: TableRow) -> None:
    """Raise `Refusal` if the lobby could not start even with all seats taken."""
    members = {seat.seat for seat in row.seats if seat.player and seat.player.kind == "member"}
    if not members - unconfirmed(row):
        raise Refusal("lobby.nobody")
    check_cards(row.game, len(row.seats), row.options)


def check_cards(game: str, seat_count: int, options: Mapping[str, Value]) -> None:
    """Raise `Refusal` if these house rules leave too few cards for that many players."""
    # Any seed works: whether the deal fails depends only on the number of cards.
    try:
        engine.deal(game, seat_count, bytes(32), options)
    except ValueError as error:
        raise Refusal("lobby.refused.too_few_cards", n=seat_count) from error


def names_in(row: TableRow) -> tuple[str, ...]:
    return tuple(seat.player.name for seat in row.seats if seat.player)


def sides_of(game: str, seat_count: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of the game."""
    return tuple(side.seats for side in opening_view(game, seat_count).sides)
