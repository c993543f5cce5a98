"""`TablePublisher`: updates the messages of a table until they show its whole log.

Order: thread, open hand panels, scores of ended rounds, table message, end of the game, lobby
message, stale messages. The database records which messages were sent, so a retry sends only the
missing ones. `cogs.delivery.repaint_queue` decides when a table is published.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import takewhile
from typing import Final

import discord

from cogs.channels.placement import TableThreads, forum_of
from cogs.core.bot import TuppenceBot
from cogs.core.concurrency import Priority
from cogs.delivery.outbox import Letter, Outbox
from cogs.delivery.repaint_queue import RepaintQueue
from cogs.delivery.request import MESSAGE_TOO_OLD, NO_MESSAGE, THREAD_ARCHIVED, TOO_MANY_THREADS
from cogs.game.sessions import TableSessions, TableWithMessages
from cogs.game.state import TableState
from cogs.lessons.book import LEARNER
from cogs.narration.summary import story_lines
from cogs.reminders.messenger import allow_mentions
from cogs.reminders.reminders import ReminderService
from cogs.table.layout import look_of, table_layout, table_names
from cogs.table.scores import (
    ended_rounds,
    final_score_layout,
    final_standing,
    round_score_layout,
    score_sheets,
    with_install_link,
)
from cogs.table.spectators import MOST_PINGED, with_followers
from cogs.table.stale_messages import StaleMessageRetirer
from cogs.ui.layout import picture_file
from cogs.ui.texts import channel_of_table
from data.models.messages import MessageDraft, MessageState, PendingMessage
from data.models.tables import TableRow, TableStatus
from engine.model.events import RoundScored
from render.renderer import Picture, Renderer
from render.text.catalogue import use_language

log = logging.getLogger(__name__)


NEEDS_NEW_MESSAGE: Final = frozenset({NO_MESSAGE, MESSAGE_TOO_OLD, THREAD_ARCHIVED})
"""Errors of an edit after which a new message is posted.

