"""Pings: who is told that a decision is theirs, how, and never twice.

Each is taken from the store before it is sent: of two that would send it only one does, and a
crash in between loses it rather than doubling it. What Discord refuses is given back and sent
later. A ping goes to the one who decides, and to nobody else.
"""

import logging
from dataclasses import replace
from typing import Final

import discord

import engine
from cogs._game.course import deciding
from cogs._game.paces import PACES
from cogs._game.quiet_hours import audible
from cogs._game.tables import Live, Tables
from cogs._kit.client import Client
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from cogs._screens.table import game_name
from data.people.rows import Preference
from data.time.rows import Ping, Wait
from render.text.catalogue import speaking

log = logging.getLogger(__name__)

CLOSED_TO_US: Final = 50007
"""Discord's code for a member who takes no direct messages from this bot."""
AGAIN: Final = 60.0
"""Seconds after which a ping that could not be sent is tried again."""
REFUSED: Final = 600.0
"""The same where the bot may not send: Discord counts refusals against us."""
PATIENCE: Final = 60.0
"""Seconds that the table message has to tell whose turn it is, before a ping of its own does."""
AT_ONCE: Final = 200
"""Pings looked at in one go; the rest is due a moment later."""


class Pings:
    """Everything that notifies anybody, for one bot."""

    def __init__(self, bot: Client, tables: Tables) -> None:
        self._bot = bot
        self._store = bot.store
        self._tables = tables

    async def take(self, live: Live) -> tuple[Ping, ...]:
        """The members whom the table message tells, as it is posted now, that it is their turn."""
        taken = []
        for wait in await self._store.time.waits(live.row.id):
            if await self._is_due(live, wait, "thread"):
                taken += await self._taken(Ping(live.row.id, wait.seat, wait.seq, "tell", 0.0))
        return tuple(taken)

    async def give_back(self, pings: tuple[Ping, ...]) -> None:
        """The table message was not posted."""
        for ping in pings:
            await self._store.time.give_back(replace(ping, at=self._bot.clock()))

    async def direct(self, live: Live) -> None:
        """Tell those who want it by direct message that it is their turn."""
        for wait in await self._store.time.waits(live.row.id):
            if await self._is_due(live, wait, "direct"):
                await self.send(Ping(live.row.id, wait.seat, wait.seq, "tell", 0.0))

    async def due(self, now: float) -> None:
        """Send what is due: reminders, turns that came in quiet hours, what failed before."""
        for ping in await self._store.time.pings(now, patience=PATIENCE, most=AT_ONCE):
            await self.send(ping)

    async def send(self, ping: Ping) -> None:
        """Send one ping, if it is still to be sent; give it back when Discord fails."""
        if not await self._taken(ping):
            return
        try:
            await self._send(ping)
        except discord.HTTPException as error:
            log.info("table %d: a ping must wait: %s", ping.table_id, error)
            wait = REFUSED if isinstance(error, discord.Forbidden | discord.NotFound) else AGAIN
            await self._store.time.give_back(replace(ping, at=self._bot.clock() + wait))
        except Refusal as refusal:
            log.info("table %d: nobody to ping: %s", ping.table_id, refusal.key)

    async def _send(self, ping: Ping) -> None:
        live = await self._tables.load(ping.table_id)
        await self._say(live, ping)

    async def _say(self, live: Live, ping: Ping) -> None:
        user_id = member(live, ping.seat)
        if user_id is None:
            return
        now, wish = self._bot.clock(), await self._store.people.preference(user_id)
        if audible(wish, now) > now:
            await self._store.time.give_back(replace(ping, at=audible(wish, now)))
            return
        wait = next(
            wait for wait in await self._store.time.waits(live.row.id) if wait.seat == ping.seat
        )
        with speaking(await self.language(live, user_id, wish)):
            await self.tell(live, user_id, wish, asking(live, ping.told, user_id, wait))

    async def language(self, live: Live, user_id: int, wish: Preference) -> str:
        """The language to tell a member something in: their own only where nobody else reads."""
        languages, guild_id = self._bot.languages, live.row.guild_id
        private = wish.way == "direct"
        return await (
            languages.of_member(guild_id, user_id) if private else languages.of_server(guild_id)
        )

    async def tell(self, live: Live, user_id: int, wish: Preference, text: str) -> None:
        """Say something to one member, by direct message or in the thread, as they chose.

        Raises `discord.HTTPException` when it can be said in neither place.
        """
        if wish.way == "direct" and await self.directly(user_id, text):
            return
        place = self._bot.get_partial_messageable(place_of(live), guild_id=live.row.guild_id)
        await place.send(text, allowed_mentions=mentioning(user_id))

    async def directly(self, user_id: int, text: str) -> bool:
        """Send a direct message; False when the member takes none."""
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
            await channel.send(text, allowed_mentions=mentioning())
        except discord.Forbidden as error:
            if error.code != CLOSED_TO_US:
                raise
            return False
        return True

    async def _is_due(self, live: Live, wait: Wait, way: str) -> bool:
        user_id = member(live, wait.seat)
        if wait.tell is None or wait.tell > self._bot.clock() or user_id is None:
            return False
        return (await self._store.people.preference(user_id)).way == way

    async def _taken(self, ping: Ping) -> list[Ping]:
        taken = await self._store.time.take(ping.told, ping.table_id, ping.seat, ping.seq)
        return [ping] if taken else []


def member(live: Live, seat: int) -> int | None:
    """The id of the member who plays a seat and has to decide now; None for anybody else."""
    driver = live.driver(seat)
    return (
        driver.user_id if driver.kind == "member" and seat in deciding(live.course.table) else None
    )


def place_of(live: Live) -> int:
    """The channel where the table is shown."""
    return live.row.thread_id or live.row.channel_id


def mentioning(*user_ids: int) -> discord.AllowedMentions:
    """Permission to notify these members and nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)


def asking(live: Live, how: str, user_id: int, wait: Wait, **more: str) -> str:
    """What a ping says: the game, the round, what is needed, until when, and where."""
    return say(
        f"clock.{how}",
        who=f"<@{user_id}>",
        game=game_name(live),
        round=live.view(None).round,
        what=needed(live, wait.seat),
        until=until(wait.deadline) if PACES[live.row.pace].reminds else "",
        link=link(live),
        **more,
    )


def needed(live: Live, seat: int) -> str:
    """What a seat has to decide, in words."""
    kind = next(one.kind for one in engine.pending(live.course.table) if one.seat == seat)
    return say(f"clock.needs_{kind}")


def until(deadline: float) -> str:
    """A moment as Discord shows it, in everybody's own time zone."""
    return say("clock.until", at=round(deadline))


def link(live: Live) -> str:
    """Where the table is."""
    place = f"https://discord.com/channels/{live.row.guild_id}/{place_of(live)}"
    return place if live.row.message_id is None else f"{place}/{live.row.message_id}"
