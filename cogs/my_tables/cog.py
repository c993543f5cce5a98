"""`/tables`, and the handlers of its list."""

from collections.abc import Callable, Iterable
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.game.interactions import look_up
from cogs.my_tables.list_page import list_layout
from cogs.my_tables.listed import ListedTable
from cogs.my_tables.sort_out_page import sort_out_layout
from cogs.my_tables.tables import Viewpoint
from cogs.ui.actions import Action, ActionId
from cogs.ui.commands import anywhere
from cogs.ui.component import ComponentInteraction, Handler, component, component_by
from cogs.ui.replies import (
    Reply,
    answer_deferred,
    defer,
    mark_committed,
    send,
    update_or_send,
)
from cogs.ui.texts import say

SHOWN_IN: Final = 2.0
"""Maximum seconds to wait for the repaint queue before the list is shown."""


def my_tables_component(
    action: ActionId, said: str, *, reappears: bool = False
) -> Callable[[Handler[ComponentInteraction]], Handler[ComponentInteraction]]:
    """Register the decorated function as the handler of an action in the list of tables.

    Args:
        action: The action, for a table that the member cannot reach.
        said: The catalogue key of the notice that the list shows after the action.
        reappears: Whether to show the notice only if the member can then reach the table.
    """

    async def answer(
        handler: Handler[ComponentInteraction], interaction: ComponentInteraction
    ) -> None:
        raw, table_id = interaction.raw, interaction.custom_id.table
        await defer(raw)
        await look_up(interaction)
        await handler(interaction)
        mark_committed(raw)
        # Wait before loading the list, so that the list shows whether the message was sent.
        await interaction.services.repaint_queue.wait_until_idle(table_id, SHOWN_IN)
        found = await interaction.services.my_tables.load(Viewpoint.of(raw))
        is_so = not reappears or is_reachable(found, table_id)
        view = list_layout(found, raw.user.id, notice=say(said) if is_so else "")
        await answer_deferred(raw, Reply(view, stays=True))

    return component_by(action, answer)


def is_reachable(found: Iterable[ListedTable], table_id: int) -> bool:
    return any(one.row.id == table_id and one.is_reached for one in found)


@my_tables_component(Action.SHOWAGAIN, "tables.shown", reappears=True)
async def resend_lobby_message(interaction: ComponentInteraction) -> None:
    """Send a lobby's message again after somebody deleted it.

    Any member of the lobby may do this.
    """
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.placement.show_again(table_id, interaction.user_id))


@my_tables_component(Action.MOVEHERE, "tables.shown", reappears=True)
async def move_table_here(interaction: ComponentInteraction) -> None:
    """Move a table to the channel of this list, because its own channel is gone."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.wake(await services.placement.move(table_id, interaction.raw))


@my_tables_component(Action.LEAVE_LOST_LOBBY, "tables.stood_up")
async def leave_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Leave a lobby that the member cannot reach."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.lobbies.leave(table_id, interaction.user_id))


@component(Action.SORT_OUT)
async def show_ways_out(interaction: ComponentInteraction) -> None:
    """Show what the member can do about a table that they cannot reach."""
    row, viewer = await look_up(interaction), Viewpoint.of(interaction.raw)
    one = await interaction.services.my_tables.one(row, viewer)
    await update_or_send(interaction.raw, Reply(sort_out_layout(one, viewer.user_id), stays=True))


@component(Action.TABLES_PAGE)
async def show_page(interaction: ComponentInteraction) -> None:
    """Show another page of the list. The custom id has the page's number, counted from 1."""
    viewer = Viewpoint.of(interaction.raw)
    view = await interaction.services.my_tables.layout(viewer, interaction.argument() - 1)
    await update_or_send(interaction.raw, Reply(view, stays=True))


@component(Action.MY_TABLES)
async def show_my_tables(interaction: ComponentInteraction) -> None:
    """List the member's tables, as `/tables` does."""
    await send_list(interaction.raw)


async def send_list(raw: Interaction) -> None:
    """Send the list of the member's tables."""
    view = await raw.client.services.my_tables.layout(Viewpoint.of(raw))
    await send(raw, Reply(view, stays=True))


class MyTablesCog(commands.Cog):
    """The command `/tables`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Your tables, and who they are waiting for")
    @anywhere
    async def tables(self, raw: Interaction) -> None:
        """List the member's tables. Tables that wait for the member come first."""
        await send_list(raw)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(MyTablesCog(bot))
