"""Digests: what one message tells a member of all their tables, at the hour they have chosen.

It is due by a row of the store. In the commit that sees to it the next one becomes due, and the
message is in the outbox of the table that has waited longest, whose queue words and sends it, as a
nudge. By direct message one tells of every server; in a thread nobody reads of another server.
Where a thread will not have it, that of the next table that waits there says it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from cogs._game.links import home, link_to
from cogs._game.live import Live
from cogs._game.paces import HURRIED, PACES
from cogs._game.quiet_hours import audible, next_digest
from cogs._game.tables import Tables
from cogs._kit.client import Client
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from cogs._messages.mail import Mail, Notice
from cogs._screens.calls import game_name, needed, until
from cogs._traffic.codes import passes
from data.game.posts import DIGEST, Draft, Post
from data.time.rows import Wait, Waiting
from render.text.catalogue import speaking

MOST: Final = 1900
"""Characters of a digest, of the 2,000 that Discord takes."""
BY_THREAD: Final = ".thread"
"""How the name of a message ends that goes to its thread, whatever way its member has chosen."""


class Digests:
    """The digests of one bot's members."""

    def __init__(self, bot: Client, tables: Tables, mail: Mail) -> None:
        self._bot = bot
        self._people = bot.store.people
        self._time = bot.store.time
        self._messages = bot.store.messages
        self._tables = tables
        self._mail = mail

    async def begin(self, user_id: int, now: float) -> None:
        """See to a digest that is due: note its messages, none where nothing waits."""
        wish = await self._people.preference(user_id)
        at = audible(wish, now)
        if at > now:
            await self._messages.begin_digest(user_id, wish.digest_due, at, ())
            return
        waiting = await self._time.waiting_for(user_id, HURRIED)
        anchors = waiting[:1] if wish.way == "direct" else of_each_server(waiting)
        drafts = [draft(one, now) for one in anchors]
        then = next_digest(wish, now)
        await self._messages.begin_digest(user_id, wish.digest_due, then, drafts)

    async def send(self, live: Live, post: Post) -> None:
        """Send a digest; where nothing waits for its member any more, it is not needed."""
        seat, *how = post.what.removeprefix(DIGEST).split(".")
        driver, wish = live.driver(int(seat)), live.chosen(int(seat)).preference
        if driver.kind != "member" or driver.user_id is None or wish.way == "none":
            await self._messages.unsent(post)
        elif audible(wish, self._bot.clock()) > self._bot.clock():
            return
        elif wish.way == "direct" and not how:
            await self._directly(live, post, driver.user_id)
        else:
            await self._in_thread(live, post, driver.user_id)

    async def _directly(self, live: Live, post: Post, user_id: int) -> None:
        """Tell of all tables; who takes no direct message finds each server's in a thread of it."""
        with speaking(await self._bot.languages.of_member(live.row.guild_id, user_id)):
            words = await self._words(post, user_id, None)
        if words is None:
            await self._messages.unsent(post)
        elif not await self._mail.directly(live, user_id, notice(post), words):
            waiting = of_each_server(await self._time.waiting_for(user_id, HURRIED))
            noted = await self._instead(post, waiting)
            for one in noted:
                if one.table_id == live.row.id:
                    await self._in_thread(live, one, user_id)

    async def _in_thread(self, live: Live, post: Post, user_id: int) -> None:
        """Tell of the tables of one server, in a thread of it."""
        guild_id = live.row.guild_id
        with speaking(await self._bot.languages.of_server(guild_id)):
            words = await self._words(post, user_id, guild_id)
        if words is None:
            await self._messages.unsent(post)
            return
        try:
            await self._mail.in_thread(live, user_id, notice(post), words)
        except discord.HTTPException as error:
            if not passes(error):
                await self._hand_on(live, post, user_id)
            raise  # the table has its trouble all the same

    async def _hand_on(self, live: Live, post: Post, user_id: int) -> None:
        """Let the next table that waits on the server say it, in another place, if there is one."""
        under_way = await self._messages.post(post.table_id, post.what)
        if under_way is None or under_way.tried:  # it may be there, and is not said twice
            return
        waiting = await self._time.waiting_for(user_id, HURRIED)
        here = [one for one in waiting if one.guild_id == live.row.guild_id]
        tables = [one.table_id for one in here]
        before = tables.index(live.row.id) + 1 if live.row.id in tables else 0
        others = [one for one in here[before:] if one.place != home(live.row)]
        if others:
            await self._instead(post, others[:1])

    async def _instead(self, post: Post, waiting: Iterable[Waiting]) -> tuple[Post, ...]:
        """Let these tables say it, each in its thread."""
        drafts = [draft(one, float(post.value or 0), BY_THREAD) for one in waiting]
        return await self._messages.instead(post, drafts)

    async def _words(self, post: Post, user_id: int, guild_id: int | None) -> str | None:
        """What it says of one server, or of all; None where nothing waits any more."""
        lines = await self._lines(user_id, guild_id)
        return digest(user_id, post, lines) if lines else None

    async def _lines(self, user_id: int, guild_id: int | None) -> list[str]:
        """A line for each table that waits for a member, on one server or on all."""
        found = []
        for one in await self._time.waiting_for(user_id, HURRIED):
            if guild_id in {None, one.guild_id}:
                found += await self._line(one)
        return found

    async def _line(self, one: Waiting) -> list[str]:
        """The line of a table, if it waits still."""
        try:
            live = await self._tables.load(one.table_id)
        except Refusal:  # it has ended since
            return []
        wait = live.wait(one.seat)
        return [] if wait is None else [line(live, wait)]


def notice(post: Post) -> Notice:
    """The digest as it is sent."""
    return Notice("digest", post.what, value=post.value)


def draft(one: Waiting, at: float, how: str = "") -> Draft:
    """The message of a digest that was due then, at the table where it is sent from."""
    return Draft(one.table_id, f"{DIGEST}{one.seat}{how}", one.place, value=str(at), tried=False)


def of_each_server(waiting: Iterable[Waiting]) -> Sequence[Waiting]:
    """What has waited longest on each server."""
    first: dict[int, Waiting] = {}
    for one in waiting:
        first.setdefault(one.guild_id, one)
    return tuple(first.values())


def line(live: Live, wait: Wait) -> str:
    """One table: the game, the round, what is needed, until when, and where."""
    return say(
        "digest.line",
        game=game_name(live),
        round=live.view(None).round,
        what=needed(live, wait.seat),
        until=until(wait.deadline) if PACES[live.row.pace].reminds else "",
        link=link_to(live.row),
    )


def digest(user_id: int, post: Post, lines: list[str]) -> str:
    """The whole message; what does not fit is in `/tables`."""
    at = round(float(post.value or 0))
    heading = say("digest.heading", who=f"<@{user_id}>", at=at)
    room, shown = MOST - len(heading), 0
    while shown < len(lines) and room >= len(lines[shown]):
        room -= len(lines[shown]) + 1
        shown += 1
    more = [say("digest.more", n=len(lines) - shown)] if shown < len(lines) else []
    return "\n".join([heading, *lines[:shown], *more])
