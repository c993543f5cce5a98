"""`MyTables` loads a member's tables for the list. The list's layout is in `list_page`."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from cogs.core.bot import Interaction, TuppenceBot
from cogs.game.state import TableState
from cogs.my_tables.list_page import list_layout
from cogs.my_tables.listed import ListedTable
from cogs.my_tables.reachability import believed, load_listed_table, probe
from cogs.ui.places import Place, place_of
from cogs.ui.server_names import server_names
from data.models.deadlines import WHOLE_TABLE
from data.models.tables import TableRow, TableStatus


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The member who asks for a list, and their server. `guild_id` is None in direct messages."""

    user_id: int
    guild_id: int | None = None

    @classmethod
    def of(cls, raw: Interaction) -> "Viewpoint":
        """Return the viewpoint of an interaction."""
        return cls(raw.user.id, raw.guild_id if place_of(raw) is Place.SERVER else None)


class MyTables:
    """Lists the tables of one bot's members."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot

    async def layout(self, viewer: Viewpoint, page: int = 0, notice: str = "") -> ui.LayoutView:
        """Return a page of a member's list."""
        return list_layout(await self.load(viewer), viewer.user_id, page, notice)

    async def digest(self, user_id: int, heading: str) -> ui.LayoutView:
        """Return the list for a digest. Sends no request to Discord."""
        return await self.layout(Viewpoint(user_id), notice=heading)

    async def load(self, viewer: Viewpoint) -> list[ListedTable]:
        """Return the tables in which a member has a seat, and the lobbies they host.

        Asks Discord only about tables of the server on which the member is now.
        """
        store = self._bot.database
        rows = await store.tables.tables_of_member_with_private(None, viewer.user_id)
        rows += await store.lobbies.hosted_by(None, viewer.user_id)
        playing = [row for row in rows if not (row.is_private and row.status in ENDED)]
        names = await self._names(playing)
        # In parallel: some tables need a request to Discord, and our answer is due after 3 seconds.
        return list(await asyncio.gather(*(self._listed(row, viewer, names) for row in playing)))

    async def one(self, row: TableRow, viewer: Viewpoint) -> ListedTable:
        """Return one table as an entry of the list."""
        return await self._listed(row, viewer, await self._names([row]))

    async def _names(self, rows: Sequence[TableRow]) -> dict[int, str]:
        guild_ids = {row.guild_id for row in rows if not row.is_private}
        return await server_names(self._bot, guild_ids)

    async def _listed(self, row: TableRow, viewer: Viewpoint, names: dict[int, str]) -> ListedTable:
        bot = self._bot
        guild = bot.get_guild(row.guild_id)
        pauses = await bot.database.pauses.of_table(row.id)
        lost = any(pause.reason == "place" for pause in pauses)
        asks = guild is not None and row.guild_id == viewer.guild_id
        reach = (
            await probe(bot, guild, row, lost=lost)
            if asks and guild is not None
            else believed(lost=lost)
        )
        state: TableState | None = None
        if row.status is not TableStatus.LOBBY:
            state = await load_listed_table(bot, row)
        return ListedTable(
            row,
            state,
            reach,
            next((pause for pause in pauses if pause.seat == WHOLE_TABLE), None),
            homeless=guild is not None and guild.get_channel(row.channel_id) is None,
            server=names.get(row.guild_id, ""),
            here=row.guild_id == viewer.guild_id,
            absent=bot.services.proofs.is_member_absent(row.guild_id, viewer.user_id),
        )


ENDED = frozenset({TableStatus.FINISHED, TableStatus.CLOSED})
