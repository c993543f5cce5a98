"""Moderation: the private page for members, hosts and moderators of a table, and its handlers.

A member can ask the table for a vote. A host can pause the game. A moderator can end it. The bot
records every intervention, and announces it in the table's channel. `cogs.votes` handles the votes.
`cogs.game.permissions` decides who may do what.
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
from cogs.game.interactions import TableInteraction, check_place
from cogs.game.permissions import TablePermissions, load_permissions, replaceable_seats
from cogs.game.state import TableState
from cogs.game.visibility import load_here
from cogs.narration.interventions import (
    INTERVENTION_REASONS,
    Intervention,
    Kind,
    intervention_text,
    record_intervention,
)
from cogs.ui.actions import Action, ActionId, SelectAction
from cogs.ui.component import ComponentInteraction, Handler, component_after, option_at
from cogs.ui.custom_id import NO_TABLE
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

log = logging.getLogger(__name__)
ANNOUNCE_TIMEOUT: Final = 5.0
"""Seconds for which the member's answer waits for the announcement."""
NOBODY = discord.AllowedMentions.none()


# ---- layouts


def moderation_layout(
    state: TableState,
    permissions: TablePermissions,
    askable: Iterable[int] = (),
    notice: str = "",
    *,
    paused: bool = False,
) -> ui.LayoutView:
    """Return the page with everything that a member may do about a table in play.

    Args:
        state: The table.
        permissions: The member's permissions at the table.
        askable: Seats for which the member may propose a computer player.
        notice: A line about what has just happened.
        paused: Whether the whole table is paused.
    """
    words = text_display(say("run.heading"), say(f"run.explained_{permissions.role}"), notice)
    ends = permissions.seat is not None or permissions.moderator
    stop = button(
        Action.PROPOSE_END, state.row.id, state.row.seq, label=say("run.stop"), style=Style.danger
    )
    # The button needs only the action. Its page is in `cogs.votes`, which features must not import.
    votes = button(Action.VOTE_RULES, *NO_TABLE, label=say("vote.rules"))
    return layout_view(
        words,
        *_seat_choice(state, Action.PROPOSE_COMPUTER, askable),
        *_clock_rows(state, permissions, paused=paused),
        action_row(*([stop] if ends else []), votes),
    )


def _seat_choice(state: TableState, action: SelectAction, seats: Iterable[int]) -> list[Item]:
    """Return a select of the seats. Empty if there are no seats."""
    names = state.names()
    labels = [(seat, say("run.seat", seat=seat + 1, player=names[seat]), "") for seat in seats]
    if not labels:
        return []
    hint = say(f"run.{action}")
    return [select(action, state.row.id, state.row.seq, labels=labels, placeholder=hint)]


def _clock_rows(state: TableState, permissions: TablePermissions, *, paused: bool) -> list[Item]:
    """Return the buttons for the table's clock.

    Anybody may resume a paused table. A host or moderator may pause it.
    """
    if paused:
        return [
            action_row(
                button(Action.RESUME_TABLE, state.row.id, state.row.seq, label=say("run.resume"))
            )
        ]
    if not permissions.runs:
        return []
    lengths = (
        button(
            Action.PAUSE_TABLE, state.row.id, state.row.seq, days, label=say("run.pause", n=days)
        )
        for days in PAUSE_LENGTHS
    )
    return [action_row(*lengths)]


def end_game_layout(state: TableState, permissions: TablePermissions) -> ui.LayoutView:
    """Return the question that comes before a game ends without a result.

    A player can call a vote. A moderator who does not play can select a reason.
    """
    back = button(Action.MODERATION_PAGE, state.row.id, state.row.seq, 1, label=say("house.back"))
    if permissions.moderator:
        labels = [
            (number, say(f"run.{why}"), "") for number, why in enumerate(INTERVENTION_REASONS)
        ]
        hint = say("run.reason")
        reasons = select(
            Action.END_AS_MODERATOR, state.row.id, state.row.seq, labels=labels, placeholder=hint
        )
        return layout_view(text_display(say("run.stop_moderator")), reasons, action_row(back))
    sure = button(
        Action.PROPOSE_END,
        state.row.id,
        state.row.seq,
        1,
        label=say("run.stop_ask"),
        style=Style.danger,
    )
    return layout_view(text_display(say("run.stop_question")), action_row(sure, back))


# ---- component handlers


@dataclass(slots=True)
class ModerationInteraction(TableInteraction):
    """An interaction at a table in play, with the member's permissions at the table."""

    permissions: TablePermissions

    def page(self, notice: str = "") -> Reply:
        """Return the page for the table as it was loaded."""
        pauses = self.state.circumstances.pauses
        paused = any((pause.seat, pause.reason) == (WHOLE_TABLE, "table") for pause in pauses)
        seats = self.askable()
        return Reply(moderation_layout(self.state, self.permissions, seats, notice, paused=paused))

    def askable(self) -> list[int]:
        """Return the seats for which the member may propose a computer player now."""
        return replaceable_seats(self.state, self.permissions, self.raw.client.clock())


async def load_moderation_interaction(interaction: ComponentInteraction) -> ModerationInteraction:
    """Return the interaction with a table in play and the member's permissions there.

    Raises:
        Refusal: The member has no permission there, the game is over, or the action does not work
            from where the member is.
    """
    raw = interaction.raw
    state = await load_here(raw, interaction.custom_id.table)
    check_place(interaction, state.row)
    permissions = await load_permissions(state, raw)
    permissions.check()
    if state.row.status is not TableStatus.PLAYING:
        raise Refusal("run.not_playing")
    return ModerationInteraction(raw, state, permissions, **interaction.inputs)


