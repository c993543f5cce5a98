"""Tables: their log of moves, what comes of it, and what Discord shows of them."""

from collections.abc import Sequence
from typing import Final, Unpack

from data.consent import endings, handovers, interventions
from data.consent.interventions import InterventionRow
from data.file.access import OpenDatabase
from data.file.clock import to_ms
from data.game import (
    archive,
    contributions,
    in_play,
    log,
    messages,
    posts,
    seats,
    standing,
    tables,
)
from data.game.in_play import InPlay, Played, Shown
from data.game.log import Beforehand, NewMove
from data.game.posts import Posted
from data.game.rows import (
    Appended,
    Changed,
    Driver,
    Duplicate,
    Entry,
    MessageIds,
    NotChanged,
    Stale,
    TableRow,
)
from data.learning import private
from data.stores.fenced import Fenced
from data.time import waits

SERVERS: Final = 100_000
"""Tables whose server is remembered, a few MB: it never changes, and no number is given again."""


class TableStore:
    """Tables and their games, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look
        self._portion = file.portion
        self._at = Fenced(file).at
        self._servers: dict[int, int] = {}

    async def contributions(self, table_id: int) -> tuple[tuple[int | None, int], ...]:
        """What was mixed into the seed: user id and press; None for who was forgotten."""
        return await self._look(lambda c: contributions.of(c, table_id))

    async def has_played(self, table_id: int, user_id: int) -> bool:
        """Whether a member plays, or has ever played, a seat of a table."""
        return await self._look(lambda c: seats.has_played(c, table_id, user_id))

    async def set_aside(self, table_id: int) -> int:
        """How many other decks of its players were settled and not played out: see there."""
        return await self._look(lambda c: contributions.set_aside(c, table_id))

    # ---- play

    async def append(self, move: NewMove) -> Appended | Duplicate | Stale:
        """Enter a move, and whatever of the same press comes with it, in one commit.

        Raises ValueError when another table used the key, or the outcome names other seats;
        `BrokenLog` when the entry before is missing.
        """
        return await self._at(move.table_id, log.appending(move))

    async def play(self, move: NewMove) -> Played | Duplicate | Stale:
        """The same, answered with the table after it."""
        return await self._at(move.table_id, in_play.playing(move))

    async def in_play(self, table_id: int, after: int = 0) -> InPlay | None:
        """A table, its log after entry `after`, and what is so beside it, of one moment."""
        return await self._look(lambda c: in_play.find(c, table_id, after))

    async def shown(self, table_id: int, after: int = 0) -> tuple[InPlay, Shown] | None:
        """The same, and what has become of the messages that show it."""
        return await self._look(lambda c: in_play.shown(c, table_id, after))

    async def keep_said(self, table_id: int, said: Beforehand) -> None:
        """Keep what members have said beforehand, and no longer what is over."""
        await self._at(table_id, lambda c, _: log.keep(c, table_id, said))

    async def change_driver(
        self, table_id: int, seat: int, driver: Driver, *, from_seq: int, opens: bool = False
    ) -> Changed | NotChanged:
        """Hand a seat over during play: entries after `from_seq` are the new driver's.

        If it `opens`, a substitute may take it. "stale" when the old driver has moved after that.
        """
        return await self._at(
            table_id,
            lambda c, at: handovers.change_driver(
                c, at, table_id, seat, driver, from_seq=from_seq, opens=opens
            ),
        )

    async def find(self, table_id: int) -> TableRow | None:
        """The table as it stands."""
        return await self._look(lambda c: tables.find(c, table_id))

    async def existing(self, table_id: int) -> TableRow:
        """The table as it stands. Raises `NoTable`."""
        return await self._look(lambda c: tables.existing(c, table_id))

    async def log(self, table_id: int, after: int = 0) -> tuple[Entry, ...]:
        """The moves after entry `after`. Raises `BrokenLog` if one was altered on disk."""
        return await self._look(lambda c: log.entries(c, table_id, after))

    async def void(self, table_id: int) -> bool:
        """End a game without a result; False when it was not being played."""
        return await self._at(table_id, lambda c, at: endings.void(c, at, table_id))

    async def pack(self, before: float) -> int:
        """Pack the logs of all games that ended before a time; return how many.

        Block by block, so that a move never waits long behind the packing.
        """
        kinds = await self._look(lambda c: archive.ready(c, to_ms(before)))
        for games in kinds:
            left = games
            while left:
                left = left[await self._pack_block(left) :]
        return sum(map(len, kinds))

    async def _pack_block(self, games: Sequence[int]) -> int:
        return await self._submit(lambda c, _: archive.pack(c, games))

    # ---- which

    async def held(self, table_ids: Sequence[int], shard: int | None = None) -> tuple[int, ...]:
        """Those of these tables that this process looks after, in their order; of one shard."""
        if self._portion.is_all or not table_ids:
            return tuple(table_ids)
        new = [table_id for table_id in table_ids if table_id not in self._servers]
        if new:
            if len(self._servers) > SERVERS:
                self._servers.clear()
            self._servers |= await self._look(lambda c: tables.servers(c, new))
        known = ((each, self._servers[each]) for each in table_ids if each in self._servers)
        return self._portion.of(known, shard)

    async def playing(self) -> tuple[int, ...]:
        """The tables in play."""
        return await self._look(tables.playing)

    async def lobbies(self) -> tuple[int, ...]:
        """The tables that have not begun."""
        return await self._look(standing.lobbies)

    async def playing_in(self, guild_id: int) -> tuple[int, ...]:
        """The tables in play on a server."""
        return await self._look(lambda c: standing.in_server(c, guild_id))

    async def shown_in(self, channel_id: int) -> tuple[int, ...]:
        """The tables in play whose channel or thread this is."""
        return await self._look(lambda c: standing.shown_in(c, channel_id))

    async def threads_in(self, guild_id: int) -> tuple[tuple[int, int], ...]:
        """The tables in play on a server that stand in a thread, each with its thread's id."""
        return await self._look(lambda c: standing.threads_in(c, guild_id))

    async def of_member(self, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
        """The lobbies and games of a server where a member sits."""
        return await self._look(lambda c: tables.tables_of(c, guild_id, user_id))

    async def own(self, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
        """The same, and the member's private tables."""
        return await self._look(
            lambda c: (
                *tables.tables_of(c, guild_id, user_id),
                *private.tables_of(c, user_id),
            )
        )

    async def waiting_for(self, guild_id: int, user_id: int) -> tuple[int, ...]:
        """The games of a server that wait for a member, the longest wait first."""
        return await self._look(lambda c: waits.for_member(c, guild_id, user_id))

    # ---- what Discord shows, and when

    async def place_messages(self, table_id: int, **ids: Unpack[MessageIds]) -> None:
        """Remember where the table is shown; what is not given stays as it is."""
        await self._at(table_id, lambda c, _: messages.place(c, table_id, ids))

    async def painted(self, table_id: int, seq: int, before: int = -1) -> None:
        """The message shows entry `seq`, unless it was unpainted since it showed `before`."""
        await self._at(table_id, lambda c, _: messages.painted(c, table_id, seq, before))

    async def unpaint(self, table_id: int) -> None:
        """The table's message is out of date, though nobody has moved; any process may say so."""
        await self._submit(lambda c, _: messages.unpaint(c, table_id))

    async def behind(self) -> tuple[int, ...]:
        """The tables whose message must be repainted."""
        return await self._look(messages.behind)

    async def posted(self, table_id: int) -> Posted:
        """What has been posted of a table once and for all."""
        return await self._look(lambda c: posts.posted(c, table_id))

    async def interventions(self, table_id: int) -> tuple[InterventionRow, ...]:
        """What a host or a moderator has done at a table, oldest first."""
        return await self._look(lambda c: interventions.of(c, table_id))

    async def note_intervention(self, table_id: int, act: InterventionRow) -> None:
        """Write an intervention beside the table's log."""
        await self._at(table_id, lambda c, _: interventions.note(c, table_id, act))
