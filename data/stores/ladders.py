"""What a server remembers of its games: ladders, histories, records."""

from data.file.access import OpenDatabase
from data.game import results
from data.game.rows import Outcome
from data.ladders import anew, boards, fame, histories, meetings
from data.ladders.fold import ALL_TIME
from data.ladders.rows import (
    ALL_PAST,
    Fame,
    LadderStanding,
    MemberLine,
    Order,
    Partnership,
    PastGame,
    Practice,
    Profile,
    Rival,
    Sought,
)


class LadderStore:
    """Ladders and statistics, one transaction for each call."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look

    async def sweep_meetings(self, now: float) -> None:
        """Let go of how often members met in months that are over."""
        await self._submit(lambda c, _: meetings.sweep(c, now))

    # ---- ladders

    async def leaderboard(
        self,
        guild_id: int,
        game: str | None,
        *,
        limit: int,
        offset: int,
        period: str = ALL_TIME,
        order: Order = "rating",
    ) -> tuple[LadderStanding, ...]:
        """A page of a server's ladder, best first; of all games together when `game` is None.

        `period` is a month such as `2026-11`, or `fold.ALL_TIME`.
        """
        return await self._look(
            lambda c: boards.leaderboard(c, guild_id, game, period, order, limit, offset)
        )

    async def ladder_size(
        self, guild_id: int, game: str | None, period: str = ALL_TIME, order: Order = "rating"
    ) -> int:
        """How many members have a place on the ladder."""
        return await self._look(lambda c: boards.size(c, guild_id, game, period, order))

    async def standing(
        self,
        guild_id: int,
        game: str | None,
        user_id: int,
        period: str = ALL_TIME,
        order: Order = "rating",
    ) -> LadderStanding | None:
        """One member's place; None without a rated game."""
        return await self._look(
            lambda c: boards.standing(c, guild_id, game, user_id, period, order)
        )

    async def lines_of(self, guild_id: int, user_id: int) -> tuple[MemberLine, ...]:
        """A member's rated games, together and by game, shown on the ladders or not."""
        return await self._look(lambda c: boards.lines_of(c, guild_id, user_id))

    async def seasons(self, guild_id: int) -> tuple[str, ...]:
        """The months that have a ladder, newest first."""
        return await self._look(lambda c: boards.seasons(c, guild_id))

    async def practice(self, guild_id: int, game: str | None, user_id: int) -> Practice:
        """A member's games that did not count for the ladder."""
        return await self._look(lambda c: boards.practice(c, guild_id, game, user_id))

    async def partnerships(
        self, guild_id: int, game: str | None, *, limit: int, offset: int
    ) -> tuple[Partnership, ...]:
        """A page of the ladder of pairs and trios, best first."""
        return await self._look(lambda c: boards.partnerships(c, guild_id, game, limit, offset))

    async def partnership_size(self, guild_id: int, game: str | None) -> int:
        """How many pairs and trios have a place."""
        return await self._look(lambda c: boards.partnership_size(c, guild_id, game))

    async def rivals(self, guild_id: int, user_id: int, limit: int = 5) -> tuple[Rival, ...]:
        """Whom a member has met most often, and how it went."""
        return await self._look(lambda c: boards.rivals(c, guild_id, user_id, limit))

    async def rebuild_ladder(self) -> None:
        """Make all ladders again from the results."""
        await self._submit(lambda c, _: anew.rebuild(c))

    async def counted(self) -> tuple[int, ...]:
        """The tables that have a result, in the order they ended."""
        return await self._look(results.counted)

    async def recount(self, table_id: int, outcome: Outcome) -> None:
        """Write what a game's log says over its result; then rebuild the ladders."""
        await self._submit(lambda c, _: results.recount(c, table_id, outcome))

    # ---- looking back

    async def profile(self, guild_id: int, user_id: int) -> Profile:
        """What a member has done on a server."""
        return await self._look(lambda c: histories.profile(c, guild_id, user_id))

    async def history(
        self, guild_id: int, sought: Sought = ALL_PAST, *, limit: int, offset: int
    ) -> tuple[PastGame, ...]:
        """A page of a server's finished games, newest first; of those that are sought."""
        return await self._look(lambda c: histories.history(c, guild_id, sought, limit, offset))

    async def history_size(self, guild_id: int, sought: Sought = ALL_PAST) -> int:
        """How many games that history has."""
        return await self._look(lambda c: histories.history_size(c, guild_id, sought))

    async def records(self, guild_id: int) -> tuple[Fame, ...]:
        """The hall of fame: the records that stand, by game and kind."""
        return await self._look(lambda c: fame.records(c, guild_id))

    async def broken(self, table_id: int) -> tuple[Fame, ...]:
        """The records that a finished game has broken."""
        return await self._look(lambda c: fame.broken(c, table_id))
