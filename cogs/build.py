"""The controls of the panel's Build page: picking cards rank by rank, and laying what is staged."""

from dataclasses import replace

from cogs._kit.client import Client
from cogs._kit.controls import Address, install
from cogs._panel.build_page import buildable, pickable
from cogs._panel.panel import Page
from cogs._press.panel import (
    BUILDING,
    Hand,
    PanelButton,
    PanelSelect,
    StaleScreen,
    argument,
    picked,
)
from engine.advice.staging import Staging


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
        return await stage(hand, self.address, self.chosen[0])


class ManyIt(PanelButton, verb="manyit"):
    """Stage the only group that can be laid of a rank."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Stage it."""
        return await stage(hand, self.address, 0)


async def stage(hand: Hand, address: Address, group: int) -> Page:
    """Put aside a group of a rank, both by their places in the lists that were shown."""
    panel = await hand.panel(BUILDING)
    if argument(address, 1) == len(panel.staging.groups):
        found = buildable(panel, picked(pickable(panel), argument(address)))
        await hand.stage(panel.staging.with_group(picked(found, group)))
    return BUILDING


class Unstage(PanelButton, verb="unstage"):
    """Take back the group picked last."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Unstage it."""
        staged = await hand.staged()
        if argument(self.address) == len(staged.groups):
            await hand.stage(staged.without_last())
        return BUILDING


class LayStaged(PanelButton, verb="laystaged"):
    """Lay everything that is staged."""

    page = BUILDING

    async def act(self, hand: Hand) -> Page:
        """Lay all new melds as one, then each lay-off."""
        await hand.carry_out((await hand.staged()).moves())
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


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Build, Rank, Many, ManyIt, Unstage, LayStaged, TakeStaged)
