"""Painting: what a table's thread has to show so that it says what the log says.

What needs no time is done first: standing answers and plans, so that nobody is called in vain.
Then, in this order: the place, the scores of rounds that have ended, the one live table message.
That message is posted anew when a member's turn has come since it was last painted, because an
edit notifies nobody; for anything else it is edited. The state before is the store's: after a
crash or a failure painting again does only what is missing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import takewhile
from typing import Final
from weakref import WeakValueDictionary

import discord

from cogs._game.course import deciding
from cogs._game.tables import Live, Tables
from cogs._kit.client import Client
from cogs._kit.components import file
from cogs._kit.languages import in_public
from cogs._lobby.screen import lobby_card
from cogs._past import fame
from cogs._screens.new_cards import added
from cogs._screens.scores import final_card, podium, score_card, sheets
from cogs._screens.table import moved_card, table_card
from cogs._work.notifications import Pings, mentioning
from cogs._work.threads import open_place
from data.game.rows import Status
from render.artist import Artist, Picture

log = logging.getLogger(__name__)

NOBODY: Final = discord.AllowedMentions.none()
# The message is gone; it is too old to be edited so often; its thread sleeps, and a post wakes it.
POST_ANEW: Final = frozenset({10008, 30046, 50083})


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
        # The queue goes by channel, and a table moves from its channel to its thread.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def paint(self, table_id: int) -> None:
        """Show the newest state. Raises what Discord raises; what was shown stays noted."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            row = await self._store.tables.find(table_id)
            async with in_public(self._bot, row.guild_id if row else None):
                await self._paint(table_id)

    async def _paint(self, table_id: int) -> None:
        live = await self._settled(await self._tables.load(table_id))
        live = await self._placed(live)
        if live.row.message_id is not None and live.row.rendered_seq >= live.row.seq:
            return
        scored = await self._show_scores(live)
        await self._show_table(live)
        await self._show_end(live)
        await self._store.tables.painted(table_id, live.row.seq)
        # The end of a round changes every hand, whoever is next; a plan changed its member's.
        concerned = {*new_seats(live), *played_for(live)}
        await self._arrived(live, every_seat(live) if scored else tuple(sorted(concerned)))
        await self._pings.direct(live)

    async def _placed(self, live: Live) -> Live:
        row = live.row
        if row.thread_id is not None:
            return live
        row = replace(row, thread_id=await open_place(self._bot, row))
        if row.lobby_message_id is not None:
            await self._message(row.channel_id, row.lobby_message_id).edit(view=lobby_card(row))
        await self._store.tables.place_messages(row.id, thread_id=row.thread_id)
        return replace(live, row=row)

    async def _show_scores(self, live: Live) -> bool:
        """One message for each round that has ended and was not scored here; whether one had."""
        before = (await self._store.tables.posted(live.row.id)).rounds
        ended = sheets(live)
        for sheet in ended:
            if sheet.round > before:
                picture = await self._artist.score(sheet)
                await self._channel(live).send(
                    view=score_card(sheet, picture, live), file=file(picture)
                )
                await self._store.tables.note_posted(live.row.id, rounds=sheet.round)
        return bool(ended) and ended[-1].round > before

    async def _show_table(self, live: Live) -> None:
        picture = await self._artist.table(
            live.view(None), live.names(), added=added(live.course), notes=live.notes()
        )
        if new_members(live) or not await self._edited(live, picture):
            await self._post(live, picture)

    async def _post(self, live: Live, picture: Picture) -> None:
        pings = await self._pings.take(live)
        told = members(live, tuple(ping.seat for ping in pings))
        try:
            sent = await self._channel(live).send(
                view=table_card(live, picture),
                file=file(picture),
                allowed_mentions=mentioning(*told),
            )
        except discord.HTTPException:
            await self._pings.give_back(pings)
            raise
        self._bot.pulse.heard(sent.created_at.timestamp())
        await self._store.tables.place_messages(live.row.id, message_id=sent.id)
        if live.row.message_id is not None:
            await self._retire(live, live.row.message_id, sent.jump_url)

    async def _edited(self, live: Live, picture: Picture) -> bool:
        """Edit the live message; False when there is none, or Discord wants a new one."""
        if live.row.message_id is None:
            return False
        try:
            await self._message(place(live), live.row.message_id).edit(
                view=table_card(live, picture),
                attachments=[file(picture)],
                # An edit notifies nobody; without this the mention would lose its highlight.
                allowed_mentions=mentioning(*members(live, deciding(live.course.table))),
            )
        except discord.HTTPException as error:
            if error.code not in POST_ANEW:
                raise
            return False
        return True

    async def _retire(self, live: Live, message_id: int, newer: str) -> None:
        """Take the controls from a message that a newer one replaces."""
        try:
            await self._message(place(live), message_id).edit(
                view=moved_card(live, newer), attachments=[], allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            # Its controls go on answering, with the newest state: nothing depends on this edit.
            log.info("table %d: an old message keeps its controls: %s", live.row.id, error)

    async def _show_end(self, live: Live) -> None:
        posted = await self._store.tables.posted(live.row.id)
        if live.row.status is Status.FINISHED and not posted.final:
            picture = await self._artist.podium(podium(live))
            await self._channel(live).send(view=final_card(live, picture), file=file(picture))
            await self._store.tables.note_posted(live.row.id, final=True)
        if live.row.status is Status.FINISHED:
            await self._show_fame(live)

    async def _show_fame(self, live: Live) -> None:
        """Tell of broken records, once, where the server wants it."""
        records = await fame.broken(self._store, live)
        if records:
            picture = await fame.drawn(self._artist, live, records)
            await self._channel(live).send(
                view=fame.fame_card(live, records, picture), file=file(picture)
            )
            await self._store.tables.note_posted(live.row.id, records=True)

    def _channel(self, live: Live) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(place(live), guild_id=live.row.guild_id)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(channel_id).get_partial_message(message_id)


def place(live: Live) -> int:
    """The channel where the table is shown."""
    return live.row.thread_id or live.row.channel_id


def every_seat(live: Live) -> tuple[int, ...]:
    """All seats of the table."""
    return tuple(seat.seat for seat in live.row.seats)


def new_seats(live: Live) -> tuple[int, ...]:
    """The seats that have to decide and had not when the table was last painted."""
    arrived = live.course.turn_seq > live.row.rendered_seq
    return deciding(live.course.table) if arrived else ()


def played_for(live: Live) -> set[int]:
    """The seats whose plans were played since the table was last painted."""
    new = takewhile(lambda step: step.seq > live.row.rendered_seq, reversed(live.course.steps))
    return {step.seat for step in new if step.by == "plan"}


def new_members(live: Live) -> tuple[int, ...]:
    """Of those, the ids of the members among their players."""
    return members(live, new_seats(live))


def members(live: Live, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The ids of the members who play some seats."""
    drivers = (live.driver(seat) for seat in seats)
    return tuple(d.user_id for d in drivers if d.kind == "member" and d.user_id is not None)
