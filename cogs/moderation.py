"""Running a table: what its members ask each other, and what its host and moderators may do.

Whoever plays has no power over another seat: that is for all to decide, see `votes`. What a host
or a moderator has done is told in the table's place and stands in its log.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.deadlines import PAUSE_LENGTHS
from cogs.game.interactions import TableInteraction, check_may_see
from cogs.game.permissions import TablePermissions, load_permissions, replaceable_seats
from cogs.game.state import TableState
from cogs.narration.interventions import (
    INTERVENTION_REASONS,
    Intervention,
    Kind,
    intervention_text,
    record_intervention,
)
from cogs.ui.actions import Action, ActionId, SelectAction
from cogs.ui.component import ComponentInteraction, Handler, component_after, option_at
from cogs.ui.layout import Item, Style, action_row, button, layout_view, select, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import (
    Reply,
    answer_deferred,
    defer,
    is_private_message,
    mark_committed,
    send,
    update_or_send,
)
from cogs.ui.texts import channel_of_table, say
from data.models.deadlines import WHOLE_TABLE
from data.models.tables import TableStatus


def moderation_layout(
    live: TableState,
    powers: TablePermissions,
    askable: Iterable[int] = (),
    notice: str = "",
    *,
    paused: bool = False,
) -> ui.LayoutView:
    """What somebody can do with a running table."""
    words = text_display(say("run.heading"), say(f"run.explained_{powers.role}"), notice)
    ends = powers.seat is not None or powers.moderator
    stop = button(
        Action.PROPOSE_END, live.row.id, live.row.seq, label=say("run.stop"), style=Style.danger
    )
    return layout_view(
        words,
        *seat_choice(live, Action.PROPOSE_COMPUTER, askable),
        *clock(live, powers, paused=paused),
        *([action_row(stop)] if ends else []),
    )


def seat_choice(live: TableState, verb: SelectAction, seats: Iterable[int]) -> list[Item]:
    """A select of seats, when there are any."""
    labels = [
        (seat, say("run.seat", seat=seat + 1, player=live.player(seat).name), "") for seat in seats
    ]
    hint = say(f"run.{verb}")
    row_ = [select(verb, live.row.id, live.row.seq, labels=labels, placeholder=hint)]
    return row_ if labels else []


def clock(live: TableState, powers: TablePermissions, *, paused: bool) -> list[Item]:
    """Anybody lets a paused game go on; whoever runs it pauses it, for one of some lengths."""
    if paused:
        return [
            action_row(
                button(Action.RESUME_TABLE, live.row.id, live.row.seq, label=say("run.resume"))
            )
        ]
    if not powers.runs:
        return []
    lengths = (
        button(Action.PAUSE_TABLE, live.row.id, live.row.seq, days, label=say("run.pause", n=days))
        for days in PAUSE_LENGTHS
    )
    return [action_row(*lengths)]


def stop_screen(live: TableState, powers: TablePermissions) -> ui.LayoutView:
    """The question before a game ends without a result: by vote, or by a moderator for a reason."""
    back = button(Action.MODERATION_PAGE, live.row.id, live.row.seq, 1, label=say("house.back"))
    if powers.moderator:
        labels = [
            (number, say(f"run.{why}"), "") for number, why in enumerate(INTERVENTION_REASONS)
        ]
        hint = say("run.reason")
        reasons = select(
            Action.END_AS_MODERATOR, live.row.id, live.row.seq, labels=labels, placeholder=hint
        )
        return layout_view(text_display(say("run.stop_moderator")), reasons, action_row(back))
    sure = button(
        Action.PROPOSE_END,
        live.row.id,
        live.row.seq,
        1,
        label=say("run.stop_ask"),
        style=Style.danger,
    )
    return layout_view(text_display(say("run.stop_question")), action_row(sure, back))


# ---- Running a table: what its members ask each other, and what its host and moderators may do


log = logging.getLogger(__name__)
ANNOUNCED_IN: Final = 5.0
"""Seconds that the page of whoever runs the table waits for everybody to be told."""
NOBODY = discord.AllowedMentions.none()


@dataclass(slots=True)
class ModerationInteraction(TableInteraction):
    """An interaction at a table in play, with the permissions of the member there."""

    powers: TablePermissions

    def page(self, notice: str = "") -> Reply:
        """Return the page about the table as it is now."""
        held = self.live.circumstances.pauses
        paused = any((hold.seat, hold.reason) == (WHOLE_TABLE, "table") for hold in held)
        seats = self.askable()
        return Reply(moderation_layout(self.live, self.powers, seats, notice, paused=paused))

    def askable(self) -> list[int]:
        """Return the seats that the member may ask the table about now."""
        return replaceable_seats(self.live, self.powers, self.raw.client.clock())


async def load_moderation_interaction(interaction: ComponentInteraction) -> ModerationInteraction:
    """Return an interaction with a table in play and the member's permissions there.

    Raises:
        Refusal: The member has none, or the game is over.
    """
    raw = interaction.raw
    live = await interaction.services.sessions.load(interaction.custom_id.table)
    check_may_see(raw, live.row)
    powers = await load_permissions(live, raw)
    powers.check()
    if live.row.status is not TableStatus.PLAYING:
        raise Refusal("run.not_playing")
    return ModerationInteraction(raw, live, powers, **interaction.inputs)


def moderation_component(
    action: ActionId,
) -> Callable[[Handler[ModerationInteraction]], Handler[ModerationInteraction]]:
    """Register the decorated function as the handler of an action of a host or moderator."""
    return component_after(action, load_moderation_interaction)


@moderation_component(Action.MODERATION_PAGE)
async def open_moderation_page(interaction: ModerationInteraction) -> None:
    """Open the page, or go back to it."""
    await (update_or_send if interaction.custom_id.args else send)(
        interaction.raw, interaction.page()
    )


@moderation_component(Action.PROPOSE_COMPUTER)
async def propose_computer_for_seat(interaction: ModerationInteraction) -> None:
    """Ask the table whether a computer player may play a member's seat."""
    seat = interaction.choice
    if seat not in interaction.askable():
        raise Refusal("lobby.refused.stale")
    await interaction.services.votes.ask(interaction.live.row.id, "hold", interaction.user_id, seat)
    mark_committed(interaction.raw)
    await update_or_send(interaction.raw, interaction.page(say("vote.put")))


