"""A page of a server's leaderboard, in words and as a picture.

The commands are in `cog`. `data.leaderboards` computes the ranking.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Final

from discord import ui

import engine
from cogs.ui.actions import Action
from cogs.ui.commands import game_slugs
from cogs.ui.layout import Item, action_row, button, layout_view, picture_item, select, text_display
from cogs.ui.texts import escaped_name, join_words, say
from data.models.leaderboards import (
    ALL_TIME,
    NEWCOMER_SIGMA,
    LeaderboardEntry,
    LeaderboardOrder,
    Partnership,
    RowDetails,
    shown_rating,
)
from data.repositories.leaderboards import LeaderboardRepository
from render.pictures.models import LeaderboardPage as Drawn
from render.pictures.models import LeaderboardRow, member_name
from render.renderer import Picture, Renderer
from render.text.catalogue import format_number, format_signed

PER_PAGE: Final = 10
SORT_BY_PARTNERS: Final = "partners"
ORDERS: Final[tuple[LeaderboardOrder, ...]] = (
    "rating",
    "wins",
    "games",
    "best_round",
    "average",
    "pennies",
)
SORT_ORDERS: Final = (*ORDERS, SORT_BY_PARTNERS)
"""The ways to sort a leaderboard. The last one shows the leaderboard of partners.

A custom id has the index, so new ways must come last.
"""
FIRST_MONTH: Final = 2000_01
"""The smallest year and month in a custom id. A smaller number is the page in an older button."""
OF_ONE_GAME: Final = ("best_round", "average")
"""The ways to sort that need one game, because points of different games cannot be compared."""

Row = LeaderboardEntry | Partnership
NO_DETAILS: Final = RowDetails((), None)
"""A partnership has no details."""


def certainty(sigma: float) -> float:
    """Return how certain a rating is, from 0 before the first game to nearly 1."""
    return max(0.0, 1 - sigma / NEWCOMER_SIGMA)


def sort_orders(game: str | None) -> tuple[str, ...]:
    """Return the ways to sort the leaderboard of a game. None is all games together."""
    without = OF_ONE_GAME if game is None else () if has_pennies(game) else ("pennies",)
    return tuple(way for way in SORT_ORDERS if way not in without)


# Cached: a deal takes milliseconds, and each page needs the answer for every game.
@cache
def has_pennies(game: str) -> bool:
    """Return whether players win and lose pennies in a game."""
    return engine.view(engine.deal(game, engine.GAMES[game].seats[0], bytes(32)), None).buys


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Says which leaderboard to show.

    `game` is a slug, or None for all games. `period` is a month, or all time. `way` is one of
    `SORT_ORDERS`. The leaderboard of partners exists for all time only.
    """

    game: str | None = None
    period: str = ALL_TIME
    way: str = "rating"

    @property
    def order(self) -> LeaderboardOrder:
        """The order as the repository names it."""
        return next((order for order in ORDERS if order == self.way), "rating")

    @property
    def title(self) -> str:
        """Heading of the leaderboard: the games, the order, and the month."""
        way = "" if self.way == "rating" else say(f"ranking.{self.way}")
        return say("ranking.between").join(filter(None, (self.games, way, self.period)))

    @property
    def games(self) -> str:
        """The game's name, or the text for all games."""
        return engine.GAMES[self.game].name if self.game else say("ladders.all_games")

    def months(self, now: str) -> str:
        """Return the month in words. For all time, return the text for that.

        `now` is the current month.
        """
        if not self.period:
            return say("ladders.all_time")
        key = "ladders.month_so_far" if self.period == now else "ladders.month"
        year, month = self.period.split("-")
        return say(key, month=say(f"month_name.{int(month)}"), year=year)

    def args(self) -> tuple[int, ...]:
        """Return the query as arguments of a custom id."""
        month = int(self.period.replace("-", "")) if self.period else 0
        return (game_number(self.game), month, SORT_ORDERS.index(self.way))

    @classmethod
    def read(cls, args: Sequence[int]) -> "LeaderboardQuery":
        """Return the query that `args` wrote. Missing or unknown values become the default."""
        game, month, way = (*args, 0, 0, 0)[:3]
        # A button of an older release has its page where the month is now.
        period = f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else ALL_TIME
        slug = numbered_game(game)
        named = SORT_ORDERS[way] if 0 <= way < len(SORT_ORDERS) else "rating"
        if named == SORT_BY_PARTNERS:
            return cls(slug, way=named)
        # A custom id can be forged, or the game's ways may have changed since.
        return cls(slug, period, named if named in sort_orders(slug) else "rating")


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard.

    Attributes:
        wanted: The leaderboard.
        page: The page, counted from 0.
        pages: The number of pages.
        rows: The rows on the page.
        own: The viewer's row, or None.
        details: Recent games and last place of each row, by Discord id.
        champions: Discord ids of the members who were first in the month before.
        at: When the page was loaded, in UTC epoch seconds.
    """

    wanted: LeaderboardQuery
    page: int
    pages: int
    rows: tuple[Row, ...]
    own: LeaderboardEntry | None
    details: Mapping[int, RowDetails]
    champions: frozenset[int]
    at: float

    @property
    def month(self) -> str:
        """The month in which the page was loaded, such as "2026-11"."""
        return f"{datetime.fromtimestamp(self.at, UTC):%Y-%m}"

    @property
    def month_before(self) -> str:
        """The month before the one that is shown. For all time, the last month."""
        year, month = map(int, (self.wanted.period or self.month).split("-"))
        return f"{year - (month == 1)}-{(month - 2) % 12 + 1:02}"


async def load_leaderboard(
    store: LeaderboardRepository,
    guild_id: int,
    wanted: LeaderboardQuery,
    page: int,
    viewer: int,
    now: float,
) -> LeaderboardPage:
    """Load a page of a leaderboard.

    Args:
        store: The repository.
        guild_id: The server.
        wanted: The leaderboard.
        page: The page, counted from 0. A page beyond the last one loads the last one.
        viewer: Discord id of the member who asks.
        now: The time in UTC epoch seconds.
    """
    # Not in one transaction: a game that ends in between only shifts the rows.
    partners = wanted.way == SORT_BY_PARTNERS
    if partners:
        size = await store.partnership_count(guild_id, wanted.game)
    else:
        size = await store.count(guild_id, wanted.game, wanted.period, wanted.order)
    pages = max(1, -(-size // PER_PAGE))
    page = max(0, min(page, pages - 1))
    rows = await load_rows(store, guild_id, wanted, page)
    shown = LeaderboardPage(wanted, page, pages, rows, None, {}, frozenset(), now)
    if partners:
        return shown
    return await add_details(store, guild_id, shown, viewer)


async def add_details(
    store: LeaderboardRepository, guild_id: int, page: LeaderboardPage, viewer: int
) -> LeaderboardPage:
    """Return a page with the viewer's row, the details of all rows, and the last champion."""
    wanted = page.wanted
    own = await store.entry(guild_id, wanted.game, viewer, wanted.period, wanted.order)
    users = [row.user_id for row in page.rows if isinstance(row, LeaderboardEntry)]
    details = await store.row_details(guild_id, wanted.game, wanted.period, users, page.at)
    champions = await store.crowned(guild_id, wanted.game, page.month_before)
    return replace(page, own=own, details=details, champions=champions)


