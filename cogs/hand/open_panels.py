"""`OpenHandPanels`: shows hand panels, and updates them. Their layout is in `layout`.

Discord lets us edit a private message only with an interaction token, for 15 minutes. Every
interaction has a new token. The database keeps the token that is newest by Discord's time. A new
panel replaces an older one, which is deleted. An interaction on a deleted panel is answered on the
newest panel.
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
from cogs.core.refusals import Refusal
from cogs.delivery.request import (
    DeliveryError,
    InteractionExpired,
    MessageGone,
    TransientError,
    attempt_request,
)
from cogs.delivery.retry_queue import Work
from cogs.game import private_tables
from cogs.game.private_tables import learner_view, unread_round_score
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage, HandPanel
from cogs.hand.practice_page import with_coach_line
from cogs.table.layout import cloth_of, table_names
from cogs.table.scores import score_sheets
from cogs.ui.first_answer import answer_privately, delete_answer
from cogs.ui.layout import picture_file
from cogs.ui.permissions import lacking, missing_table_permissions
from cogs.ui.places import is_in_bot_dm, is_on_server
from cogs.ui.replies import (
    Reply,
    defer,
    edit_original,
    opens_message,
)
from cogs.ui.texts import channel_of_table
from data.errors import NotSaved
from data.models.messages import HandPanelRow
from render.renderer import Picture, Renderer
from render.text.catalogue import Catalogue, use_language

log = logging.getLogger(__name__)

NO_PICTURE: Final = Picture(b"", "", "hand.png")
"""Used for pages without a picture."""
TOKEN_USE_SECONDS: Final = 14 * 60.0
"""Seconds for which the bot uses a token. Discord ends a token after 15 minutes."""


class OpenHandPanels:
    """All hand panels of one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, renderer: Renderer) -> None:
        self._bot = bot
        self._messages = bot.database.messages
        self._sessions = tables
        self._renderer = renderer
        # Weak: a lock exists only while a task uses it, so old tables take no memory.
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def show(self, raw: Interaction, state: TableState, seat: int, page: HandPage) -> None:
        """Show the newest state in answer to an interaction. Retry while Discord fails.

        Args:
            raw: The interaction.
            state: A state of the table. If there is a newer state, the newer one is shown.
            seat: The member's seat.
            page: The page to show.
        """
        show = self._bot.services.dm_hands.show if is_in_bot_dm(raw) else self._show
        work = partial(show, raw, state, seat, page)
        await self._bot.retry_queue.show(raw.id, work, partial(self._bot.handle_error, raw))

    async def open(self, raw: Interaction, state: TableState, seat: int) -> None:
        """Show the first page in answer to an interaction."""
        await self.show(raw, state, seat, HandPage())

    async def _show(self, raw: Interaction, state: TableState, seat: int, page: HandPage) -> None:
        table_id, user_id = state.row.id, raw.user.id
        # One lock for each seat, and the state is loaded inside. So the last edit shows the newest
        # state, even if interactions and pushes arrive out of order.
        async with self._lock(table_id, seat):
            # A newer panel already shows the newest state, so a second one would be a duplicate.
            if opens_message(raw) and await self._is_superseded(raw, table_id, seat):
                return
            state = await self._sessions.newest(state)
            panel, picture = await self._draw(state, seat, user_id, page)
            # Building a layout blocks the event loop, so that many panels at once must take turns.
            await self._bot.throttle.wait(Priority.PANEL)
            reply = reply_of(with_permission_notice(raw, panel), picture)
            fallback = partial(self._edit_other_panel, table_id, seat, user_id, reply)
            try:
                sent = await answer_privately(raw, reply, fallback)
            except MessageGone:  # the panel was dismissed, or a newer panel has replaced it
                if await self._is_superseded(raw, table_id, seat):
                    return
                await defer(raw, thinking=True)
                sent = await edit_original(raw, reply, fallback)
            # Elsewhere the member may have left the server before a push, so none goes there.
            is_pushed_to = state.row.is_private or is_on_server(raw, state.row.guild_id)
            if sent is not None and is_pushed_to:
                row = self._row(raw, panel, sent)
                # Saved before the deletion: if the bot stops in between, an old message remains,
                # but pushes reach the new one.
                before = await self._save(row)
                await self._delete_replaced(before, sent)
                if not before:
                    self._catch_up(state, row)

    async def _is_superseded(self, raw: Interaction, table_id: int, seat: int) -> bool:
        """Return whether a panel was opened after this interaction.

        If a panel was, also delete the answer to the interaction.
        """
        interacted_at = raw.created_at.timestamp()
        rows = await self._open_rows(table_id, seat, raw.user.id)
        if not any(row.at > interacted_at for row in rows):
            return False
        try:
            await delete_answer(raw)
        except (MessageGone, InteractionExpired) as error:
            log.info("table %d: the response to delete is gone: %s", table_id, error)
        return True

    async def _edit_other_panel(self, table_id: int, seat: int, user_id: int, reply: Reply) -> bool:
        """Edit the newest panel, because the panel of the interaction was deleted.

        Return whether a panel was edited.
        """
        for row in await self._open_rows(table_id, seat, user_id):
            try:
                if await self._edited(row, reply):
                    return True
            except TransientError as error:
                log.info("table %d: a panel was not edited: %s", table_id, error)
        return False

    async def _delete_replaced(self, before: tuple[HandPanelRow, ...], message_id: int) -> None:
        """Delete the panels that a new panel replaces, so that a seat has only one panel."""
        for row in before:
            if row.message_id not in {None, message_id}:
                try:
                    await attempt_request(self._webhook(row).delete_message(row.message_id or 0))
                except DeliveryError as error:
                    log.info("table %d: a replaced panel was not deleted: %s", row.table_id, error)

    async def push(self, state: TableState, seats: tuple[int, ...]) -> None:
        """Schedule edits that show the newest state on open panels, and return at once.

        Args:
            state: The table.
            seats: The seats whose panels are outdated.
        """
        if not seats:
            return
        for row in await self._messages.hand_panels(state.row.id, self._trusted_since()):
            # A former player of the seat may have a panel open, but must not see the hand now.
            if row.seat in seats and row.user_id == state.player(row.seat).user_id:
                self._schedule(row, partial(self._push, state, row))

    def _catch_up(self, shown: TableState, row: HandPanelRow) -> None:
        """Schedule an edit if the table has changed while a seat's first panel was sent.

        Pushes reach a panel only after its row was saved.
        """

        async def work() -> None:
            if (await self._sessions.newest(shown)).game.seq > shown.game.seq:
                await self._push(shown, row)

        self._schedule(row, work)

    def _schedule(self, row: HandPanelRow, work: Work) -> None:
        key = ("panel", row.table_id, row.seat)
        self._bot.retry_queue.soon(key, work, partial(log_failed_push, row.table_id))

    async def _push(self, state: TableState, row: HandPanelRow) -> None:
        language = await self._bot.languages.of_member(state.row.guild_id, row.user_id)
        async with self._lock(row.table_id, row.seat):
            for newest in await self._open_rows(row.table_id, row.seat, row.user_id):
                # Loaded inside the lock: a state from before the lock could replace a newer one.
                with use_language(language):
                    state = await self._sessions.newest(state)
                    drawn = await self._draw(state, row.seat, row.user_id, HandPage())
                    await self._bot.throttle.wait(Priority.PANEL)
                    await self._edited(newest, reply_of(*drawn))

    async def _edited(self, row: HandPanelRow, reply: Reply) -> bool:
        """Edit an open panel.

        If its message was deleted, delete the panel's row and return False.
        """
        try:
            panel = self._webhook(row).edit_message(row.message_id or 0, **reply.edit())
            await attempt_request(panel)
        except (MessageGone, InteractionExpired) as error:
            log.info("table %d: a panel is gone: %s", row.table_id, error)
            await self._messages.delete_hand_panel(row)
            return False
        return True

    async def _save(self, row: HandPanelRow) -> tuple[HandPanelRow, ...]:
        """Save a shown panel, and return the rows of the seat's earlier panels.

        If saving fails, pushes do not reach this panel. Nothing else is lost.
        """
        try:
            return await self._messages.save_hand_panel(row, self._trusted_since())
        except NotSaved as error:
            log.warning("table %d: a panel will not be pushed to: %s", row.table_id, error)
            return ()

    async def draw(self, state: TableState, seat: int, user_id: int, page: HandPage) -> Reply:
        """Return the panel of a seat, for a message that another service sends.

        Raises:
            Refusal: The member no longer plays the seat.
        """
        return reply_of(*await self._draw(state, seat, user_id, page))

    async def _draw(
        self, state: TableState, seat: int, user_id: int, page: HandPage
    ) -> tuple[HandPanel, Picture]:
        """Build the panel of a seat, and draw its picture.

        Raises:
            Refusal: The member no longer plays the seat.
        """
        if state.seat_of(user_id) != seat:  # another player has got the seat since the interaction
            raise Refusal("table.not_seated")
        page = await with_coach_line(self._bot.database.lessons, self._sessions, state, seat, page)
        panel = HandPanel.of(state, seat, page)
        look = replace(panel.appearance.picture, theme=cloth_of(state.row))
        if not has_picture(panel):
            return panel, NO_PICTURE
        if unread_round_score(state) is not None:
            return panel, await self._renderer.score(score_sheets(state)[-1], look=look)
        drawn = self._renderer.panel(learner_view(state, seat), table_names(state), look=look)
        return panel, await drawn

    def _webhook(self, row: HandPanelRow) -> discord.Webhook:
        # Type 3 is a webhook of the application. It may edit responses to interactions.
        data = {"id": row.application_id, "type": 3, "token": row.token}
        return discord.Webhook.from_state(data, self._bot._connection)  # type: ignore[arg-type]  # noqa: SLF001 - discord.py has no public way

    def _row(self, raw: Interaction, panel: HandPanel, message_id: int) -> HandPanelRow:
        return HandPanelRow(
            table_id=panel.state.row.id,
            seat=panel.seat,
            user_id=raw.user.id,
            token=raw.token,
            application_id=raw.application_id,
            message_id=message_id,
            at=raw.created_at.timestamp(),
        )

    async def _open_rows(self, table_id: int, seat: int, user_id: int) -> list[HandPanelRow]:
        """Return the rows of a member's panels for a seat, if the panels can still be edited."""
        rows = await self._messages.hand_panels(table_id, self._trusted_since())
        return [row for row in rows if (row.seat, row.user_id) == (seat, user_id)]

    def _trusted_since(self) -> float:
        """Return the creation time, by Discord's clock, of the oldest token that is still used."""
        return self._bot.clock_skew.now() - TOKEN_USE_SECONDS

    def _lock(self, table_id: int, seat: int) -> asyncio.Lock:
        return self._locks.setdefault((table_id, seat), asyncio.Lock())


