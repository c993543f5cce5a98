"""Painting: what a table's thread has to show so that it says what the log says.

In this order: the place, open panels, the scores of rounds that have ended, the one live table
message, the end, and last what only looks better for it: old messages lose their controls, the
lobby's gets a link. Open panels come first because a table message may hang, or wait for its
picture, while its members can play on. The table message is posted anew when a member's turn has
come since it was last painted, because an edit notifies nobody; for anything else it is edited. The
state before is the store's: after a crash or a failure painting again does only what is missing.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import takewhile
from typing import Final

import discord
from discord import ui

from cogs.channels.placement import TableThreads
from cogs.core.bot import TuppenceBot
from cogs.core.concurrency import Priority
from cogs.delivery.outbox import Letter, Outbox
from cogs.delivery.request import (
    MESSAGE_TOO_OLD,
    NO_MESSAGE,
    THREAD_ARCHIVED,
    TOO_MANY_THREADS,
    is_transient,
)
from cogs.game.sessions import TableSessions, TableWithMessages
from cogs.game.state import TableState
from cogs.lessons.book import LEARNER
from cogs.narration.interventions import intervention_text, interventions
from cogs.narration.summary import story_lines
from cogs.reminders.messenger import allow_mentions
from cogs.reminders.reminders import ReminderService
from cogs.table.layout import ended_table_layout, replaced_table_layout, table_layout, table_names
from cogs.table.scores import final_screen, final_standing, score_screen, score_sheets
from cogs.ui.actions import Action
from cogs.ui.custom_id import has_component
from cogs.ui.layout import picture_file
from cogs.ui.texts import channel_of_table, jump_url
from data.models.messages import Announcements, MessageDraft, PendingMessage, StaleMessage
from data.models.tables import TableRow, TableStatus
from engine.model.events import RoundScored
from render.renderer import Picture, Renderer
from render.text.catalogue import use_language

log = logging.getLogger(__name__)


def shows_table(message: discord.Message, table_id: int) -> bool:
    """Whether a message is one that shows this table to everybody, old or new."""
    return not message.flags.ephemeral and has_component(message, Action.SCORE.name, table_id)


class StaleMessageRetirer:
    """Puts the old messages of one bot's tables away."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._messages = bot.database.messages
        self._sessions = tables

    async def retire(self, shown: TableWithMessages) -> None:
        """Take the controls from all that a newer message replaces. Raises what Discord raises."""
        for stale in shown.messages.relics:
            await self._retire(shown.live or await self._sessions.told(shown.row), stale)
            await self._messages.delete_stale(stale)

    async def _retire(self, state: TableState, stale: StaleMessage) -> None:
        place = self._bot.get_partial_messageable(stale.place)
        try:
            await place.get_partial_message(stale.message_id).edit(
                view=await self._layout(state, stale),
                attachments=[],
                allowed_mentions=allow_mentions(),
            )
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            if isinstance(error, discord.Forbidden) and stale.place == channel_of_table(state.row):
                raise
            # It is gone, or lies where nothing can be edited: its controls answer all the same.
            log.info("table %d: an old message keeps its controls: %s", state.row.id, error)

    async def _layout(self, state: TableState, stale: StaleMessage) -> ui.LayoutView:
        if state.row.status is TableStatus.CLOSED:
            done = await interventions(self._tables, state.row.id)
            return ended_table_layout(state, intervention_text(state, done[-1]) if done else "")
        link = jump_url(state.row.guild_id, channel_of_table(state.row), state.row.message_id)
        return replaced_table_layout(state, link, until=stale.seq)


# ---- Painting: what a table's thread has to show so that it says what the log says


# The message is gone; it is too old to be edited so often; its thread sleeps, and a post wakes it.
POST_ANEW: Final = frozenset({NO_MESSAGE, MESSAGE_TOO_OLD, THREAD_ARCHIVED})


