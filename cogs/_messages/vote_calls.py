"""Who is asked by a vote hears of it as of a turn: by their own way, outside quiet hours, and once.

at once  whoever is reached in the thread, and is awake: the message that asks mentions them
later    a row of the outbox, `ask.<vote>.<seat>`, until a direct message or a mention is sent;
         till then their silence means nothing
never    whoever wants to hear nothing, or has answered before they could be told
"""

from collections.abc import Callable, Iterable

from cogs._game.links import address, home
from cogs._game.live import Live
from cogs._game.paces import MINUTE
from cogs._game.quiet_hours import audible
from cogs._kit.texts import say
from cogs._messages.hearing import hears
from cogs._messages.pings import Pings
from cogs._screens.calls import game_name
from cogs._screens.vote import asked_still
from data.consent.votes import electors, said_now
from data.game.posts import ASK, Draft, Post
from data.game.seats import member_at
from data.game.vote_rows import Motion, VoteRow
from data.stores.messages import MessageStore
from data.stores.votes import VoteStore
from data.time.rows import still_until


class Calls:
    """Tells members of votes, for one bot."""

    def __init__(
        self,
        messages: MessageStore,
        votes: VoteStore,
        pings: Pings,
        now: Callable[[], float],
    ) -> None:
        self._messages = messages
        self._votes = votes
        self._pings = pings
        self._now = now
        self._next: dict[int, float] = {}
        """When quiet hours end of somebody who is still to be told, by table."""

    def due(self, now: float) -> tuple[int, ...]:
        """The tables where somebody is to be told now."""
        return tuple(table_id for table_id, at in self._next.items() if at <= now)

    async def begin(self, live: Live, vote: VoteRow) -> list[int]:
        """Note who is to be told by themselves; the ids of those whom the message mentions."""
        at_once = []
        noted = {post.what for post in await self._messages.posts(live.row.id)}
        for user_id in asked_still(live, vote):
            seat = seat_of(live, user_id)
            wish, what = live.chosen(seat).preference, f"{ASK}{vote.number}.{seat}"
            if what in noted:  # who has come to a seat since it was asked
                continue
            if wish.way == "thread" and audible(wish, self._now()) <= self._now():
                at_once.append(user_id)
            elif wish.way != "none":
                draft = Draft(live.row.id, what, home(live.row), tried=False)
                await self._messages.begin_post(draft)
        return at_once

    async def await_all(self, live: Live, votes: tuple[VoteRow, ...]) -> None:
        """Let the time of a vote run once whoever is still to be told of it can hear.

        They have come to their seat, or Discord fails, or nobody was there to tell them in time.
        """
        posts = {post.what for post in await self._messages.posts(live.row.id)}
        for vote in votes:
            silent = [seat for seat in agreeing(live, vote) if seat not in said_now(vote, live.row)]
            untold = [seat for seat in silent if f"{ASK}{vote.number}.{seat}" in posts]
            at = all_hear(live, untold, self._now())
            if untold and at > vote.opened + MINUTE:  # what its message says is as good till then
                await self._votes.heard(vote, at)

    async def tell(self, live: Live, votes: tuple[VoteRow, ...]) -> None:
        """Tell whoever is awake by now. Raises what Discord raises."""
        self._next.pop(live.row.id, None)
        by_number = {vote.number: vote for vote in votes}
        for post in await self._messages.posts(live.row.id):
            if post.what.startswith(ASK):
                _, number, seat = post.what.split(".")
                await self._tell(live, by_number.get(int(number)), int(seat), post)

    async def _tell(self, live: Live, vote: VoteRow | None, seat: int, post: Post) -> None:
        user_id, wish = member_at(live.row, seat), live.chosen(seat).preference
        asked = vote is not None and user_id in asked_still(live, vote) and wish.way != "none"
        if vote is None or user_id is None or not asked:
            await self._messages.unsent(post)
            return
        at = audible(wish, self._now())
        if at > self._now():
            self._next[live.row.id] = min(at, self._next.get(live.row.id, at))
            return
        link = address(live.row.guild_id, home(live.row), vote.message_id)
        facts = {"game": game_name(live), "at": round(vote.until), "link": link}
        await self._pings.call(
            live, seat, post.what, lambda: say("vote.called", who=f"<@{user_id}>", **facts)
        )


def seat_of(live: Live, user_id: int) -> int:
    """The seat whose member is asked."""
    return next(row.seat for row in live.row.seats if member_at(live.row, row.seat) == user_id)


def heard(live: Live, motion: Motion, now: float) -> float:
    """From when on all hear whose silence is a yes.

    Nobody agrees to anything by sleeping, or by a pause: who is asked then has their time after it.
    """
    silent = agreeing(live, motion)
    others = [seat for seat in silent if member_at(live.row, seat) != motion.asker]
    return all_hear(live, others, now)


def agreeing(live: Live, vote: Motion | VoteRow) -> list[int]:
    """The seats that are asked, and whose silence is a yes."""
    return [seat for seat, agrees in electors(vote, live.row).items() if agrees]


def all_hear(live: Live, seats: Iterable[int], now: float) -> float:
    """From when on the members of some seats all hear, once no pause of the table holds it up."""
    now = still_until(live.beside.holds, now)
    return max((hears(live, seat, now) for seat in seats), default=now)
