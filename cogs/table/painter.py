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
        self._rows = bot.database.tables
        self._messages = bot.database.messages
        self._tables = tables

    async def retire(self, shown: TableWithMessages) -> None:
        """Take the controls from all that a newer message replaces. Raises what Discord raises."""
        for relic in shown.messages.relics:
            await self._retire(shown.live or await self._tables.told(shown.row), relic)
            await self._messages.delete_stale(relic)

    async def _retire(self, live: TableState, relic: StaleMessage) -> None:
        place = self._bot.get_partial_messageable(relic.place)
        try:
            await place.get_partial_message(relic.message_id).edit(
                view=await self._screen(live, relic),
                attachments=[],
                allowed_mentions=allow_mentions(),
            )
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            if isinstance(error, discord.Forbidden) and relic.place == channel_of_table(live.row):
                raise
            # It is gone, or lies where nothing can be edited: its controls answer all the same.
            log.info("table %d: an old message keeps its controls: %s", live.row.id, error)

    async def _screen(self, live: TableState, relic: StaleMessage) -> ui.LayoutView:
        if live.row.status is TableStatus.CLOSED:
            done = await interventions(self._rows, live.row.id)
            return ended_table_layout(live, intervention_text(live, done[-1]) if done else "")
        link = jump_url(live.row.guild_id, channel_of_table(live.row), live.row.message_id)
        return replaced_table_layout(live, link, until=relic.seq)


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
        artist: Renderer,
        pings: ReminderService,
        threads: TableThreads,
        *,
        arrived: Callable[[TableState, tuple[int, ...]], Awaitable[None]],
        show_lobby: Callable[[TableRow, PendingMessage | None], Awaitable[TableRow]],
        records: Callable[[TableState], Awaitable[Letter | None]],
    ) -> None:
        self._bot = bot
        self._rows = bot.database.tables
        self._messages = bot.database.messages
        self._tables = tables
        self._artist = artist
        self._pings = pings
        self._arrived = arrived
        self._outbox = Outbox(bot)
        self._threads = threads
        self._show_lobby = show_lobby
        self._records = records
        self._relics = StaleMessageRetirer(bot, tables)
        self._told: dict[int, tuple[int, int]] = {}
        """By table that shows less than panels: its `rendered_seq`, and the entry they know."""

    async def paint(self, table_id: int) -> None:
        """Show the newest state. Raises what Discord raises; what was shown stays noted.

        One task at a time paints a table.
        """
        shown = await self._tables.on_show(table_id)
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
            await self._relics.retire(shown)

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
        return await self._tables.on_show(shown.row.id) or shown

    async def _placed(self, shown: TableWithMessages) -> TableWithMessages:
        row = await self._threads.placed(shown.row)
        post = shown.messages.post("table")
        lost = post is not None and post.tried
        if post is not None and lost:
            await self._recovered(row, post, playing(shown))
        return await self._again(shown) if lost or row is not shown.row else shown

    async def _recovered(self, row: TableRow, post: PendingMessage, live: TableState) -> None:
        """Look for a table message whose answer was lost; forget it where its turn is over."""
        stays = post.place == channel_of_table(row)
        found = await self._outbox.found(post) if stays else None
        if found is None and (not stays or post.seq < live.game.turn_seq):
            await self._messages.delete_pending(post)

    async def _paint(self, shown: TableWithMessages) -> TableWithMessages:
        live = playing(shown)
        if live.row.message_id is not None and live.row.rendered_seq >= live.row.seq:
            return shown
        await self._tell(live)
        await self._show_scores(live, shown.messages.posted.rounds)
        is_new = await self._show_table(live)
        await self._show_end(live, shown.messages.posted)
        await self._rows.mark_rendered(live.row.id, live.row.seq, live.row.rendered_seq)
        self._keep_told(live)
        return await self._again(shown) if is_new else shown

    async def tell(self, table_id: int) -> None:
        """Let open panels follow while an earlier state of the table is still being painted."""
        shown = await self._tables.on_show(table_id)
        if shown is None or shown.live is None:
            return
        if shown.row.is_private:
            await self._private(shown)
        elif shown.live.row.rendered_seq < shown.live.row.seq:
            await self._tell(shown.live)

    async def _tell(self, live: TableState) -> None:
        """Let open panels follow at once, and once: the table's own message may take long."""
        row = live.row
        shown, told = self._told.get(row.id, (row.rendered_seq, row.rendered_seq))
        before = told if shown == row.rendered_seq else row.rendered_seq
        # first: `tell` and a painting may cross
        self._told[row.id] = (row.rendered_seq, max(before, row.seq))
        try:
            await self._arrived(live, outdated_seats(live, before))
        except Exception:
            del self._told[row.id]
            raise

    def _keep_told(self, live: TableState) -> None:
        """A table is painted up to an entry; panels may have heard of later ones meanwhile."""
        _, told = self._told.pop(live.row.id, (0, 0))
        if told > live.row.seq:
            self._told[live.row.id] = (live.row.seq, told)

    async def _show_scores(self, live: TableState, before: int) -> None:
        """One message for each round that has ended and was not among those scored here before."""
        for sheet in score_sheets(live):
            if sheet.round > before:
                picture = await self._artist.score(sheet)
                story = await self._tables.aside(partial(story_lines, live, sheet.round))
                view = score_screen(sheet, picture, live, story)
                letter: Letter = {"view": view, "file": picture_file(picture)}
                await self._send(live, f"score.{sheet.round}", letter, "rounds", sheet.round)

    async def _show_table(self, live: TableState) -> bool:
        """Edit the table message, or post it anew; whether it is a new one."""
        picture = await self._artist.table(live.view(None), table_names(live))
        await self._bot.throttle.passed(Priority.TABLE)
        if new_members(live) or not await self._edited(live, live.row.message_id, picture):
            await self._post(live, picture)
            return True
        return False

    async def _post(self, live: TableState, picture: Picture) -> None:
        told = self._pings.by_table(live)
        letter = self._letter(live, picture, members(live, tuple(seat for _, seat, _ in told)))
        draft = MessageDraft(
            live.row.id, "table", channel_of_table(live.row), seq=live.row.seq, told=told
        )
        sent = await self._outbox.send(draft, letter)
        # An earlier attempt may be what is there: showing what it first did, or deleted since.
        if not sent.fresh and not await self._edited(live, sent.message_id, picture):
            await self._outbox.send(draft, self._letter(live, picture, ()))

    def _letter(self, live: TableState, picture: Picture, users: tuple[int, ...]) -> Letter:
        return {
            "view": table_layout(live, picture),
            "file": picture_file(picture),
            "allowed_mentions": allow_mentions(*users),
        }

    async def _edited(self, live: TableState, message_id: int | None, picture: Picture) -> bool:
        """Edit the live message; False when there is none, or Discord wants a new one."""
        if message_id is None:
            return False
        place = self._bot.get_partial_messageable(channel_of_table(live.row))
        try:
            await place.get_partial_message(message_id).edit(
                view=table_layout(live, picture),
                attachments=[picture_file(picture)],
                # An edit notifies nobody; without this the mention would lose its highlight.
                allowed_mentions=allow_mentions(*members(live, live.deciding())),
            )
        except discord.HTTPException as error:
            if error.code not in POST_ANEW:
                raise
            return False
        return True

    async def _show_end(self, live: TableState, posted: Announcements) -> None:
        if live.row.status is not TableStatus.FINISHED:
            return
        if not posted.final:
            picture = await self._artist.podium(final_standing(live))
            letter: Letter = {"view": final_screen(live, picture), "file": picture_file(picture)}
            await self._send(live, "end", letter, "final", 1)
        if not posted.records:
            await self._show_fame(live)

    async def _show_fame(self, live: TableState) -> None:
        """Tell of broken records, once, where the server wants it."""
        letter = await self._records(live)
        if letter is not None:
            await self._send(live, "fame", letter, "records", 1)

    async def _send(
        self, live: TableState, what: str, letter: Letter, key: str, value: int
    ) -> None:
        """Send something once; then `value` is noted under `key`."""
        draft = MessageDraft(
            live.row.id, what, channel_of_table(live.row), live.row.seq, key=key, value=str(value)
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


def outdated_seats(live: TableState, before: int) -> tuple[int, ...]:
    """The seats whose open panels show something old, if they were told up to entry `before`.

    The end of a round changes every hand, whoever is next; a plan changed its member's.
    """
    new = list(takewhile(lambda step: step.seq > before, reversed(live.game.steps)))
    if any(isinstance(event, RoundScored) for step in new for event in step.events):
        return tuple(seat.seat for seat in live.row.seats)
    played = {step.seat for step in new if step.by == "plan"}
    arrived = live.game.turn_seq > before
    return tuple(sorted({*played, *(live.deciding() if arrived else ())}))


def new_members(live: TableState) -> tuple[int, ...]:
    """The ids of the members who have to decide, and whom no message has told of it yet."""
    told = max(live.row.rendered_seq, live.row.message_seq)
    seats = live.deciding() if live.game.turn_seq > told else ()
    return members(live, seats)


def members(live: TableState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The ids of the members who play some seats."""
    drivers = (live.player(seat) for seat in seats)
    return tuple(d.user_id for d in drivers if d.kind == "member" and d.user_id is not None)
