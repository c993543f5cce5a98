"""Running a table: what its members ask each other, and what its host and moderators may do.

Whoever plays has no power over another seat: that is for all to decide, see `votes`. What a host
or a moderator has done is told in the table's place and stands in its log.
"""

import logging
from dataclasses import dataclass
from typing import Final

import discord

from cogs._game.links import home
from cogs._game.live import Live
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import Control, picked
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, is_panel, show, tell, turned
from cogs._kit.texts import say
from cogs._press.powers import powers_of
from cogs._press.presses import AtTable, check_here
from cogs._screens.roles import Powers, askable
from cogs._screens.running import running_screen, stop_screen
from cogs._story.interventions import REASONS, Intervention, Kind, note, told
from cogs._traffic.codes import TROUBLES
from cogs._traffic.patience import in_time
from data.game.rows import Status
from data.time.rows import WHOLE_TABLE

log = logging.getLogger(__name__)
ANNOUNCED_IN: Final = 5.0
"""Seconds that the page of whoever runs the table waits for everybody to be told."""
NOBODY = discord.AllowedMentions.none()


@dataclass(slots=True)
class AtRunning(AtTable):
    """A press at a table in play by somebody who is something there."""

    powers: Powers

    def page(self, notice: str = "") -> Reply:
        """The page as the table stands."""
        held = self.live.beside.holds
        paused = any((hold.seat, hold.reason) == (WHOLE_TABLE, "table") for hold in held)
        seats = self.askable()
        return Reply(running_screen(self.live, self.powers, seats, notice, paused=paused))

    def askable(self) -> list[int]:
        """The seats that they may ask the table about now."""
        return askable(self.live, self.powers, self.interaction.client.clock())


class RunningControl(Control):
    """A control of somebody who is something at a running table."""

    async def press(self, interaction: Press) -> None:
        """Do it at the table as it stands. Raises `Refusal` for a stranger."""
        await self.act(await loaded(interaction, self.address.table))

    async def act(self, press: AtRunning) -> None:
        """Do it, and answer."""
        raise NotImplementedError


class ClockControl(RunningControl):
    """A control that lets the clock of the whole table stand still, or run on."""

    async def act(self, press: AtRunning) -> None:
        """Do it, tell everybody, and show the page as it is then."""
        await acknowledge(press.interaction, thinking=not is_panel(press.interaction))
        act = Intervention(press.live.row.seq, await self.change(press), press.powers.role)
        done(press.interaction)
        await noted(press, act)
        await announce(press.interaction.client, press.live, act)
        await show(press.interaction, press.page(told(press.live, act)))

    async def change(self, press: AtRunning) -> Kind:
        """Do it; what it was. Raises `Refusal` when it cannot be done."""
        raise NotImplementedError


class RunTable(RunningControl, verb=verbs.RUN):
    """Open the page, or go back to it."""

    async def act(self, press: AtRunning) -> None:
        """Show it."""
        await (turned if self.address.args else tell)(press.interaction, press.page())


class Replace(RunningControl, verb=verbs.REPLACE):
    """Ask the table whether a computer player may hold a member's seat."""

    async def act(self, press: AtRunning) -> None:
        """Ask it."""
        seat = self.choice
        if seat not in press.askable():
            raise Refusal("lobby.refused.stale")
        await press.services.votes.ask(press.live.row.id, "hold", press.user_id, seat)
        done(press.interaction)
        await turned(press.interaction, press.page(say("vote.put")))


class GiveBack(RunningControl, verb=verbs.GIVEBACK):
    """A control of older pages: a seat is taken back by its member, and given by nobody."""

    async def act(self, press: AtRunning) -> None:
        """Say so."""
        del press
        raise Refusal("run.taken_back")


class HoldTable(ClockControl, verb=verbs.HOLD):
    """Let the clock of the whole table stand still."""

    async def change(self, press: AtRunning) -> Kind:
        """Pause it for so many days."""
        press.powers.check_runs()
        days = self.argument()
        if days not in LENGTHS:
            raise Refusal("lobby.refused.stale")
        await press.services.pauses.of_table(press.live.row.id, days)
        return "pause"


class Resume(ClockControl, verb=verbs.RESUME):
    """Let the clock of the whole table run on."""

    async def change(self, press: AtRunning) -> Kind:
        """End the pause: anybody may."""
        if not await press.services.pauses.end(press.live.row.id, WHOLE_TABLE, "table"):
            raise Refusal("run.not_paused")
        return "resume"


class Stop(RunningControl, verb=verbs.STOP):
    """End the game without a result: asked once more, then the table votes on it."""

    async def act(self, press: AtRunning) -> None:
        """Ask, or put it to the vote."""
        if not self.address.args or press.powers.seat is None:
            await turned(press.interaction, Reply(stop_screen(press.live, press.powers)))
            return
        vote = await press.services.votes.ask(press.live.row.id, "end", press.user_id)
        done(press.interaction)
        said = "vote.put" if vote.verdict is None else "run.stopped"
        await turned(press.interaction, Reply(screen(text(say(said)))))


class StopFor(RunningControl, verb=verbs.STOPFOR):
    """End a game without a result as a moderator who does not play, for a reason told to all."""

    async def act(self, press: AtRunning) -> None:
        """End it."""
        if not press.powers.moderator:
            raise Refusal("run.not_allowed")
        services, row = press.services, press.live.row
        act = Intervention(row.seq, picked(REASONS, self.choice), press.powers.role)
        async with services.tables.changing(row.id):
            if not await press.store.tables.void(row.id):
                raise Refusal("run.not_playing")
            done(press.interaction)
            await note(press.store.tables, row.id, act)
        services.activity.show(row)
        await turned(press.interaction, Reply(screen(text(say("run.stopped")))))
        await announce(press.interaction.client, press.live, act)


async def loaded(press: Press, table_id: int) -> AtRunning:
    """A press at a table in play, with what they may do there. Raises `Refusal` for a stranger."""
    live = await press.client.services.tables.load(table_id)
    check_here(press, live.row)
    powers = await powers_of(live, press)
    powers.check()
    if live.row.status is not Status.PLAYING:
        raise Refusal("run.not_playing")
    return AtRunning(press, live, powers)


async def noted(press: AtTable, act: Intervention) -> None:
    """Write an act into the log; the press goes on with the table after it."""
    tables, table_id = press.services.tables, press.live.row.id
    async with tables.lock(table_id):
        await note(press.store.tables, table_id, act)
        press.live = await tables.load(table_id)


async def announce(bot: Client, live: Live, act: Intervention) -> None:
    """Tell everybody at the table; nobody is notified."""
    place = bot.get_partial_messageable(home(live.row), guild_id=live.row.guild_id)
    async with in_public(bot, live.row.guild_id):
        try:
            view = screen(text(told(live, act)))
            await in_time(bot, place.send(view=view, allowed_mentions=NOBODY), ANNOUNCED_IN)
        except TROUBLES as trouble:
            log.info("table %d: an act is told in the log only: %r", live.row.id, trouble)


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(RunTable, Replace, GiveBack, HoldTable, Resume, Stop, StopFor)
