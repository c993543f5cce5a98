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

from cogs._game.links import home
from cogs._game.live import Live
from cogs._game.tables import OnShow, Tables
from cogs._kit.client import Client
from cogs._kit.components import file
from cogs._learning.book import LEARNER
from cogs._messages.mail import mentioning
from cogs._messages.old_messages import Relics
from cogs._messages.outbox import Letter, Outbox
from cogs._messages.pings import Pings
from cogs._messages.threads import Threads
from cogs._screens.newly_laid import table_names
from cogs._screens.scores import final_screen, podium, score_screen, sheets
from cogs._screens.table import table_screen
from cogs._story.rounds import story_lines
from cogs._traffic.codes import ASLEEP, NO_MESSAGE, TOO_MANY_THREADS, TOO_OLD
from cogs._traffic.turnstile import Haste
from data.game.posts import Draft, Post, Posted
from data.game.rows import Status, TableRow
from engine.model.events import RoundScored
from render.artist import Artist, Picture
from render.text.catalogue import speaking

log = logging.getLogger(__name__)

# The message is gone; it is too old to be edited so often; its thread sleeps, and a post wakes it.
POST_ANEW: Final = frozenset({NO_MESSAGE, TOO_OLD, ASLEEP})


class Painter:
    """Paints tables.

    `arrived` is called with the seats whose turn or hand has changed. `show_lobby` shows the
    message of the lobby, which may be under way. `records` returns the message that announces the
    records that a game has broken, if it has.
    """

    def __init__(
        self,
        bot: Client,
        tables: Tables,
        artist: Artist,
        pings: Pings,
        threads: Threads,
        *,
        arrived: Callable[[Live, tuple[int, ...]], Awaitable[None]],
        show_lobby: Callable[[TableRow, Post | None], Awaitable[TableRow]],
        records: Callable[[Live], Awaitable[Letter | None]],
    ) -> None:
        self._bot = bot
        self._rows = bot.store.tables
        self._messages = bot.store.messages
        self._tables = tables
        self._artist = artist
        self._pings = pings
        self._arrived = arrived
        self._outbox = Outbox(bot)
        self._threads = threads
        self._show_lobby = show_lobby
        self._records = records
        self._relics = Relics(bot, tables)
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
        with speaking(language):
            if shown.live is not None and not is_told(shown):
                shown = await self._in_play(shown)
            await self._show_lobby(shown.row, shown.messages.post("lobby"))
            await self._relics.retire(shown)

    async def _private(self, shown: OnShow) -> None:
        """A private table is shown on its member's panel alone: after a move of the others."""
        if shown.live is not None and shown.live.game.is_by("computer"):
            await self._arrived(shown.live, (LEARNER,))

    async def _in_play(self, shown: OnShow) -> OnShow:
        try:
            return await self._paint(await self._placed(shown))
        except discord.HTTPException as error:
            if error.code != TOO_MANY_THREADS:
                raise
        # Its thread sleeps and may not be woken: nobody would wait for that to change.
        log.info("table %d goes on in its channel: its thread cannot be woken", shown.row.id)
        await self._messages.leave_thread(shown.row.id)
        return await self._paint(await self._again(shown))

    async def _again(self, shown: OnShow) -> OnShow:
        """The same table once its messages have changed."""
        return await self._tables.on_show(shown.row.id) or shown

    async def _placed(self, shown: OnShow) -> OnShow:
        row = await self._threads.placed(shown.row)
        post = shown.messages.post("table")
        lost = post is not None and post.tried
        if post is not None and lost:
            await self._recovered(row, post, playing(shown))
        return await self._again(shown) if lost or row is not shown.row else shown

    async def _recovered(self, row: TableRow, post: Post, live: Live) -> None:
        """Look for a table message whose answer was lost; forget it where its turn is over."""
        stays = post.place == home(row)
        found = await self._outbox.found(post) if stays else None
        if found is None and (not stays or post.seq < live.game.turn_seq):
            await self._messages.unsent(post)

    async def _paint(self, shown: OnShow) -> OnShow:
        live = playing(shown)
        if live.row.message_id is not None and live.row.rendered_seq >= live.row.seq:
            return shown
        await self._tell(live)
        await self._show_scores(live, shown.messages.posted.rounds)
        is_new = await self._show_table(live)
        await self._show_end(live, shown.messages.posted)
        await self._rows.painted(live.row.id, live.row.seq, live.row.rendered_seq)
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

    async def _tell(self, live: Live) -> None:
        """Let open panels follow at once, and once: the table's own message may take long."""
        row = live.row
        shown, told = self._told.get(row.id, (row.rendered_seq, row.rendered_seq))
        before = told if shown == row.rendered_seq else row.rendered_seq
        # first: `tell` and a painting may cross
        self._told[row.id] = (row.rendered_seq, max(before, row.seq))
        try:
            await self._arrived(live, concerned(live, before))
        except Exception:
            del self._told[row.id]
            raise

    def _keep_told(self, live: Live) -> None:
        """A table is painted up to an entry; panels may have heard of later ones meanwhile."""
        _, told = self._told.pop(live.row.id, (0, 0))
        if told > live.row.seq:
            self._told[live.row.id] = (live.row.seq, told)

    async def _show_scores(self, live: Live, before: int) -> None:
        """One message for each round that has ended and was not among those scored here before."""
        for sheet in sheets(live):
            if sheet.round > before:
                picture = await self._artist.score(sheet)
                story = await self._tables.aside(partial(story_lines, live, sheet.round))
                view = score_screen(sheet, picture, live, story)
                letter: Letter = {"view": view, "file": file(picture)}
                await self._send(live, f"score.{sheet.round}", letter, "rounds", sheet.round)

    async def _show_table(self, live: Live) -> bool:
        """Edit the table message, or post it anew; whether it is a new one."""
        picture = await self._artist.table(live.view(None), table_names(live))
        await self._bot.turnstile.passed(Haste.TABLE)
        if new_members(live) or not await self._edited(live, live.row.message_id, picture):
            await self._post(live, picture)
            return True
        return False

    async def _post(self, live: Live, picture: Picture) -> None:
        told = self._pings.by_table(live)
        letter = self._letter(live, picture, members(live, tuple(seat for _, seat, _ in told)))
        draft = Draft(live.row.id, "table", home(live.row), seq=live.row.seq, told=told)
        sent = await self._outbox.send(draft, letter)
        # An earlier attempt may be what is there: showing what it first did, or deleted since.
        if not sent.fresh and not await self._edited(live, sent.message_id, picture):
            await self._outbox.send(draft, self._letter(live, picture, ()))

    def _letter(self, live: Live, picture: Picture, users: tuple[int, ...]) -> Letter:
        return {
            "view": table_screen(live, picture),
            "file": file(picture),
            "allowed_mentions": mentioning(*users),
        }

    async def _edited(self, live: Live, message_id: int | None, picture: Picture) -> bool:
        """Edit the live message; False when there is none, or Discord wants a new one."""
        if message_id is None:
            return False
        place = self._bot.get_partial_messageable(home(live.row))
        try:
            await place.get_partial_message(message_id).edit(
                view=table_screen(live, picture),
                attachments=[file(picture)],
                # An edit notifies nobody; without this the mention would lose its highlight.
                allowed_mentions=mentioning(*members(live, live.deciding())),
            )
        except discord.HTTPException as error:
            if error.code not in POST_ANEW:
                raise
            return False
        return True

    async def _show_end(self, live: Live, posted: Posted) -> None:
        if live.row.status is not Status.FINISHED:
            return
        if not posted.final:
            picture = await self._artist.podium(podium(live))
            letter: Letter = {"view": final_screen(live, picture), "file": file(picture)}
            await self._send(live, "end", letter, "final", 1)
        if not posted.records:
            await self._show_fame(live)

    async def _show_fame(self, live: Live) -> None:
        """Tell of broken records, once, where the server wants it."""
        letter = await self._records(live)
        if letter is not None:
            await self._send(live, "fame", letter, "records", 1)

    async def _send(self, live: Live, what: str, letter: Letter, key: str, value: int) -> None:
        """Send something once; then `value` is noted under `key`."""
        draft = Draft(live.row.id, what, home(live.row), live.row.seq, key=key, value=str(value))
        await self._outbox.send(draft, letter)


