"""Open panels: shown, edited in place, and pushed to when their seat's turn has come.

A private message can be edited only with an interaction token, for 15 minutes; every press brings
a fresh one, and the store keeps the newest. One lock a seat and reading the table inside it make
the last edit always show the newest state, however presses and pushes cross.
"""

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord

from cogs import _looks, _planner, _staging, _standing
from cogs._controls import Press
from cogs._panel import Page, Panel
from cogs._panel_card import panel_card
from cogs._parts import file
from cogs._pings import place_of
from cogs._places import lost
from cogs._refusals import MissingPermissions
from cogs._tables import Live, Tables
from data.rows import PanelRow
from render.artist import Artist, Picture
from render.catalogue import Catalogue, speaking

if TYPE_CHECKING:
    from bot import CardRoom

log = logging.getLogger(__name__)

SERVER_ERROR: Final = 500
OPEN_FOR: Final = 14 * 60.0
"""Seconds a token is trusted; Discord ends it after 15 minutes."""


class Panels:
    """All private panels of one bot."""

    def __init__(self, bot: "CardRoom", tables: Tables, artist: Artist) -> None:
        self._bot = bot
        self._tables = tables
        self._artist = artist
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def show(self, press: Press, table_id: int, seat: int, page: Page) -> None:
        """Edit the panel that a deferred press will answer with, to the newest state."""
        async with self._lock(table_id, seat):
            panel, picture = await self._drawn(table_id, seat, page)
            panel = warned(press, panel)
            try:
                sent = await press.edit_original_response(
                    view=panel_card(panel, picture), attachments=files(panel, picture)
                )
            except discord.HTTPException as error:
                if error.status < SERVER_ERROR:
                    raise
                # What was done is done; the next press, or My hand, shows it.
                log.info("table %d: a panel was not shown: %s", table_id, error)
                return
            await self._put_away(table_id, seat, sent.id)
            await self._bot.store.keep_panel(self._row(press, panel, sent.id))

    async def _put_away(self, table_id: int, seat: int, message_id: int) -> None:
        """Delete the seat's panel that a newly opened one replaces: one hand on the screen."""
        since = self._bot.clock() - OPEN_FOR
        for row in await self._bot.store.panels(table_id, since):
            if row.seat == seat and row.message_id not in {None, message_id}:
                await self._quietly(row, self._webhook(row).delete_message(row.message_id or 0))

    async def push(self, live: Live, seats: tuple[int, ...]) -> None:
        """Show the newest state on the open panels of some seats."""
        since = self._bot.clock() - OPEN_FOR
        for row in await self._bot.store.panels(live.row.id, since):
            if row.seat in seats and row.user_id == live.driver(row.seat).user_id:
                languages = self._bot.languages
                with speaking(await languages.of_member(live.row.guild_id, row.user_id)):
                    await self._push(row)

    async def _push(self, row: PanelRow) -> None:
        async with self._lock(row.table_id, row.seat):
            panel, picture = await self._drawn(row.table_id, row.seat, Page())
            edit = self._webhook(row).edit_message(
                row.message_id or 0,
                view=panel_card(panel, picture),
                attachments=files(panel, picture),
            )
            await self._quietly(row, edit)

    async def _quietly(self, row: PanelRow, work: Awaitable[object]) -> None:
        """Do something to a panel that may be closed, or whose token may be too old."""
        try:
            await work
        except discord.HTTPException as error:
            log.info("table %d: a panel stays as it is: %s", row.table_id, error)

    async def _drawn(self, table_id: int, seat: int, page: Page) -> tuple[Panel, Picture]:
        live = await self._tables.load(table_id)
        view = live.view(seat)
        staging = await _staging.load(self._bot.store, table_id, seat, view.hand)
        wishes = await _standing.load(self._bot.store, live, seat)
        looks = await _looks.load(self._bot.store, live.driver(seat).user_id)
        planned = await _planner.load(self._bot.store, live, seat)
        panel = Panel(live, seat, staging, page, wishes, looks, planned)
        return panel, await self._artist.hand(view, look=looks.picture)

    def _webhook(self, row: PanelRow) -> discord.Webhook:
        # Type 3 is an application's webhook: the one that may edit answers to interactions.
        data = {"id": row.application_id, "type": 3, "token": row.token}
        return discord.Webhook.from_state(data, self._bot._connection)  # type: ignore[arg-type]  # noqa: SLF001 - there is no public way

    def _row(self, press: Press, panel: Panel, message_id: int) -> PanelRow:
        return PanelRow(
            table_id=panel.live.row.id,
            seat=panel.seat,
            user_id=press.user.id,
            token=press.token,
            application_id=press.application_id,
            message_id=message_id,
            at=self._bot.clock(),
        )

    def _lock(self, table_id: int, seat: int) -> asyncio.Lock:
        return self._locks.setdefault((table_id, seat), asyncio.Lock())


def warned(press: Press, panel: Panel) -> Panel:
    """The panel; with what the bot lacks, where the table cannot be shown any more."""
    row, page = panel.live.row, panel.page
    if page.notice or press.channel_id != place_of(panel.live):
        return panel
    names = lost(press.app_permissions, in_thread=place_of(panel.live) != row.channel_id)
    if not names:
        return panel
    notice = MissingPermissions(names).sentence(Catalogue.load())
    return replace(panel, page=replace(page, notice=notice))


def files(panel: Panel, picture: Picture) -> list[discord.File]:
    """The files a panel's page shows: the page of words has none."""
    return [] if panel.page.about else [file(picture)]
