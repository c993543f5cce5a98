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
from typing import Any, Final, Literal, NamedTuple

from PIL import Image

from engine.model.view import View
from render import preload
from render.drawing import encode
from render.drawing.themes import DECKS, DEFAULT_THEME, THEMES, DeckName, Theme
from render.pictures import (
    leaderboard,
    member_card,
    month,
    open_hands,
    podium,
    score_sheet,
    table,
    table_with_hand,
)
from render.pictures.models import (
    FinishedGame,
    LeaderboardPage,
    MemberCard,
    MonthPoster,
    ScoreSheet,
)
from render.text.hand_order import Order
from render.widgets.seats import TableNames
from render.workers import Priority, RenderPool

Kind = Literal[
    "table",
    "table_with_hand",
    "open_hands",
    "score_sheet",
    "podium",
    "leaderboard",
    "member_card",
    "month",
]
"""A kind of still picture. Animations are drawn in a process of their own."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: PNG or GIF bytes, alt text (at most 1,024 characters) and filename."""

    png: bytes
    alt: str
    filename: str


@dataclass(frozen=True, slots=True)
class PictureStyle:
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


class Renderer:
    """Draws every picture. The program has one; call `close` at the end."""

    def __init__(
        self,
        theme: str = DEFAULT_THEME,
        deck: DeckName = "four",
        *,
        workers: RenderPool | None = None,
    ) -> None:
        self.look = PictureStyle(theme, deck)
        self._workers = workers or RenderPool()
        self.begun = asyncio.Event()
        """Set with the first picture of a table.

        More pictures will follow, so the bot can fill the caches.
        """

    async def table(
        self, view: View, company: TableNames, *, look: PictureStyle | None = None
    ) -> Picture:
        """Draw the public picture of a table. A viewer's own knowledge in `view` is ignored."""
        self.begun.set()
        subject = (view, company)
        return await self._draw("table", subject, look, Priority.TABLE, tuple(company.names))

    async def panel(
        self, view: View, company: TableNames, *, look: PictureStyle | None = None
    ) -> Picture:
        """Draw the table with the viewer's own hand below it.

        Raises `ValueError` for a view without a viewer.
        """
        # The key is that of `table`: the worker that drew the public picture has most of the bands.
        subject, names = (view, company), tuple(company.names)
        return await self._draw("table_with_hand", subject, look, Priority.PRESS, names)

    async def open_hands(
        self, views: Sequence[View], names: Sequence[str], *, look: PictureStyle | None = None
    ) -> Picture:
        """Draw all hands of a finished game at one moment.

        `views` has the view of each seat, in seat order.
        """
        return await self._draw("open_hands", (tuple(views), tuple(names)), look)

    async def score(self, sheet: ScoreSheet, *, look: PictureStyle | None = None) -> Picture:
        """Draw the score sheet of a round."""
        return await self._draw("score_sheet", (sheet,), look)

    async def podium(self, final: FinishedGame, *, look: PictureStyle | None = None) -> Picture:
        """Draw the final standings of a game."""
        return await self._draw("podium", (final,), look)

    async def leaderboard(
        self, page: LeaderboardPage, *, look: PictureStyle | None = None
    ) -> Picture:
        """Draw one page of a leaderboard."""
        return await self._draw("leaderboard", (page,), look)

    async def member(self, card: MemberCard, *, look: PictureStyle | None = None) -> Picture:
        """Draw the card of one member."""
        return await self._draw("member_card", (card,), look)

    async def month(self, ended: MonthPoster, *, look: PictureStyle | None = None) -> Picture:
        """Draw the poster of a month."""
        return await self._draw("month", (ended,), look, Priority.LATER)

    async def warm(self) -> None:
        """Fill the caches before the first picture.

        Takes 0.4 s of CPU per worker, in small steps.
        """
        for step in preload.preload_steps(self.look.colours, self.look.deck):
            await self._workers.everywhere(step)

    def close(self) -> None:
        """Let each worker finish the picture it draws, then stop all workers."""
        self._workers.close()

    async def _draw(
        self,
        kind: Kind,
        subject: tuple[Any, ...],
        look: PictureStyle | None,
        urgency: Priority = Priority.PRESS,
        whose: tuple[str, ...] = (),
    ) -> Picture:
        work = partial(draw, kind, look or self.look, subject)
        return await self._workers.draw(work, urgency, whose or kind)


# ---- what a worker runs, perhaps in another process; so arguments and results must be picklable


def draw(kind: Kind, look: PictureStyle, subject: tuple[Any, ...]) -> Picture:
    """Draw a picture of one of `KINDS`, with its alt text. `subject` is what it shows."""
    made = KINDS[kind]
    return Picture(made.png(look, *subject), made.alt_text(look, *subject), made.filename)


class PictureKind(NamedTuple):
    """A kind of picture and the functions that make it. Both take the look, then the subject."""

    filename: str
    png: Callable[..., bytes]
    alt_text: Callable[..., str]


def sheet_kind(
    filename: str, draw: Callable[[Any, Theme], Image.Image], alt_text: Callable[[Any], str]
) -> PictureKind:
    """Return the kind of a picture of one value in the theme's colours."""
    return PictureKind(
        filename,
        lambda look, sheet: encode.png(draw(sheet, look.colours), look.colours),
        lambda _, sheet: alt_text(sheet),
    )


def table_with_hand_png(look: PictureStyle, view: View, company: TableNames) -> bytes:
    return table_with_hand.png(view, company, look.colours, look.deck, look.order)


def open_hands_png(look: PictureStyle, views: Sequence[View], names: Sequence[str]) -> bytes:
    return encode.png(open_hands.draw(views, names, look.colours, look.deck), look.colours)


KINDS: Final[Mapping[Kind, PictureKind]] = MappingProxyType(
    {
        "table": PictureKind(
            "table.png",
            lambda look, view, company: table.png(view, company, look.colours, look.deck),
            lambda _, view, company: table.alt_text(view, company),
        ),
        "table_with_hand": PictureKind(
            "hand.png",
            table_with_hand_png,
            lambda look, view, company: table_with_hand.alt_text(view, company, look.order),
        ),
        "open_hands": PictureKind(
            "hands.png", open_hands_png, lambda _, views, names: open_hands.alt_text(views, names)
        ),
        "score_sheet": sheet_kind("score.png", score_sheet.draw, score_sheet.alt_text),
        "podium": sheet_kind("final.png", podium.draw, podium.alt_text),
        "leaderboard": sheet_kind("leaderboard.png", leaderboard.draw, leaderboard.alt_text),
        "member_card": sheet_kind("member.png", member_card.draw, member_card.alt_text),
        "month": sheet_kind("month.png", month.draw, month.alt_text),
    }
)