Discord limits edits of old messages. An archived thread takes no edits, but a post unarchives it.
"""


class TablePublisher:
    """Publishes the tables of one bot.

    Args:
        bot: The bot.
        tables: Loads the tables.
        renderer: Draws the pictures.
        reminders: Says which members a table message must mention.
        threads: Opens the tables' threads.
        arrived: Updates the open panels of the given seats.
        show_lobby: Shows the lobby message, even a pending one. Returns the table's new row.
        records: Returns the message that announces broken records, or None if there are none.
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
        # By table id: `rendered_seq`, and the log entry that the open panels show. Only for tables
        # whose panels are newer than the table message. A missing entry costs one needless edit.

    @property
    def _queue(self) -> RepaintQueue:
        return self._bot.services.repaint_queue

    async def publish(self, table_id: int) -> None:
        """Publish the newest state of a table.

        Only one task at a time may call this for a table.

        Raises:
            discord.HTTPException: A request failed. The database has recorded what was sent before.
        """
        shown = await self._sessions.load_with_messages(table_id)
        if shown is None:
            return
        self._reminders.read[table_id] = shown
        if shown.row.is_private:
            await self._show_private(shown)
            return
        language = self._bot.languages.spoken_in(shown.row.guild_id, shown.messages.server.language)
        with use_language(language):
            if shown.state is not None and not is_fully_shown(shown):
                shown = await self._show_game(shown)
            await self._show_lobby(shown.row, shown.messages.post("lobby"))
            # Retire stale messages only while nobody moves. Otherwise each turn of a fast game
            # would cost one more request.
            is_playing = shown.row.status is TableStatus.PLAYING
            if not (is_playing and self._queue.awaits_quiet(table_id)):
                await self._retirer.retire(shown)

    async def _show_private(self, shown: TableWithMessages) -> None:
        """Update the hand panel of a private table after computer players have moved.

        A private table has no table message.
        """
        if shown.state is not None and shown.state.game.is_by("computer"):
            await self._arrived(shown.state, (LEARNER,))

    async def _show_game(self, shown: TableWithMessages) -> TableWithMessages:
        try:
            shown = await self._ensure_thread(shown)
            await self._show_all(shown)
        except discord.HTTPException as error:
            # A forum itself takes no messages, so a post waits until it can be reopened.
            if error.code != TOO_MANY_THREADS or forum_of(self._bot, shown.row) is not None:
                raise
        else:
            return shown
        # The guild has too many active threads, so this one stays archived, perhaps for ever.
        # Retries would not help, so the game continues in the channel.
        log.info("table %d continues in its channel: its thread stays archived", shown.row.id)
        await self._messages.leave_thread(shown.row.id)
        shown = await self._reload(shown)
        await self._show_all(shown)
        return shown

    async def _reload(self, shown: TableWithMessages) -> TableWithMessages:
        """Load the table again after its messages have changed."""
        return await self._sessions.load_with_messages(shown.row.id) or shown

    async def _ensure_thread(self, shown: TableWithMessages) -> TableWithMessages:
        row = await self._threads.placed(shown.row)
        post = shown.messages.post("table")
        lost = post is not None and post.tried
        if post is not None and lost:
            await self._recover(row, post, playing(shown))
        return await self._reload(shown) if lost or row is not shown.row else shown

    async def _recover(self, row: TableRow, post: PendingMessage, state: TableState) -> None:
        """Search for a table message for which Discord's answer was lost.

        If the message is not found, and its turn is over or the table has moved, delete the pending
        message.
        """
        stays = post.place == channel_of_table(row)
        found = await self._outbox.find_sent(post) if stays else None
        if found is None and (not stays or post.seq < state.game.turn_seq):
            await self._messages.delete_pending(post)

    async def _show_all(self, shown: TableWithMessages) -> None:
        state = playing(shown)
        if state.row.message_id is not None and state.row.rendered_seq >= state.row.seq:
            return
        # Panels first: players can continue while the table message waits for Discord or its
        # picture.
        await self._update_panels(state)
        await self._show_scores(state, shown.messages.posted.rounds)
        is_new = await self._show_table(state)
        if is_new:
            self._queue.rest(state.row.id)  # the replaced message is retired after that
        await self._show_end(state, shown.messages)
        # The commit that saved a new message has already set `rendered_seq`.
        if not is_new or state.row.status is not TableStatus.PLAYING:
            await self._tables.mark_rendered(state.row.id, state.row.seq, state.row.rendered_seq)
        self._remember_told(state)

    async def tell(self, table_id: int) -> None:
        """Update the open panels of a table while `publish` still shows an earlier state."""
        shown = await self._sessions.load_with_messages(table_id)
        if shown is None or shown.state is None:
            return
        if shown.row.is_private:
            await self._show_private(shown)
        elif shown.state.row.rendered_seq < shown.state.row.seq:
            await self._update_panels(shown.state)

    async def _update_panels(self, state: TableState) -> None:
        """Update the outdated panels before the table message, which takes longer.

        No log entry is sent to a panel twice.
        """
        row = state.row
        shown, notified = self._told.get(row.id, (row.rendered_seq, row.rendered_seq))
        before = notified if shown == row.rendered_seq else row.rendered_seq
        # Set before the call: `tell` and `publish` may run at once and must not both update a
        # panel.
        self._told[row.id] = (row.rendered_seq, max(before, row.seq))
        try:
            await self._arrived(state, outdated_seats(state, before))
        except Exception:
            del self._told[row.id]
            raise

    def _remember_told(self, state: TableState) -> None:
        """If the table message is behind the panels, record the log entry that the panels show."""
        _, notified = self._told.pop(state.row.id, (0, 0))
        if notified > state.row.seq:
            self._told[state.row.id] = (state.row.seq, notified)

    async def _show_scores(self, state: TableState, before: int) -> None:
        """Post the score of each round that ended after round `before`, the last round posted."""
        if ended_rounds(state) <= before:
            return
        # In the background: this reads every event of the game.
        for sheet in await self._sessions.background(partial(score_sheets, state, before)):
            picture = await self._renderer.score(sheet, look=look_of(state.row))
            story = await self._sessions.background(partial(story_lines, state, sheet.round))
            view = round_score_layout(sheet, picture, state, story)
            content: Letter = {"view": view, "file": picture_file(picture)}
            await self._send(state, f"score.{sheet.round}", content, "rounds", sheet.round)

    async def _show_table(self, state: TableState) -> bool:
        """Edit the table message, or post a new one. Return whether the message is new."""
        picture = await self._renderer.table(
            state.view(None), table_names(state), look=look_of(state.row)
        )
        # A layout costs the event loop milliseconds. The throttle lets interactions go first.
        await self._bot.throttle.wait(Priority.TABLE)
        # Discord notifies for new messages only, and these members have not been notified yet.
        if new_members(state) or not await self._edited(state, state.row.message_id, picture):
            await self._post(state, picture)
            return True
        return False

    async def _post(self, state: TableState, picture: Picture) -> None:
        notified = self._reminders.by_table(state)
        content = self._letter(
            state, picture, members(state, tuple(seat for _, seat, _ in notified))
        )
        row = state.row
        before = str(row.rendered_seq) if row.status is TableStatus.PLAYING else None
        place = channel_of_table(row)
        draft = MessageDraft(row.id, "table", place, row.seq, notified, value=before)
        sent = await self._outbox.send(draft, content)
        # The outbox may have found the message of an earlier attempt. That message shows an older
        # state, or a member has deleted it since.
        if not sent.fresh:
            # The commit has set `rendered_seq` to that older state, so the table needs a repaint.
            self._queue.wake(row.id)
            if not await self._edited(state, sent.message_id, picture):
                await self._outbox.send(draft, self._letter(state, picture, ()))

    def _letter(self, state: TableState, picture: Picture, users: tuple[int, ...]) -> Letter:
        return {
            "view": table_layout(state, picture),
            "file": picture_file(picture),
            "allowed_mentions": allow_mentions(*users),
        }

    async def _edited(self, state: TableState, message_id: int | None, picture: Picture) -> bool:
        """Edit the table message. Return False if a new one must be posted."""
        if message_id is None:
            return False
        channel = self._bot.get_partial_messageable(channel_of_table(state.row))
        try:
            await channel.get_partial_message(message_id).edit(
                view=table_layout(state, picture),
                attachments=[picture_file(picture)],
                # An edit notifies nobody. Without the mentions Discord would remove the highlight.
                allowed_mentions=allow_mentions(*members(state, state.deciding())),
            )
        except discord.HTTPException as error:
            if error.code not in NEEDS_NEW_MESSAGE:
                raise
            return False
        return True

    async def _show_end(self, state: TableState, messages: MessageState) -> None:
        if state.row.status is not TableStatus.FINISHED:
            return
        if not messages.posted.final:
            guild = self._bot.get_guild(state.row.guild_id)
            server = guild.name if guild else ""
            standing = await self._sessions.background(partial(final_standing, state, server))
            picture = await self._renderer.podium(standing, look=look_of(state.row))
            followers = (await self._tables.followers(state.row.id))[:MOST_PINGED]
            view = final_score_layout(state, picture)
            if messages.server.link:
                view = with_install_link(view, self._bot.application_id)
            content: Letter = {
                "view": with_followers(view, followers),
                "file": picture_file(picture),
                "allowed_mentions": allow_mentions(*followers),
            }
            await self._send(state, "end", content, "final", 1)
            await self._tables.delete_spectators(state.row.id)
        if not messages.posted.records:
            await self._announce_records(state)

    async def _announce_records(self, state: TableState) -> None:
        """Announce broken records if the guild has turned announcements on."""
        content = await self._records(state)
        if content is not None:
            await self._send(state, "fame", content, "records", 1)

    async def _send(
        self, state: TableState, what: str, content: Letter, key: str, value: int
    ) -> None:
        """Send a message exactly once.

        The commit that saves the message's id sets column `key` of table `posted` to `value`.
        """
        draft = MessageDraft(
            state.row.id,
            what,
            channel_of_table(state.row),
            state.row.seq,
            key=key,
            value=str(value),
        )
        await self._outbox.send(draft, content)


