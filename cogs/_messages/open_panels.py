"""Open panels: shown, edited in place, and pushed to when their seat's turn has come.

A private message can be edited only with an interaction token, for 15 minutes; every press brings
a fresh one, and the store keeps the newest, by the time that Discord gave the press. One lock a
seat and reading the table inside it make the last edit always show the newest state, however
presses and pushes cross. A panel that is put away while a press on it is under way is shown where
its member looks now: on the one opened since, or on a new one; and it is kept no longer.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord

from cogs._game import lesson_step
from cogs._game.lesson_step import last_seen
from cogs._game.links import home
from cogs._game.live import Live
from cogs._game.practice import unread
from cogs._game.tables import Tables
from cogs._kit.client import Client, Press
from cogs._kit.components import file
from cogs._kit.places import lost
from cogs._kit.refusals import MissingPermissions, Refusal
from cogs._kit.replies import Reply, finish, is_thinking
from cogs._messages.coaching import with_coach
from cogs._panel.panel import Page, Panel
from cogs._panel.screen import panel_screen
from cogs._screens.newly_laid import table_names
from cogs._screens.scores import sheets
from cogs._traffic.late import Work
from cogs._traffic.turnstile import Haste
from cogs._traffic.unshown import Gone, NotNow, PressClosed, Unshown, attempt
from data.file.errors import NotSaved
from data.game.rows import PanelRow
from render.artist import Artist, Picture
from render.text.catalogue import Catalogue, speaking

log = logging.getLogger(__name__)

UNSEEN: Final = Picture(b"", "", "hand.png")
"""In place of a picture that a page of words has not."""
OPEN_FOR: Final = 14 * 60.0
"""Seconds a token is trusted; Discord ends it after 15 minutes."""


class Panels:
    """All private panels of one bot."""

    def __init__(self, bot: Client, tables: Tables, artist: Artist) -> None:
        self._bot = bot
        self._store = bot.store.messages
        self._tables = tables
        self._artist = artist
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def show(self, raw: Press, live: Live, seat: int, page: Page) -> None:
        """Answer an acknowledged press with the newest state; later, if Discord is in trouble."""
        work = partial(self._show, raw, live, seat, page)
        await self._bot.late.show(raw.id, work, partial(self._bot.failed, raw))

    async def open(self, raw: Press, live: Live, seat: int) -> None:
        """Answer an acknowledged press with the panel's first page."""
        await self.show(raw, live, seat, Page())

    async def _show(self, raw: Press, live: Live, seat: int, page: Page) -> None:
        table_id, user_id = live.row.id, raw.user.id
        async with self._lock(table_id, seat):
            if is_thinking(raw) and await self._overtaken(raw, table_id, seat):
                return
            live = await self._tables.newest(live)
            panel, picture = await self._drawn(live, seat, user_id, page)
            await self._bot.turnstile.passed(Haste.PANEL)
            reply = reply_of(warned(raw, panel), picture)
            instead = partial(self._elsewhere, table_id, seat, user_id, reply)
            sent = await finish(raw, reply, instead)
            if sent is not None:
                row = self._row(raw, panel, sent.id)
                before = await self._keep(row)
                await self._put_away(before, sent.id)
                if not before:
                    self._catch_up(live, row)

    async def _overtaken(self, raw: Press, table_id: int, seat: int) -> bool:
        """Whether a panel was opened after this press; the app then need not wait for another."""
        pressed = raw.created_at.timestamp()
        rows = await self._open(table_id, seat, raw.user.id)
        if not any(row.at > pressed for row in rows):
            return False
        try:
            await attempt(raw.delete_original_response())
        except (Gone, PressClosed) as trouble:
            log.info("table %d: nobody waits for a panel: %s", table_id, trouble)
        return True

    async def _elsewhere(self, table_id: int, seat: int, user_id: int, reply: Reply) -> bool:
        """Show it where they saw it last: the pressed panel may be gone, its token dead."""
        for row in await self._open(table_id, seat, user_id):
            try:
                if await self._edited(row, reply):
                    return True
            except NotNow as trouble:
                log.info("table %d: a panel stays as it is: %s", table_id, trouble)
        return False

    async def _put_away(self, before: tuple[PanelRow, ...], message_id: int) -> None:
        """Delete the seat's panel that a newly opened one replaces: one hand on the screen."""
        for row in before:
            if row.message_id not in {None, message_id}:
                try:
                    await attempt(self._webhook(row).delete_message(row.message_id or 0))
                except Unshown as trouble:
                    log.info("table %d: an old panel stays: %s", row.table_id, trouble)

    async def push(self, live: Live, seats: tuple[int, ...]) -> None:
        """Show the newest state on the open panels of some seats; nothing waits for it."""
        if not seats:
            return
        for row in await self._store.panels(live.row.id, self._since()):
            # Whoever played the seat before may still have a panel of it open: it is told no more.
            if row.seat in seats and row.user_id == live.driver(row.seat).user_id:
                self._soon(row, partial(self._push, live.row.guild_id, row))

    def _catch_up(self, shown: Live, row: PanelRow) -> None:
        """Push what has come while a first panel was on its way: no push could know of it."""

        async def work() -> None:
            if (await self._tables.newest(shown)).game.seq > shown.game.seq:
                await self._push(shown.row.guild_id, row)

        self._soon(row, work)

    def _soon(self, row: PanelRow, work: Work) -> None:
        key = ("panel", row.table_id, row.seat)
        self._bot.late.soon(key, work, partial(unpushed, row.table_id))

    async def _push(self, guild_id: int, row: PanelRow) -> None:
        language = await self._bot.languages.of_member(guild_id, row.user_id)
        async with self._lock(row.table_id, row.seat):
            for newest in await self._open(row.table_id, row.seat, row.user_id):
                with speaking(language):
                    live = await self._tables.load(row.table_id)
                    drawn = await self._drawn(live, row.seat, row.user_id, Page())
                    await self._bot.turnstile.passed(Haste.PANEL)
                    await self._edited(newest, reply_of(*drawn))

    async def _edited(self, row: PanelRow, reply: Reply) -> bool:
        """Give an open panel new content; False, and it is forgotten, when it is gone."""
        try:
            panel = self._webhook(row).edit_message(row.message_id or 0, **reply.edit())
            await attempt(panel)
        except (Gone, PressClosed) as trouble:
            log.info("table %d: a panel is gone: %s", row.table_id, trouble)
            await self._forget(row)
            return False
        return True

    async def _keep(self, row: PanelRow) -> tuple[PanelRow, ...]:
        """Remember a panel that is shown; the seat's panels before it.

        Without that it is not pushed to, and no more.
        """
        try:
            return await self._store.keep_panel(row, self._since())
        except NotSaved as error:
            log.warning("table %d: a panel will not be pushed to: %s", row.table_id, error)
            return ()

    async def _drawn(
        self, live: Live, seat: int, user_id: int, page: Page
    ) -> tuple[Panel, Picture]:
        """The panel of a seat, for whoever plays it now. Raises `Refusal` for anybody else."""
        if live.seat_of(user_id) != seat:  # it was handed over since they pressed
            raise Refusal("table.not_seated")
        page = await with_coach(self._bot.store.learning, self._tables, live, seat, page)
        panel = Panel.of(live, seat, page)
        look = panel.looks.picture
        if not has_picture(panel):
            return panel, UNSEEN
        if unread(live) is not None:
            return panel, await self._artist.score(sheets(live)[-1], look=look)
        drawn = self._artist.panel(last_seen(live, seat), table_names(live), look=look)
        return panel, await drawn

    def _webhook(self, row: PanelRow) -> discord.Webhook:
        # Type 3 is an application's webhook: the one that may edit answers to interactions.
        data = {"id": row.application_id, "type": 3, "token": row.token}
        return discord.Webhook.from_state(data, self._bot._connection)  # type: ignore[arg-type]  # noqa: SLF001 - there is no public way

    def _row(self, raw: Press, panel: Panel, message_id: int) -> PanelRow:
        return PanelRow(
            table_id=panel.live.row.id,
            seat=panel.seat,
            user_id=raw.user.id,
            token=raw.token,
            application_id=raw.application_id,
            message_id=message_id,
            at=raw.created_at.timestamp(),
        )

    async def _open(self, table_id: int, seat: int, user_id: int) -> list[PanelRow]:
        """The panels of a seat that may still be edited, of a member: nobody else's show it."""
        rows = await self._store.panels(table_id, self._since())
        return [row for row in rows if (row.seat, row.user_id) == (seat, user_id)]

    def _since(self) -> float:
        """The moment, by Discord's clock, from which on a token is trusted."""
        return self._bot.pulse.now() - OPEN_FOR

    async def _forget(self, row: PanelRow) -> None:
        """A panel is gone: nothing is to be pushed to it."""
        await self._store.forget_panel(row)

    def _lock(self, table_id: int, seat: int) -> asyncio.Lock:
        return self._locks.setdefault((table_id, seat), asyncio.Lock())


