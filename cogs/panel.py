"""The panel's controls: every press is a move, a step of building one, or another page."""

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs import _choices as choices
from cogs._build_page import buildable, ranks_of, remaining
from cogs._controls import install
from cogs._course import UNDO
from cogs._panel import Page, Panel
from cogs._panel_press import (
    BUILDING,
    Hand,
    PanelButton,
    PanelSelect,
    StaleScreen,
    argument,
    picked,
)
from cogs._staging import Staging
from engine.moves import Discard

if TYPE_CHECKING:
    from bot import CardRoom


# ---- moves


class Say(PanelButton, verb="say"):
    """A move without cards: draw, buy, pass, pick up the foot, yes, no."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        await hand.move(picked(choices.SIMPLE, argument(self.address)))
        return Page()


class TakePile(PanelButton, verb="take"):
    """Take the pile, the best way."""

    async def act(self, hand: Hand) -> Page:
        """Make the first of the listed takes."""
        await hand.move(picked(choices.takes(hand.live.course.table, hand.seat), 0).move)
        return Page()


class TakeWay(PanelSelect, verb="takes"):
    """Take the pile in one of several ways."""

    async def act(self, hand: Hand) -> Page:
        """Make the chosen take."""
        found = choices.takes(hand.live.course.table, hand.seat)
        await hand.move(picked(found, self.chosen[0]).move)
        return Page()


class Lay(PanelSelect, verb="lay"):
    """Lay a suggested meld or lay-off."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        found = choices.suggestions(hand.live.course.table, hand.seat)
        await hand.move(picked(found, self.chosen[0]).move)
        return Page()


class Drop(PanelSelect, verb="drop"):
    """Discard a card, which ends the turn."""

    async def act(self, hand: Hand) -> Page:
        """Discard it."""
        faces = choices.discards(hand.live.course.table, hand.seat)
        await hand.move(Discard(picked(faces, self.chosen[0])))
        return Page()


class Undo(PanelButton, verb="undo"):
    """Take back the newest move of this turn."""

    async def act(self, hand: Hand) -> Page:
        """Take it back."""
        await hand.play(UNDO)
        return Page()


# ---- pages


class Main(PanelButton, verb="main"):
    """Back to the hand, or the hand as it is now."""

    async def tried(self, hand: Hand) -> Page:
        """Show it, whatever the panel had seen."""
        del hand
        return Page()


class Flip(PanelButton, verb="flip"):
    """Another page of discards."""

    async def act(self, hand: Hand) -> Page:
        """Turn to it."""
        del hand
        return Page(discards=max(0, argument(self.address)))


class Build(PanelButton, verb="build"):
    """Open the Build page."""

    async def act(self, hand: Hand) -> Page:
        """Open it."""
        del hand
        return BUILDING


class Rank(PanelSelect, verb="rank"):
    """Pick a rank on the Build page."""

    async def act(self, hand: Hand) -> Page:
        """Offer what can be laid of it."""
        del hand
        return replace(BUILDING, rank=self.chosen[0])


class Many(PanelSelect, verb="many"):
    """Pick how many of a rank, and with what."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Stage that group."""
        staged = await hand.staged()
        panel = Panel(hand.live, hand.seat, staged, BUILDING)
        rank = picked(ranks_of(remaining(panel)), argument(self.address))
        group = picked(buildable(panel, rank), self.chosen[0])
        await hand.stage(staged.with_group(group))
        return BUILDING


class Unstage(PanelButton, verb="unstage"):
    """Take back the group picked last."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Unstage it."""
        await hand.stage((await hand.staged()).without_last())
        return BUILDING


class LayStaged(PanelButton, verb="laystaged"):
    """Lay everything that is staged."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Lay all new melds as one, then each lay-off."""
        for number, move in enumerate((await hand.staged()).moves()):
            await hand.next(number).move(move)
        await hand.stage(Staging())
        return Page()


class TakeStaged(PanelButton, verb="takestaged"):
    """Take the pile with what is staged."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Take it."""
        upcard = hand.live.view(hand.seat).upcard
        take = None if upcard is None else (await hand.staged()).take(upcard)
        if take is None:
            raise StaleScreen
        await hand.move(take)
        await hand.stage(Staging())
        return Page()


KINDS = (
    Say, TakePile, TakeWay, Lay, Drop, Undo, Main, Flip, Build, Rank, Many, Unstage, LayStaged,
    TakeStaged,
)  # fmt: skip


async def setup(bot: "CardRoom") -> None:
    """Load the door."""
    install(bot, *KINDS)
