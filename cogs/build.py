"""The controls of the panel's Build page: picking cards rank by rank, and laying what is staged."""

from dataclasses import replace

from cogs._kit import verbs
from cogs._panel.build_page import buildable, pickable
from cogs._panel.panel import Page
from cogs._press.panel import BUILDING, AtSeat, PanelControl, StaleScreen, picked
from cogs._work.services import Furnished, install
from engine.advice.staging import Staging


class Build(PanelControl, verb=verbs.BUILD):
    """Open the Build page."""

    async def act(self, press: AtSeat) -> Page:
        """Open it."""
        del press
        return BUILDING


class Rank(PanelControl, verb=verbs.RANK):
    """Pick a rank on the Build page."""

    async def act(self, press: AtSeat) -> Page:
        """Offer what can be laid of it."""
        del press
        return replace(BUILDING, rank=self.chosen[0])


class Grouping(PanelControl):
    """What puts a group of a rank aside."""

    page = BUILDING

    async def stage(self, press: AtSeat, group: int) -> Page:
        """Put it aside, rank and group by their places in the lists that were shown."""
        panel = press.panel(BUILDING)
        if self.argument(1) == len(panel.staging.groups):
            found = buildable(panel, picked(pickable(panel), self.argument()))
            await press.stage(panel.staging.with_group(picked(found, group)))
        return BUILDING


class Many(Grouping, verb=verbs.MANY):
    """Pick how many of a rank, and with what."""

    async def act(self, press: AtSeat) -> Page:
        """Stage that group."""
        return await self.stage(press, self.chosen[0])


class ManyIt(Grouping, verb=verbs.MANYIT):
    """Stage the only group that can be laid of a rank."""

    async def act(self, press: AtSeat) -> Page:
        """Stage it."""
        return await self.stage(press, 0)


class Unstage(PanelControl, verb=verbs.UNSTAGE):
    """Take back the group picked last."""

    page = BUILDING

    async def act(self, press: AtSeat) -> Page:
        """Unstage it."""
        staged = press.live.staging(press.seat)
        if self.argument() == len(staged.groups):
            await press.stage(staged.without_last())
        return BUILDING


class LayStaged(PanelControl, verb=verbs.LAYSTAGED):
    """Lay everything that is staged."""

    page = BUILDING

    async def act(self, press: AtSeat) -> Page:
        """Lay all new melds as one, then each lay-off."""
        await press.carry_out(press.live.staging(press.seat).moves())
        await press.stage(Staging())
        return Page()


class TakeStaged(PanelControl, verb=verbs.TAKESTAGED):
    """Take the pile with what is staged."""

    page = BUILDING

    async def act(self, press: AtSeat) -> Page:
        """Take it."""
        upcard = press.view.upcard
        take = None if upcard is None else press.live.staging(press.seat).take(upcard)
        if take is None:
            raise StaleScreen
        await press.move(take)
        await press.stage(Staging())
        return Page()


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, Build, Rank, Many, ManyIt, Unstage, LayStaged, TakeStaged)