def is_fully_shown(shown: TableWithMessages) -> bool:
    """Return whether a finished game is published completely."""
    row = shown.row
    is_over = row.status is TableStatus.FINISHED and row.rendered_seq >= row.seq
    return is_over and shown.messages.post("table") is None


def playing(shown: TableWithMessages) -> TableState:
    """Return the state of a table whose game has started."""
    assert shown.state is not None
    return shown.state


def outdated_seats(state: TableState, before: int) -> tuple[int, ...]:
    """Return the seats whose open panels are outdated. The panels show log entry `before`.

    A scored round changes every hand. A plan that was played changes its member's hand. Other moves
    change only the panels of players who must decide now.
    """
    new = list(takewhile(lambda step: step.seq > before, reversed(state.game.steps)))
    if any(isinstance(event, RoundScored) for step in new for event in step.events):
        return tuple(seat.seat for seat in state.row.seats)
    played = {step.seat for step in new if step.by == "plan"}
    arrived = state.game.turn_seq > before
    return tuple(sorted({*played, *(state.deciding() if arrived else ())}))


def is_mid_turn(state: TableState) -> bool:
    """Return whether to repaint the table message only after some seconds without a move.

    True if, since the last repaint, only the player whose turn it still is has moved. False after
    an undo, a move by a plan, or the end of a round.
    """
    row, newest = state.row, state.game.steps[-1:]
    return (
        row.status is TableStatus.PLAYING
        and row.message_id is not None
        and not outdated_seats(state, row.rendered_seq)
        # after an undo the newest step is older than the newest entry of the log
        and any(step.seq == row.seq and step.seat in state.deciding() for step in newest)
    )


def new_members(state: TableState) -> tuple[int, ...]:
    """Discord ids of members who must decide now and whom no table message has mentioned yet."""
    notified = max(state.row.rendered_seq, state.row.message_seq)
    seats = state.deciding() if state.game.turn_seq > notified else ()
    return members(state, seats)


def members(state: TableState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Discord ids of the members who play the given seats."""
    players = (state.player(seat) for seat in seats)
    return tuple(d.user_id for d in players if d.kind == "member" and d.user_id is not None)
