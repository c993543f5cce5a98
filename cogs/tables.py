"""`/tables`: the tables of a member, the way to each, and how to leave one without a way."""

from collections.abc import Callable, Iterable

from discord import app_commands
from discord.ext import commands

from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.controls import ComponentInteraction, Handler, component_by
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._press.my_tables import my_tables
from cogs._screens.tables import Found, Reach, tables_screen

SHOWN_IN = 2.0
"""Seconds that an action of the list waits for the queue to show a table."""


def my_tables_component(
    action: Verb, said: str, *, reappears: bool = False
) -> Callable[[Handler[ComponentInteraction]], Handler[ComponentInteraction]]:
    """Register the decorated function as the handler of an action in the list of tables.

    Args:
        action: The action, about a table that cannot be reached.
        said: The key of the text that the list then shows.
        reappears: Say so only if the table can be reached then.
    """

    async def answer(
        handler: Handler[ComponentInteraction], interaction: ComponentInteraction
    ) -> None:
        raw, table_id = interaction.raw, interaction.custom_id.table
        await acknowledge(raw)
        await handler(interaction)
        done(raw)
        await interaction.services.repaint.rested(table_id, SHOWN_IN)
        found = await mine(raw)
        is_so = not reappears or is_reachable(found, table_id)
        await show(raw, Reply(tables_screen(found, raw.user.id, say(said) if is_so else "")))

    return component_by(action, answer)


def is_reachable(found: Iterable[Found], table_id: int) -> bool:
    """Return whether a table of the list can be reached."""
    ways = {Reach.MESSAGE, Reach.PLACE}
    return any(one.row.id == table_id and one.reach in ways for one in found)


@my_tables_component(verbs.SHOWAGAIN, "tables.shown", reappears=True)
async def resend_lobby_message(interaction: ComponentInteraction) -> None:
    """Send the message of a lobby again after somebody deleted it; for all its members."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.homes.show_again(table_id, interaction.user_id))


@my_tables_component(verbs.MOVEHERE, "tables.shown", reappears=True)
async def move_table_here(interaction: ComponentInteraction) -> None:
    """Move a table whose channel is gone to the channel of the list."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.wake(await services.homes.move(table_id, interaction.raw))


@my_tables_component(verbs.GIVEUP, "tables.given_up")
async def close_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Close a lobby; for its host."""
    services, table_id = interaction.services, interaction.custom_id.table
    lobby = await services.lobbies.hosted(table_id, interaction.user_id)
    services.activity.show(await services.lobbies.close(lobby))


@my_tables_component(verbs.STANDUP, "tables.stood_up")
async def leave_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Leave a lobby."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.lobbies.leave(table_id, interaction.user_id))


async def mine(raw: Press) -> list[Found]:
    """Return the tables of the member."""
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    return await my_tables(raw.client, raw.guild, raw.user.id)


class TablesCommand(commands.Cog):
    """The command `/tables`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Your tables on this server, and who they are waiting for")
    @app_commands.guild_only()
    async def tables(self, raw: Press) -> None:
        """List them, those that wait for the member first."""
        found = await mine(raw)
        await tell(raw, Reply(tables_screen(found, raw.user.id)))


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(TablesCommand(bot))
