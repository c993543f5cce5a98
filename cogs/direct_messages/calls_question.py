"""The question about reminders by direct message: a member's first DM hand asks it, once."""

from dataclasses import replace
from typing import Final

from cogs.game.state import TableState
from cogs.hand.interaction import PLAY, HandInteraction, accept_stale, hand_component
from cogs.hand.panel import HandPage
from cogs.ui.actions import Action
from cogs.ui.layout import Item, action_row, button, container_of, layout_view, text_display
from cogs.ui.replies import Reply, mark_committed
from cogs.ui.texts import say
from data.models.tables import TableRow
from data.repositories.members import MemberRepository

MAX_COMPONENTS: Final = 40
"""Discord's limit for the number of components in one message."""
QUESTION: Final = 4
"""Components of the question that the first hand asks."""


async def with_first_question(
    reply: Reply, state: TableState, user_id: int, members: MemberRepository
) -> Reply:
    """Return a member's hand. The first time, add the question about reminders.

    The bot asks only members with reminders in threads, and only if the message has room.
    """
    way = state.state_of(user_id).preference.way
    if state.row.is_private or way != "thread" or not has_room_for_question(reply):
        return reply
    if not await members.may_ask_for_calls(user_id):
        return reply
    await members.mark_asked_for_calls(user_id)
    return with_question(reply, state.row)


def with_question(reply: Reply, row: TableRow) -> Reply:
    """Return a hand that asks whether to send reminders by direct message.

    The caller asks `has_room_for_question` first.
    """
    assert reply.view is not None  # a hand panel is a layout
    items: list[Item] = container_of(reply.view)["components"]
    answers = (
        button(Action.REMIND_HERE, row.id, row.seq, answer, label=say(f"dm.calls_do_{word}"))
        for answer, word in ((1, "yes"), (0, "no"))
    )
    view = layout_view(*items, text_display(say("dm.first_hand")), action_row(*answers))
    return replace(reply, view=view)


def has_room_for_question(reply: Reply) -> bool:
    """Return whether the question fits below a hand."""
    return reply.view is not None and count(container_of(reply.view)) <= MAX_COMPONENTS - QUESTION


def count(item: Item) -> int:
    """Return the number of components in an item, including itself."""
    inner = [*item.get("components", ()), *filter(None, [item.get("accessory")])]
    return 1 + sum(map(count, inner))


@hand_component(Action.REMIND_HERE, check=accept_stale)
async def choose_reminders_here(interaction: HandInteraction) -> HandPage:
    """Save the member's answer: whether to send reminders by direct message. Argument 1 is yes.

    "No" changes nothing.
    """
    if interaction.argument() != 1:
        return replace(PLAY, notice=say("dm.calls_no"))
    await interaction.database.members.change_reminder_preferences(
        interaction.user_id, lambda before: replace(before, way="direct")
    )
    mark_committed(interaction.raw)
    interaction.services.sessions.changed(interaction.state.row.id)
    return replace(PLAY, notice=say("dm.calls_yes"))
