"""What a press on a host's private page of a lobby does.

It changes the lobby like any other press, then shows the page and, for everybody, the lobby as
they are now. What cannot be done is said on the page; nothing has changed then.
"""

from collections.abc import Sequence
from typing import TypeVar

from discord import ui

from cogs._kit.client import Press
from cogs._kit.controls import Address
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, turn
from cogs._work.services import Parlour
from data.game.rows import Status, TableRow
from render.text.catalogue import Catalogue

T = TypeVar("T")


class PagePress:
    """A press on a host's private page."""

    address: "Address"
    said = ""

    async def press(self, interaction: Press) -> None:
        """Change the lobby; then show the page, and the lobby, as they are now."""
        parlour = Parlour.of(interaction.client)
        async with parlour.tables.lock(self.address.table):
            lobby = await open_lobby(parlour, interaction, self.address.table)
            after, notice = await self.tried(interaction, parlour, lobby)
            if after.revision != lobby.revision:
                parlour.show(after)
            await turn(interaction, Reply(await self.page(parlour, after, notice)))

    async def tried(self, press: Press, parlour: Parlour, lobby: TableRow) -> tuple[TableRow, str]:
        """The lobby after the change and what to say about it; unchanged when refused."""
        try:
            after = await self.change(parlour, lobby)
        except Refusal as refusal:
            return lobby, refusal.sentence(Catalogue.load())
        done(press)
        return after, self.said

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Change the lobby. Raises `Refusal` when that cannot be."""
        del parlour
        return lobby

    async def page(self, parlour: Parlour, lobby: TableRow, notice: str) -> ui.LayoutView:
        """The page to show then."""
        raise NotImplementedError


async def open_lobby(parlour: Parlour, press: Press, table_id: int) -> TableRow:
    """The lobby, for its host and before its start. Raises `Refusal`."""
    lobby = await parlour.lobbies.hosted(table_id, press.user.id)
    if lobby.status is not Status.LOBBY:
        closed = lobby.status is Status.CLOSED
        raise Refusal("lobby.refused.closed" if closed else "lobby.refused.started")
    return lobby


def picked(found: Sequence[T], place: int) -> T:
    """What stands at a place. Raises `Refusal` when nothing does: ids are not to be trusted."""
    if not 0 <= place < len(found):
        raise Refusal("lobby.refused.stale")
    return found[place]
