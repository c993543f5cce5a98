"""A page of a server's ladder, in words and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from discord import ui

import engine
from cogs.ui.actions import Action
from cogs.ui.commands import game_slugs
from cogs.ui.layout import Item, action_row, button, layout_view, picture_item, select, text_display
from cogs.ui.texts import escaped_name, join_words, say
from data.models.leaderboards import ALL_TIME, LeaderboardEntry, LeaderboardOrder, Partnership
from data.repositories.leaderboards import LeaderboardRepository
from render.pictures.models import LeaderboardRow as Drawn
from render.pictures.models import member_name
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
"""How a ladder can be sorted; and the ladder of those who play together."""
FIRST_MONTH: Final = 2000_01
OF_ONE_GAME: Final = ("best_round", "average")
"""Ways that need a game: points of different games do not compare."""
BASE: Final = 1000
"""ShownRating points of a strength of nought."""
SCALE: Final = 40
"""ShownRating points for one of the model's."""

Row = LeaderboardEntry | Partnership


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people read it: the mean, and its lower end, which orders the ladders.

    Whole numbers, 1,000 for a strength of nought, 40 for one of the model's points.
    """

    rating: int
    sure: int

    @classmethod
    def of(cls, mean: float, rating: float) -> "ShownRating":
        """From the model's mean and its lower end, mu - 3 sigma."""
        return cls(round(BASE + SCALE * mean), round(BASE + SCALE * rating))

    @property
    def spread(self) -> int:
        """How far off the mean may be: down to the lower end, and as far up."""
        return self.rating - self.sure

    def facts(self) -> dict[str, str]:
        """Itself for a sentence."""
        return {
            "rating": format_number(self.rating),
            "spread": format_number(self.spread),
            "sure": format_number(self.sure),
        }


def sort_orders(game: str | None) -> tuple[str, ...]:
    """How the ladder of a game, or of all together, can be sorted."""
    without = OF_ONE_GAME if game is None else () if has_pennies(game) else ("pennies",)
    return tuple(way for way in SORT_ORDERS if way not in without)


@cache
def has_pennies(game: str) -> bool:
    """Whether pennies are won and lost in a game, as its table shows."""
    return engine.view(engine.deal(game, engine.GAMES[game].seats[0], bytes(32)), None).buys


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Which ladder: a game's slug or None for all, a month or all time, and one of `SORT_ORDERS`.

    That of partners is of all time only.
    """

    game: str | None = None
    period: str = ALL_TIME
    way: str = "rating"

    @property
    def order(self) -> LeaderboardOrder:
        """What the store sorts by."""
        return next((order for order in ORDERS if order == self.way), "rating")

    @property
    def title(self) -> str:
        """What is ranked, how, and of which month."""
        return say("ranking.between").join(filter(None, (self.games, self.about)))

    @property
    def games(self) -> str:
        """The game, or that it is all of them."""
        return engine.GAMES[self.game].name if self.game else say("ladders.all_games")

    @property
    def about(self) -> str:
        """How it is sorted and of which month, where these are not as usual."""
        way = "" if self.way == "rating" else say(f"ranking.{self.way}")
        return say("ranking.between").join(filter(None, (way, self.period)))

    def args(self) -> tuple[int, ...]:
        """Itself as the arguments of a control."""
        month = int(self.period.replace("-", "")) if self.period else 0
        return (game_number(self.game), month, SORT_ORDERS.index(self.way))

    @classmethod
    def read(cls, args: Sequence[int]) -> "LeaderboardQuery":
        """What `args` wrote; what is missing or unknown is as usual."""
        game, month, way = (*args, 0, 0, 0)[:3]
        # an older button has its place in the row where the month is now
        period = f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else ALL_TIME
        slug, named = (
            numbered_game(game),
            SORT_ORDERS[way] if 0 <= way < len(SORT_ORDERS) else "rating",
        )
        if named == SORT_BY_PARTNERS:
            return cls(slug, way=named)
        return cls(slug, period, named if named in sort_orders(slug) else "rating")


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a ladder; pages count from 0. `own` is the line of whoever asked."""

    wanted: LeaderboardQuery
    page: int
    pages: int
    rows: tuple[Row, ...]
    own: LeaderboardEntry | None