def moderation_component(
    action: ActionId,
) -> Callable[[Handler[ModerationInteraction]], Handler[ModerationInteraction]]:
    """Register the decorated function as the handler of an action on the moderation page."""
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
    # `ask` refuses a seat from an outdated page or from a forged custom id.
    await interaction.services.votes.ask(
        interaction.state.row.id, "hold", interaction.user_id, interaction.choice
    )
    mark_committed(interaction.raw)
    await update_or_send(interaction.raw, interaction.page(say("vote.put")))


@moderation_component(Action.GIVEBACK)
async def give_back_legacy(_: ModerationInteraction) -> None:
    """Refuse an action of older releases. Now only the member can take their seat back."""
    raise Refusal("run.taken_back")


@moderation_component(Action.PAUSE_TABLE)
async def pause_table(interaction: ModerationInteraction) -> None:
    """Pause the clock of the whole table for some days."""
    await _set_table_clock(interaction, "pause", _begin_pause)


async def _begin_pause(interaction: ModerationInteraction) -> None:
    interaction.permissions.check_runs()
    days = interaction.argument()
    if days not in PAUSE_LENGTHS:
        raise Refusal("lobby.refused.stale")
    await interaction.services.pauses.pause_table(interaction.state.row.id, days)


@moderation_component(Action.RESUME_TABLE)
async def resume_table(interaction: ModerationInteraction) -> None:
    """End the pause of the whole table. Every player may do this."""
    await _set_table_clock(interaction, "resume", _end_pause)


async def _end_pause(interaction: ModerationInteraction) -> None:
    if not await interaction.services.pauses.end(interaction.state.row.id, WHOLE_TABLE, "table"):
        raise Refusal("run.not_paused")


async def _set_table_clock(
    interaction: ModerationInteraction,
    kind: Kind,
    change: Callable[[ModerationInteraction], Awaitable[None]],
) -> None:
    """Pause or resume the table's clock, announce it, and update the page.

    Args:
        interaction: The interaction.
        kind: The kind of intervention to record.
        change: Pauses or resumes the clock. If it raises `Refusal`, it has changed nothing.
    """
    raw = interaction.raw
    # The announcement may take longer than the three seconds in which Discord needs an answer.
    await defer(raw, thinking=not is_private_message(raw))
    intervention = Intervention(interaction.state.row.seq, kind, interaction.permissions.role)
    await change(interaction)
    mark_committed(raw)
    await _record(interaction, intervention)
    await _announce(raw.client, interaction.state, intervention)
    await answer_deferred(raw, interaction.page(intervention_text(interaction.state, intervention)))


@moderation_component(Action.PROPOSE_END)
async def propose_end_of_game(interaction: ModerationInteraction) -> None:
    """Ask the member whether to end the game. After the member has confirmed, call a vote."""
    # With an argument, the button is the confirmation. A member without a seat cannot call a vote.
    if not interaction.custom_id.args or interaction.permissions.seat is None:
        await update_or_send(
            interaction.raw, Reply(end_game_layout(interaction.state, interaction.permissions))
        )
        return
    vote = await interaction.services.votes.ask(
        interaction.state.row.id, "end", interaction.user_id
    )
    mark_committed(interaction.raw)
    said = "vote.put" if vote.verdict is None else "run.stopped"
    await update_or_send(interaction.raw, Reply(layout_view(text_display(say(said)))))


@moderation_component(Action.END_AS_MODERATOR)
async def end_game_as_moderator(interaction: ModerationInteraction) -> None:
    """End a game without a result. The bot announces the reason.

    Only a moderator who does not play may do this.
    """
    if not interaction.permissions.moderator:
        raise Refusal("run.not_allowed")
    services, row = interaction.services, interaction.state.row
    intervention = Intervention(
        row.seq, option_at(INTERVENTION_REASONS, interaction.choice), interaction.permissions.role
    )
    # With the lock no move is committed meanwhile. `changing` also invalidates the cached state.
    async with services.sessions.changing(row.id):
        if not await interaction.database.tables.void(row.id):
            raise Refusal("run.not_playing")
        mark_committed(interaction.raw)
        await record_intervention(interaction.database.tables, row.id, intervention)
    services.activity.show(row)
    await update_or_send(interaction.raw, Reply(layout_view(text_display(say("run.stopped")))))
    await _announce(interaction.raw.client, interaction.state, intervention)


async def _record(interaction: TableInteraction, intervention: Intervention) -> None:
    """Record an intervention, and load the table again."""
    sessions, table_id = interaction.services.sessions, interaction.state.row.id
    # With the lock, no move comes between the record and the state that the page shows.
    async with sessions.lock(table_id):
        await record_intervention(interaction.database.tables, table_id, intervention)
        interaction.state = await sessions.load(table_id)


async def _announce(bot: TuppenceBot, state: TableState, intervention: Intervention) -> None:
    """Announce an intervention in the table's channel, without mentions."""
    channel = bot.get_partial_messageable(channel_of_table(state.row), guild_id=state.row.guild_id)
    async with speaking_guild_locale(bot, state.row.guild_id):
        try:
            view = layout_view(text_display(intervention_text(state, intervention)))
            await with_timeout(
                bot, channel.send(view=view, allowed_mentions=NOBODY), ANNOUNCE_TIMEOUT
            )
        except DISCORD_ERRORS as error:
            # No retry, because the intervention is in effect and recorded.
            log.info("table %d: an intervention is in its log only: %r", state.row.id, error)