@moderation_component(Action.GIVEBACK)
async def give_back_legacy(_: ModerationInteraction) -> None:
    """Refuse: a member takes their seat back, nobody gives it to them.

    Older pages have this component.
    """
    raise Refusal("run.taken_back")


@moderation_component(Action.PAUSE_TABLE)
async def pause_table(interaction: ModerationInteraction) -> None:
    """Pause the clock of the whole table for some days."""
    await set_table_clock(interaction, "pause", _begin_pause)


async def _begin_pause(interaction: ModerationInteraction) -> None:
    interaction.powers.check_runs()
    days = interaction.argument()
    if days not in PAUSE_LENGTHS:
        raise Refusal("lobby.refused.stale")
    await interaction.services.pauses.of_table(interaction.live.row.id, days)


@moderation_component(Action.RESUME_TABLE)
async def resume_table(interaction: ModerationInteraction) -> None:
    """End the pause of the whole table; every player may."""
    await set_table_clock(interaction, "resume", _end_pause)


async def _end_pause(interaction: ModerationInteraction) -> None:
    if not await interaction.services.pauses.end(interaction.live.row.id, WHOLE_TABLE, "table"):
        raise Refusal("run.not_paused")


async def set_table_clock(
    interaction: ModerationInteraction,
    kind: Kind,
    change: Callable[[ModerationInteraction], Awaitable[None]],
) -> None:
    """Pause or resume the table's clock, tell everybody, and show the page as it is then."""
    raw = interaction.raw
    await defer(raw, thinking=not is_private_message(raw))
    act = Intervention(interaction.live.row.seq, kind, interaction.powers.role)
    await change(interaction)
    mark_committed(raw)
    await noted(interaction, act)
    await announce(raw.client, interaction.live, act)
    await answer_deferred(raw, interaction.page(intervention_text(interaction.live, act)))


@moderation_component(Action.PROPOSE_END)
async def propose_end_of_game(interaction: ModerationInteraction) -> None:
    """Ask whether to end the game without a result; once confirmed, begin a vote."""
    if not interaction.custom_id.args or interaction.powers.seat is None:
        await update_or_send(
            interaction.raw, Reply(stop_screen(interaction.live, interaction.powers))
        )
        return
    vote = await interaction.services.votes.ask(interaction.live.row.id, "end", interaction.user_id)
    mark_committed(interaction.raw)
    said = "vote.put" if vote.verdict is None else "run.stopped"
    await update_or_send(interaction.raw, Reply(layout_view(text_display(say(said)))))


@moderation_component(Action.END_AS_MODERATOR)
async def end_game_as_moderator(interaction: ModerationInteraction) -> None:
    """End a game without a result, for a reason that everybody is told.

    Only for a moderator who does not play.
    """
    if not interaction.powers.moderator:
        raise Refusal("run.not_allowed")
    services, row = interaction.services, interaction.live.row
    act = Intervention(
        row.seq, option_at(INTERVENTION_REASONS, interaction.choice), interaction.powers.role
    )
    async with services.sessions.changing(row.id):
        if not await interaction.store.tables.void(row.id):
            raise Refusal("run.not_playing")
        mark_committed(interaction.raw)
        await record_intervention(interaction.store.tables, row.id, act)
    services.activity.show(row)
    await update_or_send(interaction.raw, Reply(layout_view(text_display(say("run.stopped")))))
    await announce(interaction.raw.client, interaction.live, act)


async def noted(interaction: TableInteraction, act: Intervention) -> None:
    """Write an intervention into the log, and load the table again."""
    tables, table_id = interaction.services.sessions, interaction.live.row.id
    async with tables.lock(table_id):
        await record_intervention(interaction.store.tables, table_id, act)
        interaction.live = await tables.load(table_id)


async def announce(bot: TuppenceBot, live: TableState, act: Intervention) -> None:
    """Tell everybody at the table; nobody is notified."""
    place = bot.get_partial_messageable(channel_of_table(live.row), guild_id=live.row.guild_id)
    async with speaking_guild_locale(bot, live.row.guild_id):
        try:
            view = layout_view(text_display(intervention_text(live, act)))
            await with_timeout(bot, place.send(view=view, allowed_mentions=NOBODY), ANNOUNCED_IN)
        except DISCORD_ERRORS as trouble:
            log.info("table %d: an act is told in the log only: %r", live.row.id, trouble)
