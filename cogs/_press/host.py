"""What a press on a host's private page of a lobby does.

It changes the lobby like any other press, then shows the page and, for everybody, the lobby as
they are now. What cannot be done is said on the page; nothing has changed then.
"""

from dataclasses import dataclass

from discord import ui

from cogs._kit.client import Press
from cogs._kit.controls import Control
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, turn
from cogs._press.presses import Pressed
from data.game.rows import TableRow
from render.text.catalogue import Catalogue


@dataclass(slots=True)
class InLobby(Pressed):
    """An interaction on a host's page of a lobby, and what the page is to say of it."""

    lobby: TableRow
    notice: str = ""


class HostControl(Control):
    """A control of a host's private page."""

    async def press(self, interaction: Press) -> None:
        """Change the lobby; then show the page, and the lobby, as they are now."""
        services, table_id = interaction.client.services, self.address.table
        async with services.tables.lock(table_id):
            lobby = await services.lobbies.hosted(table_id, interaction.user.id)
            press = InLobby(interaction, lobby)
            await self.tried(press)
            if press.lobby.revision != lobby.revision:
                services.activity.show(press.lobby)
            await turn(interaction, Reply(await self.page(press)))

    async def tried(self, press: InLobby) -> None:
        """Change the lobby; when that is refused, let the page say why."""
        try:
            await self.act(press)
        except Refusal as refusal:
            press.notice = refusal.sentence(Catalogue.load())
        else:
            done(press.interaction)

    async def act(self, press: InLobby) -> None:
        """Change the lobby. Raises `Refusal` when that cannot be; it is as before then."""

    async def page(self, press: InLobby) -> ui.LayoutView:
        """The page to show then."""
        raise NotImplementedError