def is_told(shown: OnShow) -> bool:
    """Whether a game is over and all of that is shown, or there is no place for it any more."""
    row = shown.row
    is_over = row.status is Status.FINISHED and row.rendered_seq >= row.seq
    return is_over and shown.messages.post("table") is None


def playing(shown: OnShow) -> Live:
    """The game of a table that is known to be dealt."""
    assert shown.live is not None
    return shown.live


def concerned(live: Live, before: int) -> tuple[int, ...]:
    """The seats whose open panels show something old, if they were told up to entry `before`.

    The end of a round changes every hand, whoever is next; a plan changed its member's.
    """
    new = list(takewhile(lambda step: step.seq > before, reversed(live.game.steps)))
    if any(isinstance(event, RoundScored) for step in new for event in step.events):
        return tuple(seat.seat for seat in live.row.seats)
    played = {step.seat for step in new if step.by == "plan"}
    arrived = live.game.turn_seq > before
    return tuple(sorted({*played, *(live.deciding() if arrived else ())}))


def new_members(live: Live) -> tuple[int, ...]:
    """The ids of the members who have to decide, and whom no message has told of it yet."""
    told = max(live.row.rendered_seq, live.row.message_seq)
    seats = live.deciding() if live.game.turn_seq > told else ()
    return members(live, seats)


def members(live: Live, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The ids of the members who play some seats."""
    drivers = (live.driver(seat) for seat in seats)
    return tuple(d.user_id for d in drivers if d.kind == "member" and d.user_id is not None)
