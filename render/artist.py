"""The renderer: every picture of the bot, drawn by a render worker, with its alt text.

One worker thread draws more than a hundred tables a second and adds a millisecond of lag to the
event loop. A second thread would only compete for the interpreter lock. On a machine with spare
cores the workers are processes.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from PIL import Image

from engine.model.view import View
from render import warm
from render.canvas import encode
from render.canvas.theme import DECKS, DEFAULT_THEME, THEMES, DeckName, Theme
from render.easels import Easels, Urgency
from render.felt.people import Company
from render.scenes import leaderboard, member, open_hands, panel, podium, score, table
from render.scenes.sheets import Finished, LadderRow, LadderSheet, Member, ScoreSheet
from render.text import words
from render.text.sorting import Order

NOTHING_ADDED: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: PNG or GIF bytes, alt text (at most 1,024 characters) and filename."""

    png: bytes
    alt: str
    filename: str


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures look, and how a hand is sorted.

    Raises:
        KeyError: No theme has this name.
        ValueError: No deck has this name.
    """

    theme: str = DEFAULT_THEME
    deck: DeckName = "four"
    order: Order = "rank"

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise KeyError(f"no theme is called {self.theme!r}")
        if self.deck not in DECKS:
            raise ValueError(f"no deck is called {self.deck!r}")

    @property
    def colours(self) -> Theme:
        return THEMES[self.theme]


class Artist:
    """Draws every picture. The program has one; call `close` at the end."""

    def __init__(
        self,
        theme: str = DEFAULT_THEME,
        deck: DeckName = "four",
        *,
        easels: Easels | None = None,
    ) -> None:
        self.look = Look(theme, deck)
        self._easels = easels or Easels()
        self.begun = asyncio.Event()
        """Set with the first picture of a table.

        More pictures will follow, so the bot can fill the caches.
        """

    async def table(
        self,
        view: View,
        names: Sequence[str],
        *,
        added: Mapping[int, int] = NOTHING_ADDED,
        faces: Sequence[str] = (),
        thrower: int | None = None,
        look: Look | None = None,
    ) -> Picture:
        """The table as everybody may see it.

        `names` by seat; `added`: meld number -> cards added in the last turn; `faces`: by seat
        the name of a computer player, or nothing; `thrower`: the seat that threw the upcard.
        """
        company = Company(tuple(names), tuple(faces), dict(added), thrower)
        self.begun.set()
        work = partial(table_picture, view, company, look or self.look)
        return await self._easels.draw(work, Urgency.TABLE, company.names)

    async def panel(
        self,
        view: View,
        names: Sequence[str],
        *,
        added: Mapping[int, int] = NOTHING_ADDED,
        faces: Sequence[str] = (),
        thrower: int | None = None,
        look: Look | None = None,
    ) -> Picture:
        """The table with the viewer's own hand below it; the rest as for `table`."""
        company = Company(tuple(names), tuple(faces), dict(added), thrower)
        work = partial(panel_picture, view, company, look or self.look)
        return await self._easels.draw(work, Urgency.PRESS, company.names)

    async def open_hands(
        self, views: Sequence[View], names: Sequence[str], *, look: Look | None = None
    ) -> Picture:
        """Draw all hands of a finished game at one moment.

        `views` has the view of each seat, in seat order.
        """
        seen = look or self.look
        draw = partial(open_hands.draw, tuple(views), tuple(names), seen.colours, seen.deck)
        say = partial(open_hands.alt, tuple(views), tuple(names))
        return await self._page(draw, say, "hands.png", seen)

    async def score(self, sheet: ScoreSheet, *, look: Look | None = None) -> Picture:
        """Draw the score sheet of a round."""
        seen = look or self.look
        draw, say = partial(score.draw, sheet, seen.colours), partial(score.alt, sheet)
        return await self._page(draw, say, "score.png", seen)

    async def podium(self, final: Finished, *, look: Look | None = None) -> Picture:
        """Draw the final standings of a game."""
        seen = look or self.look
        draw, say = partial(podium.draw, final, seen.colours), partial(podium.alt, final)
        return await self._page(draw, say, "final.png", seen)

    async def leaderboard(
        self,
        rows: Sequence[LadderRow],
        *,
        title: str = "",
        about: str = "",
        page: int = 1,
        pages: int = 1,
        look: Look | None = None,
    ) -> Picture:
        """Draw one page of a server's leaderboard.

        Args:
            rows: The members on this page, in order.
            title: What is ranked: a server, or a game played there.
            about: How the rows are sorted, and the month they cover; "" for neither.
            page: The number of this page, from 1.
            pages: How many pages the leaderboard has.
            look: Theme of the picture; None for the renderer's own.
        """
        seen, ladder = look or self.look, LadderSheet(title, tuple(rows), page, pages, about)
        draw = partial(leaderboard.draw, ladder, seen.colours)
        return await self._page(draw, partial(leaderboard.alt, ladder), "leaderboard.png", seen)

    async def member(self, card: Member, *, look: Look | None = None) -> Picture:
        """Draw the card of one member."""
        seen = look or self.look
        draw, say = partial(member.draw, card, seen.colours), partial(member.alt, card)
        return await self._page(draw, say, "member.png", seen)

    async def warm(self) -> None:
        """Fill the caches before the first picture.

        Takes 0.4 s of CPU per worker, in small steps.
        """
        for step in warm.steps(self.look.colours, self.look.deck):
            await self._easels.everywhere(step)

    def close(self) -> None:
        """Let each worker finish the picture it draws, then stop all workers."""
        self._easels.close()

    async def _page(
        self, draw: Callable[[], Image.Image], say: Callable[[], str], filename: str, look: Look
    ) -> Picture:
        work = partial(page_picture, draw, say, filename, look.colours)
        return await self._easels.draw(work, Urgency.PRESS, filename)


# ---- what a worker runs, perhaps in another process; so arguments and results must be picklable


def table_picture(view: View, company: Company, look: Look) -> Picture:
    """The public picture of a table."""
    png = table.png(view, company, look.colours, look.deck)
    return Picture(png, words.table(view, company.names, company.added), "table.png")


def panel_picture(view: View, company: Company, look: Look) -> Picture:
    """A table with a hand."""
    png = panel.png(view, company, look.colours, look.deck, look.order)
    return Picture(png, words.panel(view, company.names, company.added, look.order), "hand.png")


def page_picture(
    draw: Callable[[], Image.Image], say: Callable[[], str], filename: str, colours: Theme
) -> Picture:
    """Any other picture."""
    return Picture(encode.png(draw(), colours), say(), filename)
