"""`/stats` outside of servers: the member's own statistics, of one server at a time."""

from collections.abc import Sequence

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.history import member_stats
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import MAX_OPTIONS, Item, picture_file, select
from cogs.ui.replies import Reply, answer_deferred, defer
from cogs.ui.server_names import server_names
from cogs.ui.texts import say, without_markdown
from data.models.members import Membership


async def show_own_stats(raw: Interaction, wanted: int | None = None) -> None:
    """Show the member's statistics on a server; without `wanted`, on the one they played on last.

    Raises:
        Refusal: The member has played on no server.
    """
    found = await raw.client.database.members.memberships(raw.user.id)
    chosen = next((one for one in found if wanted in {None, one.guild_id}), None)
    if chosen is None:
        raise Refusal("dm.no_games")
    leaderboards, renderer = raw.client.database.leaderboards, raw.client.services.renderer
    stats = await member_stats.load_stats(leaderboards, chosen.guild_id, raw.user.id, chosen.name)
    names = await server_names(raw.client, [one.guild_id for one in found])
    others = _server_select(found, names, chosen.guild_id)
    server = say("dm.stats_of", server=names[chosen.guild_id])
    if not stats.profile.games:
        view = member_stats.no_games_layout(chosen.name, server, others)
        await answer_deferred(raw, Reply(view))
        return
    picture = await member_stats.draw_stats(renderer, stats)
    view = member_stats.stats_layout(stats, picture, server, others)
    await answer_deferred(raw, Reply(view, files=lambda: [picture_file(picture)]))


def _server_select(found: Sequence[Membership], names: dict[int, str], chosen: int) -> list[Item]:
    """Return a select of the member's servers; nothing if there is only one."""
    if len(found) == 1:
        return []
    labels = [
        (one.guild_id, without_markdown(names[one.guild_id]), "") for one in found[:MAX_OPTIONS]
    ]
    hint = say("dm.other_server")
    return [
        select(Action.STATS_OF_SERVER, *NO_TABLE, labels=labels, placeholder=hint, chosen=chosen)
    ]


@component(Action.STATS_OF_SERVER)
async def show_stats_of_server(interaction: ComponentInteraction) -> None:
    """Show the member's statistics on the selected server."""
    await defer(interaction.raw)
    await show_own_stats(interaction.raw, interaction.choice)


async def answer_own_stats(raw: Interaction, member: discord.User | None) -> None:
    """Answer `/stats` outside of servers.

    Raises:
        Refusal: The member asks for somebody else, whose server is not known there.
    """
    if member is not None and member.id != raw.user.id:
        raise Refusal("dm.stats_on_server")
    await defer(raw, thinking=True)
    await show_own_stats(raw)
