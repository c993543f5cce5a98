"""Running a table: what its members ask each other, and what its host and moderators may do.

Whoever plays has no power over another seat: that is for all to decide, see `votes`. What a host
or a moderator has done is told in the table's place and stands in its log.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord

from cogs._game.links import home
from cogs._game.live import Live
from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.components import screen, text
from cogs._kit.controls import ComponentInteraction, Handler, component_after, picked
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, is_panel, show, tell, turned
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
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
    """An interaction at a table in play, with the permissions of the member there."""

    powers: Powers

    def page(self, notice: str = "") -> Reply:
        """Return the page about the table as it is now."""
        held = self.live.beside.holds
        paused = any((hold.seat, hold.reason) == (WHOLE_TABLE, "table") for hold in held)
        seats = self.askable()
        return Reply(running_screen(self.live, self.powers, seats, notice, paused=paused))

    def askable(self) -> list[int]:
        """Return the seats that the member may ask the table about now."""
        return askable(self.live, self.powers, self.raw.client.clock())


async def load_moderation_interaction(interaction: ComponentInteraction) -> AtRunning:
    """Return an interaction with a table in play and the member's permissions there.

    Raises:
        Refusal: The member has none, or the game is over.
    """
    raw = interaction.raw
    live = await interaction.services.tables.load(interaction.custom_id.table)
    check_here(raw, live.row)
    powers = await powers_of(live, raw)
    powers.check()
    if live.row.status is not Status.PLAYING:
        raise Refusal("run.not_playing")
    return AtRunning(raw, live, powers, **interaction.inputs)


def moderation_component(action: Verb) -> Callable[[Handler[AtRunning]], Handler[AtRunning]]:
    """Register the decorated function as the handler of an action of a host or moderator."""
    return component_after(action, load_moderation_interaction)


@moderation_component(verbs.RUN)
async def open_moderation_page(interaction: AtRunning) -> None:
    """Open the page, or go back to it."""
    await (turned if interaction.custom_id.args else tell)(interaction.raw, interaction.page())


@moderation_component(verbs.REPLACE)
async def propose_computer_for_seat(interaction: AtRunning) -> None:
    """Ask the table whether a computer player may play a member's seat."""
    seat = interaction.choice
    if seat not in interaction.askable():
        raise Refusal("lobby.refused.stale")
    await interaction.services.votes.ask(interaction.live.row.id, "hold", interaction.user_id, seat)
    done(interaction.raw)
    await turned(interaction.raw, interaction.page(say("vote.put")))


@moderation_component(verbs.GIVEBACK)
async def give_back_legacy(_: AtRunning) -> None:
    """Refuse: a member takes their seat back, nobody gives it to them.

    Older pages have this component.
    """
    raise Refusal("run.taken_back")


@moderation_component(verbs.HOLD)
async def pause_table(interaction: AtRunning) -> None:
    """Pause the clock of the whole table for some days."""
    await set_table_clock(interaction, "pause", _begin_pause)


async def _begin_pause(interaction: AtRunning) -> None:
    interaction.powers.check_runs()
    days = interaction.argument()
    if days not in LENGTHS:
        raise Refusal("lobby.refused.stale")
    await interaction.services.pauses.of_table(interaction.live.row.id, days)


@moderation_component(verbs.RESUME)
async def resume_table(interaction: AtRunning) -> None:
    """End the pause of the whole table; every player may."""
    await set_table_clock(interaction, "resume", _end_pause)


async def _end_pause(interaction: AtRunning) -> None:
    if not await interaction.services.pauses.end(interaction.live.row.id, WHOLE_TABLE, "table"):
        raise Refusal("run.not_paused")


async def set_table_clock(
    interaction: AtRunning, kind: Kind, change: Callable[[AtRunning], Awaitable[None]]
) -> None:
    """Pause or resume the table's clock, tell everybody, and show the page as it is then."""
    raw = interaction.raw
    await acknowledge(raw, thinking=not is_panel(raw))
    act = Intervention(interaction.live.row.seq, kind, interaction.powers.role)
    await change(interaction)
    done(raw)
    await noted(interaction, act)
    await announce(raw.client, interaction.live, act)
    await show(raw, interaction.page(told(interaction.live, act)))


@moderation_component(verbs.STOP)
async def propose_end_of_game(interaction: AtRunning) -> None:
    """Ask whether to end the game without a result; once confirmed, begin a vote."""
    if not interaction.custom_id.args or interaction.powers.seat is None:
        await turned(interaction.raw, Reply(stop_screen(interaction.live, interaction.powers)))
        return
    vote = await interaction.services.votes.ask(interaction.live.row.id, "end", interaction.user_id)
    done(interaction.raw)
    said = "vote.put" if vote.verdict is None else "run.stopped"
    await turned(interaction.raw, Reply(screen(text(say(said)))))


@moderation_component(verbs.STOPFOR)
async def end_game_as_moderator(interaction: AtRunning) -> None:
    """End a game without a result, for a reason that everybody is told.

    Only for a moderator who does not play.
    """
    if not interaction.powers.moderator:
        raise Refusal("run.not_allowed")
    services, row = interaction.services, interaction.live.row
    act = Intervention(row.seq, picked(REASONS, interaction.choice), interaction.powers.role)
    async with services.tables.changing(row.id):
        if not await interaction.store.tables.void(row.id):
            raise Refusal("run.not_playing")
        done(interaction.raw)
        await note(interaction.store.tables, row.id, act)
    services.activity.show(row)
    await turned(interaction.raw, Reply(screen(text(say("run.stopped")))))
    await announce(interaction.raw.client, interaction.live, act)


async def noted(interaction: AtTable, act: Intervention) -> None:
    """Write an intervention into the log, and load the table again."""
    tables, table_id = interaction.services.tables, interaction.live.row.id
    async with tables.lock(table_id):
        await note(interaction.store.tables, table_id, act)
        interaction.live = await tables.load(table_id)


async def announce(bot: Client, live: Live, act: Intervention) -> None:
    """Tell everybody at the table; nobody is notified."""
    place = bot.get_partial_messageable(home(live.row), guild_id=live.row.guild_id)
    async with in_public(bot, live.row.guild_id):
        try:
            view = screen(text(told(live, act)))
            await in_time(bot, place.send(view=view, allowed_mentions=NOBODY), ANNOUNCED_IN)
        except TROUBLES as trouble:
            log.info("table %d: an act is told in the log only: %r", live.row.id, trouble)