class TablePublisher:
    """Paints tables.

    `arrived` is called with the seats whose turn or hand has changed. `show_lobby` shows the
    message of the lobby, which may be under way. `records` returns the message that announces the
    records that a game has broken, if it has.
    """

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        renderer: Renderer,
        reminders: ReminderService,
        threads: TableThreads,
        *,
        arrived: Callable[[TableState, tuple[int, ...]], Awaitable[None]],
        show_lobby: Callable[[TableRow, PendingMessage | None], Awaitable[TableRow]],
        records: Callable[[TableState], Awaitable[Letter | None]],
    ) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._messages = bot.database.messages
        self._sessions = tables
        self._renderer = renderer
        self._reminders = reminders
        self._arrived = arrived
        self._outbox = Outbox(bot)
        self._threads = threads
        self._show_lobby = show_lobby
        self._records = records
        self._retirer = StaleMessageRetirer(bot, tables)
        self._told: dict[int, tuple[int, int]] = {}
        """By table that shows less than panels: its `rendered_seq`, and the entry they know."""

    async def paint(self, table_id: int) -> None:
        """Show the newest state. Raises what Discord raises; what was shown stays noted.

        One task at a time paints a table.
        """
        shown = await self._sessions.on_show(table_id)
        if shown is None:
            return
        if shown.row.is_private:
            await self._private(shown)
            return
        language = self._bot.languages.spoken_in(shown.row.guild_id, shown.messages.server.language)
        with use_language(language):
            if shown.live is not None and not is_fully_shown(shown):
                shown = await self._in_play(shown)
            await self._show_lobby(shown.row, shown.messages.post("lobby"))
            await self._retirer.retire(shown)

    async def _private(self, shown: TableWithMessages) -> None:
        """A private table is shown on its member's panel alone: after a move of the others."""
        if shown.live is not None and shown.live.game.is_by("computer"):
            await self._arrived(shown.live, (LEARNER,))

    async def _in_play(self, shown: TableWithMessages) -> TableWithMessages:
        try:
            return await self._paint(await self._placed(shown))
        except discord.HTTPException as error:
            if error.code != TOO_MANY_THREADS:
                raise
        # Its thread sleeps and may not be woken: nobody would wait for that to change.
        log.info("table %d goes on in its channel: its thread cannot be woken", shown.row.id)
        await self._messages.leave_thread(shown.row.id)
        return await self._paint(await self._again(shown))

    async def _again(self, shown: TableWithMessages) -> TableWithMessages:
        """The same table once its messages have changed."""
        return await self._sessions.on_show(shown.row.id) or shown

    async def _placed(self, shown: TableWithMessages) -> TableWithMessages:
        row = await self._threads.placed(shown.row)
        post = shown.messages.post("table")
        lost = post is not None and post.tried
        if post is not None and lost:
            await self._recovered(row, post, playing(shown))
        return await self._again(shown) if lost or row is not shown.row else shown

    async def _recovered(self, row: TableRow, post: PendingMessage, state: TableState) -> None:
        """Look for a table message whose answer was lost; forget it where its turn is over."""
        stays = post.place == channel_of_table(row)
        found = await self._outbox.found(post) if stays else None
        if found is None and (not stays or post.seq < state.game.turn_seq):
            await self._messages.delete_pending(post)

    async def _paint(self, shown: TableWithMessages) -> TableWithMessages:
        state = playing(shown)
        if state.row.message_id is not None and state.row.rendered_seq >= state.row.seq:
            return shown
        await self._tell(state)
        await self._show_scores(state, shown.messages.posted.rounds)
        is_new = await self._show_table(state)
        await self._show_end(state, shown.messages.posted)
        await self._tables.mark_rendered(state.row.id, state.row.seq, state.row.rendered_seq)
        self._remember_told(state)
        return await self._again(shown) if is_new else shown

    async def tell(self, table_id: int) -> None:
        """Let open panels follow while an earlier state of the table is still being painted."""
        shown = await self._sessions.on_show(table_id)
        if shown is None or shown.live is None:
            return
        if shown.row.is_private:
            await self._private(shown)
        elif shown.live.row.rendered_seq < shown.live.row.seq:
            await self._tell(shown.live)

    async def _tell(self, state: TableState) -> None:
        """Let open panels follow at once, and once: the table's own message may take long."""
        row = state.row
        shown, told = self._told.get(row.id, (row.rendered_seq, row.rendered_seq))
        before = told if shown == row.rendered_seq else row.rendered_seq
        # first: `tell` and a painting may cross
        self._told[row.id] = (row.rendered_seq, max(before, row.seq))
        try:
            await self._arrived(state, outdated_seats(state, before))
        except Exception:
            del self._told[row.id]
            raise

    def _remember_told(self, state: TableState) -> None:
        """A table is painted up to an entry; panels may have heard of later ones meanwhile."""
        _, told = self._told.pop(state.row.id, (0, 0))
        if told > state.row.seq:
            self._told[state.row.id] = (state.row.seq, told)

    async def _show_scores(self, state: TableState, before: int) -> None:
        """One message for each round that has ended and was not among those scored here before."""
        for sheet in score_sheets(state):
            if sheet.round > before:
                picture = await self._renderer.score(sheet)
                story = await self._sessions.aside(partial(story_lines, state, sheet.round))
                view = score_screen(sheet, picture, state, story)
                letter: Letter = {"view": view, "file": picture_file(picture)}
                await self._send(state, f"score.{sheet.round}", letter, "rounds", sheet.round)

    async def _show_table(self, state: TableState) -> bool:
        """Edit the table message, or post it anew; whether it is a new one."""
        picture = await self._renderer.table(state.view(None), table_names(state))
        await self._bot.throttle.passed(Priority.TABLE)
        if new_members(state) or not await self._edited(state, state.row.message_id, picture):
            await self._post(state, picture)
            return True
        return False

    async def _post(self, state: TableState, picture: Picture) -> None:
        told = self._reminders.by_table(state)
        letter = self._letter(state, picture, members(state, tuple(seat for _, seat, _ in told)))
        draft = MessageDraft(
            state.row.id, "table", channel_of_table(state.row), seq=state.row.seq, told=told
        )
        sent = await self._outbox.send(draft, letter)
        # An earlier attempt may be what is there: showing what it first did, or deleted since.
        if not sent.fresh and not await self._edited(state, sent.message_id, picture):
            await self._outbox.send(draft, self._letter(state, picture, ()))

    def _letter(self, state: TableState, picture: Picture, users: tuple[int, ...]) -> Letter:
        return {
            "view": table_layout(state, picture),
            "file": picture_file(picture),
            "allowed_mentions": allow_mentions(*users),
        }

    async def _edited(self, state: TableState, message_id: int | None, picture: Picture) -> bool:
        """Edit the live message; False when there is none, or Discord wants a new one."""
        if message_id is None:
            return False
        place = self._bot.get_partial_messageable(channel_of_table(state.row))
        try:
            await place.get_partial_message(message_id).edit(
                view=table_layout(state, picture),
                attachments=[picture_file(picture)],
                # An edit notifies nobody; without this the mention would lose its highlight.
                allowed_mentions=allow_mentions(*members(state, state.deciding())),
            )
        except discord.HTTPException as error:
            if error.code not in POST_ANEW:
                raise
            return False
        return True

    async def _show_end(self, state: TableState, posted: Announcements) -> None:
        if state.row.status is not TableStatus.FINISHED:
            return
        if not posted.final:
            picture = await self._renderer.podium(final_standing(state))
            letter: Letter = {"view": final_screen(state, picture), "file": picture_file(picture)}
            await self._send(state, "end", letter, "final", 1)
        if not posted.records:
            await self._announce_records(state)

    async def _announce_records(self, state: TableState) -> None:
        """Tell of broken records, once, where the server wants it."""
        letter = await self._records(state)
        if letter is not None:
            await self._send(state, "fame", letter, "records", 1)

    async def _send(
        self, state: TableState, what: str, letter: Letter, key: str, value: int
    ) -> None:
        """Send something once; then `value` is noted under `key`."""
        draft = MessageDraft(
            state.row.id,
            what,
            channel_of_table(state.row),
            state.row.seq,
            key=key,
            value=str(value),
        )
        await self._outbox.send(draft, letter)


