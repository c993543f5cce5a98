"""Running a table: its host, and members who may manage the server, pause, end and replace.

Each act is told in the table's place and stands in its log.
"""

import logging
from typing import Final

import discord

from cogs._game.live import Live, is_kept
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.codes import TROUBLES
from cogs._kit.components import screen, text
from cogs._kit.languages import in_public
from cogs._kit.links import home
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell, turn
from cogs._kit.texts import say
from cogs._press.presses import AtTable, ParlourControl
from cogs._screens.roles import role
from cogs._screens.running import running_screen, stop_screen
from cogs._story.interventions import Intervention, Kind, note, told
from cogs._traffic.patience import in_time
from cogs._work.services import Furnished, Parlour, install
from data.game.rows import Driver, Status
from data.time.rows import WHOLE_TABLE

log = logging.getLogger(__name__)
ANNOUNCED_IN: Final = 5.0
"""Seconds that the page of whoever runs the table waits for everybody to be told."""
NOBODY = discord.AllowedMentions.none()


class RunningControl(ParlourControl):
    """A control of somebody who runs a table."""

    async def press(self, interaction: Press) -> None:
        """Do it, tell everybody, and show the page as it is then."""
        press = await loaded(interaction, self.parlour, self.address.table)
        await acknowledge(interaction)
        act = await self.act(press)
        done(interaction)
        await noted(press, act)
        await announce(interaction.client, press.live, act)
        await show(interaction, Reply(page(press, told(press.live, act))))

    async def act(self, press: AtTable) -> Intervention:
        """Do it. Raises `Refusal` when it cannot be done."""
        raise NotImplementedError

    def done(self, press: AtTable, kind: Kind, seat: int | None = None) -> Intervention:
        """The act to write down."""
        row = press.live.row
        return Intervention(row.seq, kind, role(row, press.interaction), seat)


class RunTable(ParlourControl, verb=verbs.RUN):
    """Open the page, or go back to it."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        press = await loaded(interaction, self.parlour, self.address.table)
        reply = Reply(page(press))
        if self.address.args:
            await turn(interaction, reply)
        else:
            await tell(interaction, reply)


class Replace(RunningControl, verb=verbs.REPLACE):
    """Let a computer player hold a member's seat."""

    async def act(self, press: AtTable) -> Intervention:
        """Hand it over; it stays the member's."""
        seat = sure(press.live, self.chosen[0])
        row = await press.parlour.seats.drive_for(press.live.row.id, seat)
        if row is None:
            raise Refusal("run.held_already")
        press.parlour.wake(row)
        return self.done(press, "replace", seat)


class GiveBack(RunningControl, verb=verbs.GIVEBACK):
    """Give a seat back to the member whose it is."""

    async def act(self, press: AtTable) -> Intervention:
        """Hand it back."""
        live, parlour = press.live, press.parlour
        seat = sure(live, self.chosen[0])
        if not is_kept(live, seat):
            raise Refusal("run.not_held")
        driver = live.driver(seat)
        member = Driver("member", driver.user_id, driver.name)
        parlour.wake(await parlour.seats.come_back(live.row.id, member))
        return self.done(press, "give_back", seat)


class HoldTable(RunningControl, verb=verbs.HOLD):
    """Let the clock of the whole table stand still."""

    async def act(self, press: AtTable) -> Intervention:
        """Pause it for so many days."""
        days = self.argument()
        if days not in LENGTHS:
            raise Refusal("lobby.refused.stale")
        await press.parlour.pauses.of_table(press.live.row.id, days)
        return self.done(press, "pause")


class Resume(RunningControl, verb=verbs.RESUME):
    """Let the clock of the whole table run on."""

    async def act(self, press: AtTable) -> Intervention:
        """End the pause."""
        if not await press.parlour.pauses.end(press.live.row.id, WHOLE_TABLE, "table"):
            raise Refusal("run.not_paused")
        return self.done(press, "resume")


class Stop(ParlourControl, verb=verbs.STOP):
    """End the game without a result: asked once more."""

    async def press(self, interaction: Press) -> None:
        """Ask, or end it."""
        press = await loaded(interaction, self.parlour, self.address.table)
        if not self.address.args:
            await turn(interaction, Reply(stop_screen(press.live)))
            return
        parlour, row = press.parlour, press.live.row
        act = Intervention(row.seq, "stop", role(row, interaction))
        async with parlour.tables.changing(row.id):
            if not await parlour.store.tables.void(row.id):
                raise Refusal("run.not_playing")
            done(interaction)
            await note(parlour.store.tables, row.id, act)
        parlour.show(row)
        await turn(interaction, Reply(screen(text(say("run.stopped")))))
        await announce(interaction.client, press.live, act)


async def loaded(press: Press, parlour: Parlour, table_id: int) -> AtTable:
    """A press at a table in play, by who may run it. Raises `Refusal` for anybody else."""
    live = await parlour.tables.load(table_id)
    role(live.row, press)
    if live.row.status is not Status.PLAYING:
        raise Refusal("run.not_playing")
    return AtTable(press, parlour, live)


async def noted(press: AtTable, act: Intervention) -> None:
    """Write an act into the log; the press goes on with the table after it."""
    tables, table_id = press.parlour.tables, press.live.row.id
    async with tables.lock(table_id):
        await note(press.parlour.store.tables, table_id, act)
        press.live = await tables.load(table_id)


def page(press: AtTable, notice: str = "") -> discord.ui.LayoutView:
    """The page as the table stands."""
    holds = press.live.beside.holds
    paused = any((hold.seat, hold.reason) == (WHOLE_TABLE, "table") for hold in holds)
    return running_screen(press.live, notice, paused=paused)


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


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, RunTable, Replace, GiveBack, HoldTable, Resume, Stop)
