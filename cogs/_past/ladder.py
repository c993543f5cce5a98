"""A page of a server's ladder, in words and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from discord import ui

import engine
from cogs._kit import verbs
from cogs._kit.components import Item, button, gallery, row, screen, select, text
from cogs._kit.names import clean
from cogs._kit.texts import listed, say
from cogs._lobby.games import slugs
from data.ladders.fold import ALL_TIME
from data.ladders.rows import LadderStanding, Order, Partnership
from data.stores.ladders import LadderStore
from render.artist import Artist, Picture
from render.scenes.sheets import LadderRow as Drawn
from render.scenes.sheets import member_name
from render.text.catalogue import number, signed

PER_PAGE: Final = 10
PARTNERS: Final = "partners"
ORDERS: Final[tuple[Order, ...]] = ("rating", "wins", "games", "best_round", "average", "pennies")
WAYS: Final = (*ORDERS, PARTNERS)
"""How a ladder can be sorted; and the ladder of those who play together."""
FIRST_MONTH: Final = 2000_01
OF_ONE_GAME: Final = ("best_round", "average")
"""Ways that need a game: points of different games do not compare."""
BASE: Final = 1000
"""ShownRating points of a strength of nought."""
SCALE: Final = 40
"""ShownRating points for one of the model's."""

Row = LadderStanding | Partnership


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
            "rating": number(self.rating),
            "spread": number(self.spread),
            "sure": number(self.sure),
        }


def ways_of(game: str | None) -> tuple[str, ...]:
    """How the ladder of a game, or of all together, can be sorted."""
    without = OF_ONE_GAME if game is None else () if has_pennies(game) else ("pennies",)
    return tuple(way for way in WAYS if way not in without)


@cache
def has_pennies(game: str) -> bool:
    """Whether pennies are won and lost in a game, as its table shows."""
    return engine.view(engine.deal(game, engine.GAMES[game].seats[0], bytes(32)), None).buys


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which ladder: a game's slug or None for all, a month or all time, and one of `WAYS`.

    That of partners is of all time only.
    """

    game: str | None = None
    period: str = ALL_TIME
    way: str = "rating"

    @property
    def order(self) -> Order:
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
        return (game_number(self.game), month, WAYS.index(self.way))

    @classmethod
    def read(cls, args: Sequence[int]) -> "Wanted":
        """What `args` wrote; what is missing or unknown is as usual."""
        game, month, way = (*args, 0, 0, 0)[:3]
        # an older button has its place in the row where the month is now
        period = f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else ALL_TIME
        slug, named = numbered_game(game), WAYS[way] if 0 <= way < len(WAYS) else "rating"
        if named == PARTNERS:
            return cls(slug, way=named)
        return cls(slug, period, named if named in ways_of(slug) else "rating")


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a ladder; pages count from 0. `own` is the line of whoever asked."""

    wanted: Wanted
    page: int
    pages: int
    rows: tuple[Row, ...]
    own: LadderStanding | None


