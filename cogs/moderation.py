"""Running a table: its host, and members who may manage the server, pause, end and replace.

Each act is told in the table's place and stands in its log.
"""

import logging
from typing import Final

import discord

from cogs._game.paces import LENGTHS
from cogs._game.tables import Live, is_kept
from cogs._kit.client import Client, Press
from cogs._kit.codes import TROUBLES
from cogs._kit.components import screen, text
from cogs._kit.controls import Address, TableButton, TableSelect, install
from cogs._kit.languages import in_public
from cogs._kit.links import home
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell, turn
from cogs._kit.texts import say
from cogs._screens.roles import role
from cogs._screens.running import running_screen, stop_screen
from cogs._story.interventions import Intervention, Kind, note, told
from cogs._traffic.patience import in_time
from cogs._work.services import Parlour
from data.game.rows import Driver, Status
from data.time.rows import WHOLE_TABLE

log = logging.getLogger(__name__)
ANNOUNCED_IN: Final = 5.0
"""Seconds that the page of whoever runs the table waits for everybody to be told."""
NOBODY = discord.AllowedMentions.none()


class Running:
    """A press of somebody who runs a table."""

    address: "Address"

    async def press(self, interaction: Press) -> None:
        """Do it, tell everybody, and show the page as it is then."""
        parlour = Parlour.of(interaction.client)
        live = await loaded(interaction, parlour, self.address.table)
        await acknowledge(interaction)
        act = await self.act(parlour, live, interaction)
        done(interaction)
        now = await noted(parlour, live, act)
        await announce(interaction.client, now, act)
        await show(interaction, Reply(await page(parlour, now, told(now, act))))

    async def act(self, parlour: Parlour, live: Live, press: Press) -> Intervention:
        """Do it. Raises `Refusal` when it cannot be done."""
        raise NotImplementedError

    def done(self, live: Live, press: Press, kind: Kind, seat: int | None = None) -> Intervention:
        """The act to write down."""
        return Intervention(live.row.seq, kind, role(live.row, press), seat)


class RunTable(TableButton, verb="run"):
    """Open the page, or go back to it."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        parlour = Parlour.of(interaction.client)
        live = await loaded(interaction, parlour, self.address.table)
        reply = Reply(await page(parlour, live))
        if self.address.args:
            await turn(interaction, reply)
        else:
            await tell(interaction, reply)


class Replace(Running, TableSelect, verb="replace"):
    """Let a computer player hold a member's seat."""

    async def act(self, parlour: Parlour, live: Live, press: Press) -> Intervention:
        """Hand it over; it stays the member's."""
        seat = sure(live, self.chosen[0])
        row = await parlour.seats.drive_for(live.row.id, seat)
        if row is None:
            raise Refusal("run.held_already")
        parlour.wake(row)
        return self.done(live, press, "replace", seat)


class GiveBack(Running, TableSelect, verb="giveback"):
    """Give a seat back to the member whose it is."""

    async def act(self, parlour: Parlour, live: Live, press: Press) -> Intervention:
        """Hand it back."""
        seat = sure(live, self.chosen[0])
        if not is_kept(live, seat):
            raise Refusal("run.not_held")
        driver = live.driver(seat)
        member = Driver("member", driver.user_id, driver.name)
        parlour.wake(await parlour.seats.come_back(live.row.id, member))
        return self.done(live, press, "give_back", seat)


class HoldTable(Running, TableButton, verb="hold"):
    """Let the clock of the whole table stand still."""

    async def act(self, parlour: Parlour, live: Live, press: Press) -> Intervention:
        """Pause it for so many days."""
        days = self.address.args[0] if self.address.args else 0
        if days not in LENGTHS:
            raise Refusal("lobby.refused.stale")
        await parlour.pauses.of_table(live.row.id, days)
        return self.done(live, press, "pause")


class Resume(Running, TableButton, verb="resume"):
    """Let the clock of the whole table run on."""

    async def act(self, parlour: Parlour, live: Live, press: Press) -> Intervention:
        """End the pause."""
        if not await parlour.pauses.end(live.row.id, WHOLE_TABLE, "table"):
            raise Refusal("run.not_paused")
        return self.done(live, press, "resume")


class Stop(TableButton, verb="stop"):
    """End the game without a result: asked once more."""

    async def press(self, interaction: Press) -> None:
        """Ask, or end it."""
        parlour = Parlour.of(interaction.client)
        live = await loaded(interaction, parlour, self.address.table)
        if not self.address.args:
            await turn(interaction, Reply(stop_screen(live)))
            return
        act = Intervention(live.row.seq, "stop", role(live.row, interaction))
        async with parlour.tables.lock(live.row.id):
            if not await parlour.store.tables.void(live.row.id):
                raise Refusal("run.not_playing")
            done(interaction)
            await note(parlour.store, live.row.id, act)
        parlour.show(live.row)
        await turn(interaction, Reply(screen(text(say("run.stopped")))))
        await announce(interaction.client, live, act)


async def loaded(press: Press, parlour: Parlour, table_id: int) -> Live:
    """A table in play, for those who may run it. Raises `Refusal` for anybody else."""
    live = await parlour.tables.load(table_id)
    role(live.row, press)
    if live.row.status is not Status.PLAYING:
        raise Refusal("run.not_playing")
    return live


async def noted(parlour: Parlour, live: Live, act: Intervention) -> Live:
    """Write an act into the log; the table after it."""
    async with parlour.tables.lock(live.row.id):
        await note(parlour.store, live.row.id, act)
        return await parlour.tables.load(live.row.id)


async def page(parlour: Parlour, live: Live, notice: str = "") -> discord.ui.LayoutView:
    """The page as the table stands."""
    holds = await parlour.store.time.holds(live.row.id)
    paused = any((hold.seat, hold.reason) == (WHOLE_TABLE, "table") for hold in holds)
    return running_screen(live, notice, paused=paused)


async def announce(bot: Client, live: Live, act: Intervention) -> None:
    """Tell everybody at the table; nobody is notified."""
    place = bot.get_partial_messageable(home(live.row), guild_id=live.row.guild_id)
    async with in_public(bot, live.row.guild_id):
        try:
            view = screen(text(told(live, act)))
            await in_time(bot, place.send(view=view, allowed_mentions=NOBODY), ANNOUNCED_IN)
        except TROUBLES as trouble:
            log.info("table %d: an act is told in the log only: %r", live.row.id, trouble)


def sure(live: Live, seat: int) -> int:
    """A seat of the table. Raises `Refusal` when there is none: ids are not to be trusted."""
    if not 0 <= seat < len(live.row.seats):
        raise Refusal("lobby.refused.stale")
    return seat


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, RunTable, Replace, GiveBack, HoldTable, Resume, Stop)
