"""A page of a server's ladder, in words and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

import engine
from cogs._games import slugs
from cogs._names import clean
from cogs._parts import button, card, gallery, row, text
from cogs._texts import say
from data.rows import Standing
from data.store import Store
from render.artist import Artist, Picture
from render.sheets import Standing as Drawn

PER_PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page of a ladder. `game` is a slug, None for all games together; pages count from 0."""

    game: str | None
    page: int
    pages: int
    rows: tuple[Standing, ...]

    @property
    def title(self) -> str:
        """What it ranks."""
        return engine.GAMES[self.game].name if self.game else say("ladders.all_games")


async def load(store: Store, guild_id: int, game: str | None, page: int) -> Ladder:
    """A page of the ladder; the last one when there are fewer."""
    size = await store.ladder_size(guild_id, game)
    pages = max(1, -(-size // PER_PAGE))
    page = max(0, min(page, pages - 1))
    rows = await store.leaderboard(guild_id, game, limit=PER_PAGE, offset=page * PER_PAGE)
    return Ladder(game, page, pages, rows)


async def drawn(artist: Artist, ladder: Ladder, viewer: int) -> Picture:
    """The picture of a page; the row of whoever asked is marked."""
    rows = [drawn_row(standing, viewer) for standing in ladder.rows]
    return await artist.leaderboard(
        rows, title=ladder.title, page=ladder.page + 1, pages=ladder.pages
    )


def drawn_row(standing: Standing, viewer: int) -> Drawn:
    """One member's place, for the picture."""
    return Drawn(
        place=standing.place,
        name=standing.name,
        rating=shown_rating(standing),
        games=standing.games,
        wins=standing.wins,
        own=standing.user_id == viewer,
    )


def ladder_card(ladder: Ladder, picture: Picture) -> ui.LayoutView:
    """The message with one page."""
    heading = say("ladders.heading", title=ladder.title)
    if not ladder.rows:
        return card(text(heading, say("ladders.nobody")))
    lines = text(*map(line, ladder.rows), say("ladders.explained"))
    parts = [text(heading), gallery(picture), lines]
    return card(*parts, *([row(*pagers(ladder))] if ladder.pages > 1 else []))


def line(standing: Standing) -> str:
    """One member's place in words."""
    return say(
        "ladders.line",
        place=standing.place,
        name=clean(standing.name),
        rating=shown_rating(standing),
        games=standing.games,
        wins=standing.wins,
    )


def shown_rating(standing: Standing) -> int:
    """The rating as people read it: a whole number, 1,000 for a rating of 0, 40 a point."""
    return round(1000 + 40 * standing.rating)


def pagers(ladder: Ladder) -> Sequence[ui.Item[ui.LayoutView]]:
    """Buttons to the pages before and after."""
    number = game_number(ladder.game)
    before, after = ladder.page - 1, ladder.page + 1
    return (
        button(
            "ladder", 0, max(before, 0), number, 0,
            label=say("ladders.before"), disabled=before < 0,
        ),
        button(
            "ladder", 0, after, number, 1,
            label=say("ladders.after"), disabled=after >= ladder.pages,
        ),
    )  # fmt: skip


def game_number(game: str | None) -> int:
    """How a control names a game: 0 for all, else its place in the list from 1 on."""
    return slugs().index(game) + 1 if game else 0


def numbered_game(number: int) -> str | None:
    """The game of such a number; all games for a number there is none of."""
    return slugs()[number - 1] if 0 < number <= len(slugs()) else None