async def load(
    store: LadderStore, guild_id: int, wanted: Wanted, page: int, viewer: int
) -> LadderPage:
    """A page of the ladder; the last one when there are fewer."""
    if wanted.way == PARTNERS:
        size = await store.partnership_size(guild_id, wanted.game)
    else:
        size = await store.ladder_size(guild_id, wanted.game, wanted.period, wanted.order)
    pages = max(1, -(-size // PER_PAGE))
    page = max(0, min(page, pages - 1))
    rows = await rows_of(store, guild_id, wanted, page)
    own = await store.standing(guild_id, wanted.game, viewer, wanted.period, wanted.order)
    return LadderPage(wanted, page, pages, rows, None if wanted.way == PARTNERS else own)


async def rows_of(store: LadderStore, guild_id: int, wanted: Wanted, page: int) -> tuple[Row, ...]:
    """The lines of one page."""
    offset = page * PER_PAGE
    if wanted.way == PARTNERS:
        return await store.partnerships(guild_id, wanted.game, limit=PER_PAGE, offset=offset)
    return await store.leaderboard(
        guild_id,
        wanted.game,
        limit=PER_PAGE,
        offset=offset,
        period=wanted.period,
        order=wanted.order,
    )


async def drawn(artist: Artist, ladder: LadderPage, viewer: int) -> Picture:
    """The picture of a page; the row of whoever asked is marked."""
    rows = [drawn_row(ladder.wanted, line, viewer) for line in ladder.rows]
    wanted, page = ladder.wanted, ladder.page + 1
    return await artist.leaderboard(
        rows, title=wanted.games, about=wanted.about, page=page, pages=ladder.pages
    )


def drawn_row(wanted: Wanted, line: Row, viewer: int) -> Drawn:
    """One place, for the picture."""
    members = line.user_ids if isinstance(line, Partnership) else (line.user_id,)
    shown = ShownRating.of(line.mu, line.rating)
    return Drawn(
        place=line.place,
        name=listed(map(member_name, names_of(line))),
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


def ladder_screen(ladder: LadderPage, picture: Picture) -> ui.LayoutView:
    """The message with one page."""
    heading = say("ladders.heading", title=ladder.wanted.title)
    if not ladder.rows:
        return screen(text(heading, nobody(ladder.wanted)), sorting(ladder))
    own = "" if ladder.own is None or ladder.own in ladder.rows else own_line(ladder, ladder.own)
    lines = [words(ladder, line) for line in ladder.rows]
    told = text(*lines, own, explained(ladder.wanted), say("ranking.bounded"))
    parts = [text(heading), gallery(picture), told, sorting(ladder)]
    return screen(*parts, *([row(*pagers(ladder))] if ladder.pages > 1 else []))


def nobody(wanted: Wanted) -> str:
    """Why nobody stands on a ladder, and who would."""
    if wanted.way == PARTNERS:
        return say("ladders.nobody_together")
    if wanted.way == "pennies":
        games = listed(engine.GAMES[slug].name for slug in slugs() if has_pennies(slug))
        return say("ladders.nobody_for_pennies", games=games)
    return say("ladders.nobody")


def explained(wanted: Wanted) -> str:
    """What a rating is; and that places go by it, where they do."""
    by_rating = wanted.way in ("rating", PARTNERS)
    return say("ladders.explained" if by_rating else "ladders.explained_otherwise")


def words(ladder: LadderPage, line: Row) -> str:
    """One place in words."""
    told = value(ladder.wanted, line)
    return say(
        "ranking.line",
        place=line.place,
        name=listed(map(clean, names_of(line))),
        **ShownRating.of(line.mu, line.rating).facts(),
        value=say("ranking.value", value=told) if told else "",
        games=line.games,
        wins=line.wins,
    )


def own_line(ladder: LadderPage, line: LadderStanding) -> str:
    """The place of whoever asked, when it is on another page."""
    return say("ranking.own", line=words(ladder, line))


def value(wanted: Wanted, line: Row) -> str:
    """What the ladder is sorted by, where the line does not say it anyway."""
    if not isinstance(line, LadderStanding):
        return ""
    if wanted.way == "pennies":
        return say("ranking.value_pennies", n=line.pennies, signed=signed(line.pennies))
    if wanted.way == "best_round":
        return say("ranking.value_best_round", points=number(line.best_round or 0))
    if wanted.way == "average" and line.rounds:
        return say("ranking.value_average", points=number(round(line.points / line.rounds)))
    return ""


def sorting(ladder: LadderPage) -> Item:
    """The select for another way of sorting."""
    wanted = ladder.wanted
    ways = ways_of(wanted.game)
    labels = [(n, say(f"ranking.by_{way}"), "") for n, way in enumerate(WAYS) if way in ways]
    chosen = WAYS.index(wanted.way)
    hint = say("ranking.sort")
    return select(
        verbs.LADDERBY, 0, 0, *wanted.args(), labels=labels, placeholder=hint, chosen=chosen
    )


def pagers(ladder: LadderPage) -> Sequence[ui.Item[ui.LayoutView]]:
    """Buttons to the pages before and after."""
    args, before, after = ladder.wanted.args(), ladder.page - 1, ladder.page + 1
    return (
        button(
            verbs.LADDER, 0, max(before, 0), *args, 0,
            label=say("ladders.before"), disabled=before < 0,
        ),
        button(
            verbs.LADDER, 0, after, *args, 1,
            label=say("ladders.after"), disabled=after >= ladder.pages,
        ),
    )  # fmt: skip


def game_number(game: str | None) -> int:
    """How a control names a game: 0 for all, else its place in the list from 1 on."""
    return slugs().index(game) + 1 if game else 0


def numbered_game(number: int) -> str | None:
    """The game of such a number; all games for a number there is none of."""
    return slugs()[number - 1] if 0 < number <= len(slugs()) else None
