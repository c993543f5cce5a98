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

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.concurrency import Priority
from cogs.core.refusals import MissingPermissions, Refusal
from cogs.delivery.request import (
    DeliveryError,
    InteractionExpired,
    MessageGone,
    TransientError,
    attempt_move,
)
from cogs.delivery.retry_queue import Work
from cogs.game import private_tables
from cogs.game.private_tables import learner_view, unread_round_score
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage, HandPanel
from cogs.hand.practice_page import with_coach_line
from cogs.table.layout import table_names
from cogs.table.scores import score_sheets
from cogs.ui.layout import picture_file
from cogs.ui.permissions import missing_table_permissions
from cogs.ui.replies import Reply, edit_original, is_deferred_thinking
from cogs.ui.texts import channel_of_table
from data.errors import NotSaved
from data.models.messages import HandPanelRow
from render.renderer import Picture, Renderer
from render.text.catalogue import Catalogue, use_language

log = logging.getLogger(__name__)

NO_PICTURE: Final = Picture(b"", "", "hand.png")
"""In place of a picture that a page of words has not."""
TOKEN_LIFETIME: Final = 14 * 60.0
"""Seconds a token is trusted; Discord ends it after 15 minutes."""


class OpenHandPanels:
    """All private panels of one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, renderer: Renderer) -> None:
        self._bot = bot
        self._messages = bot.database.messages
        self._sessions = tables
        self._renderer = renderer
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def show(self, raw: Interaction, state: TableState, seat: int, page: HandPage) -> None:
        """Answer an acknowledged press with the newest state; later, if Discord is in trouble."""
        work = partial(self._show, raw, state, seat, page)
        await self._bot.retry_queue.show(raw.id, work, partial(self._bot.handle_error, raw))

    async def open(self, raw: Interaction, state: TableState, seat: int) -> None:
        """Answer an acknowledged press with the panel's first page."""
        await self.show(raw, state, seat, HandPage())

    async def _show(self, raw: Interaction, state: TableState, seat: int, page: HandPage) -> None:
        table_id, user_id = state.row.id, raw.user.id
        async with self._lock(table_id, seat):
            if is_deferred_thinking(raw) and await self._overtaken(raw, table_id, seat):
                return
            state = await self._sessions.newest(state)
            panel, picture = await self._drawn(state, seat, user_id, page)
            await self._bot.throttle.passed(Priority.PANEL)
            reply = reply_of(warned(raw, panel), picture)
            instead = partial(self._elsewhere, table_id, seat, user_id, reply)
            sent = await edit_original(raw, reply, instead)
            if sent is not None:
                row = self._row(raw, panel, sent.id)
                before = await self._keep(row)
                await self._put_away(before, sent.id)
                if not before:
                    self._catch_up(state, row)

    async def _overtaken(self, raw: Interaction, table_id: int, seat: int) -> bool:
        """Whether a panel was opened after this press; the app then need not wait for another."""
        pressed = raw.created_at.timestamp()
        rows = await self._open(table_id, seat, raw.user.id)
        if not any(row.at > pressed for row in rows):
            return False
        try:
            await attempt_move(raw.delete_original_response())
        except (MessageGone, InteractionExpired) as trouble:
            log.info("table %d: nobody waits for a panel: %s", table_id, trouble)
        return True

    async def _elsewhere(self, table_id: int, seat: int, user_id: int, reply: Reply) -> bool:
        """Show it where they saw it last: the pressed panel may be gone, its token dead."""
        for row in await self._open(table_id, seat, user_id):
            try:
                if await self._edited(row, reply):
                    return True
            except TransientError as trouble:
                log.info("table %d: a panel stays as it is: %s", table_id, trouble)
        return False

    async def _put_away(self, before: tuple[HandPanelRow, ...], message_id: int) -> None:
        """Delete the seat's panel that a newly opened one replaces: one hand on the screen."""
        for row in before:
            if row.message_id not in {None, message_id}:
                try:
                    await attempt_move(self._webhook(row).delete_message(row.message_id or 0))
                except DeliveryError as trouble:
                    log.info("table %d: an old panel stays: %s", row.table_id, trouble)

    async def push(self, state: TableState, seats: tuple[int, ...]) -> None:
        """Show the newest state on the open panels of some seats; nothing waits for it."""
        if not seats:
            return
        for row in await self._messages.hand_panels(state.row.id, self._since()):
            # Whoever played the seat before may still have a panel of it open: it is told no more.
            if row.seat in seats and row.user_id == state.player(row.seat).user_id:
                self._soon(row, partial(self._push, state.row.guild_id, row))

    def _catch_up(self, shown: TableState, row: HandPanelRow) -> None:
        """Push what has come while a first panel was on its way: no push could know of it."""

        async def work() -> None:
            if (await self._sessions.newest(shown)).game.seq > shown.game.seq:
                await self._push(shown.row.guild_id, row)

        self._soon(row, work)

    def _soon(self, row: HandPanelRow, work: Work) -> None:
        key = ("panel", row.table_id, row.seat)
        self._bot.retry_queue.soon(key, work, partial(unpushed, row.table_id))

    async def _push(self, guild_id: int, row: HandPanelRow) -> None:
        language = await self._bot.languages.of_member(guild_id, row.user_id)
        async with self._lock(row.table_id, row.seat):
            for newest in await self._open(row.table_id, row.seat, row.user_id):
                with use_language(language):
                    state = await self._sessions.load(row.table_id)
                    drawn = await self._drawn(state, row.seat, row.user_id, HandPage())
                    await self._bot.throttle.passed(Priority.PANEL)
                    await self._edited(newest, reply_of(*drawn))

    async def _edited(self, row: HandPanelRow, reply: Reply) -> bool:
        """Give an open panel new content; False, and it is forgotten, when it is gone."""
        try:
            panel = self._webhook(row).edit_message(row.message_id or 0, **reply.edit())
            await attempt_move(panel)
        except (MessageGone, InteractionExpired) as trouble:
            log.info("table %d: a panel is gone: %s", row.table_id, trouble)
            await self._forget(row)
            return False
        return True

    async def _keep(self, row: HandPanelRow) -> tuple[HandPanelRow, ...]:
        """Remember a panel that is shown; the seat's panels before it.

        Without that it is not pushed to, and no more.
        """
        try:
            return await self._messages.save_hand_panel(row, self._since())
        except NotSaved as error:
            log.warning("table %d: a panel will not be pushed to: %s", row.table_id, error)
            return ()

    async def _drawn(
        self, state: TableState, seat: int, user_id: int, page: HandPage
    ) -> tuple[HandPanel, Picture]:
        """The panel of a seat, for whoever plays it now. Raises `Refusal` for anybody else."""
        if state.seat_of(user_id) != seat:  # it was handed over since they pressed
            raise Refusal("table.not_seated")
        page = await with_coach_line(self._bot.database.lessons, self._sessions, state, seat, page)
        panel = HandPanel.of(state, seat, page)
        look = panel.looks.picture
        if not has_picture(panel):
            return panel, NO_PICTURE
        if unread_round_score(state) is not None:
            return panel, await self._renderer.score(score_sheets(state)[-1], look=look)
        drawn = self._renderer.panel(learner_view(state, seat), table_names(state), look=look)
        return panel, await drawn

    def _webhook(self, row: HandPanelRow) -> discord.Webhook:
        # Type 3 is an application's webhook: the one that may edit answers to interactions.
        data = {"id": row.application_id, "type": 3, "token": row.token}
        return discord.Webhook.from_state(data, self._bot._connection)  # type: ignore[arg-type]  # noqa: SLF001 - there is no public way

    def _row(self, raw: Interaction, panel: HandPanel, message_id: int) -> HandPanelRow:
        return HandPanelRow(
            table_id=panel.live.row.id,
            seat=panel.seat,
            user_id=raw.user.id,
            token=raw.token,
            application_id=raw.application_id,
            message_id=message_id,
            at=raw.created_at.timestamp(),
        )

    async def _open(self, table_id: int, seat: int, user_id: int) -> list[HandPanelRow]:
        """The panels of a seat that may still be edited, of a member: nobody else's show it."""
        rows = await self._messages.hand_panels(table_id, self._since())
        return [row for row in rows if (row.seat, row.user_id) == (seat, user_id)]

    def _since(self) -> float:
        """The moment, by Discord's clock, from which on a token is trusted."""
        return self._bot.clock_skew.now() - TOKEN_LIFETIME

    async def _forget(self, row: HandPanelRow) -> None:
        """A panel is gone: nothing is to be pushed to it."""
        await self._messages.delete_hand_panel(row)

    def _lock(self, table_id: int, seat: int) -> asyncio.Lock:
        return self._locks.setdefault((table_id, seat), asyncio.Lock())