async def load_leaderboard(
    store: LeaderboardRepository, guild_id: int, wanted: LeaderboardQuery, page: int, viewer: int
) -> LeaderboardPage:
    """A page of the ladder; the last one when there are fewer."""
    if wanted.way == SORT_BY_PARTNERS:
        size = await store.partnership_count(guild_id, wanted.game)
    else:
        size = await store.count(guild_id, wanted.game, wanted.period, wanted.order)
    pages = max(1, -(-size // PER_PAGE))
    page = max(0, min(page, pages - 1))
    rows = await rows_of(store, guild_id, wanted, page)
    own = await store.entry(guild_id, wanted.game, viewer, wanted.period, wanted.order)
    return LeaderboardPage(
        wanted, page, pages, rows, None if wanted.way == SORT_BY_PARTNERS else own
    )


async def rows_of(
    store: LeaderboardRepository, guild_id: int, wanted: LeaderboardQuery, page: int
) -> tuple[Row, ...]:
    """The lines of one page."""
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


async def leaderboard_picture(artist: Renderer, ladder: LeaderboardPage, viewer: int) -> Picture:
    """The picture of a page; the row of whoever asked is marked."""
    rows = [drawn_row(ladder.wanted, line, viewer) for line in ladder.rows]
    wanted, page = ladder.wanted, ladder.page + 1
    return await artist.leaderboard(
        rows, title=wanted.games, about=wanted.about, page=page, pages=ladder.pages
    )


def drawn_row(wanted: LeaderboardQuery, line: Row, viewer: int) -> Drawn:
    """One place, for the picture."""
    members = line.user_ids if isinstance(line, Partnership) else (line.user_id,)
    shown = ShownRating.of(line.mu, line.rating)
    return Drawn(
        place=line.place,
        name=join_words(map(member_name, names_of(line))),
        rating=shown.rating,
        spread=shown.spread,
        games=line.games,
        wins=line.wins,
        own=viewer in members,
        value=value(wanted, line),
    )


def names_of(line: Row) -> tuple[str, ...]:
    """Whose line it is."""
    return line.names if isinstance(line, Partnership) else (line.name,)


def leaderboard_layout(ladder: LeaderboardPage, picture: Picture) -> ui.LayoutView:
    """The message with one page."""
    heading = say("ladders.heading", title=ladder.wanted.title)
    if not ladder.rows:
        return layout_view(text_display(heading, nobody(ladder.wanted)), sorting(ladder))
    own = "" if ladder.own is None or ladder.own in ladder.rows else own_line(ladder, ladder.own)
    lines = [words(ladder, line) for line in ladder.rows]
    told = text_display(*lines, own, explained(ladder.wanted), say("ranking.bounded"))
    parts = [text_display(heading), picture_item(picture), told, sorting(ladder)]
    return layout_view(*parts, *([action_row(*pagers(ladder))] if ladder.pages > 1 else []))


def nobody(wanted: LeaderboardQuery) -> str:
    """Why nobody stands on a ladder, and who would."""
    if wanted.way == SORT_BY_PARTNERS:
        return say("ladders.nobody_together")
    if wanted.way == "pennies":
        games = join_words(engine.GAMES[slug].name for slug in game_slugs() if has_pennies(slug))
        return say("ladders.nobody_for_pennies", games=games)
    return say("ladders.nobody")


def explained(wanted: LeaderboardQuery) -> str:
    """What a rating is; and that places go by it, where they do."""
    by_rating = wanted.way in ("rating", SORT_BY_PARTNERS)
    return say("ladders.explained" if by_rating else "ladders.explained_otherwise")


def words(ladder: LeaderboardPage, line: Row) -> str:
    """One place in words."""
    told = value(ladder.wanted, line)
    return say(
        "ranking.line",
        place=line.place,
        name=join_words(map(escaped_name, names_of(line))),
        **ShownRating.of(line.mu, line.rating).facts(),
        value=say("ranking.value", value=told) if told else "",
        games=line.games,
        wins=line.wins,
    )


def own_line(ladder: LeaderboardPage, line: LeaderboardEntry) -> str:
    """The place of whoever asked, when it is on another page."""
    return say("ranking.own", line=words(ladder, line))


def value(wanted: LeaderboardQuery, line: Row) -> str:
    """What the ladder is sorted by, where the line does not say it anyway."""
    if not isinstance(line, LeaderboardEntry):
        return ""
    if wanted.way == "pennies":
        return say("ranking.value_pennies", n=line.pennies, signed=format_signed(line.pennies))
    if wanted.way == "best_round":
        return say("ranking.value_best_round", points=format_number(line.best_round or 0))
    if wanted.way == "average" and line.rounds:
        return say("ranking.value_average", points=format_number(round(line.points / line.rounds)))
    return ""


def sorting(ladder: LeaderboardPage) -> Item:
    """The select for another way of sorting."""
    wanted = ladder.wanted
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


def pagers(ladder: LeaderboardPage) -> Sequence[ui.Item[ui.LayoutView]]:
    """Buttons to the pages before and after."""
    args, before, after = ladder.wanted.args(), ladder.page - 1, ladder.page + 1
    return (
        button(
            Action.LEADERBOARD_PAGE, 0, max(before, 0), *args, 0,
            label=say("ladders.before"), disabled=before < 0,
        ),
        button(
            Action.LEADERBOARD_PAGE, 0, after, *args, 1,
            label=say("ladders.after"), disabled=after >= ladder.pages,
        ),
    )  # fmt: skip


def game_number(game: str | None) -> int:
    """How a control names a game: 0 for all, else its place in the list from 1 on."""
    return game_slugs().index(game) + 1 if game else 0


def numbered_game(number: int) -> str | None:
    """The game of such a number; all games for a number there is none of."""
    return game_slugs()[number - 1] if 0 < number <= len(game_slugs()) else None