async def load_rows(
    store: LeaderboardRepository, guild_id: int, wanted: LeaderboardQuery, page: int
) -> tuple[Row, ...]:
    offset = page * PER_PAGE
    if wanted.way == SORT_BY_PARTNERS:
        return await store.partnerships(guild_id, wanted.game, limit=PER_PAGE, offset=offset)
    return await store.page(
        guild_id,
        wanted.game,
        limit=PER_PAGE,
        offset=offset,
        period=wanted.period,
        order=wanted.order,
    )


async def leaderboard_picture(
    renderer: Renderer, page: LeaderboardPage, viewer: int, server: str
) -> Picture:
    """Draw a page, with the viewer's row marked. `server` is the name of the server."""
    wanted = page.wanted
    last_month = int(page.month_before[-2:])
    return await renderer.leaderboard(
        Drawn(
            title=wanted.games if wanted.game else server,
            rows=tuple(picture_row(page, line, viewer) for line in page.rows),
            page=page.page + 1,
            pages=page.pages,
            about=wanted.months(page.month),
            sorted_by=say(f"ranking.by_{wanted.way}"),
            last_month=say(f"month_name.{last_month}"),
        )
    )


def picture_row(page: LeaderboardPage, line: Row, viewer: int) -> LeaderboardRow:
    """Return a row for the picture."""
    members = line.user_ids if isinstance(line, Partnership) else (line.user_id,)
    details = page.details.get(members[0], NO_DETAILS)
    climb = None
    if page.wanted.way == "rating" and details.last_place is not None:
        climb = details.last_place - line.place
    return LeaderboardRow(
        place=line.place,
        name=join_words(map(member_name, names_of(line))),
        value=sort_number(page.wanted, line),
        certainty=certainty(line.sigma),
        own=viewer in members,
        recent=details.recent,
        climb=climb,
        is_new=is_new(page, line, details),
        champion=not page.champions.isdisjoint(members),
    )


