"""The controls of the panel's Build page: picking groups of cards, and laying what is staged."""

from dataclasses import replace
from functools import reduce

from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.texts import say
from cogs._panel.panel import Page
from cogs._panel.picks import offered
from cogs._press.panel import BUILDING, AtSeat, PanelControl, StaleScreen, picked, staged_anew
from engine.advice.staging import Staging


class Build(PanelControl, verb=verbs.BUILD):
    """Open the Build page."""

    async def act(self, press: AtSeat) -> Page:
        """Open it."""
        del press
        return BUILDING


class Pick(PanelControl, verb=verbs.PICK):
    """Put groups of the hand aside, several at once."""

    page = BUILDING

    async def act(self, press: AtSeat) -> Page:
        """Put aside what the hand holds of them, by their places in the list that was shown."""
        panel = press.panel(BUILDING)
        if self.argument() != len(panel.staging.groups):
            return BUILDING
        found = offered(panel)
        wanted = [picked(found, place) for place in self.chosen]
        new = reduce(Staging.with_group, wanted, panel.staging).held(press.view.hand)
        await press.stage(new)
        whole = len(new.groups) == len(panel.staging.groups) + len(wanted)
        return BUILDING if whole else replace(BUILDING, notice=say("panel.picked_twice"))


class Earlier(PanelControl):
    """A control of the page as it was before: it shows the page of today."""

    async def act(self, press: AtSeat) -> Page:
        """Show it; nothing is put aside by places in a list that is no more."""
        del press
        return BUILDING


class Rank(Earlier, verb=verbs.RANK):
    """Picked a rank."""


class Many(Earlier, verb=verbs.MANY):
    """Picked how many of it."""


class ManyIt(Earlier, verb=verbs.MANYIT):
    """Picked the only group of it."""


class MorePicks(PanelControl, verb=verbs.MOREPICKS):
    """Another page of groups."""

    async def act(self, press: AtSeat) -> Page:
        """Turn to it."""
        del press
        return replace(BUILDING, picks=max(0, self.argument()))


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
        staged = press.live.staging(press.seat)
        if not self.is_about(str(staged)):
            return staged_anew()
        await press.carry_out(staged.moves())
        await press.stage(Staging())
        return Page()


class TakeStaged(PanelControl, verb=verbs.TAKESTAGED):
    """Take the pile with what is staged."""

    page = BUILDING

    async def act(self, press: AtSeat) -> Page:
        """Take it."""
        upcard, staged = press.view.upcard, press.live.staging(press.seat)
        if not self.is_about(str(staged)):
            return staged_anew()
        take = None if upcard is None else staged.take(upcard)
        if take is None:
            raise StaleScreen
        await press.move(take)
        await press.stage(Staging())
        return Page()


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(Build, Pick, MorePicks, Rank, Many, ManyIt, Unstage, LayStaged, TakeStaged)
