"""Painting: what a table's thread has to show so that it says what the log says.

What needs no time is done first: standing answers and plans, so that nobody is called in vain.
Then, in this order: the place, the scores of rounds that have ended, the one live table message,
the end, and last what only looks better for it: old messages lose their controls, the lobby's gets
a link. The table message is posted anew when a member's turn has come since it was last painted,
because an edit notifies nobody; for anything else it is edited. The state before is the store's:
after a crash or a failure painting again does only what is missing.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import takewhile
from typing import Final

import discord

from cogs._game.course import deciding
from cogs._game.tables import Live, Tables
from cogs._kit.client import Client
from cogs._kit.codes import ASLEEP, NO_MESSAGE, TOO_MANY_THREADS, TOO_OLD
from cogs._kit.components import file
from cogs._kit.languages import in_public
from cogs._kit.links import home
from cogs._past import fame
from cogs._screens.newly_laid import added
from cogs._screens.scores import final_screen, podium, score_screen, sheets
from cogs._screens.table import table_screen
from cogs._work.lobby_messages import LobbyMessages
from cogs._work.notifications import Pings, mentioning
from cogs._work.old_messages import Relics
from cogs._work.outbox import Letter, Outbox
from cogs._work.threads import Threads
from data.game.posts import Draft
from data.game.rows import Status, TableRow
from engine.model.events import RoundScored
from render.artist import Artist, Picture

log = logging.getLogger(__name__)

# The message is gone; it is too old to be edited so often; its thread sleeps, and a post wakes it.
POST_ANEW: Final = frozenset({NO_MESSAGE, TOO_OLD, ASLEEP})
IN_PLAY: Final = frozenset({Status.PLAYING, Status.FINISHED})


class Painter:
    """Paints tables once they are `settled`. `arrived` hears whose turn or hand has changed."""

    def __init__(
        self,
        bot: Client,
        tables: Tables,
        artist: Artist,
        pings: Pings,
        settled: Callable[[Live], Awaitable[Live]],
        arrived: Callable[[Live, tuple[int, ...]], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self._store = bot.store
        self._tables = tables
        self._artist = artist
        self._pings = pings
        self._settled = settled
        self._arrived = arrived
        self._outbox = Outbox(bot)
        self._lobbies = LobbyMessages(bot, self._outbox)
        self._threads = Threads(bot, self._lobbies)
        self._relics = Relics(bot, tables)

    async def paint(self, table_id: int) -> None:
        """Show the newest state. Raises what Discord raises; what was shown stays noted.

        One task at a time paints a table.
        """
        row = await self._store.tables.find(table_id)
        if row is None:
            return
        async with in_public(self._bot, row.guild_id):
            if row.status in IN_PLAY:
                row = await self._in_play(row)
            await self._lobbies.show(row)
            await self._relics.retire(row)

    async def _in_play(self, row: TableRow) -> TableRow:
        live = await self._settled(await self._tables.load(row.id))
        try:
            return await self._paint(await self._placed(live))
        except discord.HTTPException as error:
            if error.code != TOO_MANY_THREADS:
                raise
        # Its thread sleeps and may not be woken: nobody would wait for that to change.
        log.info("table %d goes on in its channel: its thread cannot be woken", row.id)
        await self._store.messages.leave_thread(row.id)
        return await self._paint(await self._tables.load(row.id))

    async def _placed(self, live: Live) -> Live:
        row = await self._threads.placed(live.row)
        await self._recovered(replace(live, row=row))
        return await self._tables.load(row.id)

    async def _recovered(self, live: Live) -> None:
        """Look for a table message whose answer was lost; forget it where its turn is over."""
        post = await self._store.messages.post(live.row.id, "table")
        if post is None or not post.tried:
            return
        stays = post.place == home(live.row)
        found = await self._outbox.found(post) if stays else None
        if found is None and (not stays or post.seq < live.course.turn_seq):
            await self._store.messages.unsent(post)

    async def _paint(self, live: Live) -> TableRow:
        if live.row.message_id is not None and live.row.rendered_seq >= live.row.seq:
            return live.row
        await self._show_scores(live)
        await self._show_table(live)
        await self._show_end(live)
        await self._store.tables.painted(live.row.id, live.row.seq)
        await self._arrived(live, concerned(live))
        return (await self._tables.load(live.row.id)).row

    async def _show_scores(self, live: Live) -> None:
        """One message for each round that has ended and was not scored here."""
        before = (await self._store.tables.posted(live.row.id)).rounds
        for sheet in sheets(live):
            if sheet.round > before:
                picture = await self._artist.score(sheet)
                letter = {"view": score_screen(sheet, picture, live), "file": file(picture)}
                await self._send(live, f"score.{sheet.round}", letter, "rounds", sheet.round)

    async def _show_table(self, live: Live) -> None:
        picture = await self._artist.table(
            live.view(None), live.names(), added=added(live.course), notes=live.notes()
        )
        if new_members(live) or not await self._edited(live, live.row.message_id, picture):
            await self._post(live, picture)

    async def _post(self, live: Live, picture: Picture) -> None:
        told = await self._pings.by_table(live)
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
                allowed_mentions=mentioning(*members(live, deciding(live.course.table))),
            )
        except discord.HTTPException as error:
            if error.code not in POST_ANEW:
                raise
            return False
        return True

    async def _show_end(self, live: Live) -> None:
        if live.row.status is not Status.FINISHED:
            return
        if not (await self._store.tables.posted(live.row.id)).final:
            picture = await self._artist.podium(podium(live))
            letter = {"view": final_screen(live, picture), "file": file(picture)}
            await self._send(live, "end", letter, "final", 1)
        await self._show_fame(live)

    async def _show_fame(self, live: Live) -> None:
        """Tell of broken records, once, where the server wants it."""
        records = await fame.broken(self._store, live)
        if records:
            picture = await fame.drawn(self._artist, live, records)
            letter = {"view": fame.fame_screen(live, records, picture), "file": file(picture)}
            await self._send(live, "fame", letter, "records", 1)

    async def _send(self, live: Live, what: str, letter: Letter, key: str, value: int) -> None:
        """Send something once; then `value` is noted under `key`."""
        draft = Draft(live.row.id, what, home(live.row), live.row.seq, key=key, value=str(value))
        await self._outbox.send(draft, letter)


def concerned(live: Live) -> tuple[int, ...]:
    """The seats whose open panels show something old since the table was last painted.

    The end of a round changes every hand, whoever is next; a plan changed its member's.
    """
    new = list(
        takewhile(lambda step: step.seq > live.row.rendered_seq, reversed(live.course.steps))
    )
    if any(isinstance(event, RoundScored) for step in new for event in step.events):
        return tuple(seat.seat for seat in live.row.seats)
    played = {step.seat for step in new if step.by == "plan"}
    arrived = live.course.turn_seq > live.row.rendered_seq
    return tuple(sorted({*played, *(deciding(live.course.table) if arrived else ())}))


def new_members(live: Live) -> tuple[int, ...]:
    """The ids of the members who have to decide, and whom no message has told of it yet."""
    told = max(live.row.rendered_seq, live.row.message_seq)
    seats = deciding(live.course.table) if live.course.turn_seq > told else ()
    return members(live, seats)


def members(live: Live, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The ids of the members who play some seats."""
    drivers = (live.driver(seat) for seat in seats)
    return tuple(d.user_id for d in drivers if d.kind == "member" and d.user_id is not None)
