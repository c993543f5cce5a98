"""Lobbies: tables before their first card, from their opening to the start."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.game import lobbies, standing, tables
from data.game.contributions import Mix, Starter
from data.game.rows import Changed, Driver, NotChanged, Option, TableRow
from data.game.standing import Load
from data.sql.connection import Connection
from data.stores.fenced import Fenced
from data.time import grace, timers

NOBODY: Final[Mapping[int, Driver]] = MappingProxyType({})
Options = Mapping[str, Option]
Admit = Callable[[Load, int], None]


class LobbyStore:
    """Lobbies, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look
        self._at = Fenced(file).at

    async def open(  # noqa: PLR0913 - one keyword per column
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        game: str,
        rules_version: int,
        options: Options,
        seat_count: int,
        pace: str,
        seed: bytes,
        rematch_of: int | None = None,
        admit: Admit | None = None,
        host: Driver | None = None,
        seat: int | None = None,
        press: int | None = None,
        computers: Mapping[int, Driver] = NOBODY,
    ) -> TableRow:
        """A new table with empty seats, committed to the SHA-256 of its 32-byte seed.

        `admit` is given what is going on in the moment it is opened, and at how many tables its
        host sits; what it raises is raised, and there is no table. `computers` sit, by seat, and
        `host` sits down, on `seat` or the first that is open, both at once; `press` as in `sit`.
        """
        columns = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "host_id": host_id,
            "game": game,
            "rules_version": rules_version,
            "options": options,
            "pace": pace,
            "seed": seed,
            "rematch_of": rematch_of,
        }

        def opened(connection: Connection, now: Millis) -> TableRow:
            if admit is not None:
                load = standing.load(connection, guild_id, channel_id, host_id)
                admit(load, len(tables.tables_of(connection, guild_id, host_id)))
            table = lobbies.open_lobby(
                connection, now, seat_count=seat_count, computers=computers, **columns
            )
            if host is None:
                return table
            seated = lobbies.sit(connection, now, table.id, host, seat, press)
            assert isinstance(seated, Changed)  # nobody else can have sat down there yet
            return seated.table

        return await self._submit(opened)

    async def first_open(self, guild_id: int, channel_id: int, game: str) -> TableRow | None:
        """The oldest lobby of a game in a channel that has an open seat, or None."""
        return await self._look(lambda c: tables.first_lobby(c, guild_id, channel_id, game))

    async def rematch_of(self, table_id: int) -> TableRow | None:
        """The rematch of a table that waits or is played, the newest; or None."""
        return await self._look(lambda c: tables.rematch_of(c, table_id))

    async def of_host(self, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
        """The lobbies of a server that a member has opened without sitting there now."""
        return await self._look(lambda c: tables.lobbies_of(c, guild_id, user_id))

    async def sit(
        self,
        table_id: int,
        driver: Driver,
        seat: int | None = None,
        *,
        press: int | None = None,
        may_sit: Callable[[int], None] | None = None,
    ) -> Changed | NotChanged:
        """Seat a driver on `seat`, or on the first free one. A member sits once per table.

        `press` is the number of the member's Join, which is mixed into the seed. `may_sit` is given
        at how many tables of the server they sit already; what it raises is raised, and they stand.
        """

        def seated(connection: Connection, now: Millis) -> Changed | NotChanged:
            table = tables.find(connection, table_id)
            if may_sit is not None and table is not None and driver.user_id is not None:
                may_sit(len(tables.tables_of(connection, table.guild_id, driver.user_id)))
            return lobbies.sit(connection, now, table_id, driver, seat, press)

        return await self._at(table_id, seated)

    async def leave(self, table_id: int, user_id: int) -> Changed | NotChanged:
        """Empty the seat of a member, whichever that is by now."""
        return await self._at(table_id, lambda c, at: lobbies.leave(c, at, table_id, user_id))

    async def stand(
        self, table_id: int, seat: int, revision: int | None = None
    ) -> Changed | NotChanged:
        """Empty a seat of a lobby, as it was at `revision` if one is given."""
        return await self._at(
            table_id, lambda c, at: lobbies.stand(c, at, table_id, seat, revision)
        )

    async def resize(self, table_id: int, seat_count: int, revision: int) -> Changed | NotChanged:
        """Add or remove empty seats, the last first."""
        return await self._at(
            table_id, lambda c, at: lobbies.resize(c, at, table_id, seat_count, revision)
        )

    async def set_options(
        self, table_id: int, options: Options, revision: int
    ) -> Changed | NotChanged:
        """Play by these options instead of the present ones."""
        return await self._at(
            table_id, lambda c, at: lobbies.set_options(c, at, table_id, options, revision)
        )

    async def set_pace(self, table_id: int, pace: str, revision: int) -> Changed | NotChanged:
        """Play at this pace instead of the present one."""
        return await self._at(
            table_id, lambda c, at: lobbies.set_pace(c, at, table_id, pace, revision)
        )

    async def agree(self, table_id: int, user_id: int, *, wants: bool) -> Changed | NotChanged:
        """A member who sits wants all hands in the replay, or does not, or no longer."""
        return await self._at(
            table_id, lambda c, at: lobbies.agree(c, at, table_id, user_id, wants=wants)
        )

    async def rearrange(
        self, table_id: int, drivers: tuple[Driver | None, ...], revision: int
    ) -> Changed | NotChanged:
        """Seat everybody anew: one driver, or None, for each seat. Else ValueError."""
        return await self._at(
            table_id, lambda c, at: lobbies.rearrange(c, at, table_id, drivers, revision)
        )

    async def start(
        self,
        table_id: int,
        *,
        mix: Mix,
        deadline: float | None,
        starter: Starter | None = None,
        rules_version: int | None = None,
        revision: int | None = None,
        computers: Mapping[int, Driver] = NOBODY,
    ) -> Changed | NotChanged:
        """Begin to play, once, with the seed that `mix` makes of the lobby's.

        `mix` is given the table as it will be played and the numbers of all presses, with that of
        Start as the last. `starter` is who pressed it, and its number. The commitment stays the one
        the lobby showed. `rules_version` is the one it will be played by to the end; None for the
        one that the lobby was opened with. With a `revision` it begins only as it was seen then.
        `computers` sit down before, by seat: on all that are open, or it does not begin.
        """

        def begun(connection: Connection, now: Millis) -> Changed | NotChanged:
            seen = revision
            if computers:
                filled = lobbies.fill(connection, now, table_id, computers, revision)
                if isinstance(filled, NotChanged):
                    return filled
                seen = filled.table.revision
            return lobbies.start(
                connection, now, table_id, mix, starter, deadline, rules_version, seen
            )

        return await self._at(table_id, begun)

    async def close(self, table_id: int) -> Changed | NotChanged:
        """Give a lobby up."""
        return await self._at(table_id, lambda c, at: lobbies.close_lobby(c, at, table_id))

    async def lapse(self, table_id: int, before: Mapping[str, float]) -> Changed | NotChanged:
        """Give a lobby up that is `stale` still: who joins in this moment is not turned out."""
        return await self._at(table_id, lambda c, at: lobbies.lapse(c, at, table_id, before))

    async def keep(self, changed: Mapping[str, float], shard: int, shards: int) -> None:
        """Let no lobby of a shard, of so many, count as idle since before a time, by its pace."""
        await self._submit(lambda c, _: grace.keep_lobbies(c, changed, shard, shards))

    async def stale(self, before: Mapping[str, float]) -> tuple[int, ...]:
        """Lobbies where nothing has changed since so long `before`, by their pace."""
        return await self._look(lambda c: timers.stale_lobbies(c, before))
