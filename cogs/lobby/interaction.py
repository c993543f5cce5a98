"""Interactions on the host's private pages of a lobby: its seats and its house rules.

A handler changes the lobby. Then the page and the lobby message are updated. After a refusal the
page shows the reason, and the lobby is unchanged. The pages are in `seating` and `house_rules`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from discord import ui

from cogs.core.refusals import Refusal
from cogs.game.interactions import look_up
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_by
from cogs.ui.replies import Reply, edit_or_send, mark_committed
from data.models.tables import TableRow
from render.text.catalogue import Catalogue


@dataclass(slots=True)
class LobbyInteraction(ComponentInteraction):
    """An interaction on a host's page of a lobby. The page shows `notice`."""

    lobby: TableRow
    notice: str = ""


HostPage: TypeAlias = Callable[[LobbyInteraction], Awaitable[ui.LayoutView]]
"""Returns the host's page, built after the change."""


def host_component(
    action: ActionId, page: HostPage
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on a host's `page`."""

    async def answer(change: Handler[LobbyInteraction], interaction: ComponentInteraction) -> None:
        await answer_host(interaction, page, change)

    return component_by(action, answer)


async def load_hosted(interaction: ComponentInteraction) -> TableRow:
    """Return the open lobby that a custom id names.

    Raises:
        Refusal: The member is not the lobby's host, or the lobby is not open.
    """
    lobby = await look_up(interaction)
    return await interaction.services.lobbies.hosted(lobby.id, interaction.user_id)


async def answer_host(
    interaction: ComponentInteraction,
    page: HostPage,
    change: Handler[LobbyInteraction] | None = None,
) -> None:
    """Change a lobby, then update the host's page and the lobby message.

    Args:
        interaction: The interaction. Its custom id names the table.
        page: Returns the page to show.
        change: Changes the lobby. None to only show the page.

    Raises:
        Refusal: The member is not the host, or the lobby is not open.
    """
    services, table_id = interaction.services, interaction.custom_id.table
    # One lock for change and page, so that the later of two changes is also shown later.
    async with services.sessions.lock(table_id):
        lobby = await load_hosted(interaction)
        hosted = LobbyInteraction(interaction.raw, lobby, **interaction.inputs)
        await _attempt_change(hosted, change)
        if hosted.lobby.revision != lobby.revision:
            services.activity.show(hosted.lobby)
        await edit_or_send(hosted.raw, Reply(await page(hosted)))


async def _attempt_change(
    interaction: LobbyInteraction, change: Handler[LobbyInteraction] | None
) -> None:
    """Change the lobby. If the change is refused, use the reason as the notice."""
    try:
        if change is not None:
            await change(interaction)
    except Refusal as refusal:
        interaction.notice = refusal.sentence(Catalogue.load())
    else:
        mark_committed(interaction.raw)