def with_permission_notice(raw: Interaction, panel: HandPanel) -> HandPanel:
    """Return the panel. If the bot lacks a permission to show the table, the panel has a notice."""
    row, page = panel.state.row, panel.page
    if page.notice or raw.channel_id != channel_of_table(panel.state.row):
        return panel
    names = missing_table_permissions(
        raw.app_permissions, in_thread=channel_of_table(row) != row.channel_id
    )
    if not names:
        return panel
    notice = lacking(raw, names, "room.table_unshown").sentence(Catalogue.load())
    return replace(panel, page=replace(page, notice=notice))


def reply_of(panel: HandPanel, picture: Picture) -> Reply:
    pictures = [picture] if has_picture(panel) else []
    return Reply(hand_layout(panel, picture), files=lambda: [*map(picture_file, pictures)])


def has_picture(panel: HandPanel) -> bool:
    """Return whether the page has a picture. The About page has one only in lessons."""
    shown_anyway = (
        unread_round_score(panel.state) is not None
        or private_tables.step_of(panel.state) is not None
    )
    return shown_anyway or not panel.page.about


async def log_failed_push(table_id: int, error: Exception) -> None:
    """Log a failed push. The member sees the error at their next interaction."""
    if isinstance(error, Refusal):  # the game has ended, or the seat has another player
        log.info("table %d: a panel is not pushed to: %s", table_id, error.key)
        return
    log.error("table %d: a panel is not pushed to", table_id, exc_info=error)