def is_fully_shown(shown: TableWithMessages) -> bool:
    """Whether a game is over and all of that is shown, or there is no place for it any more."""
    row = shown.row
    is_over = row.status is TableStatus.FINISHED and row.rendered_seq >= row.seq
    return is_over and shown.messages.post("table") is None


def playing(shown: TableWithMessages) -> TableState:
    """The game of a table that is known to be dealt."""
    assert shown.live is not None
    return shown.live


def outdated_seats(state: TableState, before: int) -> tuple[int, ...]:
    """The seats whose open panels show something old, if they were told up to entry `before`.

    The end of a round changes every hand, whoever is next; a plan changed its member's.
    """
    new = list(takewhile(lambda step: step.seq > before, reversed(state.game.steps)))
    if any(isinstance(event, RoundScored) for step in new for event in step.events):
        return tuple(seat.seat for seat in state.row.seats)
    played = {step.seat for step in new if step.by == "plan"}
    arrived = state.game.turn_seq > before
    return tuple(sorted({*played, *(state.deciding() if arrived else ())}))


def new_members(state: TableState) -> tuple[int, ...]:
    """The ids of the members who have to decide, and whom no message has told of it yet."""
    told = max(state.row.rendered_seq, state.row.message_seq)
    seats = state.deciding() if state.game.turn_seq > told else ()
    return members(state, seats)


def members(state: TableState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The ids of the members who play some seats."""
    players = (state.player(seat) for seat in seats)
    return tuple(d.user_id for d in players if d.kind == "member" and d.user_id is not None)
