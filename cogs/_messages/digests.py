"""Digests: what one message tells a member of all their tables, at the hour they have chosen.

It is due by a row of the store. In the commit that sees to it the next one becomes due, and the
message is in the outbox of the table that has waited longest, whose queue words and sends it, as a
nudge. By direct message one tells of every server; in a thread nobody reads of another server.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from cogs._game.links import link_to
from cogs._game.live import Live
from cogs._game.paces import HURRIED, PACES
from cogs._game.quiet_hours import audible, next_digest
from cogs._game.tables import Tables
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from cogs._screens.calls import needed, until
from cogs._screens.table import game_name
from data.game.posts import DIGEST, Draft, Post
from data.stores.messages import MessageStore
from data.stores.people import PeopleStore
from data.stores.time import TimeStore
from data.time.rows import Wait, Waiting

MOST: Final = 1900
"""Characters of a digest, of the 2,000 that Discord takes."""
BY_THREAD: Final = ".thread"
"""How the name of a message ends that goes to its thread, whatever way its member has chosen."""


class Digests:
    """The digests of one bot's members."""

    def __init__(
        self, people: PeopleStore, time: TimeStore, messages: MessageStore, tables: Tables
    ) -> None:
        self._people = people
        self._time = time
        self._messages = messages
        self._tables = tables

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

    async def in_threads(self, user_id: int, post: Post, guild_id: int) -> None:
        """A member takes no direct messages: let the other servers be told of in their threads."""
        waiting = await self._time.waiting_for(user_id, HURRIED)
        for one in of_each_server(waiting):
            if one.guild_id != guild_id:
                await self._messages.ask_for_post(draft(one, float(post.value or 0), BY_THREAD))

    async def lines(self, user_id: int, guild_id: int | None) -> list[str]:
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