def is_new(page: LeaderboardPage, line: Row, details: RowDetails) -> bool:
    """Return whether a member got a place on this leaderboard only this week."""
    ranked = page.wanted.way == "rating" and isinstance(line, LeaderboardEntry)
    return ranked and details.last_place is None


def sort_number(wanted: LeaderboardQuery, line: Row) -> str:
    """Return the number by which the leaderboard is sorted."""
    if not isinstance(line, LeaderboardEntry) or wanted.way == "rating":
        return format_number(shown_rating(line.rating))
    if wanted.way == "pennies":
        return format_signed(line.pennies)
    numbers = {
        "wins": line.wins,
        "games": line.games,
        "best_round": line.best_round or 0,
        "average": round(line.points / max(1, line.rounds)),
    }
    return format_number(numbers[wanted.way])


def names_of(line: Row) -> tuple[str, ...]:
    return line.names if isinstance(line, Partnership) else (line.name,)


def leaderboard_layout(page: LeaderboardPage, picture: Picture) -> ui.LayoutView:
    """Return the message with a page and its picture."""
    heading = say("ladders.heading", title=page.wanted.title)
    if not page.rows:
        return layout_view(text_display(heading, empty_text(page.wanted)), sort_select(page))
    own = "" if page.own is None or page.own in page.rows else own_line(page, page.own)
    lines = [row_line(page, line) for line in page.rows]
    told = text_display(*lines, own, say("ladders.explained"))
    parts = [text_display(heading), picture_item(picture), told, sort_select(page)]
    return layout_view(*parts, *([action_row(*page_buttons(page))] if page.pages > 1 else []))


def empty_text(wanted: LeaderboardQuery) -> str:
    """Return the text that says why a leaderboard is empty, and who would be on it."""
    if wanted.way == SORT_BY_PARTNERS:
        return say("ladders.nobody_together")
    if wanted.way == "pennies":
        games = join_words(engine.GAMES[slug].name for slug in game_slugs() if has_pennies(slug))
        return say("ladders.nobody_for_pennies", games=games)
    return say("ladders.nobody")


def row_line(page: LeaderboardPage, line: Row) -> str:
    told = sort_value(page.wanted, line)
    return say(
        "ranking.line",
        place=line.place,
        name=join_words(map(escaped_name, names_of(line))),
        rating=format_number(shown_rating(line.rating)),
        value=say("ranking.value", value=told) if told else "",
        games=line.games,
        wins=line.wins,
    )


def own_line(page: LeaderboardPage, line: LeaderboardEntry) -> str:
    """Return the viewer's row, which is on another page."""
    return say("ranking.own", line=row_line(page, line))


def sort_value(wanted: LeaderboardQuery, line: Row) -> str:
    """Return the value by which the leaderboard is sorted.

    Return "" if every row shows that value anyway.
    """
    if not isinstance(line, LeaderboardEntry):
        return ""
    if wanted.way == "pennies":
        return say("ranking.value_pennies", n=line.pennies, signed=format_signed(line.pennies))
    if wanted.way == "best_round":
        return say("ranking.value_best_round", points=format_number(line.best_round or 0))
    if wanted.way == "average" and line.rounds:
        return say("ranking.value_average", points=format_number(round(line.points / line.rounds)))
    return ""


def sort_select(page: LeaderboardPage) -> Item:
    wanted = page.wanted
    ways = sort_orders(wanted.game)
    labels = [(n, say(f"ranking.by_{way}"), "") for n, way in enumerate(SORT_ORDERS) if way in ways]
    chosen = SORT_ORDERS.index(wanted.way)
    hint = say("ranking.sort")
    return select(
        Action.LEADERBOARD_SORT,
        0,
        0,
        *wanted.args(),
        labels=labels,
        placeholder=hint,
        chosen=chosen,
    )


def page_buttons(page: LeaderboardPage) -> Sequence[Item]:
    """Return the buttons for the previous and the next page."""
    args, before, after = page.wanted.args(), page.page - 1, page.page + 1
    return (
        button(
            Action.LEADERBOARD_PAGE, 0, max(before, 0), *args, 0,
            label=say("ladders.before"), disabled=before < 0,
        ),
        button(
            Action.LEADERBOARD_PAGE, 0, after, *args, 1,
            label=say("ladders.after"), disabled=after >= page.pages,
        ),
    )  # fmt: skip


def game_number(game: str | None) -> int:
    """Return the number of a game in a custom id: 0 for all games, else its index plus 1."""
    return game_slugs().index(game) + 1 if game else 0


def numbered_game(number: int) -> str | None:
    """Return the game with this number in a custom id.

    None means all games, also if no game has this number.
    """
    return game_slugs()[number - 1] if 0 < number <= len(game_slugs()) else None