def warned(raw: Press, panel: Panel) -> Panel:
    """The panel; with what the bot lacks, where the table cannot be shown any more."""
    row, page = panel.live.row, panel.page
    if page.notice or raw.channel_id != home(panel.live.row):
        return panel
    names = lost(raw.app_permissions, in_thread=home(row) != row.channel_id)
    if not names:
        return panel
    notice = MissingPermissions(names, "room.table_unshown").sentence(Catalogue.load())
    return replace(panel, page=replace(page, notice=notice))


def reply_of(panel: Panel, picture: Picture) -> Reply:
    """The panel as it is sent."""
    pictures = [picture] if has_picture(panel) else []
    return Reply(panel_screen(panel, picture), files=lambda: [*map(file, pictures)])


def has_picture(panel: Panel) -> bool:
    """Whether the page has the picture: that of words has not, but where it explains the signs."""
    shown_anyway = unread(panel.live) is not None or lesson_step.step_of(panel.live) is not None
    return shown_anyway or not panel.page.about


async def unpushed(table_id: int, error: Exception) -> None:
    """A panel could not be made: its member's next press tells them of it."""
    if isinstance(error, Refusal):  # the game has ended, or the seat is somebody else's now
        log.info("table %d: a panel is not pushed to: %s", table_id, error.key)
        return
    log.error("table %d: a panel is not pushed to", table_id, exc_info=error)
