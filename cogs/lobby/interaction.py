"""Components on a host's private pages of a lobby.

A handler changes the lobby. Then the page and, for everybody, the lobby are shown as they are now.
A refusal is shown on the page; nothing has changed then.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from discord import ui

from cogs.core.refusals import Refusal
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_by
from cogs.ui.replies import Reply, edit_or_send, mark_committed
from data.models.tables import TableRow
from render.text.catalogue import Catalogue


@dataclass(slots=True)
class LobbyInteraction(ComponentInteraction):
    """An interaction on a host's page of a lobby, and what the page is to say about it."""

    lobby: TableRow
    notice: str = ""


HostPage: TypeAlias = Callable[[LobbyInteraction], Awaitable[ui.LayoutView]]


def host_component(
    action: ActionId, page: HostPage
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on a host's `page`."""

    async def answer(change: Handler[LobbyInteraction], interaction: ComponentInteraction) -> None:
        await answer_host(interaction, page, change)

    return component_by(action, answer)


async def answer_host(
    interaction: ComponentInteraction,
    page: HostPage,
    change: Handler[LobbyInteraction] | None = None,
) -> None:
    """Change the lobby, if there is a change; then show the page and the lobby as they are now."""
    services, table_id = interaction.services, interaction.custom_id.table
    async with services.sessions.lock(table_id):
        lobby = await services.lobbies.hosted(table_id, interaction.user_id)
        hosted = LobbyInteraction(interaction.raw, lobby, **interaction.inputs)
        await _attempt_change(hosted, change)
        if hosted.lobby.revision != lobby.revision:
            services.activity.show(hosted.lobby)
        await edit_or_send(hosted.raw, Reply(await page(hosted)))


async def _attempt_change(
    interaction: LobbyInteraction, change: Handler[LobbyInteraction] | None
) -> None:
    """Change the lobby; if that is refused, note why for the page."""
    try:
        if change is not None:
            await change(interaction)
    except Refusal as refusal:
        interaction.notice = refusal.sentence(Catalogue.load())
    else:
        mark_committed(interaction.raw)
