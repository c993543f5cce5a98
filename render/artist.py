"""The artist: every picture of the bot, drawn on one thread, with the words beside it.

One worker thread is enough for more than a hundred tables a second and keeps the event loop's
lag at a millisecond; a second one would only fight it for the interpreter lock.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeVar

from PIL import Image

from engine.model.view import View
from render import warm
from render.canvas import encode
from render.canvas.theme import DECKS, DEFAULT_THEME, THEMES, DeckName, Theme
from render.felt.people import Company
from render.scenes import leaderboard, member, open_hands, panel, podium, score, table
from render.scenes.sheets import Finished, LadderRow, LadderSheet, Member, ScoreSheet
from render.text import words
from render.text.sorting import Order

T = TypeVar("T")
NOTHING_ADDED: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: PNG or GIF bytes, its alt text (at most 1,024 characters), its name."""

    png: bytes
    alt: str
    filename: str


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures look, and how a hand is sorted.

    Raises `KeyError` for a theme or `ValueError` for a deck unknown.
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
        """The colours of the theme."""
        return THEMES[self.theme]


class Artist:
    """Draws pictures. One for the whole program; `close` it at the end."""

    def __init__(self, theme: str = DEFAULT_THEME, deck: DeckName = "four") -> None:
        self.look = Look(theme, deck)
        self._thread = ThreadPoolExecutor(1, "artist")

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
        seen, company = look or self.look, Company(tuple(names), tuple(faces), added, thrower)

        def make() -> Picture:
            png = table.png(view, company, seen.colours, seen.deck)
            return Picture(png, words.table(view, names, added), "table.png")

        return await self._run(make)

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
        seen, company = look or self.look, Company(tuple(names), tuple(faces), added, thrower)

        def make() -> Picture:
            png = panel.png(view, company, seen.colours, seen.deck, seen.order)
            return Picture(png, words.panel(view, names, added, seen.order), "hand.png")

        return await self._run(make)

    async def open_hands(
        self, views: Sequence[View], names: Sequence[str], *, look: Look | None = None
    ) -> Picture:
        """All hands of a finished game at one moment; `views` are those of its seats."""
        seen = look or self.look
        return await self._picture(
            lambda: open_hands.draw(views, names, seen.colours, seen.deck),
            lambda: open_hands.alt(views, names),
            "hands.png",
            seen,
        )

    async def score(self, sheet: ScoreSheet, *, look: Look | None = None) -> Picture:
        """The score sheet of a round."""
        seen = look or self.look
        return await self._picture(
            lambda: score.draw(sheet, seen.colours), lambda: score.alt(sheet), "score.png", seen
        )

    async def podium(self, final: Finished, *, look: Look | None = None) -> Picture:
        """The end of a game."""
        seen = look or self.look
        return await self._picture(
            lambda: podium.draw(final, seen.colours), lambda: podium.alt(final), "final.png", seen
        )

    async def leaderboard(
        self,
        rows: Sequence[LadderRow],
        *,
        title: str = "",
        page: int = 1,
        pages: int = 1,
        look: Look | None = None,
    ) -> Picture:
        """A page of a server's ladder."""
        seen, ladder = look or self.look, LadderSheet(title, tuple(rows), page, pages)
        return await self._picture(
            lambda: leaderboard.draw(ladder, seen.colours),
            lambda: leaderboard.alt(ladder),
            "leaderboard.png",
            seen,
        )

    async def member(self, card: Member, *, look: Look | None = None) -> Picture:
        """One member's card."""
        seen = look or self.look
        return await self._picture(
            lambda: member.draw(card, seen.colours), lambda: member.alt(card), "member.png", seen
        )

    async def warm(self) -> None:
        """Draw the cards ahead of the first picture: about half a second of the thread."""
        await self._run(lambda: warm.cards(self.look.colours, self.look.deck))

    def close(self) -> None:
        """Let the thread finish what it draws, and end it."""
        self._thread.shutdown()

    async def _picture(
        self, draw: Callable[[], Image.Image], say: Callable[[], str], filename: str, look: Look
    ) -> Picture:
        def make() -> Picture:
            return Picture(encode.png(draw(), look.colours), say(), filename)

        return await self._run(make)

    async def _run(self, work: Callable[[], T]) -> T:
        spoken = copy_context()  # the thread speaks the language of whoever asked
        return await asyncio.get_running_loop().run_in_executor(self._thread, spoken.run, work)