def warned(raw: Interaction, panel: HandPanel) -> HandPanel:
    """The panel; with what the bot lacks, where the table cannot be shown any more."""
    row, page = panel.live.row, panel.page
    if page.notice or raw.channel_id != channel_of_table(panel.live.row):
        return panel
    names = missing_table_permissions(
        raw.app_permissions, in_thread=channel_of_table(row) != row.channel_id
    )
    if not names:
        return panel
    notice = MissingPermissions(names, "room.table_unshown").sentence(Catalogue.load())
    return replace(panel, page=replace(page, notice=notice))


def reply_of(panel: HandPanel, picture: Picture) -> Reply:
    """The panel as it is sent."""
    pictures = [picture] if has_picture(panel) else []
    return Reply(hand_layout(panel, picture), files=lambda: [*map(picture_file, pictures)])


def has_picture(panel: HandPanel) -> bool:
    """Whether the page has the picture: that of words has not, but where it explains the signs."""
    shown_anyway = (
        unread_round_score(panel.live) is not None or private_tables.step_of(panel.live) is not None
    )
    return shown_anyway or not panel.page.about


async def unpushed(table_id: int, error: Exception) -> None:
    """A panel could not be made: its member's next press tells them of it."""
    if isinstance(error, Refusal):  # the game has ended, or the seat is somebody else's now
        log.info("table %d: a panel is not pushed to: %s", table_id, error.key)
        return
    log.error("table %d: a panel is not pushed to", table_id, exc_info=error)
